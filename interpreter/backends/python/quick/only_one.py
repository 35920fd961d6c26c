"""Lists that hold one thing at most: what it is, and what it must meet.

Takes syntax trees. It must not know what they ask.
"""

from __future__ import annotations

import ast

from interpreter.backends.python.quick.trees import LISTINGS, called, cheap


def only_one(e: ast.AST) -> tuple[ast.expr, list[tuple[str, ast.expr]]] | None:
    """Give the one thing that a list can hold, and what it must meet, each test with the name that
    it has in it; None if a list may hold several."""
    if called(e) in ("list", "tuple") and isinstance(e, ast.Call) and len(e.args) == 1:
        return only_one(e.args[0])
    if isinstance(e, ast.Tuple | ast.List):
        return (e.elts[0], []) if len(e.elts) == 1 and cheap(e.elts[0]) else None
    if not isinstance(e, LISTINGS) or len(e.generators) != 1:
        return None
    one = e.generators[0]
    inner = only_one(one.iter)
    if inner is None or not isinstance(one.target, ast.Name):
        return None
    if not isinstance(e.elt, ast.Name) or e.elt.id != one.target.id:
        return None
    return inner[0], [*inner[1], *[(one.target.id, test) for test in one.ifs]]
