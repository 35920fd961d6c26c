"""Lets a copy that looks ahead share the lists of its game: it makes one its own to change it.

Takes the syntax tree of a function; gives one in which a copy (`S.probe`) owns each list of the
state before a sentence changes it. Only what is compiled as Python needs that: C copies a state as
one block. It must not know what rules mean.
"""

from __future__ import annotations

import ast

from interpreter.backends.python.memory.state_writes import (
    changed_names,
    sentence,
    with_more,
    written_lists,
)

_OWN_ANYWAY = frozenset(["stack", "log", "options"])
"""What `lend` never shares."""


def lending(func: ast.FunctionDef) -> ast.FunctionDef:
    """Give a function in which what is written has first become the copy's own."""
    names = changed_names(func)

    def owning(one: ast.stmt) -> tuple[list[ast.stmt], list[ast.stmt]]:
        lists = sorted(written_lists(one, names) - _OWN_ANYWAY)
        text = "; ".join(f"own(S, {name!r})" for name in lists)
        return [sentence(f"if S.probe: {text}", one)] if lists else [], []

    return with_more(func, owning)
