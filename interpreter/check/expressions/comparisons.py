"""Comparisons: `X is Y`, `X is at least Y`, `X is empty`, `X is 3 steps from Y`.

Reads trees to yes-or-no values.
"""

from __future__ import annotations

from interpreter.check import node_builders
from interpreter.check.expressions import conversions
from interpreter.check.expressions.conversions import as_kind
from interpreter.check.expressions.value_reading import number, value
from interpreter.check.names import adjectives, attributes, kind_hints, references
from interpreter.check.places import closings, containment, distances, sources
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.nodes import Expr, OfFamily
from interpreter.ir.types import NUMBER, YES_NO, Type, set_of
from interpreter.syntax import ast
from interpreter.syntax.ast import Word

_COMPARED = {
    (): nodes.Eq,
    ("not",): nodes.Ne,
    ("at", "least"): nodes.Ge,
    ("at", "most"): nodes.Le,
    ("more", "than"): nodes.Gt,
    ("less", "than"): nodes.Lt,
}
"""What stands behind `is`, as a test."""
_OF_AMOUNTS = {
    nodes.Ge: nodes.AmountsGe,
    nodes.Le: nodes.AmountsLe,
    nodes.Gt: nodes.AmountsGt,
    nodes.Lt: nodes.AmountsLt,
}


def bound(how: ast.Phrase) -> type[Expr]:
    """`at least`, `at most` or `exactly`, as a test."""
    return {"least": nodes.Ge, "most": nodes.Le, "exactly": nodes.Eq}[how.last]


def compare(scope: Scope, node: ast.Compare) -> Expr:
    """`X is Y`, `X is not Y`, `X is at least Y`, ..."""
    op = _COMPARED[node.how.said[1:]]
    subject = value(scope, node.left)
    if not subject.type.known:
        return subject
    if op in (nodes.Eq, nodes.Ne):
        return node_builders.negated_if(
            op is nodes.Ne, equal(scope, subject, node.right, node.span)
        )
    if subject.type.is_amounts:
        other = value(scope, node.right, subject.type)
        return _OF_AMOUNTS[op]((subject, other), YES_NO, node.span) if other.type.known else other
    first, second = as_kind(scope, subject, NUMBER), number(scope, node.right)
    if not (first.type.known and second.type.known) or _compares_itself(
        scope, first, second, node.span
    ):
        return scope.ctx.bad(node.span)
    return node_builders.test(op, *conversions.in_one_measure(first, second), node.span)


def _compares_itself(scope: Scope, first: Expr, second: Expr, span: Span) -> bool:
    """Report a comparison of a thing with itself, mostly of a candidate that goes by two names;
    whether it was one."""
    if isinstance(first, nodes.Num) or not node_builders.is_same(first, second):
        return False
    looked_at = isinstance(scope.it, nodes.Local) and node_builders.speaks_of(first, scope.it.name)
    return scope.ctx.report.add(
        "same-on-both-sides",
        span,
        "a thing is compared with itself",
        "both sides are the one that is looked at" if looked_at else "both sides are the same",
        helps=(
            "after `where`, `it`, `they` and `their` all mean the one that is looked at now",
            "give the other one a name in a line above: `let first be ...`",
        )
        if looked_at
        else ("give the other one a name in a line above: `let first be ...`",),
    )


def steps_from(scope: Scope, node: ast.IsStepsFrom) -> Expr:
    """`field is 3 steps from ship`, `hex is at most 2 steps from temple`"""
    near, far = value(scope, node.left), value(scope, node.place)
    count = number(scope, node.steps)
    if not (near.type.known and far.type.known and count.type.known):
        return scope.ctx.bad(node.span)
    compared = _COMPARED[node.how.said[1:]]
    if far.type.item is not None:
        var, one = scope.temp(far.type.item, node.span)
        steps = distances.distance(scope, near, one, node.span)
        if not steps.type.known:
            return steps
        test = node_builders.test(compared, steps, count, node.span)
        return nodes.AnyWhere((far, test), YES_NO, node.span, var)
    steps = distances.distance(scope, near, far, node.span)
    return node_builders.test(compared, steps, count, node.span) if steps.type.known else steps


def is_between(scope: Scope, node: ast.IsBetween) -> Expr:
    """`count is from 1 to 4`"""
    subject = number(scope, node.subject)
    low, high = number(scope, node.low), number(scope, node.high)
    least = node_builders.test(nodes.Ge, *conversions.in_one_measure(subject, low), node.span)
    most = node_builders.test(nodes.Le, *conversions.in_one_measure(subject, high), node.span)
    return node_builders.negated_if(
        node.how.negated, node_builders.test(nodes.And, least, most, node.span)
    )


def is_one_of(scope: Scope, node: ast.IsOneOf) -> Expr:
    """`suit is one of fox; bird`, `suit is not one of fox; bird`"""
    subject = value(scope, node.subject)
    if _is_one_of_several(scope, node):
        return scope.ctx.bad(node.span)
    each = [equal(scope, subject, one, node.span) for one in node.listed.values]
    return node_builders.negated_if(node.how.negated, node_builders.any_of(each, node.span))


def _is_one_of_several(scope: Scope, node: ast.IsOneOf) -> bool:
    """Report `card is one of your_cards`, where a set or a zone is named; whether it was so."""
    only = node.listed.values[0]
    if len(node.listed.values) != 1 or not isinstance(only, ast.Name):
        return False
    found = references.lookup(scope, only.word)
    if found is None or found.type.base not in ("set", "zone"):
        return False
    meant = f"{node.how.text} in {only.span.text}"
    return scope.ctx.report.add(
        "wrong-kind-of-value",
        only.span,
        f"`{only.span.text}` is several, not one",
        "`one of` is followed by what it may be, one by one",
        helps=(f"did you mean `{meant}`?",),
        fix=(Span(only.span.source, node.how.span.start, only.span.end), meant),
    )


def is_(scope: Scope, subject: Expr, right: ast.Part, span: Span) -> Expr:
    """`subject is right`, unless the subject has a fault already."""
    return equal(scope, subject, right, span) if subject.type.known else subject


def equal(scope: Scope, subject: Expr, right: ast.Part, span: Span) -> Expr:
    """`subject is right`, where `right` may be a word such as `empty` or `none`."""
    kind = subject.type
    if isinstance(right, ast.YesNo):
        asked = as_kind(scope, subject, YES_NO)
        answer = value(scope, right)
        return node_builders.test(nodes.Eq, asked, answer, span) if asked.type.known else asked
    word = _single_word(right)
    if word is not None:
        said = _is_word(scope, subject, word, span)
        if said is not None:
            return said
    if kind.base in ("value", "player", "piece", "space"):
        other = _wanted(scope, right, kind.maybe())
    else:
        other = value(scope, right)
    if not other.type.known or not kind.known:
        return scope.ctx.bad(span)
    return _same(scope, subject, other, span)


def _is_word(scope: Scope, subject: Expr, word: Word, span: Span) -> Expr | None:
    """`subject is empty`, `free`, `closed`, `none`, or an adjective; None for other words."""
    ctx, kind = scope.ctx, subject.type
    if word.text not in scope.locals:
        if word.text in ("empty", "full"):
            return _empty(scope, subject, word, span)
        if word.text == "free":
            return containment.empty(scope, subject, word.span)
    if word.text == "closed" and word.text not in ctx.funcs and closings.may_close(scope, kind):
        return closings.closed(scope, subject, word.span)
    if word.text == "none":
        if kind.is_zone:
            subject = sources.only_item(scope, subject)
        if kind.is_list:  # none of them was chosen
            return node_builders.test(
                nodes.Eq, conversions.count_of(scope, subject), node_builders.zero(span), span
            )
        return node_builders.test(nodes.Lt, subject, node_builders.zero(span), span)
    target = subject
    if kind.is_zone and isinstance(subject, (nodes.Zone, nodes.Slot)):
        if not attributes.of_one(subject):
            return None  # several things, of which it is not said which
        target = sources.only_item(scope, subject)
    return adjectives.is_word(scope, target, word)


def _same(scope: Scope, subject: Expr, other: Expr, span: Span) -> Expr:
    """Two values, as far as they can be the same."""
    kind = subject.type
    if _compares_itself(scope, subject, other, span):
        return scope.ctx.bad(span)
    if kind.is_yes_no:
        return node_builders.test(nodes.Eq, subject, as_kind(scope, other, YES_NO), span)
    if other.type.is_value and kind.is_zone and attributes.of_one(subject):
        subject = sources.only_item(scope, subject)
    if other.type.is_value and subject.type.is_piece:
        return node_builders.test(nodes.Eq, as_kind(scope, subject, other.type), other, span)
    if kind.base in ("amounts", "title"):
        return node_builders.test(nodes.Eq, subject, as_kind(scope, other, kind), span)
    if kind.is_zone and other.type.is_piece and isinstance(subject, (nodes.Zone, nodes.Slot)):
        item = sources.only_item(scope, subject)  # what lies in a space for one
        if other.type.of not in subject.family.kinds:
            return as_kind(scope, other, item.type)  # never lies there, which is reported
        if sources.holds_one(subject):
            return node_builders.test(nodes.Eq, item, other, span)
    shown = kind.base in ("set", "zone") and other.type.is_value
    if shown and kind_hints.counted(scope, subject, other):
        return scope.ctx.bad(span)
    if kind.base in ("number", "set", "zone"):
        alike = NUMBER.maybe()  # none is no number, not even 0
        first, second = as_kind(scope, subject, alike), as_kind(scope, other, alike)
        if first.type.known and second.type.known:
            first, second = conversions.in_one_measure(first, second)
        return node_builders.test(nodes.Eq, first, second, span)
    if kind.is_none and other.type.optional:
        return node_builders.test(nodes.Lt, other, node_builders.zero(span), span)
    return node_builders.test(nodes.Eq, subject, other, span)


def _wanted(scope: Scope, right: ast.Part, want: Type) -> Expr:
    word = _single_word(right)
    found = None if word is None else references.lookup(scope, word, want)
    if found is not None and want.is_piece and found.type.is_value:
        return found  # `card is led`: what it shows
    if word is not None and found is None:
        legal = adjectives.fitting(scope, want.sure())
        if want.is_value:
            legal = list(scope.ctx.program.values[want.of].members)
        guess = nearest(word.text, legal + list(scope.locals) + list(scope.ctx.names))
        return scope.ctx.wrong(
            "unknown-quality",
            word.span,
            f"{want.sure().words()} is never `{word.text}`",
            "not something it can be",
            notes=(f"it can be: {listed(legal)}",) if legal else (),
            meant=guess,
        )
    return value(scope, right, want)


def _single_word(node: ast.Part) -> Word | None:
    if isinstance(node, Word):
        return node if node.type == "NAME" else None
    return node.word if isinstance(node, ast.Name) else None


def _empty(scope: Scope, subject: Expr, word: Word, span: Span) -> Expr:
    kind = subject.type
    if not kind.known:
        return subject
    if kind.base in ("zone", "set"):
        size = conversions.count_of(scope, subject)
        if word.text == "empty":
            return nodes.Eq((size, node_builders.zero(span)), YES_NO, span)
        family = subject.family if isinstance(subject, OfFamily) else None
        if family is None or not (family.limit or family.shape == "slots"):
            return _never_full(scope, subject, word)
        if family.sort == "row" and family.shape == "slots" and isinstance(subject, nodes.Zone):
            return nodes.Not((_some_free(scope, subject, span),), YES_NO, span)
        limit = family.limit or nodes.Num((), NUMBER, span, family.slots)
        if family.holder == "player" and family.shape != "slots" and subject.args:
            limit = nodes.RoomIn(subject.args[:1], NUMBER, span, family)
        return nodes.Ge((size, limit), YES_NO, span)
    if word.text == "full":
        if kind.base in ("amounts", "piece"):
            return _never_full(scope, subject, word)
        return containment.full(scope, subject, word.span)
    if kind.is_amounts:
        return nodes.Eq(
            (nodes.AmountsTotal((subject,), NUMBER, span), node_builders.zero(span)), YES_NO, span
        )
    return containment.empty(scope, subject, word.span)


def _never_full(scope: Scope, subject: Expr, word: Word) -> Expr:
    """Report what has room for any number."""
    family = subject.family if isinstance(subject, OfFamily) else None
    many = subject.type.words()
    helps: tuple[str, ...] = ("name a zone with a limit, a row of spaces or a space",)
    if isinstance(family, Family):
        helps = (
            f"declare `{family.name}` with a limit, such as `limit 5`",
            f"or ask for a number: number of {subject.span.text} is at least 5",
        )
    scope.ctx.report.add(
        "never-empty", word.span, f"{many} can never be full", "there is always room", helps=helps
    )
    return scope.ctx.bad(word.span)


def _some_free(scope: Scope, row: Expr, span: Span) -> Expr:
    """Whether any space of a row is free."""
    family = nodes.family_of(row)
    item = Type("space", f"zone:{family.key}")
    var, space = scope.temp(item, span)
    slots = nodes.SlotsOf(row.args, set_of(item), span, family)
    return nodes.Some((slots, containment.empty(scope, space, span)), YES_NO, span, var)
