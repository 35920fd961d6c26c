"""Mutations of the course of a rule: another order, another player, must for may.

Takes statements and the lines of menus; yields what may replace them, with the rest of the sentence
that says how it differs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from interpreter.ir import nodes
from interpreter.ir.declared import MenuLine
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Program
from interpreter.ir.types import PLAYER
from interpreter.testing.mutants.touched import can_matter

_BINDING = (nodes.Let, nodes.LetFrozen, nodes.Pick, nodes.Choosing)
_ASKING = (nodes.Choosing, nodes.Offering, nodes.Pay)
_STEPS = (nodes.Call, nodes.Move, nodes.Draw, nodes.Roll, nodes.Win, nodes.EndGame, nodes.Reveal)
_LEAVING = (nodes.Return, nodes.Break, nodes.Answer, nodes.EndGame, nodes.EndSpan)


def swapped(program: Program, block: list[Stmt]) -> Iterator[tuple[int, str]]:
    """Yield the indices at which two adjacent steps can be swapped, and how that is told.

    Neither of them asks anybody in its own sentence, or binds names that others use; one of them is
    a call of a rule, so that the order has a chance to matter.
    """
    for place, (first, second) in enumerate(pairwise(block)):
        both = first, second
        if first.span == second.span or not all(map(_is_step, both)):
            continue
        is_called = any(isinstance(one, nodes.Call) for one in both)
        if (
            is_called
            and not any(_sets_up(program, one) for one in both)
            and can_matter(program, first, second)
        ):
            line = second.span.text.split("\n")[0].split("#")[0]
            yield place, f"comes after `{' '.join(line.split())}`"


def _is_step(s: Stmt) -> bool:
    if not isinstance(s, (*_STEPS, nodes.If, nodes.For)):
        return False
    inner = list(s.walk())
    return not any(isinstance(one, (*_ASKING, *_BINDING, *_LEAVING)) for one in inner)


def _sets_up(program: Program, s: Stmt) -> bool:
    called = program.funcs.get(s.rule) if isinstance(s, nodes.Call) else None
    return called is not None and called.sort == "setup"


def later_seat(e: Expr) -> Expr | None:
    """Start a sequence of players one seat later; None for expressions without an order."""
    if isinstance(e, nodes.FromSeat):
        *some, first = e.args
        return replace(e, args=(*some, nodes.LeftOf((first,), PLAYER, e.span)))
    return None


def without_chance(s: Stmt) -> Iterator[tuple[Stmt, str]]:
    """Yield a random pick that takes the first one instead, and how that is told."""
    if isinstance(s, nodes.Pick) and s.at_random and not s.every and not s.sorts:
        yield replace(s, at_random=False), "takes the first one"


def line_changes(s: nodes.Offering) -> Iterator[tuple[int, str, str]]:
    """Yield the mutations of a menu's lines: the line, what changes, and how that is told.

    `limit`: once instead of any number of times, or the other way round; `duty`: must for may, or
    may for must.
    """
    if isinstance(s, nodes.Options):
        if len(s.lines) == 2 and not s.lines[1].body and s.lines[1].title == "No":
            yield 1, "duty", "must be done"
        return
    for number, line in enumerate(s.lines):
        if line.sort == "pass" or line.span is None:
            continue
        if line.limit == 1:
            yield number, "limit", "may be taken any number of times"
        elif not line.limit:
            yield number, "limit", "may be taken once"
        if any(one.sort == "pass" for one in s.lines):
            yield number, "duty", f"becomes `{'may' if line.sort == 'must' else 'must'}`"


def with_line(s: nodes.Offering, number: int, what: str, test: Expr) -> None:
    """Make the limit or duty of a line change where a test holds, in place."""
    line: MenuLine = s.lines[number]
    changed = replace(line, other_limit=test) if what == "limit" else replace(line, duty=test)
    s.lines[number] = changed
