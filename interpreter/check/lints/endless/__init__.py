"""Checks for what never ends: deeds, loops and questions that come back to themselves."""
