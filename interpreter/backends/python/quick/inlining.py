"""Inlines short pure functions: a call takes longer than what most of them compute.

Takes the functions of a game and returns expressions. Order of evaluation is kept. Knows nothing of
what rules mean.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from interpreter.backends.python.quick.only_one import only_one
from interpreter.backends.python.quick.plainer import plainer
from interpreter.backends.python.quick.trees import (
    NameSupply,
    called,
    cheap,
    copied,
)
from interpreter.backends.syntax_trees import walk

LONGEST = 80  # nodes of an expression that is inlined
DEEPEST = 4  # levels of inlining


class Inlining:
    """The short functions of a game, as expressions that can replace their calls."""

    def __init__(
        self, functions: Mapping[str, ast.FunctionDef], remembered: AbstractSet[str]
    ) -> None:
        self.functions = functions
        self.remembered = remembered
        self.found: dict[str, tuple[list[str], ast.expr] | None] = {}
        self.names = NameSupply()

    def short(self, name: str) -> tuple[list[str], ast.expr] | None:
        """Return a function's parameters and its body as one expression; None if it is not short.

        Memoized functions are never short. Results are cached.
        """
        if name not in self.found:
            self.found[name] = None
            func = self.functions.get(name)
            if func is not None and name not in self.remembered and len(func.body) <= 4:
                asked = _asked(func.body, {}, self.names)
                if asked is not None:
                    asked = plainer(asked, self.names)
                if asked is not None and sum(1 for _ in walk(asked)) <= LONGEST:
                    self.found[name] = [one.arg for one in func.args.args], asked
        return self.found[name]

    def calls_short(self, e: ast.AST) -> bool:
        """Tell whether a tree contains a call that can be inlined."""
        return any(self.short(name) is not None for node in walk(e) if (name := called(node)))

    def put_in(self, e: ast.expr, names: NameSupply, deep: int = 0) -> ast.expr:
        """Inline short calls in a copy of an expression; the same tree if there are none.

        Inlined expressions are processed in turn, down to `DEEPEST` levels.
        """
        if deep >= DEEPEST or not self.calls_short(e):
            return e
        made: ast.expr = _Putting(self, names, deep).visit(copied(e, {}, names))
        return made


class _Putting(ast.NodeTransformer):
    """Inlines calls in a tree that it owns and may modify."""

    def __init__(self, short: Inlining, names: NameSupply, deep: int) -> None:
        self.short = short
        self.names = names
        self.deep = deep

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Inline a call, provided that all its arguments are cheap to repeat."""
        self.generic_visit(node)
        found = self.short.short(called(node)) if called(node) else None
        if found is None or node.keywords or len(node.args) != len(found[0]):
            return node
        params, asked = found
        if not all(cheap(arg) for arg in node.args):
            return node
        made = copied(asked, dict(zip(params, node.args, strict=True)), self.names)
        return self.short.put_in(made, self.names, self.deep + 1)


def _asked(body: list[ast.stmt], told: dict[str, ast.expr], names: NameSupply) -> ast.expr | None:
    """Convert a function body to one expression; None if that is not possible.

    Handles returns, conditions, and loops over at most one thing.
    """
    if not body:
        return None
    one, rest = body[0], body[1:]
    if isinstance(one, ast.Return) and one.value is not None:
        found: ast.expr = copied(one.value, told, names)
        return found
    if isinstance(one, ast.If):
        if isinstance(one.test, ast.Constant):
            return _asked([*(one.body if one.test.value else one.orelse), *rest], told, names)
        return _either(copied(one.test, told, names), one.body, [*one.orelse, *rest], told, names)
    if isinstance(one, ast.For) and isinstance(one.target, ast.Name) and not one.orelse:
        single = only_one(one.iter)
        if single is None or not _returns(one.body):
            return None
        thing, tests = copied(single[0], told, names), single[1]
        inner = told | {one.target.id: thing}
        asked = [copied(test, told | {name: thing}, names) for name, test in tests]
        test = asked[0] if len(asked) == 1 else ast.BoolOp(ast.And(), asked)
        then = _asked(one.body, inner, names)
        other = _asked(rest, told, names)
        if then is None or other is None:
            return None
        return ast.IfExp(test, then, other) if asked else then
    return None


def _either(
    test: ast.expr,
    body: list[ast.stmt],
    rest: list[ast.stmt],
    told: dict[str, ast.expr],
    names: NameSupply,
) -> ast.expr | None:
    then = _asked(body, told, names) if _returns(body) else None
    other = _asked(rest, told, names)
    return None if then is None or other is None else ast.IfExp(test, then, other)


def _returns(body: list[ast.stmt]) -> bool:
    """Tell whether every path through a block returns at its end."""
    one: Any = body[-1] if body else None
    if isinstance(one, ast.If):
        return _returns(one.body) and _returns(one.orelse)
    return isinstance(one, ast.Return)
