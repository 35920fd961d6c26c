"""Commands of the designer's bench: what a change does, and what a search would do."""
