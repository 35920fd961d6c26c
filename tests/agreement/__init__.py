"""The classics compared with OpenSpiel, which has the same games; see README.md."""
