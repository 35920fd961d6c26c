"""Choices among what the player who chooses does not see: cards of somebody else's hand, a deck.

Whoever offered such cards one by one would tell what they are, or let a player choose between
backs that look the same. So they are picked by chance, or revealed before.
"""

from __future__ import annotations

import re

from interpreter.check.context import Context
from interpreter.diagnostics import Span
from interpreter.ir.program import E, Family, Func, S
from interpreter.ir.walking import inner_blocks

CHOICES = ("choose", "choose_matching")
CHOSEN = re.compile(r"(?:may )?choose (\w+) from ([^\n]+)")


def look(ctx: Context) -> None:
    """Report each choice among components that lie where the player who chooses cannot see them."""
    for func in ctx.program.funcs.values():
        _block(ctx, func, func.body, set(), {})


def _block(
    ctx: Context, func: Func, body: list[S], revealed: set[str], named: dict[str, E]
) -> None:
    """One block; `revealed` are the kinds of which something has been laid open before, `named` is
    what local names stand for."""
    for s in body:
        if s.op == "let":
            named[s.data] = s.args[0]
        if s.op in ("reveal", "show"):
            revealed.add(s.data)
        elif s.op in CHOICES:
            sources = s.data.source.args if s.data.source.op == "combined" else (s.data.source,)
            for source in sources:
                _asked(ctx, s, source, revealed, named)
        for block in inner_blocks(s):
            _block(ctx, func, block, revealed, named)


def _asked(ctx: Context, s: S, source: E, revealed: set[str], named: dict[str, E]) -> None:
    if source.op != "items" or not isinstance(source.data[1], Family):
        return
    family = source.data[1]
    if family.shape != "list":
        return  # a space is chosen by its place
    kinds = [ctx.program.kinds[name] for name in family.kinds]
    if all(kind.alike or len(kind.designs) < 2 for kind in kinds) or revealed & {*family.kinds}:
        return
    if family.seen == "owner" and family.holder == "player" and source.args:
        if _meant(source.args[0], named) == _meant(s.args[0], named):
            return
        label = "only its owner sees what lies there"
    elif family.seen == "nobody":
        label = "nobody sees what lies there"
    else:
        return
    found = CHOSEN.match(s.span.text)
    name, where = found.groups() if found else ("", "")
    ctx.report.add(
        "chosen-unseen",
        Span(s.span.source, s.span.start, s.span.start + found.end()) if found else s.span,
        f"who chooses does not see these {kinds[0].plural}",
        label,
        helps=(
            f"by chance: `pick {name} from {where}`, and below it `at random`"
            if found
            else "by chance: `pick` them, `at random`",
            f"or open for all: `reveal each {kinds[0].name} in {where}` on the line before"
            if found and where.split()[-1].endswith(family.name) and " in " not in where
            else "or `reveal` them before",
        ),
    )


def _meant(player: E, named: dict[str, E]) -> tuple[str, object]:
    """Which player is meant, whatever they are called here."""
    for _ in range(len(named)):
        if player.op != "local" or player.data not in named:
            break
        player = named[player.data]
    return player.op, player.data
