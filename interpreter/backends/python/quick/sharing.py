"""What an expression looks up several times, looked up once: where it is asked first.

Takes syntax trees. It must not know what they ask.
"""

from __future__ import annotations

import ast

from interpreter.backends.python.quick.trees import LISTINGS, Names, replaced
from interpreter.backends.syntax_trees import parts

_SCOPES = (*LISTINGS, ast.Lambda)


def repeats(e: ast.expr) -> bool:
    """Whether an expression that begins by looking something up looks it up again."""
    first = _first(e)
    return first is not None and len(_alike(e, _key(first))) > 1


def shared(e: ast.expr, names: Names) -> ast.expr:
    """Give an expression, made here and changed for it, in which what is looked up first has a name
    for whoever looks it up again. Nothing in it may change what is looked up."""
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
    """Parts of an expression of which each may be asked or not."""
    if isinstance(e, ast.BoolOp):
        return e.values
    if isinstance(e, ast.IfExp):
        return [e.test, e.body, e.orelse]
    if isinstance(e, ast.UnaryOp):
        return [e.operand]
    return [e.left] if isinstance(e, ast.Compare) else []


def _key(e: ast.Subscript) -> tuple[object, ...]:
    """Give what is looked up, and where."""
    assert isinstance(e.slice, ast.Name)
    if isinstance(e.value, ast.Constant):
        return e.value.value, e.slice.id
    return (e.value.attr if isinstance(e.value, ast.Attribute) else 0), e.slice.id


def _looked_up(e: ast.AST) -> bool:
    """Whether it is a place in a list of the state, or of a table, that a name says."""
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
    """Give what an expression looks up before all else, whatever happens."""
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
    """Where the same is looked up, lists within it aside."""
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
