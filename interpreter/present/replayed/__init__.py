"""A played game as one page to step through."""
