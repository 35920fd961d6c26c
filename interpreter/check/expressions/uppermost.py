"""The uppermost cards of a pile: `the top 3 quests of quest_deck`, in the order in which they lie.

Takes a tree and a `Scope`; gives a set under construction. What is not there is not among them: the
pile is not refilled.
"""

from __future__ import annotations

from interpreter.check.expressions.reading import number, value
from interpreter.check.places import sources
from interpreter.check.scope import Scope
from interpreter.ir.program import Expr, Family
from interpreter.ir.types import YES_NO, piece_type, set_of
from interpreter.syntax import ast


def chosen(scope: Scope, node: ast.TopOnes) -> sources.Chosen:
    """The set, or nothing after a diagnostic."""
    many, pile = number(scope, node.count), value(scope, node.pile)
    kind = _kind(scope, node, pile) if many.type.known and pile.type.known else None
    if kind is None:
        return sources.as_source(scope, scope.ctx.bad(node.span), node.span)
    scope.ctx.used.add(kind)
    item = piece_type(kind)
    lying = Expr("items", pile.args, set_of(item), node.span, ("zone", pile.data))
    made = sources.fresh(scope, lying, item, node.span, kind)
    test = Expr("on_top", (made.candidate(), many, *pile.args), YES_NO, node.span, pile.data)
    made.tests.append(test)
    return made


def _kind(scope: Scope, node: ast.TopOnes, pile: Expr) -> str | None:
    """The kind of what lies in the pile, if it is one and this is the word for it."""
    ctx = scope.ctx
    family = pile.data if pile.op == "zone" else None
    if not isinstance(family, Family) or family.sort != "pile" or family.shape != "list":
        ctx.report.add(
            "not-a-pile",
            pile.span,
            "only a pile has uppermost cards",
            f"this is {pile.type.words()}",
        )
        return None
    kind = ctx.kind_named(node.word.text)
    if kind in family.kinds:
        return kind
    plurals = [ctx.program.kinds[name].plural for name in family.kinds]
    ctx.report.add(
        "wrong-noun",
        node.word.span,
        f"`{node.word.text}` do not lie in `{family.name}`",
        helps=(f"it holds {', '.join(plurals)}",),
        fix=(node.word.span, plurals[0]),
    )
    return None
