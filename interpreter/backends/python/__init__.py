"""The Python back end: always available, always complete."""
