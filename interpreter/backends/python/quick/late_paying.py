"""Merges the fuel charges of a loop's rounds into one, before the loop or at its exits.

Takes the statements of a function. Only loops that change nothing are rewritten, and whoever leaves
one has paid for as many rounds as before. Knows nothing of how steps are counted.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from operator import is_

from interpreter.backends.python.fuel.lengths import number
from interpreter.backends.python.quick.paying import due, fuel_spent, spent, stopping_once
from interpreter.backends.python.quick.shapes import QUIET
from interpreter.backends.python.quick.trees import NameSupply, called, placed
from interpreter.backends.syntax_trees import walk
from interpreter.backends.target.blocks import Blocks, with_bodies

_SENTENCES = (ast.If, ast.For, ast.Return, ast.Raise, ast.Break, ast.Continue, ast.Pass, ast.Expr)
_TRIES = frozenset(["probe", "probe_start", "try_out", "Runaway", "enumerate"])
"""What pays for itself, and changes nothing else here."""

Bill = Callable[[ast.stmt], list[ast.stmt]]
"""What pays for the rounds so far, in front of the sentence that leaves a loop."""


class LatePaying:
    """Rewrites the statements of one function; `quiet` names the pure functions."""

    def __init__(self, names: NameSupply, quiet: AbstractSet[str]) -> None:
        self.names = names
        self.quiet = quiet

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Merge the charges of the loops in a block; the same list if nothing changes."""
        made = stopping_once([part for one in body for part in self._sentence(one)])
        same = len(made) == len(body) and all(map(is_, made, body))
        return body if same else made

    def _sentence(self, one: ast.stmt) -> list[ast.stmt]:
        if isinstance(one, Blocks):
            return [with_bodies(one, self.block, self.block)]
        if not isinstance(one, ast.If | ast.For | ast.While):
            return [one]
        body, orelse = self.block(one.body), self.block(one.orelse)
        if isinstance(one, ast.For):
            return self._loop(one, body, orelse)
        if body is one.body and orelse is one.orelse:
            return [one]
        return placed([type(one)(one.test, body, orelse)], one)

    def _loop(self, one: ast.For, body: list[ast.stmt], orelse: list[ast.stmt]) -> list[ast.stmt]:
        cost = fuel_spent(body)
        if cost is not None and not orelse and self._quiet(one):
            return placed(self._paid_at_once(one, body[2:], cost), one)
        if body is one.body and orelse is one.orelse:
            return [one]
        return placed([ast.For(one.target, one.iter, body, orelse)], one)

    def _quiet(self, loop: ast.For) -> bool:
        """Tell whether a loop changes nothing but locals and fuel."""
        return all(self._changes_nothing(node) for one in loop.body for node in walk(one))

    def _changes_nothing(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Assign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            return all(isinstance(one, ast.Name) or _is_fuel(one) for one in targets)
        if isinstance(node, ast.Call):
            name = called(node)
            return name in QUIET or name in _TRIES or name in self.quiet or _gathers(node)
        return not isinstance(node, ast.stmt) or isinstance(node, _SENTENCES)

    def _paid_at_once(self, one: ast.For, rest: list[ast.stmt], cost: int) -> list[ast.stmt]:
        """Build the replacement for a loop whose every round costs `cost` steps.

        A loop that always completes pays up front for its length. One that can be left pays at each
        exit for the rounds so far.
        """
        source, before = one.iter, list[ast.stmt]()
        if not _is_left(rest):
            if not isinstance(source, ast.Name) and called(source) != "range":
                name = self.names.fresh()
                before.append(ast.Assign([ast.Name(name, ast.Store())], source))
                source = ast.Name(name, ast.Load())
            before += spent(due(_again(source), cost))
            return [*before, ast.For(one.target, source, rest or [ast.Pass()], [])]
        if called(source) == "range" and _length(source) and _keeps(one.target, rest):
            assert isinstance(one.target, ast.Name) and isinstance(source, ast.Call)
            here, length = one.target.id, _length(source)

            def so_far() -> ast.expr:
                done = ast.BinOp(ast.Name(here, ast.Load()), ast.Add(), ast.Constant(1))
                return ast.BinOp(done, ast.Mult(), ast.Constant(cost))

            end = spent(ast.Constant(length * cost))
            return [ast.For(one.target, source, _billed(rest, so_far), end)]
        count = self.names.fresh()

        def counted() -> ast.expr:
            return ast.BinOp(ast.Name(count, ast.Load()), ast.Mult(), ast.Constant(cost))

        both = ast.Tuple([ast.Name(count, ast.Store()), one.target], ast.Store())
        numbered = ast.Call(ast.Name("enumerate", ast.Load()), [source, ast.Constant(1)], [])
        begun = ast.Assign([ast.Name(count, ast.Store())], ast.Constant(0))
        loop = ast.For(both, numbered, _billed(rest, counted), spent(counted()))
        return [begun, loop]


def _billed(
    body: list[ast.stmt], so_far: Callable[[], ast.expr], within: bool = False
) -> list[ast.stmt]:
    """Insert a charge before each statement that leaves the loop.

    `within` a nested loop, `break` does not leave it.
    """
    made: list[ast.stmt] = []
    for one in body:
        if isinstance(one, ast.Return) or (isinstance(one, ast.Break) and not within):
            made += [*placed(spent(so_far()), one), one]
        elif isinstance(one, ast.If):
            then, other = (_billed(part, so_far, within) for part in (one.body, one.orelse))
            made += placed([ast.If(one.test, then, other)], one)
        elif isinstance(one, ast.For):
            then, other = _billed(one.body, so_far, True), _billed(one.orelse, so_far, within)
            made += placed([ast.For(one.target, one.iter, then, other)], one)
        else:
            made.append(one)
    return stopping_once(made)


def _is_left(body: list[ast.stmt], within: bool = False) -> bool:
    """Tell whether these statements can leave the loop around them."""
    for one in body:
        if isinstance(one, ast.Return) or (isinstance(one, ast.Break) and not within):
            return True
        if isinstance(one, ast.If | ast.For):
            inner = within or isinstance(one, ast.For)
            if _is_left(one.body, inner) or _is_left(one.orelse, within):
                return True
    return False


def _length(source: ast.expr) -> int:
    """Return the number of rounds of `range(n)`; 0 if it is unknown."""
    args = source.args if isinstance(source, ast.Call) else []
    return (number(args[0]) or 0) if len(args) == 1 else 0


def _keeps(target: ast.expr, body: list[ast.stmt]) -> bool:
    """Tell whether a loop's variable is not reassigned in its body."""
    if not isinstance(target, ast.Name):
        return False
    names = (node for one in body for node in walk(one) if isinstance(node, ast.Name))
    return all(one.id != target.id or isinstance(one.ctx, ast.Load) for one in names)


def _is_fuel(e: ast.expr) -> bool:
    return isinstance(e, ast.Attribute) and e.attr == "fuel"


def _gathers(e: ast.Call) -> bool:
    """Match an append to a list that was created by this pass: `q7.append(...)`."""
    adds = isinstance(e.func, ast.Attribute) and e.func.attr == "append"
    return adds and isinstance(e.func.value, ast.Name) and e.func.value.id[0] == "q"  # type: ignore[attr-defined]


def _again(source: ast.expr) -> ast.expr:
    return ast.Name(source.id, ast.Load()) if isinstance(source, ast.Name) else source
