"""A position in the syntax of a test: read, laid out, played, and written again."""
