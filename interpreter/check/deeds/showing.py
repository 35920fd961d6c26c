"""Deeds on components that stay where they lie: roll, reveal, show, look at.

Each function takes a `Deed` and returns statements, or an empty list after a diagnostic.
"""

from __future__ import annotations

from interpreter.check.deeds import deed_parts, deed_things
from interpreter.check.expressions.value_reading import value
from interpreter.check.places import sources
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Field
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.types import PLAYER
from interpreter.syntax import ast


def roll(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Stmt]:
    """roll free_dice · roll die · roll all dice in the box"""
    found = deed_things.components(scope, parts)
    if found is None:
        return []
    face = _face(scope, found.item.of) if found.item.is_piece else None
    if face is None:
        scope.ctx.report.add(
            "cannot-roll",
            found.single.span if found.single is not None else parts.span,
            f"{found.item.words()} has no faces to roll",
            helps=("give its kind a line such as `has face: 1 to 6`",),
        )
        return []
    return found.each(parts.span, lambda it: _rolled(scope, it, face, parts.span))


def _face(scope: Scope, kind: str) -> Field | None:
    """Find the field that a roll changes: the kind's first with words or bounded numbers."""
    for line in scope.ctx.fields.get(kind, {}).values():
        bounded = line.type.is_number and line.type.low is not None
        if line.type.is_value or bounded:
            return line
    return None


def _rolled(scope: Scope, thing: Expr, face: Field, span: Span) -> Stmt:
    """One roll; pieces whose words have odds are tossed by them."""
    scope.ctx.used.add(face.name)
    odds = scope.ctx.odds.get(face.key)
    if odds is None:
        return nodes.Roll((thing,), span, face)
    return nodes.RollOdds((thing,), span, face, odds)


def reveal(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Stmt]:
    """reveal card"""
    found = deed_things.components(scope, parts)
    help_ = "cards and other components can be revealed"
    if found is None or not deed_things.check_pieces(scope, found, "revealed", help_):
        return []
    kind = found.item.of
    return found.each(parts.span, lambda it: nodes.Reveal((it,), parts.span, kind))


def show(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Stmt]:
    """show card to rival · look at the top 3 quests of quest_deck: a look for one player only"""
    looks = parts.verb.text == "look at"
    several = None if looks else _several_players(scope, parts.after("to"))
    if several is not None:
        viewer = several.candidate()
    else:
        viewer = scope.player(parts.span) if looks else value(scope, parts.after("to"), PLAYER)
    found = deed_things.components(scope, parts)
    op, done = (nodes.Look, "looked at") if looks else (nodes.Show, "shown")
    help_ = f"cards and other components can be {done}"
    if found is None or not viewer.type.known:
        return []
    if not deed_things.check_pieces(scope, found, done, help_):
        return []
    kind = found.item.of
    made = found.each(parts.span, lambda it: op((it, viewer), parts.span, kind))
    return made if several is None else [several.go_through(parts.span, made)]


def _several_players(scope: Scope, to: ast.Expression) -> sources.Chosen | None:
    """Read `opponents` and other words for several players; None for one of them."""
    if not isinstance(to, ast.Name) or to.word.text not in ("opponents", "others", "players"):
        return None
    return sources.fresh(scope, value(scope, to), PLAYER, to.span)


READERS: deed_parts.Readers = {
    "roll": roll, "toss": roll, "reveal": reveal, "show": show, "look at": show
}  # fmt: skip
"""Who reads which of these deeds."""
