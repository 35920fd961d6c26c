"""Reads values, conditions and descriptions of things; they nest in one another."""
