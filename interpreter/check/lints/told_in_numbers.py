"""Actions of which the story tells only what pieces and numbers did.

Takes a checked game; gives warnings. What a menu offers is what players remember of a game; where
neither it nor anything that it carries out has `says`, and several pieces and numbers change, the
story reads like the books of a shop. Cautious: an action of few changes is told well enough.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.check.context import Context
from interpreter.check.deeds import carrying_out
from interpreter.ir import nodes
from interpreter.ir.nodes import Stmt
from interpreter.ir.program import Func
from interpreter.load.game_folder import GameFiles

PIECES = (nodes.Move, nodes.MoveAlike, nodes.Push, nodes.Rotate, nodes.Swap)
NUMBERS = (nodes.Set, nodes.GainMoney, nodes.PayDue, nodes.PayOut, nodes.Exchange)
FEW = 3  # so many changes of either sort are told well enough


def check(ctx: Context, files: GameFiles) -> None:
    """Report each action that is offered in a menu and told in numbers alone."""
    menus = (one for one in ctx.bodies.every() if isinstance(one, nodes.Menu))
    offered = {name for menu in menus for line in menu.lines for name in line.items}
    offered |= {name for _, name in ctx.program.card_actions}
    for func in ctx.program.funcs.values():
        if func.name not in offered:
            continue
        deeds = list(_deeds(ctx, func, set()))
        if None in deeds or not _is_much([one for one in deeds if one is not None]):
            continue
        ctx.report.add(
            "told-in-numbers",
            func.span,
            f"`{func.name}` is told by pieces and numbers alone",
            "nothing says what it is that a player does here",
            helps=('say it behind the title, such as: says "trade {card}"',),
        )


def _is_much(deeds: list[Stmt]) -> bool:
    """Whether pieces and numbers change, and more than a few of them."""
    pieces = sum(isinstance(one, PIECES) for one in deeds)
    numbers = sum(isinstance(one, NUMBERS) for one in deeds)
    return bool(pieces and numbers and pieces + numbers > FEW)


def _deeds(ctx: Context, func: Func, seen: set[str]) -> Iterator[Stmt | None]:
    """Give all that a rule does, with what it carries out; None for a rule that has words."""
    if func.name in seen:
        return
    seen.add(func.name)
    if func.says:
        yield None
    carries = {rule.name for rule in carrying_out.rules(ctx)}  # a card that is played has a title
    for one in ctx.bodies.of(func):
        if isinstance(one, nodes.Call) and one.rule in carries:
            yield None
        elif isinstance(one, nodes.Call) and one.rule in ctx.program.funcs:
            yield from _deeds(ctx, ctx.program.funcs[one.rule], seen)
        else:
            yield one
