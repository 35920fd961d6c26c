"""Lays house rules on the trees of a game, and says what of them does not fit."""
