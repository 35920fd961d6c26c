"""Persons at a keyboard: what each is shown, and what they type."""
