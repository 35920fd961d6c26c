"""Copy-on-write for look-ahead copies, which share the lists of their game.

Takes the syntax tree of a function and returns one in which a copy (`S.probe`) owns each list of
the state before a statement changes it. Only code compiled as Python needs this: C copies a state
as one block. Knows nothing of what rules mean.
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
    """Insert `own` calls before statements that change lists of the state.

    They run on look-ahead copies only.
    """
    names = changed_names(func)

    def owning(one: ast.stmt) -> tuple[list[ast.stmt], list[ast.stmt]]:
        lists = sorted(written_lists(one, names) - _OWN_ANYWAY)
        text = "; ".join(f"own(S, {name!r})" for name in lists)
        return [sentence(f"if S.probe: {text}", one)] if lists else [], []

    return with_more(func, owning)
