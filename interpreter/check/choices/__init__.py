"""Choices, made by players, together or alone, and by the rules."""
