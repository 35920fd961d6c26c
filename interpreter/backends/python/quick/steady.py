"""What a loop looks up by what it was given, again in each round: looked up once, before the loop.

Takes an expression that is about to be written inside loops; changes it. What is looked up reads
tables and the state, which no quiet loop changes, and costs no steps.
"""

from __future__ import annotations

import ast

from interpreter.backends.python.quick.trees import LISTINGS, free, replaced
from interpreter.backends.python.quick.writing import Loop, Writing
from interpreter.backends.syntax_trees import walk

LEAST = 2  # lookups in one another: a single one is as quick as the name would be


def steadied(w: Writing, e: ast.expr) -> ast.expr:
    """Give an expression with names for what stays the same in the loops around it."""
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
    """Give the names to which an expression itself gives values."""
    found = {node.arg for node in walk(e) if isinstance(node, ast.arg)}
    for node in walk(e):
        if isinstance(node, LISTINGS):
            for one in node.generators:
                found |= free(one.target)
        elif isinstance(node, ast.NamedExpr):
            found |= free(node.target)
    return found


def _lookups(e: ast.expr) -> int:
    """Give how many lookups are in one another in an expression of nothing else; 0 for others."""
    if isinstance(e, ast.Subscript):
        inner = _lookups(e.slice), _lookups(e.value)
        return 0 if min(inner) < 0 else 1 + max(inner)
    if isinstance(e, ast.Attribute):
        return 0 if isinstance(e.value, ast.Name) else -1
    return 0 if isinstance(e, (ast.Name, ast.Constant)) else -1


def _outermost(w: Writing, names: set[str]) -> Loop | None:
    """Give the outermost loop in which these names stay the same; None if they change in each."""
    found: Loop | None = None
    for loop in reversed(w.loops):
        if names & loop.bound:
            break
        found = loop
    return found


def _named(w: Writing, loop: Loop, e: ast.Subscript) -> str:
    """Give the name for what is looked up before a loop."""
    text = ast.unparse(e)
    if text not in loop.steady:
        name = loop.steady[text] = w.names.fresh()
        loop.before.append(ast.Assign([ast.Name(name, ast.Store())], e))
        for outer in w.loops[: w.loops.index(loop)]:
            outer.bound.add(name)
    return loop.steady[text]
