"""Compares expressions of the target: with one another, and with a shape that has holes."""

from __future__ import annotations

import ast

from interpreter.backends.target.printed_functions import signed

_HOLE = "?"


def hole(name: str) -> ast.Name:
    """Make a part of a shape that stands for any expression, the same wherever it occurs."""
    return ast.Name(_HOLE + name, ast.Load())


def same(one: ast.AST, other: ast.AST) -> bool:
    """Tell whether two trees say the same, wherever they stand."""
    return _fits(one, other, {})


def matched(shape: ast.AST, tree: ast.AST) -> dict[str, ast.AST] | None:
    """Return what stands in the holes of a shape, by their names; None for another shape."""
    found: dict[str, ast.AST] = {}
    return found if _fits(shape, tree, found) else None


def key_of(e: ast.expr) -> str:
    """Write an expression as a text that is the same for expressions that say the same."""
    return signed([e])[0]


def _fits(shape: object, tree: object, found: dict[str, ast.AST]) -> bool:
    if isinstance(shape, ast.Name) and shape.id[0] == _HOLE and isinstance(tree, ast.AST):
        known = found.setdefault(shape.id[1:], tree)
        return known is tree or _fits(known, tree, found)
    if isinstance(shape, list):
        return (
            isinstance(tree, list)
            and len(shape) == len(tree)
            and all(_fits(one, other, found) for one, other in zip(shape, tree, strict=True))
        )
    if not isinstance(shape, ast.AST):
        return type(shape) is type(tree) and shape == tree
    return type(shape) is type(tree) and all(
        _fits(getattr(shape, name, None), getattr(tree, name, None), found)
        for name in shape._fields
    )
