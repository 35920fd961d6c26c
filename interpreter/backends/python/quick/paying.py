"""Steps that are paid for where a list is gone through, in place.

Takes syntax trees; gives sentences. It must not know how steps are reckoned.
"""

from __future__ import annotations

import ast
from collections.abc import Set as AbstractSet
from itertools import pairwise

from interpreter.backends.python.quick.trees import called
from interpreter.backends.python.rationing.lengths import number
from interpreter.backends.syntax_trees import walk


def paid(things: ast.expr, cost: ast.expr) -> list[ast.stmt]:
    """Pay so many steps for each thing of a list."""
    assert isinstance(cost, ast.Constant) and isinstance(cost.value, int)
    return spent(due(things, cost.value))


def spent(steps: ast.expr) -> list[ast.stmt]:
    """Pay so many steps; stop where there are not as many left."""
    return [ast.AugAssign(fuel(ast.Store()), ast.Sub(), steps), _stop()]


def due(things: ast.expr, cost: int) -> ast.expr:
    """Give the steps for a list, of which each thing costs as much."""
    if isinstance(things, ast.Call) and called(things) == "range":
        ends = [number(one) for one in things.args]
        known = [end for end in ends if end is not None]
        if len(known) == len(ends):
            return ast.Constant(len(range(*known)) * cost)
    length = ast.Call(ast.Name("len", ast.Load()), [things], [])
    return length if cost == 1 else ast.BinOp(length, ast.Mult(), ast.Constant(cost))


def fuel_spent(body: list[ast.stmt]) -> int | None:
    """Give the number of steps that a block begins with paying; None if it pays none."""
    if len(body) < 2 or not _pays_steps(body[0]) or not _stops(body[1]):
        return None
    return number(body[0].value)  # type: ignore[attr-defined]


def stopping_once(body: list[ast.stmt]) -> list[ast.stmt]:
    """Give the sentences of a block without the stops that another payment follows at once."""
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
    return isinstance(one, ast.If) and isinstance(one.body[0], ast.Raise) and ast.dump(one) == _STOP


def fuel(ctx: ast.expr_context) -> ast.Attribute:
    """Give what is paid from."""
    return ast.Attribute(ast.Name("S", ast.Load()), "fuel", ctx)


def _stop() -> ast.stmt:
    empty = ast.Compare(fuel(ast.Load()), [ast.Lt()], [ast.Constant(0)])
    fault = ast.Call(ast.Name("Runaway", ast.Load()), [ast.Constant("")], [])
    return ast.If(empty, [ast.Raise(fault, None)], [])


_STOP = ast.dump(_stop())


def pays(e: ast.AST, rules: AbstractSet[str]) -> bool:
    """Whether steps may be paid on the way to what an expression is."""
    return any(called(node) == "burn" or called(node) in rules for node in walk(e))
