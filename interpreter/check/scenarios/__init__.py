"""Reads the tests of a game into data and hidden rules."""
