"""Reads the bodies of rules: sentences, choices, triggers, standing changes."""
