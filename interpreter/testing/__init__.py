"""Runs the tests of a game and measures what they leave out."""
