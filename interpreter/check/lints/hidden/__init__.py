"""Checks for questions and options that would reveal cards which not everybody sees."""
