"""Fuel charges for the items of lists, as statements.

Works on syntax trees. Knows nothing of how steps are counted.
"""

from __future__ import annotations

import ast
from collections.abc import Set as AbstractSet
from itertools import pairwise

from interpreter.backends.python.fuel.lengths import number
from interpreter.backends.python.quick.trees import called
from interpreter.backends.syntax_trees import walk
from interpreter.backends.target.matching import same


def paid(things: ast.expr, cost: ast.expr) -> list[ast.stmt]:
    """Build the payment of `cost` steps per item of a list."""
    assert isinstance(cost, ast.Constant) and isinstance(cost.value, int)
    return spent(due(things, cost.value))


def spent(steps: ast.expr) -> list[ast.stmt]:
    """Build the payment of some steps, with the check that stops when fuel runs out."""
    return [ast.AugAssign(fuel(ast.Store()), ast.Sub(), steps), _stop()]


def due(things: ast.expr, cost: int) -> ast.expr:
    """Build the expression for the steps that a list costs, at `cost` steps per item.

    It is a constant for a range with known ends.
    """
    if isinstance(things, ast.Call) and called(things) == "range":
        ends = [number(one) for one in things.args]
        known = [end for end in ends if end is not None]
        if len(known) == len(ends):
            return ast.Constant(len(range(*known)) * cost)
    length = ast.Call(ast.Name("len", ast.Load()), [things], [])
    return length if cost == 1 else ast.BinOp(length, ast.Mult(), ast.Constant(cost))


def fuel_spent(body: list[ast.stmt]) -> int | None:
    """Read the number of steps that a block pays at its start; None if it pays none."""
    if len(body) < 2 or not _pays_steps(body[0]) or not _stops(body[1]):
        return None
    return number(body[0].value)  # type: ignore[attr-defined]


def stopping_once(body: list[ast.stmt]) -> list[ast.stmt]:
    """Drop fuel checks that are followed at once by another payment, which has its own."""
    again = [_stops(one) and _pays_steps(other) for one, other in pairwise(body)]
    return [one for one, needless in zip(body, [*again, False], strict=False) if not needless]


def _pays_steps(one: ast.stmt) -> bool:
    if not isinstance(one, ast.AugAssign) or not isinstance(one.target, ast.Attribute):
        return False
    return one.target.attr == "fuel" and not any(
        isinstance(node, ast.Call) and called(node) not in ("len", "range")
        for node in walk(one.value)
    )


def _stops(one: ast.stmt) -> bool:
    return isinstance(one, ast.If) and isinstance(one.body[0], ast.Raise) and same(one, _STOP)


def fuel(ctx: ast.expr_context) -> ast.Attribute:
    """Build a reference to `S.fuel`."""
    return ast.Attribute(ast.Name("S", ast.Load()), "fuel", ctx)


def _stop() -> ast.stmt:
    empty = ast.Compare(fuel(ast.Load()), [ast.Lt()], [ast.Constant(0)])
    fault = ast.Call(ast.Name("Runaway", ast.Load()), [ast.Constant("")], [])
    return ast.If(empty, [ast.Raise(fault, None)], [])


_STOP = _stop()


def pays(e: ast.AST, rules: AbstractSet[str]) -> bool:
    """Tell whether evaluating an expression may cost fuel."""
    return any(called(node) == "burn" or called(node) in rules for node in walk(e))
