"""Printers: the same blocks as programs that can run."""
