"""Commands for game designers: what a change does, and what a search would play."""
