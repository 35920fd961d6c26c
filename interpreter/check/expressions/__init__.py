"""Readers of values, questions and descriptions of things."""
