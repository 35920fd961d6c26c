"""Parses the text of rules into trees whose every part has a span."""
