"""Common subexpression elimination for lookups: repeated ones are made once, where first needed.

Works on syntax trees. Knows nothing of what they mean.
"""

from __future__ import annotations

import ast

from interpreter.backends.python.quick.trees import LISTINGS, NameSupply, replaced
from interpreter.backends.syntax_trees import parts

_SCOPES = (*LISTINGS, ast.Lambda)


def repeats(e: ast.expr) -> bool:
    """Tell whether the first lookup of an expression occurs in it again."""
    first = _first(e)
    return first is not None and len(_alike(e, _key(first))) > 1


def shared(e: ast.expr, names: NameSupply) -> ast.expr:
    """Bind the first lookup of an expression to a name, and reuse it for equal lookups.

    The expression is modified and must belong to the caller. Nothing in it may change what it looks
    up.
    """
    first = _first(e)
    if first is not None:
        alike = _alike(e, _key(first))
        if len(alike) > 1:
            name = names.fresh()
            kept: dict[int, ast.expr] = {id(one): ast.Name(name, ast.Load()) for one in alike}
            once = ast.Subscript(first.value, first.slice, ast.Load())
            given = ast.NamedExpr(ast.Name(name, ast.Store()), once)
            kept[id(first)] = given
            if e is not first:
                e = replaced(e, kept)
    for part in _after(e):
        shared(part, names)
    return e


def _after(e: ast.expr) -> list[ast.expr]:
    """List the parts of an expression that can be searched on their own."""
    if isinstance(e, ast.BoolOp):
        return e.values
    if isinstance(e, ast.IfExp):
        return [e.test, e.body, e.orelse]
    if isinstance(e, ast.UnaryOp):
        return [e.operand]
    return [e.left] if isinstance(e, ast.Compare) else []


def _key(e: ast.Subscript) -> tuple[object, ...]:
    """Build a key that is equal for lookups of the same entry."""
    assert isinstance(e.slice, ast.Name)
    if isinstance(e.value, ast.Constant):
        return e.value.value, e.slice.id
    return (e.value.attr if isinstance(e.value, ast.Attribute) else 0), e.slice.id


def _looked_up(e: ast.AST) -> bool:
    """Match the lookup of a name in a list of the state, or in a constant table."""
    if not isinstance(e, ast.Subscript) or not isinstance(e.slice, ast.Name):
        return False
    if isinstance(e.value, ast.Constant):
        return True
    return (
        isinstance(e.value, ast.Attribute)
        and isinstance(e.value.value, ast.Name)
        and e.value.value.id == "S"
    )


def _first(e: ast.expr) -> ast.Subscript | None:
    """Find the lookup that an expression always makes first; None if there is none."""
    if _looked_up(e):
        return e  # type: ignore[return-value]
    if isinstance(e, ast.BoolOp):
        return _first(e.values[0])
    if isinstance(e, ast.Compare):
        return _first(e.comparators[0] if isinstance(e.left, ast.Constant) else e.left)
    if isinstance(e, ast.IfExp):
        return _first(e.test)
    if isinstance(e, ast.UnaryOp):
        return _first(e.operand)
    return _first(e.left) if isinstance(e, ast.BinOp) else None


def _alike(e: ast.AST, key: tuple[object, ...]) -> list[ast.Subscript]:
    """Find the lookups of an entry, outside of nested scopes."""
    found: list[ast.Subscript] = []
    left: list[ast.AST] = [e]
    while left:
        node = left.pop()
        if isinstance(node, _SCOPES):
            continue
        if _looked_up(node) and _key(node) == key:  # type: ignore[arg-type]
            found.append(node)  # type: ignore[arg-type]
        left += parts(node)
    return found
