"""Frames: a view as text that fits a terminal."""
