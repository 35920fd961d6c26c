"""Checks of the whole typed game: what is never so, never used, never ends."""
