"""Checks of the whole typed game: what is never true, never used, never ends."""
