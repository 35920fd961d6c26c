"""Whose rule it is: `you` in the rules of a card, and whether a player carries that card.

Takes questions about `you`; gives questions about somebody else. It reads no sentences.
"""

from __future__ import annotations

from interpreter.check import conditions, expressions, lying
from interpreter.check.context import Context
from interpreter.check.scope import Scope
from interpreter.ir.program import E
from interpreter.ir.types import PLAYER, YES_NO, piece_type, set_of
from interpreter.syntax.tree import Node


def you_local(node: Node) -> E:
    """`you` as the hidden first parameter of a rule."""
    return E("local", (), PLAYER, node.span, "you")


def joined(tests: list[E]) -> E | None:
    """All tests as one; None if there are none."""
    made: E | None = None
    for test in tests:
        made = test if made is None else E("and", (made, test), YES_NO, test.span)
    return made


def carried(ctx: Context, card: str, node: Node) -> E | None:
    """The test that player `you` carries a card's rules now; None for rules of the game."""
    if not card:
        return None
    design = next(d for d in ctx.program.designs if d.id == card)
    kind = ctx.program.kinds[design.kind]
    carries = kind.carries
    if carries is None:  # told where its rules stand
        return None
    you = you_local(node)
    this = E("num", (), piece_type(kind.name), node.span, design.first)
    scope = Scope(ctx, None, you)
    copies = design.last - design.first

    def holds(card_e: E) -> E:
        if carries.kind == "carries_by":
            word = carries.words()[0]
            return conditions.related(scope, you, word, card_e, node.span)
        if carries.kind == "carries_in":
            inner = scope.inner()
            inner.it = card_e
            thing = expressions.value(inner, carries.parts[0])
            return lying.inside_thing(inner, card_e, thing, node.span)
        return lying.belongs(scope, card_e, you)

    if copies == 1:
        return holds(this)
    var = "_carried"
    each = E("local", (), piece_type(kind.name), node.span, var)
    source = E("copies", (), set_of(piece_type(kind.name)), node.span, (design.first, design.last))
    return E("some", (source, holds(each)), YES_NO, node.span, var)


def for_some_other(cond: E, breach: E, node: Node, everyone: bool = False) -> E:
    """`cond` of some other player (or of anybody), and `breach` of you."""
    var = "_holder"
    holder = E("local", (), PLAYER, node.span, var)
    moved = with_you(cond, holder)
    you = you_local(node)
    source = (
        E("players", (), set_of(PLAYER), node.span)
        if everyone
        else E("others", (you,), set_of(PLAYER), node.span)
    )
    some = E("some", (source, moved), YES_NO, node.span, var)
    return E("and", (some, breach), YES_NO, node.span)


def with_you(test: E, you: E) -> E:
    """A question about `you`, asked of another player."""
    if test.op == "local" and test.data == "you":
        return you
    return E(test.op, tuple(with_you(a, you) for a in test.args), test.type, test.span, test.data)


def of_another(whose: E, cond: E | None, node: Node) -> E:
    """`lower rival's strength by 1`: you are the one that some player for whom it holds means."""
    holder = E("local", (), PLAYER, node.span, "_holder")
    meant = E("eq", (you_local(node), with_you(whose, holder)), YES_NO, node.span)
    if cond is not None:
        meant = E("and", (with_you(cond, holder), meant), YES_NO, node.span)
    players = E("players", (), set_of(PLAYER), node.span)
    return E("some", (players, meant), YES_NO, node.span, "_holder")
