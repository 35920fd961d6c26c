"""Triggers and standing rules: the clauses of rules and of cards."""
