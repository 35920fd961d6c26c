"""Values worked out from sets of things: `number of ...`, `sum of ...`, `whichever ...`."""

from __future__ import annotations

from interpreter.check import terms
from interpreter.check.expressions import board_lines, conversions, selections
from interpreter.check.expressions.reading import number, value
from interpreter.check.names import attributes, not_chosen, references
from interpreter.check.scope import Scope
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.types import NUMBER
from interpreter.syntax import ast


def number_of(scope: Scope, node: ast.NumberOf) -> Expr:
    """Give `number of cards in deck`"""
    alone = _alone(node.things)
    if isinstance(alone, ast.Possessive):
        found = value(scope, alone)  # number of helper's cost
        if found.type.base == "amounts" or not found.type.known:
            return conversions.as_kind(scope, found, NUMBER)
    if isinstance(alone, ast.Name) and not_chosen.check_chosen(
        scope, alone.word, references.lookup(scope, alone.word)
    ):  # number of hero: one is no number
        return scope.ctx.bad(node.span)
    if not_chosen.check_several(scope, node.things):
        return scope.ctx.bad(node.span)
    made = selections.chosen(scope, node.things)
    if not made.item.known:
        return scope.ctx.bad(node.span)
    return references.here(made.count(), node.span)


def _alone(things: ast.Expression) -> ast.Expression | None:
    """Give the one value that a description is, if it says nothing else."""
    if isinstance(things, ast.Head) and not things.names and things.called is None:
        return things.first
    return None


def sum_of(scope: Scope, node: ast.SumOf) -> Expr:
    """`sum of gives of higher enchantments where ...`"""
    if not_chosen.check_several(scope, node.things):
        return scope.ctx.bad(node.span)
    made = selections.chosen(scope, node.things)
    if not made.item.known:
        return scope.ctx.bad(node.span)
    part = attributes.of(scope, made.candidate(), node.word)
    if not part.type.known:
        return part
    if part.type.base == "amounts":
        return made.loop(nodes.AmountsSum, part.type, part)
    if part.type.base != "number":
        return scope.ctx.wrong(
            "not-a-sum",
            node.word.span,
            f"`{node.word.text}` cannot be added up",
            f"it is {part.type.words()}",
        )
    part = conversions.or_nothing(part)
    if made.counted_in:
        zone = made.counted_in[0]
        amount = nodes.CountIn(
            (*zone.args, made.candidate()), NUMBER, node.span, nodes.family_of(zone)
        )
        part = nodes.Mul((part, amount), NUMBER, node.span)
    total = made.loop(nodes.Sum, part.type if part.type.halves else NUMBER, part)
    return references.here(total, node.span)


def worth_of(scope: Scope, node: ast.WorthOf) -> Expr:
    """`worth of pyramid cards in your treasury`"""
    made = selections.chosen(scope, node.things)
    money = scope.ctx.program.money.get(made.item.of) if made.item.base == "piece" else None
    if not made.item.known:
        return scope.ctx.bad(node.span)
    if money is None or not made.counted_in:
        return scope.ctx.wrong(
            "not-money",
            node.span,
            "only money in a zone has a worth",
            helps=("declare the pieces as `money`, and name the zone they lie in",),
        )
    zone = made.counted_in[0]
    amount = nodes.CountIn((*zone.args, made.candidate()), NUMBER, node.span, nodes.family_of(zone))
    each = nodes.Worth((made.candidate(),), NUMBER, node.span, money.kind)
    return made.loop(nodes.Sum, NUMBER, nodes.Mul((each, amount), NUMBER, node.span))


def best_one(scope: Scope, node: ast.BestOne) -> Expr:
    """`whichever clearing has the most warriors in it`"""
    made = selections.chosen(scope, node.things)
    if not made.item.known:
        return scope.ctx.bad(node.span)
    inner = scope.with_it(made.candidate())
    if made.noun:  # whichever fruit has the most fruit dice in garden
        inner.locals.setdefault(made.noun, (made.var, made.item, node.span))
    return made.loop(nodes.Best, made.item.maybe(), ranking(inner, node.counted, node.best))


def ranking(scope: Scope, node: ast.Part, best: ast.Phrase) -> Expr:
    """Give what a ranking compares, so that more is better."""
    if isinstance(node, ast.Head | ast.Selection):
        made = _chosen_or_number(scope, node)
    else:
        made = number(scope, node)
    if best.first in ("fewest", "lowest"):
        return nodes.Sub((terms.zero(made.span), made), NUMBER, made.span)
    return made


def _chosen_or_number(scope: Scope, node: ast.Head | ast.Selection) -> Expr:
    """Give a selection is counted; a single number stands for itself."""
    alone = _alone(node)
    if alone is None:
        return selections.chosen(scope, node).count()
    found = value(scope, alone)
    return found if found.type.base == "yesno" else conversions.as_kind(scope, found, NUMBER)


def most_alike(scope: Scope, node: ast.MostAlike) -> Expr:
    """`most dice in free_dice with one face`: the size of the largest set that shows one value."""
    made = selections.chosen(scope, node.things)
    if not made.item.known:
        return scope.ctx.bad(node.span)
    key = attributes.of(scope, made.candidate(), node.word)
    return made.loop(nodes.MostAlike, NUMBER, key) if key.type.known else key


def end_one(scope: Scope, node: ast.FirstOne | ast.LastOne) -> Expr:
    """Give `the last empty space in column`: the first or the last of some things; none if none.
    `first space of lane`: the space at which one enters a line, or leaves it."""
    end = board_lines.end_of_line(scope, node)
    if end is not None:
        return end
    made = selections.chosen(scope, node.things)
    if not made.item.known:
        return scope.ctx.bad(node.span)
    op = nodes.FirstItem if isinstance(node, ast.FirstOne) else nodes.LastItem
    return op((made.as_set(),), made.item.maybe(), node.span)
