"""A program of somebody else's that uses `import interpreter` and nothing below it."""
