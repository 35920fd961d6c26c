"""Choices among other players in a game that can be played alone.

Where nobody else is there, such a choice finds nothing: in an action, the action is never offered.
Reports warnings, and few: a choice below a question about the number of players, or about others,
is taken to be intended, and so is one in a rule that is called only below such a question.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.check.context import Context
from interpreter.ir import nodes
from interpreter.ir.declared import Choice
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Func
from interpreter.ir.walking import conjuncts, with_conditions
from interpreter.load.game_folder import GameFiles

PLAYERS = "players"


def check(ctx: Context, files: GameFiles) -> None:
    """Report choices among others that somebody who plays alone cannot make."""
    if ctx.program.least > 1:
        return
    thought_of = _thought_of(ctx)
    for func in ctx.program.funcs.values():
        if func.name in thought_of:
            continue
        for one, conditions in with_conditions(func.body):
            if (
                not isinstance(one, nodes.Choose)
                or not _among_others(one.choice)
                or _asks(conditions)
            ):
                continue
            ctx.report.add(
                "nobody-else",
                one.choice.source.span,
                "who plays alone has nobody to choose here",
                "nobody else is there",
                notes=("this game may be played by 1",),
                helps=(
                    "say below it what happens then: `if none`",
                    "or do it only with others: `if number of players is more than 1`",
                ),
                subjects=[PLAYERS],
            )


def _among_others(choice: Choice) -> bool:
    """Whether something must be chosen among players who are not the one who chooses."""
    if choice.optional or choice.has_none or choice.how not in ("one", "exactly"):
        return False
    sources = choice.source.args if isinstance(choice.source, nodes.Combined) else (choice.source,)
    return any(_others(source) for source in sources) or (
        isinstance(choice.source, nodes.Players) and any(_not_you(test) for test, _ in choice.tests)
    )


def _others(source: Expr) -> bool:
    """Whether things are opponents, or players of whom one is left out who chooses."""
    if not isinstance(source, nodes.Filter):
        return isinstance(source, nodes.Others)
    whole, test = source.args[0], source.args[1]
    return _others(whole) or (isinstance(whole, nodes.Players) and _not_you(test))


def _not_you(test: Expr) -> bool:
    """Whether a condition leaves out whoever acts, as `is not you` does."""
    parts = [part.args[0] for part in conjuncts(test) if isinstance(part, nodes.Not)]
    equal = [part for part in parts if isinstance(part, nodes.Eq)]
    return any(
        isinstance(arg, nodes.Local) and arg.name == "you" for part in equal for arg in part.args
    )


def _asks(conditions: Iterable[Expr]) -> bool:
    """Whether conditions ask how many play, or whether there are others."""
    return any(
        isinstance(part, (nodes.Others, nodes.Players))
        for test in conditions
        for part in test.walk()
    )


def _thought_of(ctx: Context) -> set[str]:
    """Collect the rules that are called only below such a question, directly or through others."""
    done_in: dict[str, list[tuple[Func, bool]]] = {}
    for func in ctx.program.funcs.values():
        for one, conditions in with_conditions(func.body):
            if isinstance(one, nodes.Call):
                done_in.setdefault(str(one.rule), []).append((func, _asks(conditions)))
    found: set[str] = set()
    while True:
        more = {
            name
            for name, places in done_in.items()
            if name not in found and all(asked or func.name in found for func, asked in places)
        }
        if not more:
            return found
        found |= more
