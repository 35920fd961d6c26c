"""Reads values, questions and descriptions of things."""

from interpreter.check.expressions import readers as readers  # fills the tables of `nesting`

# Where these stood before; they go with the last module that looks for them here.
from interpreter.check.names import adjectives as adjectives
from interpreter.check.names import attributes as attributes
from interpreter.check.names import chosen_names as chosen_names
from interpreter.check.names import references as references
from interpreter.check.names import time_spans as time_spans
from interpreter.check.places import containment as containment
from interpreter.check.places import pieces
from interpreter.check.places import sources as sources

places = pieces
