"""Reads values, questions and descriptions of things."""
