"""A view as a self-contained SVG picture for light and dark mode, legible without colour."""
