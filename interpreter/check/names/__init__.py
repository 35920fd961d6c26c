"""Finds what words stand for: names of the game and of a rule, adjectives, spans of time."""
