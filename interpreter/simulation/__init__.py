"""Plays many games by chance, in one process or several."""
