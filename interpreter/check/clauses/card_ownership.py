"""Ownership of rules: `you` in the rules of a card, and whether a player carries that card.

Rewrites expressions about `you` as expressions about other players. It reads no sentences.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.check.context import Context
from interpreter.check.expressions import prepositional_questions, value_reading
from interpreter.check.places import containment
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, ForEach
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, piece_type, set_of
from interpreter.ir.weaving.copies import COPY, both, for_all_copies, names_copy
from interpreter.syntax import ast


def you_local(span: Span) -> Expr:
    """Build the local `you`, the hidden first parameter of a rule."""
    return nodes.Local((), PLAYER, span, "you")


def joined(tests: list[Expr]) -> Expr | None:
    """Join all tests with `and`; None if there are none."""
    made: Expr | None = None
    for test in tests:
        made = test if made is None else nodes.And((made, test), YES_NO, test.span)
    return made


def this(ctx: Context, card: str, span: Span) -> Expr:
    """Build the expression for the card that its rules speak of.

    This is the component itself if there is one copy, else the local that holds the acting copy.
    """
    design = next(d for d in ctx.program.designs if d.id == card)
    kind = piece_type(design.kind)
    if design.last - design.first == 1:
        return nodes.Num((), kind, span, design.first)
    return nodes.Local((), kind, span, COPY)


def carried(ctx: Context, card: str, span: Span) -> Expr | None:
    """Build the test whether player `you` carries a card's rules now; None for rules of the game.

    With several copies, the quantifier binds the acting copy's local.
    """
    if not card:
        return None
    design = next(d for d in ctx.program.designs if d.id == card)
    kind = ctx.program.kinds[design.kind]
    carries = kind.carries
    if carries is None:  # told where its rules stand
        return None
    you = you_local(span)
    scope = Scope(ctx, None, you)
    card_e = this(ctx, card, span)

    def holds(card_e: Expr) -> Expr:
        if isinstance(carries, ast.CarriesBy):
            return prepositional_questions.related(scope, you, carries.verb, card_e, span)
        if isinstance(carries, ast.CarriesIn):
            inner = scope.inner()
            inner.it = card_e
            thing = value_reading.value(inner, carries.place)
            return containment.inside_thing(inner, card_e, thing, span)
        return containment.belongs(scope, card_e, you)

    if isinstance(card_e, nodes.Num):
        return holds(card_e)
    source = nodes.Copies((), set_of(card_e.type), span, design.first, design.last)
    return nodes.Some((source, holds(card_e)), YES_NO, span, COPY)


def for_some_other(cond: Expr, breach: Expr, span: Span, everyone: bool = False) -> Expr:
    """Build the test that `cond` holds of some other player (or of anybody) and `breach` of you."""
    var = "_holder"
    holder = nodes.Local((), PLAYER, span, var)
    moved = with_you(cond, holder)
    you = you_local(span)
    source = (
        nodes.Players((), set_of(PLAYER), span)
        if everyone
        else nodes.Others((you,), set_of(PLAYER), span)
    )
    if names_copy(breach):
        inside = both(moved, breach)
        assert inside is not None
        return nodes.Some((source, inside), YES_NO, span, var)
    some = nodes.Some((source, moved), YES_NO, span, var)
    return nodes.And((some, breach), YES_NO, span)


def with_you(test: Expr, you: Expr) -> Expr:
    """Substitute another player for `you` in a test."""
    if isinstance(test, nodes.Local) and test.name == "you":
        return you
    return replace(test, args=tuple(with_you(a, you) for a in test.args))


def of_another(whose: Expr, cond: Expr | None, span: Span) -> Expr:
    """Build the test that some player for whom `cond` holds means you by `whose`.

    Reads `lower rival's strength by 1`, where you may be the rival.
    """
    holder = nodes.Local((), PLAYER, span, "_holder")
    meant: Expr = nodes.Eq((you_local(span), with_you(whose, holder)), YES_NO, span)
    if cond is not None:
        meant = both(with_you(cond, holder), meant) or meant
    players = nodes.Players((), set_of(PLAYER), span)
    return nodes.Some((players, meant), YES_NO, span, "_holder")


def from_another(cond: Expr, amount: Expr, span: Span) -> Expr:
    """Sum an amount over the players and card copies for which `of_another` holds.

    `cond` must be a test made by `of_another`. Returns `amount` itself if the test involves no card
    copies.
    """
    assert isinstance(cond, ForEach)
    players, meant = cond.args
    each = for_all_copies(meant, amount)
    if each is amount:
        return amount
    return nodes.Sum((players, meant, each), NUMBER, span, cond.name)
