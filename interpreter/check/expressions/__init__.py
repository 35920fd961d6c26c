"""Reads values, questions and descriptions of things."""

from interpreter.check.expressions import readers as readers  # fills the tables of `reading`
