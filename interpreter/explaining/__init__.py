"""Explanations of why a move is possible or not: conditions evaluated at a position."""
