"""Circular questions: a number changed depending on itself, a deed forbidden unless it can be done.

Evaluating one would never end. Only what is certain is told: conditions of standing sentences and
first conditions of deeds, and definitions that are one answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from interpreter.check.context import Context
from interpreter.diagnostics import Label, Span
from interpreter.ir import graphs, nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Program
from interpreter.load.game_folder import GameFiles

MOST_DEEP = 20  # definitions that ask for one another


class Asks(NamedTuple):
    """A thing that a condition depends on, by its name in the rules, and where."""

    what: str
    place: Span


def check(ctx: Context, files: GameFiles) -> None:
    """Report every cycle once, at its first question."""
    asks = _asks(ctx.program)
    told: set[str] = set()
    for start in asks:
        way = _way_back(asks, start)
        if not way or told & {one.what for one in way}:
            continue
        told |= {one.what for one in way}
        name = _name(start)
        others = tuple(Label(later.place, f"asks for `{_name(later.what)}`") for later in way[1:])
        ctx.report.add(
            "endless",
            way[0].place,
            f"`{name}` hangs on itself, without end",
            f"asks for `{_name(way[0].what)}`",
            others=others,
            helps=("ask for something that does not hang on it",),
        )


def _name(what: str) -> str:
    return what.rpartition(":")[2]


def _asks(program: Program) -> dict[str, list[Asks]]:
    """Map each modified number and each deed to what its conditions depend on."""
    found: dict[str, list[Asks]] = {}
    for change in program.modifiers:
        mine = found.setdefault(f"{change.field.holder}:{change.field.name}", [])
        for part in (change.cond, change.amount):
            if part is not None:
                mine += _asked(program, part, 0)
    for func in program.funcs.values():
        for s in func.body:
            if isinstance(s, nodes.Requires):
                found.setdefault(f"can:{func.name}", []).extend(_asked(program, s.args[0], 0))
    return found


def _asked(program: Program, e: Expr, deep: int) -> Iterator[Asks]:
    for part in e.walk():
        if isinstance(part, nodes.FieldNow):
            yield Asks(f"{part.field.holder}:{part.field.name}", part.span)
        elif isinstance(part, nodes.Can):
            yield Asks(f"can:{part.rule}", part.span)
        elif isinstance(part, nodes.CallValue) and deep < MOST_DEEP:
            func = program.funcs.get(part.rule)
            if func is not None and len(func.body) == 1 and isinstance(func.body[0], nodes.Answer):
                for one in _asked(program, func.body[0].args[0], deep + 1):
                    yield Asks(one.what, part.span)


def _way_back(asks: dict[str, list[Asks]], start: str) -> list[Asks]:
    """Find a shortest cycle of questions from `start` back to itself; empty if there is none."""

    def asked(what: str) -> list[str]:
        return [one.what for one in asks[what] if one.what in asks]

    way = graphs.shortest_cycle(start, asked)
    return [
        next(one for one in asks[what] if one.what == other)
        for what, other in zip(way, [*way[1:], *way[:1]], strict=True)
    ]
