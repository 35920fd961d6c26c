"""A game that was played, as one page to step through."""
