"""Spans of time as words (turn, round, phase, game), and counts of what was done in one."""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.check.scope import Scope
from interpreter.diagnostics.suggest import nearest
from interpreter.ir.program import Func
from interpreter.syntax.ast import Word

SORTS = ("turn", "round", "phase")


def track(scope: Scope, func: Func) -> None:
    """Keep count of when a deed was last done by whom."""
    if func.used_number < 0:
        func.used_number = sum(f.used_number >= 0 for f in scope.ctx.funcs.values())


def check_span(scope: Scope, word: Word) -> bool:
    """Report a word that names no span of time of the game; whether it names one."""
    ctx = scope.ctx
    flows = [f for f in ctx.funcs.values() if f.sort in ("turn", "round", "phase")]
    spans = {f.sort for f in flows} | {"game"}
    if word.text in spans:
        return True
    if any(f.name == word.text for f in flows):
        ctx.program.not_run.append(("a time named after one turn, round or phase", word.span))
        return True
    names = [*spans, *(f.name for f in flows)]
    if word.text in SORTS and nearest(word.text, names) is None:
        _another_sort(scope, word, flows)
    else:
        ctx.unknown("unknown-time", word.span, word.text, "span of time", names, "there are")
    return False


def shortest(ctx: Context) -> str:
    """Return the shortest span of time of this game, for examples: turn, round, phase, else `game`.

    Spans that belong to a player come before others.
    """
    flows = [f for f in ctx.funcs.values() if f.sort in SORTS]
    whose = [f.sort for f in flows if f.whose] or [f.sort for f in flows]
    return next((sort for sort in SORTS if sort in whose), "game")


def _another_sort(scope: Scope, word: Word, flows: list[Func]) -> None:
    """Report a turn in a game that has only rounds, or the other way round."""
    named = {sort: [f.name for f in flows if f.sort == sort] for sort in SORTS}
    found = [sort for sort, some in named.items() if some]
    somebodys = [sort for sort in found if any(f.sort == sort and f.whose for f in flows)]
    fits = somebodys if word.text == "turn" and len(found) > 1 else found
    only = fits[0] if len(fits) == 1 else None
    whose = [f"`{sort}` ({', '.join(named[sort])})" for sort in found]
    scope.ctx.report.add(
        "unknown-time",
        word.span,
        f"this game has no `{word.text}`",
        "it never begins or ends",
        notes=(f"it has: {', '.join([*whose, '`game`'])}",),
        meant=only,
    )
