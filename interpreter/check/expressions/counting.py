"""Values computed from sets of things: `number of ...`, `sum of ...`, `whichever ...`."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from interpreter.check import node_builders
from interpreter.check.expressions import board_lines, conversions, selections
from interpreter.check.expressions.value_reading import value
from interpreter.check.names import attributes, candidate_names, references, unbound_nouns
from interpreter.check.places import containment, sources
from interpreter.check.places.sources import Chosen
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.renaming import substituted
from interpreter.ir.types import NUMBER, YES_NO, set_of, value_type
from interpreter.syntax import ast


def number_of(scope: Scope, node: ast.NumberOf) -> Expr:
    """Read `number of cards in deck`."""
    alone = _alone(node.things)
    if isinstance(alone, ast.Possessive):
        found = value(scope, alone)  # number of helper's cost
        if found.type.is_amounts or not found.type.known:
            return conversions.as_kind(scope, found, NUMBER)
    if isinstance(alone, ast.Name) and unbound_nouns.check_chosen(
        scope, alone.word, references.lookup(scope, alone.word)
    ):  # number of hero: one is no number
        return scope.ctx.bad(node.span)
    if unbound_nouns.check_several(scope, node.things):
        return scope.ctx.bad(node.span)
    made = selections.chosen(scope, candidate_names.all_but_pieces(scope, node.things))
    if not made.item.known or _report_one_alone(scope, made, node):
        return scope.ctx.bad(node.span)
    return references.here(made.count(), node.span)


def _alone(things: ast.Expression) -> ast.Expression | None:
    """Unwrap a description that consists of a single value; None if it says anything more."""
    if isinstance(things, ast.Head) and not things.names and things.called is None:
        return things.first
    return None


def sum_of(scope: Scope, node: ast.SumOf) -> Expr:
    """`sum of gives of higher enchantments where ...`"""
    if unbound_nouns.check_several(scope, node.things):
        return scope.ctx.bad(node.span)
    made = selections.chosen(scope, node.things)
    if not made.item.known or _report_one_alone(scope, made, node):
        return scope.ctx.bad(node.span)
    part = attributes.of(scope, made.candidate(), node.word)
    if not part.type.known:
        return part
    if part.type.is_amounts:
        return made.loop(nodes.AmountsSum, part.type, part)
    if not part.type.is_number:
        return scope.ctx.wrong(
            "not-a-sum",
            node.word.span,
            f"`{node.word.text}` cannot be added up",
            f"it is {part.type.words()}",
        )
    part = conversions.or_nothing(part)
    if made.counted_in:
        amounts = [sources.counted(one, made.candidate(), node.span) for one in made.counted_in]
        amount = reduce(lambda a, b: nodes.Add((a, b), NUMBER, node.span), amounts)
        part = nodes.Mul((part, amount), NUMBER, node.span)
    total = made.loop(nodes.Sum, part.type if part.type.halves else NUMBER, part)
    return references.here(total, node.span)


def _report_one_alone(scope: Scope, made: Chosen, node: ast.SumOf | ast.NumberOf) -> bool:
    """Report the sum, or the number, of one thing: a candidate is asked alone; whether it was."""
    source = made.source
    if not isinstance(source, nodes.Listed) or len(source.args) != 1:
        return False
    one = source.args[0]
    if not isinstance(one, nodes.Local) or one.type.base not in ("piece", "player", "value"):
        return False
    name = one.span.text
    asked = scope.it is not None and node_builders.is_same(one, scope.it)
    return scope.ctx.report.add(
        "not-a-sum",
        node.span,
        f"`{name}` is one thing here: nothing to add up",
        "each candidate is asked alone" if asked else "one, not several",
        helps=("ask for all together in a line below the choice: `requires ...`",)
        if asked
        else ("name several things: `cards in your hand`",),
    )


def worth_of(scope: Scope, node: ast.WorthOf) -> Expr:
    """`worth of pyramid cards in your treasury`"""
    made = selections.chosen(scope, node.things)
    money = scope.ctx.program.money.get(made.item.of) if made.item.is_piece else None
    if not made.item.known:
        return scope.ctx.bad(node.span)
    if money is None or not made.counted_in:
        return scope.ctx.wrong(
            "not-money",
            node.span,
            "only money in a zone has a worth",
            helps=("declare the pieces as `money`, and name the zone they lie in",),
        )
    amounts = [sources.counted(one, made.candidate(), node.span) for one in made.counted_in]
    amount = reduce(lambda a, b: nodes.Add((a, b), NUMBER, node.span), amounts)
    each = nodes.Worth((made.candidate(),), NUMBER, node.span, money.kind)
    return made.loop(nodes.Sum, NUMBER, nodes.Mul((each, amount), NUMBER, node.span))


def best_one(scope: Scope, node: ast.BestOne) -> Expr:
    """`whichever clearing has the most warriors in it`"""
    made = selections.chosen(scope, node.things)
    if not made.item.known:
        return scope.ctx.bad(node.span)
    inner = selections.candidate_scope(scope, made, node.counted)
    return made.loop(nodes.Best, made.item.maybe(), ranking(inner, node.counted, node.best, made))


def ranking(scope: Scope, node: ast.Part, best: ast.Phrase, ranked: Chosen | None = None) -> Expr:
    """Build the value by which candidates are ranked; more is better.

    It is negated for `fewest` and `lowest`. Candidates that may lack the value are filtered out of
    `ranked`. Reports `same-for-each` if the value does not depend on the candidate.
    """
    if isinstance(node, ast.Head | ast.Selection):
        made = _chosen_or_value(scope, node)
    else:
        made = value(scope, node)
    lacking = _may_lack(made)
    if ranked is not None and lacking is not None:
        there = node_builders.test(nodes.Ge, lacking, node_builders.zero(made.span), made.span)
        ranked.tests.append(there)
    if not made.type.is_yes_no:
        made = conversions.as_kind(scope, made, NUMBER)
    it = scope.it
    if (
        isinstance(it, nodes.Local)
        and made.type.known
        and not node_builders.speaks_of(made, it.name)
    ):
        own = made.span.text.removeprefix("your ").removeprefix("their ")
        return scope.ctx.wrong(
            "same-for-each",
            made.span,
            "this is the same for each of them",
            f"it does not speak of {it.type.sure().words()} that is looked at",
            helps=(f"`it` is the one that is looked at, such as `{best.text} its {own}`",)
            if "your" in made.span.text or "their" in made.span.text
            else ("say it of `it`: the one that is looked at",),
        )
    if best.first in ("fewest", "lowest"):
        return nodes.Sub((node_builders.zero(made.span), made), NUMBER, made.span)
    return made


def _chosen_or_value(scope: Scope, node: ast.Head | ast.Selection) -> Expr:
    """Count a selection; a single value stands for itself."""
    alone = _alone(node)
    if alone is None:
        made = selections.chosen(scope, node)
        _of_player_looked_at(scope, made)
        return made.count()
    return value(scope, alone)


def _may_lack(value: Expr) -> Expr | None:
    """Find what may be none in a compared number: the number, or the thing whose attribute it is.

    None if both are always there.
    """
    if not value.type.is_number:
        return None
    if value.type.optional:
        return value
    asked = isinstance(value, (nodes.Attr, nodes.FieldNow)) and value.args
    return value.args[0] if asked and value.args[0].type.optional else None


def _of_player_looked_at(scope: Scope, made: Chosen) -> None:
    """Let `whichever player has the most knights in field` count each player's own knights."""
    it = scope.it
    if not isinstance(it, nodes.Local) or not it.type.is_player or not made.item.is_piece:
        return
    if scope.ctx.program.kinds[made.item.of].owned and not node_builders.speaks_of(
        made.as_set(), it.name
    ):
        made.tests.append(containment.belongs(scope, made.candidate(), it))


def most_alike(scope: Scope, node: ast.MostAlike) -> Expr:
    """`most dice in free_dice with one face`: the size of the largest set that shows one value."""
    made = selections.chosen(scope, node.things)
    if not made.item.known:
        return scope.ctx.bad(node.span)
    key = attributes.of(scope, made.candidate(), node.word)
    if not key.type.known:
        return key
    if key.type.optional:  # what shows none is like nothing else
        made.tests.append(
            node_builders.test(nodes.Ge, key, node_builders.zero(node.span), node.span)
        )
    if made.counted_in and key.type.is_value:
        return _most_pieces(scope, made, key, node.span)
    return made.loop(nodes.MostAlike, NUMBER, key)


def _most_pieces(scope: Scope, made: Chosen, key: Expr, span: Span) -> Expr:
    """Count the alike pieces of the value of which there are most."""
    kind = value_type(key.type.of)
    name, one = scope.temp(kind, span)
    shown = nodes.Eq((key, one), YES_NO, span)
    many = replace(made, tests=[*made.tests, shown]).count()
    every = nodes.ValuesOf((), set_of(kind), span, key.type.of)
    best = nodes.Best((every, node_builders.true(span), many), kind.maybe(), span, name)
    return substituted(many, {name: best})


def end_one(scope: Scope, node: ast.FirstOne | ast.LastOne) -> Expr:
    """Read `the last empty space in column`: the first or last of some things, if any.

    `first space of lane` and `last space of lane` are the space where one enters a line or leaves
    it.
    """
    end = board_lines.end_of_line(scope, node)
    if end is not None:
        return end
    made = selections.chosen(scope, node.things)
    if not made.item.known:
        return scope.ctx.bad(node.span)
    op = nodes.FirstItem if isinstance(node, ast.FirstOne) else nodes.LastItem
    return op((made.as_set(),), made.item.maybe(), node.span)
