"""`only with number of players is 2`: with what an overlay may be played.

Takes typed conditions that are known before play; narrows the numbers of players of a game. Must
not know how the conditions were written.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.check.context import Context
from interpreter.check.lints import constant_conditions
from interpreter.check.lints.ranges import Reach
from interpreter.diagnostics import Span
from interpreter.ir.program import Expr
from interpreter.ir.walking import conjuncts


def narrow(ctx: Context, conditions: Iterable[tuple[Expr, Span]]) -> None:
    """Keep only the numbers of players with which every overlay may be played."""
    for test, span in conditions:
        seats = fitting(ctx, test, span)
        if not seats:
            return
        ctx.program.least, ctx.program.most = seats[0], seats[-1]


def fitting(ctx: Context, test: Expr, span: Span) -> list[int]:
    """Give the numbers of players with which a condition holds; none, and told, where there are
    none."""
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
    """Give what could be asked instead: what some of the numbers of players fit, or nothing."""
    of_players = (part for part in conjuncts(test) if _of_players(part))
    asked = next((part for part in of_players if not _ever(part, least, most)), None)
    if asked is None:
        return "leave it out, or set what it asks for"
    reach = Reach("", least, most)
    said = constant_conditions.other_number(asked, reach)
    return said if said.startswith("leave") else f"{said}; or leave it out"


def _of_players(e: Expr) -> bool:
    """Whether the number of players is compared with a number that is written out."""
    sides = {"players" if a.op == "size" and a.args[0].op == "players" else a.op for a in e.args}
    return sides == {"players", "num"}


def _ever(e: Expr, least: int, most: int) -> bool:
    return any(_worth(e, n) for n in range(least, most + 1))


class _NotKnown(Exception):
    """A part of a condition that is not known before play."""

    def __init__(self, span: Span) -> None:
        super().__init__(span.text)
        self.span = span


def _worth(e: Expr, players: int) -> int:
    """Give a number that is known before play."""
    if e.op == "num":
        return int(e.data)
    if e.op == "size" and e.args[0].op == "players":
        return players
    if e.op == "not":
        return int(not _worth(e.args[0], players))
    if e.op in _KNOWN and len(e.args) == 2:
        first, second = (_worth(a, players) for a in e.args)
        return int(_KNOWN[e.op](first, second))
    raise _NotKnown(e.span)


_KNOWN = {
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
}
