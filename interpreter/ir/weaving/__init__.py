"""Weaving: the steps that leave a program without events, windows, bans and durations."""
