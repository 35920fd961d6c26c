"""Spans of time as words: turn, round, phase, game; and counts of what was done in one."""

from __future__ import annotations

from interpreter.check.scope import Scope
from interpreter.ir.program import Func
from interpreter.syntax.tree import Word


def track(scope: Scope, func: Func) -> None:
    """Keep count of when a deed was last done by whom."""
    if func.used_number < 0:
        func.used_number = sum(f.used_number >= 0 for f in scope.ctx.funcs.values())


def time_span(scope: Scope, word: Word) -> bool:
    """Whether a word names a span of time of the game: turn, round, phase or one of their names."""
    ctx = scope.ctx
    flows = [f for f in ctx.funcs.values() if f.sort in ("turn", "round", "phase")]
    spans = {f.sort for f in flows} | {"game", "turn"}
    if word.text in spans:
        return True
    if any(f.name == word.text for f in flows):
        ctx.program.not_run.append(("a time named after one turn, round or phase", word.span))
        return True
    spans |= {f.name for f in flows}
    ctx.unknown("unknown-time", word.span, word.text, "span of time", spans, "there are")
    return False
