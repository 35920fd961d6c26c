"""Leaves out tests that the next one says again: `x >= 0 and 3 <= x < 7`.

Takes syntax trees; leaves them as they are. It must not know what they ask.
"""

from __future__ import annotations

import ast

from interpreter.backends.python.quick.trees import Names, copied
from interpreter.backends.python.rationing.lengths import number
from interpreter.backends.syntax_trees import walk


def narrowed(e: ast.expr, names: Names) -> ast.expr:
    """Give an expression without tests that the next one says again; the same if there are none."""
    if not any(isinstance(node, ast.BoolOp) and _needless(node) for node in walk(e)):
        return e
    made: ast.expr = _Narrowing().visit(copied(e, {}, names))
    return made


class _Narrowing(ast.NodeTransformer):
    """Leaves tests out of a tree of its own."""

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """Leave out what is needless in one place."""
        needless = _needless(node)
        node.values = [one for one in node.values if one not in needless]
        self.generic_visit(node)
        return node.values[0] if len(node.values) == 1 else node


def _needless(e: ast.BoolOp) -> list[ast.expr]:
    """Those of some tests, of which all must be met, that the next one says again."""
    if not isinstance(e.op, ast.And):
        return []
    tests = zip(e.values, e.values[1:], strict=False)
    return [test for test, after in tests if _said_again(test, after)]


def _said_again(test: ast.expr, after: ast.expr) -> bool:
    """Whether a test says that a number is at least 0, and one behind it that it is no less."""
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
    """Whether two expressions look up the same: names, and places in lists."""
    if any(not isinstance(node, _LOOKED_UP) for node in walk(one)):
        return False
    return ast.dump(one) == ast.dump(other)


_LOOKED_UP = (ast.Name, ast.Subscript, ast.Attribute, ast.Constant)
