"""The C back end: the same games, decision for decision."""
