"""Copies expressions of the target with other names in them."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from interpreter.backends.syntax_trees import walk
from interpreter.backends.target.printed_functions import placed_copy


def renamed(e: ast.expr, names: Mapping[str, str]) -> ast.expr:
    """Copy an expression with names replaced; itself if there is nothing to replace."""
    if not names:
        return e
    made = placed_copy(e)
    for one in walk(made):
        if isinstance(one, ast.Name):
            one.id = names.get(one.id, one.id)
    return made
