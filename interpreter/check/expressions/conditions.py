"""Conditions: questions joined with `and`, `or` and `not`, relations, and tests that count.

Reads trees and returns yes-or-no values. Comparisons and possession are read elsewhere.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.check import node_builders
from interpreter.check.expressions import (
    board_lines,
    comparisons,
    place_phrases,
    prepositional_questions,
    selections,
)
from interpreter.check.expressions.conversions import as_kind
from interpreter.check.expressions.value_reading import number, question, value
from interpreter.check.names import candidate_names, time_spans
from interpreter.check.places import containment, sources
from interpreter.check.scope import Scope
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.types import YES_NO, Type
from interpreter.syntax import ast


def both_or_either(scope: Scope, node: ast.And | ast.Or) -> Expr:
    """`... and ...`, `... or ...`"""
    first, second = question(scope, node.left), question(scope, node.right)
    if not first.type.known or not second.type.known:
        return scope.ctx.bad(node.span)
    return node_builders.test(
        nodes.And if isinstance(node, ast.And) else nodes.Or, first, second, node.span
    )


def opposite(scope: Scope, node: ast.Not) -> Expr:
    """`not you own card`"""
    return node_builders.negated(question(scope, node.condition))


def lies_in(scope: Scope, node: ast.LiesIn) -> Expr:
    """`card is in your hand`, `die is not in last 2 spaces of lane`"""
    subject = value(scope, node.subject)
    if isinstance(node.place, ast.EndSpaces):
        test = place_phrases.in_end_spaces(scope, subject, node.place, node.span)
        return node_builders.negated_if(node.how.negated, test)
    thing = value(scope, node.place)
    if subject.type.is_zone:
        subject = sources.only_item(scope, subject)
    test = containment.inside_thing(scope, subject, thing, node.span)
    return node_builders.negated_if(node.how.negated, test)


def lies_between(scope: Scope, node: ast.LiesBetween) -> Expr:
    """`space is in between pawn and tower`"""
    subject = value(scope, node.subject)
    way = board_lines.between(scope, node.first, node.second, node.span)
    if not (subject.type.known and way.type.known):
        return scope.ctx.bad(node.span)
    if subject.type.is_zone:
        subject = sources.only_item(scope, subject)
    subject = as_kind(
        scope, subject, Type("space", way.type.item.of if way.type.item is not None else "")
    )
    return node_builders.negated_if(
        node.how.negated, node_builders.test(nodes.Member, subject, way, node.span)
    )


def lies_next_to(scope: Scope, node: ast.LiesNextTo) -> Expr:
    """`hex is not next to lake`"""
    first, second = value(scope, node.subject), value(scope, node.place)
    test = containment.next_to(scope, first, second, node.span)
    return node_builders.negated_if(node.negated, test)


def stands_related(scope: Scope, node: ast.Related | ast.NotRelated) -> Expr:
    """`you own card`, `you do not own card`"""
    first, second = value(scope, node.subject), value(scope, node.thing)
    test = prepositional_questions.related(scope, first, node.verb, second, node.span)
    return node_builders.negated_if(isinstance(node, ast.NotRelated), test)


def relates_every(scope: Scope, node: ast.RelatesEvery) -> Expr:
    """`you own every enchantment where ...`"""
    subject = value(scope, node.subject)
    made = selections.chosen(scope, candidate_names.all_of(scope, node.things))
    test = prepositional_questions.related(scope, subject, node.verb, made.candidate(), node.span)
    return made.loop(nodes.AllOf, YES_NO, test) if made.item.known else scope.ctx.bad(node.span)


def relates_many(scope: Scope, node: ast.RelatesMany) -> Expr:
    """`you own at least 2 higher enchantments`"""
    subject, amount = value(scope, node.subject), number(scope, node.amount)
    first = ast.Name.of_word(node.names[0])
    made = selections.run(scope, first, node.names[1:], None, node.span)
    if not made.item.known:
        return scope.ctx.bad(node.span)
    test = prepositional_questions.related(scope, subject, node.verb, made.candidate(), node.span)
    made.tests.append(test)
    return node_builders.test(comparisons.bound(node.bound), made.count(), amount, node.span)


def some_or_none(scope: Scope, node: ast.SomeOf | ast.NoneOf) -> Expr:
    """`any cards in deck`, `no cards in deck`"""
    made = selections.chosen(scope, candidate_names.all_but_pieces(scope, node.things))
    if not made.item.known:
        return scope.ctx.bad(node.span)
    if made.counted_in:
        test = node_builders.test(nodes.Gt, made.count(), node_builders.zero(node.span), node.span)
    else:
        some = made.loop(nodes.Some, YES_NO)
        test = replace(some, span=node.span)
    return node_builders.negated_if(isinstance(node, ast.NoneOf), test)


def every_is(scope: Scope, node: ast.EveryIs) -> Expr:
    """`every card in deck is ready`"""
    made = selections.chosen(scope, candidate_names.all_of(scope, node.things))
    if not made.item.known:
        return scope.ctx.bad(node.span)
    inner = scope.with_it(made.candidate())
    test = comparisons.is_(inner, made.candidate(), node.value, node.span)
    return made.loop(nodes.AllOf, YES_NO, test)


def every_is_in(scope: Scope, node: ast.EveryIsIn) -> Expr:
    """`every space in lane is in field`"""
    made = selections.chosen(scope, candidate_names.all_of(scope, node.things))
    place = value(scope, node.place)
    if not made.item.known or not place.type.known:
        return scope.ctx.bad(node.span)
    lies = containment.inside_thing(scope, made.candidate(), place, node.span)
    return made.loop(nodes.AllOf, YES_NO, lies) if lies.type.known else lies


def at_least_of(scope: Scope, node: ast.AtLeastOf) -> Expr:
    """`at least 3 cards in deck`, `exactly highers_needed higher enchantments where ...`"""
    if node.amount is None:
        return _at_least_named(scope, node)
    least = node_builders.num(scope.ctx.whole(node.amount), node.span)
    made = selections.chosen(scope, node.things)
    return _counted(scope, node, made, least)


def _at_least_named(scope: Scope, node: ast.AtLeastOf) -> Expr:
    """Read a bound that is a name: it was parsed as the first word of the description."""
    things = node.things
    head = things.head if isinstance(things, ast.Selection) else things
    if not isinstance(head, ast.Head) or not head.names:
        return scope.ctx.bad(node.span)
    least = number(scope, head.first)
    first = ast.Name.of_word(head.names[0])
    alone = ast.Head(head.span, first, head.names[1:], head.called)
    rest: ast.Expression = alone
    if isinstance(things, ast.Selection):
        rest = ast.Selection(node.span, alone, things.place, things.where)
    return _counted(scope, node, selections.chosen(scope, rest), least)


def _counted(scope: Scope, node: ast.AtLeastOf, made: sources.Chosen, least: Expr) -> Expr:
    if not made.item.known:
        return scope.ctx.bad(node.span)
    return node_builders.test(comparisons.bound(node.bound), made.count(), least, node.span)


def arrived(scope: Scope, node: ast.Arrived | ast.NotArrived) -> Expr:
    """`card arrived this turn`, `card did not arrive this turn`"""
    subject = value(scope, node.subject)
    if not subject.type.known:
        return subject
    if not subject.type.is_piece:
        return scope.ctx.wrong(
            "never-arrives",
            subject.span,
            f"{subject.type.words()} never arrives anywhere",
            helps=("ask it of a card or another component",),
        )
    if not time_spans.check_span(scope, node.time):
        return scope.ctx.bad(node.span)
    scope.ctx.program.kinds[subject.type.of].stamped[node.time.text] = None
    test = nodes.Arrived((subject,), YES_NO, node.span, node.time.text)
    return node_builders.negated_if(isinstance(node, ast.NotArrived), test)
