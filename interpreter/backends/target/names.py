"""Names of the target: of what sort is a thing, and which one of them.

A table, a function of the game and an attribute of the state are named `sort_thing`, such as
`NEAR_desk`, `can_r5_draw` and `z_table_desk`. Only this module takes such names apart.
"""

from __future__ import annotations

ZONE = "z"
"""The sort of attributes that hold zones."""
SPAN = "t"
"""The sort of attributes that count how often a span of the game has begun."""
FLEETING = frozenset("ox")
"""First letters of locals that no frame keeps: options of a question, and what was made up."""


def sort_of(name: str) -> str:
    """Return the sort of what a name stands for: `NEAR` for `NEAR_desk`."""
    return name.partition("_")[0]


def thing_of(name: str) -> str:
    """Return what a name is of: `desk` for `NEAR_desk`; empty for a name without a sort."""
    return name.partition("_")[2]


def is_rule(function: str) -> bool:
    """Tell whether a function is a rule of the game, not one that asks or words something."""
    sort = sort_of(function)
    return sort[:1] == "r" and sort[1:].isdecimal()


def is_fleeting(name: str) -> bool:
    """Tell whether a local lives no longer than from one jump to the next."""
    return name[0] in FLEETING
