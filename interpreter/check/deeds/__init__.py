"""Readers of deeds: the verbs of the language, and those that a game declares."""
