"""Recognizes lists of at most one item: the item, and the tests that it must pass.

Works on syntax trees. Knows nothing of what they mean.
"""

from __future__ import annotations

import ast

from interpreter.backends.python.quick.trees import LISTINGS, called, cheap


def only_one(e: ast.AST) -> tuple[ast.expr, list[tuple[str, ast.expr]]] | None:
    """Match a list that can hold one item at most: the item, and the tests that it must pass.

    Each test comes with its own name for the item. None if the list may hold more.
    """
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
