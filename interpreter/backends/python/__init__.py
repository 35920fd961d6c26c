"""The Python printer: always there, always complete."""
