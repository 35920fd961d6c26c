"""Compares a game with its house rules: what changes, and which saves and tests go otherwise."""
