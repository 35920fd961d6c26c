"""Steps that are paid for where a list is gone through, in place.

Takes syntax trees; gives sentences. It must not know how steps are reckoned.
"""

from __future__ import annotations

import ast
from collections.abc import Set as AbstractSet

from interpreter.backends.python.quick.trees import called
from interpreter.backends.python.rationing.lengths import number
from interpreter.backends.syntax_trees import walk


def paid(things: ast.expr, cost: ast.expr) -> list[ast.stmt]:
    """Pay so many steps for each thing of a list."""
    assert isinstance(cost, ast.Constant) and isinstance(cost.value, int)
    return spent(_due(things, cost.value))


def spent(steps: ast.expr) -> list[ast.stmt]:
    """Pay so many steps; stop where there are not as many left."""
    return [ast.AugAssign(fuel(ast.Store()), ast.Sub(), steps), _stop()]


def _due(things: ast.expr, cost: int) -> ast.expr:
    if isinstance(things, ast.Call) and called(things) == "range":
        ends = [number(one) for one in things.args]
        known = [end for end in ends if end is not None]
        if len(known) == len(ends):
            return ast.Constant(len(range(*known)) * cost)
    length = ast.Call(ast.Name("len", ast.Load()), [things], [])
    return length if cost == 1 else ast.BinOp(length, ast.Mult(), ast.Constant(cost))


def fuel(ctx: ast.expr_context) -> ast.Attribute:
    """What is paid from."""
    return ast.Attribute(ast.Name("S", ast.Load()), "fuel", ctx)


def _stop() -> ast.stmt:
    empty = ast.Compare(fuel(ast.Load()), [ast.Lt()], [ast.Constant(0)])
    fault = ast.Call(ast.Name("Runaway", ast.Load()), [ast.Constant("")], [])
    return ast.If(empty, [ast.Raise(fault, None)], [])


def pays(e: ast.AST, rules: AbstractSet[str]) -> bool:
    """Whether steps may be paid on the way to what an expression is."""
    return any(called(node) == "burn" or called(node) in rules for node in walk(e))
