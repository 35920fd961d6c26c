"""Hoists repeated lookups out of loops in which they are invariant.

Takes an expression that is about to be written inside loops, and modifies it. Lookups read tables
and the state, which no pure loop changes, and cost no fuel.
"""

from __future__ import annotations

import ast

from interpreter.backends.python.quick.trees import LISTINGS, free, replaced
from interpreter.backends.python.quick.writing import Loop, Writing
from interpreter.backends.syntax_trees import walk
from interpreter.backends.target.matching import key_of

LEAST = 2  # nested lookups; a single one is as fast as a name


def steadied(w: Writing, e: ast.expr) -> ast.expr:
    """Replace nested lookups by names where they are invariant in the loops around them."""
    own = _given_within(e)
    kept: dict[int, ast.expr] = {}
    todo: list[ast.AST] = [e]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Subscript) and _lookups(node) >= LEAST:
            names = free(node)
            loop = None if names & own else _outermost(w, names)
            if loop is not None:
                kept[id(node)] = ast.Name(_named(w, loop, node), ast.Load())
                continue
        todo += ast.iter_child_nodes(node)
    if id(e) in kept:
        return kept[id(e)]
    return replaced(e, kept) if kept else e


def _given_within(e: ast.expr) -> set[str]:
    """Collect the names that an expression binds itself."""
    found = {node.arg for node in walk(e) if isinstance(node, ast.arg)}
    for node in walk(e):
        if isinstance(node, LISTINGS):
            for one in node.generators:
                found |= free(one.target)
        elif isinstance(node, ast.NamedExpr):
            found |= free(node.target)
    return found


def _lookups(e: ast.expr) -> int:
    """Count the levels of nested lookups in an expression; 0 for a name or constant.

    An expression of any other kind counts as -1, and so does a lookup that holds one.
    """
    if isinstance(e, ast.Subscript):
        inner = _lookups(e.slice), _lookups(e.value)
        return -1 if min(inner) < 0 else 1 + max(inner)
    if isinstance(e, ast.Attribute):
        return 0 if isinstance(e.value, ast.Name) else -1
    return 0 if isinstance(e, (ast.Name, ast.Constant)) else -1


def _outermost(w: Writing, names: set[str]) -> Loop | None:
    """Find the outermost loop in which these names are invariant.

    None if they change even in the innermost one.
    """
    found: Loop | None = None
    for loop in reversed(w.loops):
        if names & loop.bound:
            break
        found = loop
    return found


def _named(w: Writing, loop: Loop, e: ast.Subscript) -> str:
    """Return the name of a lookup that is hoisted in front of a loop, hoisting it on first use."""
    text = key_of(e)
    if text not in loop.steady:
        name = loop.steady[text] = w.names.fresh()
        loop.before.append(ast.Assign([ast.Name(name, ast.Store())], e))
        for outer in w.loops[: w.loops.index(loop)]:
            outer.bound.add(name)
    return loop.steady[text]
