"""Who acts in an event that a clause waits for: `you`, `any player`, a faction."""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.diagnostics import Span
from interpreter.syntax import ast


def who_acts(ctx: Context, subject: ast.Expression, card: str) -> str | None:
    """Resolve who acts in an event: `you`, `any` or `opponent`; None after a diagnostic.

    A faction counts as `any`; the caller adds the test for it.
    """
    match subject:
        case ast.You():
            return "you"
        case ast.AnyPlayer():
            return "any"
        case ast.AnotherPlayer() | ast.Opponent():
            if card:
                return "opponent"
            report_no_opponents(ctx, subject.span, "any player")
            return None
        case ast.Name(word=word) if word.text in ctx.factions:
            return "any"
        case ast.Name(word=word) if ctx.factions:
            legal = [*ctx.factions, "you", "any player", "another player"]
            ctx.unknown("unknown-faction", word.span, word.text, "faction", legal, "who acts")
            return None
    if not _report_edge(ctx, subject.span):
        ctx.report.add(
            "who-acts",
            subject.span,
            "it is not clear who is meant",
            "nobody who acts",
            helps=("write `you`, `any player`, `another player` or `an opponent`",),
            fix=_any_player(subject.span),
        )
    return None


def report_no_opponents(ctx: Context, span: Span, instead: str) -> None:
    """Report `an opponent` in a rule of the game, which has no owner, and suggest `instead`."""
    ctx.report.add(
        "opponent-of-whom",
        span,
        "a rule of the game has no opponents",
        "",
        helps=(f"write `{instead}`; only the rules of a card know whose opponent is meant",),
    )


def _any_player(span: Span) -> tuple[Span, str] | None:
    """Suggest `any player` for `a player`, `each player` or `players`; None for other subjects."""
    if span.text.split()[-1:] not in (["player"], ["players"]):
        return None
    before = span.source.text[: span.start]
    for article in (" a", " the"):
        if before.rstrip(" ").endswith(article):
            start = len(before.rstrip(" ")) - len(article) + 1
            return Span(span.source, start, span.end), "any player"
    return span, "any player"


def _report_edge(ctx: Context, subject: Span) -> bool:
    """Report `after the turn ends` for `at end of each turn`; tell whether it was that."""
    from interpreter.syntax.rewording import find_rewording  # only if need be

    found = find_rewording(subject)
    if found is None or found[1].split()[-1] not in ("turn", "round", "phase", "game"):
        return False
    return ctx.report.add(
        "who-acts",
        found[0],
        "nobody does this: it is an end or a beginning",
        helps=(f"did you mean `{found[1]}`?",),
        fix=found,
    )
