"""Whose rule it is: `you` in the rules of a card, and whether a player carries that card.

Takes questions about `you`; gives questions about somebody else. It reads no sentences.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.check.expressions import calls, reading
from interpreter.check.places import containment
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir.copies import COPY, both, for_all_copies, names_copy
from interpreter.ir.program import E
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, piece_type, set_of
from interpreter.syntax import ast


def you_local(span: Span) -> E:
    """Give `you`, the hidden first parameter of a rule."""
    return E("local", (), PLAYER, span, "you")


def joined(tests: list[E]) -> E | None:
    """Join all tests to one; None if there are none."""
    made: E | None = None
    for test in tests:
        made = test if made is None else E("and", (made, test), YES_NO, test.span)
    return made


def this(ctx: Context, card: str, span: Span) -> E:
    """Give the card that its rules speak of; of several copies, the one that acts."""
    design = next(d for d in ctx.program.designs if d.id == card)
    kind = piece_type(design.kind)
    if design.last - design.first == 1:
        return E("num", (), kind, span, design.first)
    return E("local", (), kind, span, COPY)


def carried(ctx: Context, card: str, span: Span) -> E | None:
    """Ask whether player `you` carries a card's rules now; None for rules of the game. Of several
    copies, `some` of them goes by the name of the one that acts."""
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

    def holds(card_e: E) -> E:
        if isinstance(carries, ast.CarriesBy):
            return calls.related(scope, you, carries.verb, card_e, span)
        if isinstance(carries, ast.CarriesIn):
            inner = scope.inner()
            inner.it = card_e
            thing = reading.value(inner, carries.place)
            return containment.inside_thing(inner, card_e, thing, span)
        return containment.belongs(scope, card_e, you)

    if card_e.op == "num":
        return holds(card_e)
    source = E("copies", (), set_of(card_e.type), span, (design.first, design.last))
    return E("some", (source, holds(card_e)), YES_NO, span, COPY)


def for_some_other(cond: E, breach: E, span: Span, everyone: bool = False) -> E:
    """`cond` of some other player (or of anybody), and `breach` of you."""
    var = "_holder"
    holder = E("local", (), PLAYER, span, var)
    moved = with_you(cond, holder)
    you = you_local(span)
    source = (
        E("players", (), set_of(PLAYER), span)
        if everyone
        else E("others", (you,), set_of(PLAYER), span)
    )
    if names_copy(breach):
        inside = both(moved, breach)
        assert inside is not None
        return E("some", (source, inside), YES_NO, span, var)
    some = E("some", (source, moved), YES_NO, span, var)
    return E("and", (some, breach), YES_NO, span)


def with_you(test: E, you: E) -> E:
    """Ask a question about `you` of another player."""
    if test.op == "local" and test.data == "you":
        return you
    return E(test.op, tuple(with_you(a, you) for a in test.args), test.type, test.span, test.data)


def of_another(whose: E, cond: E | None, span: Span) -> E:
    """`lower rival's strength by 1`: you are the one that some player for whom it holds means."""
    holder = E("local", (), PLAYER, span, "_holder")
    meant = E("eq", (you_local(span), with_you(whose, holder)), YES_NO, span)
    if cond is not None:
        meant = both(with_you(cond, holder), meant) or meant
    players = E("players", (), set_of(PLAYER), span)
    return E("some", (players, meant), YES_NO, span, "_holder")


def from_another(cond: E, amount: E, span: Span) -> E:
    """Give an amount by which `of_another` changes something, as often as it is meant."""
    players, meant = cond.args
    each = for_all_copies(meant, amount)
    if each is amount:
        return amount
    return E("sum", (players, meant, each), NUMBER, span, cond.data)
