"""Compiled rules in memory: how they are compiled, handed states, and played with."""
