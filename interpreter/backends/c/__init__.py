"""The C back end: the same rules, compiled."""
