"""Final ranking and objectives: how winners are picked, and what counts as points.

Criteria come from the `pick` whose players win. Objectives are `aim` and `payoff`, and whether all
players share one. Takes the checked rules of a game; stores the criteria as expressions about one
player. Must not know how a ranking is shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.check.context import Context
from interpreter.check.declarations.layout_reading import HERE
from interpreter.ir import nodes
from interpreter.ir.declared import Criterion
from interpreter.ir.names import free
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Func
from interpreter.ir.renaming import renamed_expression
from interpreter.ir.types import PLAYER
from interpreter.ir.walking import expressions, walk

AIM = "aim"  # what players who look ahead try to make large
PAYOFF = "payoff"  # what a finished game is worth to a player, where more than the win counts
TRIED_FOR = (PAYOFF, AIM)
"""Questions about a player that players who look ahead ask, the one that comes first."""


def read_ranking(ctx: Context) -> None:
    """Store the criteria by which winners are picked, from the first rule that picks them.

    The first criterion counts as points, else the one number that players gain and that decides who
    wins.
    """
    _read_criteria(ctx)
    program = ctx.program
    gained = [f for f in program.fields if f.holder == "player" and f.gained]
    decides = {e.field for func in program.funcs.values() if _ends(func) for e in _fields(func)}
    gained = [f for f in gained if f.type.is_number and f in decides]
    if program.ranking:
        program.points = program.ranking[0]
    elif len(gained) == 1:
        (kept,) = gained
        here = nodes.Local((), PLAYER, kept.span, HERE)
        program.looks.append((HERE, nodes.FieldNow((here,), kept.type, kept.span, kept)))
        program.points = Criterion(kept.name, len(program.looks) - 1, False)


def read_wishes(ctx: Context) -> None:
    """Store what players try for, and whether they all try for the same.

    It comes from `define aim of player` and `define payoff of player`, each answered by a number.
    If nobody ever wins and there is no payoff, the points are the payoff.
    """
    program = ctx.program
    program.aim = _wish(ctx, AIM)
    program.payoff = _wish(ctx, PAYOFF)
    wins = [s for func in program.funcs.values() for s in walk(func.body) if _lets_win(s)]
    if program.payoff is None and not wins and program.points is not None:
        program.payoff = _counted(ctx, program.points)
    program.together = _one_for_all(ctx, len(wins))


def _counted(ctx: Context, points: Criterion) -> int:
    """Return the number in `looks` of the points as a payoff, for rules in which nobody wins."""
    if not points.lowest:
        return points.look
    _, value = ctx.program.looks[points.look]
    zero = nodes.Num((), value.type, value.span, 0)
    ctx.program.looks.append((HERE, nodes.Sub((zero, value), value.type, value.span)))
    return len(ctx.program.looks) - 1


def _wish(ctx: Context, name: str) -> int | None:
    """Return the number in `looks` of an optional question about a player; None without it."""
    func = ctx.funcs.get(name)
    if func is None or func.sort != "define" or [kind for _, kind in func.params] != [PLAYER]:
        return None
    if not func.returns.is_number:
        return None
    ctx.used.add(name)
    here = nodes.Local((), PLAYER, func.span, HERE)
    ctx.program.looks.append((HERE, nodes.CallValue((here, here), func.returns, func.span, name)))
    return len(ctx.program.looks) - 1


def _one_for_all(ctx: Context, wins: int) -> bool:
    """Decide whether all players share one objective.

    They do if it does not depend on the player or, without any objective in the rules, if only all
    of them together can win.
    """
    program = ctx.program
    points = program.points
    looks = [program.payoff, program.aim, None if points is None else points.look]
    for look in looks:
        if look is not None:
            return _same_for_all(ctx, program.looks[look][1])
    shared = [
        s
        for func in ctx.program.funcs.values()
        for loop in walk(func.body)
        if isinstance(loop, nodes.For) and isinstance(loop.args[0], nodes.Players)
        for s in loop.body
        if _lets_win(s)
    ]
    return wins > 0 and wins == len(shared)


def _lets_win(s: nodes.Stmt) -> bool:
    return isinstance(s, nodes.Win)


def _same_for_all(ctx: Context, value: Expr) -> bool:
    """Whether a value is a question about a player whose answer hangs on no player."""
    if not isinstance(value, nodes.CallValue) or value.rule not in ctx.funcs:
        return False
    func = ctx.funcs[value.rule]
    return not any(
        isinstance(part, nodes.Local) and part.name == func.params[0][0]
        for s in walk(func.body)
        for e in expressions(s)
        for part in e.walk()
    )


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
    """Build one ranking criterion; None if it depends on more than the player."""
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
    """Label a ranking criterion in the words of the rule, without the player it is asked of."""
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
