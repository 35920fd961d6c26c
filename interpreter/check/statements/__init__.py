"""Bodies of rules: what is done, how often and by whom."""

from interpreter.check.statements import readers as readers  # fills the table of `nesting`
