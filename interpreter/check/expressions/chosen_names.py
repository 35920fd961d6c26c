"""Where `names/chosen_names.py` stood before."""

from interpreter.check.names.chosen_names import Given as Given
from interpreter.check.names.chosen_names import blocks as blocks
from interpreter.check.names.chosen_names import given as given
from interpreter.check.names.chosen_names import meant as meant
