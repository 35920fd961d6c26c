"""By what players are ranked at the end, and what are their points: the wishes of the `pick` whose
players win.

Takes the checked rules of a game; gives what they compare, as values that are worked out of one
player at the table. Must not know how a ranking is shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.check.context import Context
from interpreter.check.declarations.looks import HERE
from interpreter.ir import nodes
from interpreter.ir.names import free
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Criterion, Func
from interpreter.ir.renaming import renamed_expression
from interpreter.ir.types import PLAYER
from interpreter.ir.walking import expressions, walk

AIM = "aim"  # what players who look ahead try to make large


def read_ranking(ctx: Context) -> None:
    """Note by what the players who win are picked, in the first rule that picks them so; and what
    counts as their points: the first of it, else the one number that players gain and that decides
    who wins."""
    _read_criteria(ctx)
    program = ctx.program
    gained = [f for f in program.fields if f.holder == "player" and f.gained]
    decides = {e.field for func in program.funcs.values() if _ends(func) for e in _fields(func)}
    gained = [f for f in gained if f.type.base == "number" and f in decides]
    if program.ranking:
        program.points = program.ranking[0]
    elif len(gained) == 1:
        (kept,) = gained
        here = nodes.Local((), PLAYER, kept.span, HERE)
        program.looks.append((HERE, nodes.FieldNow((here,), kept.type, kept.span, kept)))
        program.points = Criterion(kept.name, len(program.looks) - 1, False)


def read_aim(ctx: Context) -> None:
    """Note what a player aims at, where the rules have a question of that name about a player:
    `define aim of player` with a number as its answer."""
    func = ctx.funcs.get(AIM)
    if func is None or func.sort != "define" or [kind for _, kind in func.params] != [PLAYER]:
        return
    if func.returns.base != "number":
        return
    ctx.used.add(AIM)
    here = nodes.Local((), PLAYER, func.span, HERE)
    ctx.program.looks.append((HERE, nodes.CallValue((here, here), func.returns, func.span, AIM)))
    ctx.program.aim = len(ctx.program.looks) - 1


def _read_criteria(ctx: Context) -> None:
    for func in ctx.program.funcs.values():
        for s in walk(func.body):
            if not isinstance(s, nodes.Pick) or s.item != PLAYER or not _wins(func, s.name):
                continue
            found = [_criterion(ctx, s, n) for n, wish in enumerate(s.sorts) if wish == "most"]
            ctx.program.ranking = tuple(one for one in found if one is not None)
            if ctx.program.ranking:
                return


def _ends(func: Func) -> bool:
    """Whether a rule is the course of the game, or somebody wins in it."""
    return func.sort == "game" or any(isinstance(s, nodes.Win) for s in walk(func.body))


def _fields(func: Func) -> Iterator[nodes.FieldNow | nodes.FieldRaw]:
    """Whatever a rule asks of what is kept."""
    for s in walk(func.body):
        for e in expressions(s):
            yield from (part for part in e.walk() if isinstance(part, nodes.FieldNow))


def _criterion(ctx: Context, s: nodes.Pick, number: int) -> Criterion | None:
    """One thing that is compared; None where it hangs on more than the player."""
    value, var = s.args[1 + number], s.each
    lowest = (
        isinstance(value, nodes.Sub)
        and isinstance(value.args[0], nodes.Num)
        and value.args[0].value == 0
    )
    value = value.args[1] if lowest else value
    if not free(value) <= {var} or value.type.base not in ("number", "yesno"):
        return None
    ctx.program.looks.append(
        (HERE, renamed_expression(value, lambda name: HERE if name == var else name))
    )
    return Criterion(_title(value), len(ctx.program.looks) - 1, lowest)


def _title(value: Expr) -> str:
    """Give what is compared, in the words of the rule, without who it is asked of."""
    if isinstance(value, nodes.FieldNow):
        return str(value.field.name)
    words = value.span.text.split()
    alone = [word for word in words if word not in ("its", "their", "his", "her", "the")]
    return " ".join(alone).replace(" of it", "").replace("_", " ")


def _wins(func: Func, name: str) -> bool:
    """Whether whoever has this name in a rule wins in it."""

    def named(e: Expr) -> bool:
        return isinstance(e, nodes.Local) and e.name == name

    return any(
        (isinstance(s, nodes.Win) and named(s.args[0]))
        or (
            isinstance(s, nodes.For)
            and named(s.args[0])
            and any(isinstance(one, nodes.Win) for one in walk(s.body))
        )
        for s in walk(func.body)
    )
