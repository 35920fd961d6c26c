"""Drops redundant tests: in `x >= 0 and 3 <= x < 7`, the first is implied by the second.

Works on copies of syntax trees. Knows nothing of what they mean.
"""

from __future__ import annotations

import ast

from interpreter.backends.python.fuel.lengths import number
from interpreter.backends.python.quick.trees import NameSupply, copied
from interpreter.backends.syntax_trees import walk
from interpreter.backends.target.matching import same


def narrowed(e: ast.expr, names: NameSupply) -> ast.expr:
    """Drop tests that the next one implies; the same tree if there are none."""
    if not any(isinstance(node, ast.BoolOp) and _needless(node) for node in walk(e)):
        return e
    made: ast.expr = _Narrowing().visit(copied(e, {}, names))
    return made


class _Narrowing(ast.NodeTransformer):
    """Drops tests from a tree that it owns and may modify."""

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """Drop the redundant tests of one conjunction."""
        needless = _needless(node)
        node.values = [one for one in node.values if one not in needless]
        self.generic_visit(node)
        return node.values[0] if len(node.values) == 1 else node


def _needless(e: ast.BoolOp) -> list[ast.expr]:
    """List the tests of a conjunction that the next one implies."""
    if not isinstance(e.op, ast.And):
        return []
    tests = zip(e.values, e.values[1:], strict=False)
    return [test for test, after in tests if _said_again(test, after)]


def _said_again(test: ast.expr, after: ast.expr) -> bool:
    """Tell whether `x >= 0` is followed by a test that begins with `n <= x` for some n >= 0."""
    while isinstance(after, ast.BoolOp) and isinstance(after.op, ast.And):
        after = after.values[0]
    if not isinstance(test, ast.Compare) or not isinstance(after, ast.Compare):
        return False
    if not isinstance(test.ops[0], ast.GtE) or not isinstance(after.ops[0], ast.LtE):
        return False
    least, within = number(test.comparators[-1]), number(after.left)
    if least != 0 or within is None or within < 0:
        return False
    return _alike(test.left, after.comparators[0])


def _alike(one: ast.expr, other: ast.expr) -> bool:
    """Tell whether two expressions are equal, and made of names and lookups only."""
    if any(not isinstance(node, _LOOKED_UP) for node in walk(one)):
        return False
    return same(one, other)


_LOOKED_UP = (ast.Name, ast.Subscript, ast.Attribute, ast.Constant)
