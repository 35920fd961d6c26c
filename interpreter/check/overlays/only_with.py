"""Preconditions of overlays: `only with number of players is 2`.

Takes typed conditions that are known before play; narrows the range of players of a game. Must not
know how the conditions were written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from interpreter.check.context import Context
from interpreter.check.lints import constant_conditions
from interpreter.check.lints.ranges import Reach
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.walking import conjuncts


def narrow(ctx: Context, conditions: Iterable[tuple[Expr, Span]]) -> None:
    """Keep only the numbers of players with which every overlay may be played."""
    for test, span in conditions:
        seats = fitting(ctx, test, span)
        if not seats:
            return
        ctx.program.least, ctx.program.most = seats[0], seats[-1]


def fitting(ctx: Context, test: Expr, span: Span) -> list[int]:
    """List the player counts for which a condition holds.

    Reports `overlay-unfit`, and returns an empty list, if it holds for none or is not known before
    play.
    """
    program = ctx.program
    seats = range(program.least, program.most + 1)
    try:
        found = [n for n in seats if _worth(test, n)]
    except _NotKnown as fault:
        ctx.report.add(
            "overlay-unfit",
            fault.span,
            "this is not known before play",
            helps=("`only with` asks for settings and for the number of players",),
        )
        return []
    if not found:
        ctx.report.add(
            "overlay-unfit",
            span,
            "this overlay can never be played",
            "never so",
            notes=(f"the game is played by {program.least} to {program.most}",)
            if "players" in span.text.split()
            else (),
            helps=(_instead(test, program.least, program.most),),
        )
    return found


def _instead(test: Expr, least: int, most: int) -> str:
    """Suggest a condition that some player count meets, or to leave it out."""
    of_players = (part for part in conjuncts(test) if _of_players(part))
    asked = next((part for part in of_players if not _ever(part, least, most)), None)
    if asked is None:
        return "leave it out, or set what it asks for"
    reach = Reach("", least, most)
    said = constant_conditions.other_number(asked, reach)
    return said if said.startswith("leave") else f"{said}; or leave it out"


def _of_players(e: Expr) -> bool:
    """Whether the number of players is compared with a number that is written out."""
    sides = {
        "players" if isinstance(a, nodes.Size) and isinstance(a.args[0], nodes.Players) else a.op
        for a in e.args
    }
    return sides == {"players", "num"}


def _ever(e: Expr, least: int, most: int) -> bool:
    return any(_worth(e, n) for n in range(least, most + 1))


class _NotKnown(Exception):
    """A part of a condition that is not known before play."""

    def __init__(self, span: Span) -> None:
        super().__init__(span.text)
        self.span = span


def _worth(e: Expr, players: int) -> int:
    """Evaluate a constant expression for a number of players; raises `_NotKnown` for any other."""
    if isinstance(e, nodes.Num):
        return int(e.value)
    if isinstance(e, nodes.Size) and isinstance(e.args[0], nodes.Players):
        return players
    if isinstance(e, nodes.Not):
        return int(not _worth(e.args[0], players))
    if type(e) in _KNOWN and len(e.args) == 2:
        first, second = (_worth(a, players) for a in e.args)
        return int(_KNOWN[type(e)](first, second))
    raise _NotKnown(e.span)


_KNOWN: dict[type[Expr], Callable[[int, int], int]] = {
    nodes.And: lambda a, b: a and b,
    nodes.Or: lambda a, b: a or b,
    nodes.Eq: lambda a, b: a == b,
    nodes.Ne: lambda a, b: a != b,
    nodes.Lt: lambda a, b: a < b,
    nodes.Le: lambda a, b: a <= b,
    nodes.Gt: lambda a, b: a > b,
    nodes.Ge: lambda a, b: a >= b,
    nodes.Add: lambda a, b: a + b,
    nodes.Sub: lambda a, b: a - b,
}
