"""A view as a picture: SVG, with everything in it, drawn for light and dark, and without colour."""
