"""Weaving: lowers events, windows, bans and durations to plain statements."""
