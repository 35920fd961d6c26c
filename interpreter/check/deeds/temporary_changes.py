"""Temporary effects: set, raised or lowered during this turn, or until a later one."""

from __future__ import annotations

from dataclasses import replace

from interpreter.check.deeds import deed_parts, dispatch
from interpreter.check.expressions.value_reading import number, value
from interpreter.check.names import name_hints, time_spans
from interpreter.check.places import closings
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.standing import Until
from interpreter.ir.types import PLAYER
from interpreter.syntax import ast


def with_duration(scope: Scope, node: ast.Statement) -> list[Stmt]:
    """Compile a deed that may end with how long its effect lasts."""
    deed, only, duration = node.deed, node.only_for, node.duration
    parts = deed_parts.take_apart(deed)
    if parts.counted and parts.first is not None and "by" in parts.preps:
        lasts = only is not None or duration is not None
        target = value(scope, parts.first) if lasts else None
        if target is not None and (only is not None or isinstance(target, nodes.Attr)):
            name_hints.check_used(scope, parts.names, parts.first.span.text)
            return _changed_for_a_time(scope, parts, target, node)
    elif only is not None:
        scope.ctx.report.add(
            "no-duration",
            only.span,
            "this cannot hold for one player only",
            "only what is raised or lowered can",
            helps=("it is written: lower card's cost by 1 only for you during this turn",),
        )
        return []
    made = dispatch.deed(scope, deed)
    return made if duration is None else _for_a_time(scope, made, duration, parts.counted)


def _changed_for_a_time(
    scope: Scope, parts: deed_parts.VerbPhrase, target: Expr, node: ast.Statement
) -> list[Stmt]:
    """`lower quest's cunning by 2 only for you during this round`: also what is printed changes."""
    if not target.type.known:
        return []
    if not isinstance(target, (nodes.Attr, nodes.FieldNow)) or not target.type.is_number:
        scope.ctx.report.add(
            "cannot-change",
            target.span,
            "this cannot be raised or lowered",
            helps=("name a number that a player or a component has, or that is printed on it",),
        )
        return []
    if node.duration is None:
        scope.ctx.report.add(
            "no-duration",
            node.span,
            "it is not said how long this holds",
            helps=(
                "end it with `during this turn`, `until your next turn` or "
                "`for the rest of the game`",
            ),
        )
        return []
    args = (*target.args, number(scope, parts.preps["by"]))
    only = node.only_for
    if only is not None:
        args = (*args, value(scope, only.player, PLAYER))
    when = duration_key(scope, node.duration)
    sign = "add" if parts.verb.text == "raise" else "sub"
    what = target.field if isinstance(target, nodes.FieldNow) else (target.kind, target.name)
    theirs = whose(scope, node.duration, when)
    return [nodes.ModifyFor(args, node.span, what, sign, when, only is not None, theirs)]


def _for_a_time(scope: Scope, made: list[Stmt], duration: ast.Duration, by: bool) -> list[Stmt]:
    """Limit the effect of `set` statements to a duration; `by` marks a relative change.

    Reports `no-duration` for any other statement, and leaves the effect permanent.
    """
    when = duration_key(scope, duration)
    theirs = whose(scope, duration, when)
    lasting: list[Stmt] = []
    for one in made:
        if not isinstance(one, nodes.Set):
            scope.ctx.report.add(
                "no-duration",
                duration.span,
                "only what is set, raised or lowered can last",
                helps=("a move or a draw is done for good",),
            )
            return made
        if when is not None:
            lasting.append(
                nodes.SetFor(
                    one.args, one.span, one.field, when, by, theirs, verb=one.verb, actor=one.actor
                )
            )
        else:
            lasting.append(one)
    return lasting


def close(scope: Scope, node: ast.ForbidUntil, ban: ast.Closed, excuse: str) -> list[Stmt]:
    """`until your next round, nothing may enter space else "blocked"`"""
    when = duration_key(scope, node.duration)
    place = value(scope, ban.place)
    you = whose(scope, node.duration, when) or scope.you or scope.player(node.span)
    return [
        nodes.CloseFor((you, first, last), node.span, when, excuse)
        for first, last in closings.zones(scope, place, node.span)
    ]


def duration_key(scope: Scope, node: ast.Duration) -> Until | None:
    """How long it holds; None is for the rest of the game."""
    if isinstance(node, ast.ForMany):
        return _so_many(scope, node)
    if not isinstance(node, ast.DuringThis | ast.UntilMoment):
        return None
    span = node.time.text
    if not time_spans.check_span(scope, node.time):
        return None
    if isinstance(node, ast.DuringThis):
        return (1, span)
    said = node.which.said
    whose = "your" in said or "their" in said
    later = "next" in said or ("end" not in said and whose)  # `until your turn` is the next one
    if not later or not _somebodys(scope, span):
        return (1, span)
    return ("end_of_next" if "end" in said else "next", span)


def whose(scope: Scope, node: ast.Duration, when: Until | None) -> Expr | None:
    """Find the player whose next turn it is that ends something; None where it is anybody's."""
    if when is None or when[0] not in ("next", "end_of_next"):
        return None
    assert isinstance(node, ast.UntilMoment)
    which = node.which
    for word, player in (("their", scope.they), ("your", scope.you)):
        if word in which.said:
            if player is None:
                at = which.span.start + which.span.text.index(word)
                scope.report_nobody(Span(which.span.source, at, at + len(word)))
            return player
    return scope.you or scope.player(which.span)


def _so_many(scope: Scope, node: ast.ForMany) -> Until | None:
    """`for 2 turns`: this one and the next, whoever's it is."""
    span, count = node.time.text.removesuffix("s"), int(node.count.text)
    if not time_spans.check_span(scope, replace(node.time, text=span)):
        return None
    if count < 2 or span == "game":
        instead = "for the rest of the game" if span == "game" else f"during this {span}"
        scope.ctx.report.add(
            "no-duration",
            node.span,
            "this is said in other words",
            f"`for ...` counts {span}s from 2 on" if span != "game" else "a game has one end",
            helps=(f"write `{instead}`",),
            fix=(node.span, instead),
        )
        return None
    return (count, span)


def _somebodys(scope: Scope, span: str) -> bool:
    """Whether a span of time belongs to a player: only then is there a next one of `your` own."""
    roles = scope.ctx.roles
    flows = [f for f in scope.ctx.funcs.values() if span in (f.sort, f.name)]
    return any(f.sort in ("turn", "phase") or f.name in roles for f in flows)
