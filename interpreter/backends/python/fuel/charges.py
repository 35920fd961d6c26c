"""Inserts fuel charges into functions, in place, at the lines that pay.

Takes syntax trees and numbers of steps, which are paid from `S.fuel`. Knows nothing of how steps
are counted.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from interpreter.backends.python.fuel.lengths import number
from interpreter.backends.syntax_trees import parts
from interpreter.backends.target.blocks import Jump
from interpreter.backends.target.names import is_rule


def charge(body: list[ast.stmt], cost: int, at: ast.stmt, place: int = 0) -> None:
    """Insert `S.fuel -= cost` and its check into a block, located at `at`.

    Does nothing for a function without a state.
    """
    if not any(a.arg == "S" for a in at.args.args) if isinstance(at, ast.FunctionDef) else False:
        return
    fuel = ast.Attribute(ast.Name("S", ast.Load()), "fuel", ast.Store())
    left = ast.Attribute(ast.Name("S", ast.Load()), "fuel", ast.Load())
    empty = ast.Compare(left, [ast.Lt()], [ast.Constant(0)])
    stop = ast.Raise(ast.Call(ast.Name("Runaway", ast.Load()), [ast.Constant("")], []), None)
    made: list[ast.stmt] = [
        ast.AugAssign(fuel, ast.Sub(), ast.Constant(cost)),
        ast.If(empty, [stop], []),
    ]
    for one in made:
        ast.copy_location(one, at)
        ast.fix_missing_locations(one)
    body[place:place] = made


def charge_jumps(body: list[ast.stmt], prices: Mapping[int, int]) -> None:
    """Insert charges at jumps from block to block, for the block that is jumped to.

    `prices` has what each block costs, by its number.
    """
    for place in range(len(body) - 1, -1, -1):
        one = body[place]
        if isinstance(one, Jump):
            charge(body, prices[one.block], one, place)
        elif isinstance(one, ast.If):
            charge_jumps(one.body, prices)
            charge_jumps(one.orelse, prices)


def burnt(things: ast.expr, cost: int, at: ast.expr) -> ast.expr:
    """Wrap a list so that `cost` steps per item are paid before it is iterated."""
    state = ast.copy_location(ast.Name("S", ast.Load()), at)
    return _call("burn", state, things, ast.Constant(cost), at=at)


def _call(name: str, *args: ast.expr, at: ast.expr) -> ast.expr:
    made = ast.Call(ast.Name(name, ast.Load()), list(args), [])
    ast.copy_location(made, at)
    ast.copy_location(made.func, at)
    for arg in made.args:
        if not hasattr(arg, "lineno"):
            ast.copy_location(arg, at)
    return made


def held(e: ast.expr) -> ast.expr:
    """Wrap a stored, returned or passed value in a size check if it can grow beyond its parts.

    Values within one statement are bounded by its length. For a tuple, such as a start frame, each
    member is wrapped in place.
    """
    if isinstance(e, ast.Tuple):
        e.elts = [held(one) for one in e.elts]
        return e
    return _call("held", e, at=e) if _grows(e) else e


def _grows(e: ast.AST) -> bool:
    if isinstance(e, (ast.Name, ast.Constant, ast.expr_context, ast.operator)):
        return False
    if isinstance(e, ast.BinOp) and isinstance(e.op, ast.Add | ast.Sub | ast.Mult):
        small = any((number(part) or 10**9) < 1000 for part in (e.left, e.right))
        if not small or isinstance(e.op, ast.Mult):
            return True
    if isinstance(e, ast.Call) and isinstance(e.func, ast.Name):
        if e.func.id == "sum":
            return True
        if is_rule(e.func.id):  # results of rules are checked in the rule
            return False
    if isinstance(e, ast.Subscript | ast.Compare | ast.ListComp | ast.Lambda):
        return False
    return any(_grows(part) for part in parts(e))
