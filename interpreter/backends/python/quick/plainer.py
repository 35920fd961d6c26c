"""Simplifies `any` over a list of one item, or over part of a list, to a single test.

Works on copies of syntax trees. Knows nothing of what they mean.
"""

from __future__ import annotations

import ast
from typing import Any

from interpreter.backends.python.fuel.lengths import number
from interpreter.backends.python.quick.only_one import only_one
from interpreter.backends.python.quick.trees import NameSupply, called, cheap, copied, free
from interpreter.backends.syntax_trees import walk


def plainer(e: ast.expr, names: NameSupply) -> ast.expr:
    """Replace needless loops in an expression by plain tests; the same tree if there are none."""
    if not any(_plain(node, names) for node in walk(e)):
        return e
    made: ast.expr = _Plainer(names).visit(copied(e, {}, names))
    return made


class _Plainer(ast.NodeTransformer):
    """Replaces calls by tests in a tree that it owns and may modify."""

    def __init__(self, names: NameSupply) -> None:
        self.names = names

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Replace a call of `any` by a plain test, if there is one."""
        self.generic_visit(node)
        return _plain(node, self.names) or node


def _plain(node: ast.AST, names: NameSupply) -> ast.expr | None:
    """Find a test without a loop that is equivalent to a call of `any`; None if there is none."""
    if called(node) != "any" or not isinstance(node, ast.Call):
        return None
    listing = node.args[0]
    if not isinstance(listing, ast.ListComp | ast.GeneratorExp) or len(listing.generators) > 1:
        return None
    return _of_one(listing, names) or _in_part(listing)


def _of_one(listing: Any, names: NameSupply) -> ast.expr | None:
    """Rewrite `any(x > 2 for x in [c for c in (S.z_world[3],) if c >= 0])` as a conjunction."""
    one = listing.generators[0]
    found = only_one(one.iter)
    if found is None or not isinstance(one.target, ast.Name):
        return None
    thing, tests = found
    tests = [*tests, *((one.target.id, test) for test in (*one.ifs, listing.elt))]
    if not cheap(thing) or not all(_is_test(test) for _, test in tests):
        return None
    said = [copied(test, {name: thing}, names) for name, test in tests]
    return said[0] if len(said) == 1 else ast.BoolOp(ast.And(), said)


def _is_test(e: ast.expr) -> bool:
    """Tell whether an expression yields a truth value."""
    if isinstance(e, ast.BoolOp):
        return all(map(_is_test, e.values))
    return isinstance(e, ast.Compare) or (isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.Not))


def _in_part(listing: Any) -> ast.expr | None:
    """Rewrite `any([S.loc[c] == 311 + v_you for c in range(387, 389)])` as `in` on a slice."""
    one, test = listing.generators[0], listing.elt
    if called(one.iter) != "range" or one.ifs or not isinstance(one.target, ast.Name):
        return None
    ends = [number(end) for end in one.iter.args]
    if len(ends) != 2 or None in ends or not isinstance(test, ast.Compare) or len(test.ops) > 1:
        return None
    left, right = test.left, test.comparators[0]
    place = left.slice if isinstance(left, ast.Subscript) else None
    if not isinstance(place, ast.Name) or place.id != one.target.id:
        return None
    if not isinstance(test.ops[0], ast.Eq) or not _settled(right) or not cheap(left):
        return None
    if one.target.id in free(right) | free(left.value):  # type: ignore[attr-defined]
        return None
    part = ast.Subscript(left.value, ast.Slice(*one.iter.args), ast.Load())  # type: ignore[attr-defined]
    return ast.Compare(right, [ast.In()], [part])


def _settled(e: ast.expr) -> bool:
    """Tell whether an expression can be evaluated once, without effect even if in vain."""
    return all(
        isinstance(node, ast.Name | ast.Constant | ast.BinOp | ast.operator) for node in walk(e)
    )
