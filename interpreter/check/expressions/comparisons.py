"""Comparisons: `X is Y`, `X is at least Y`, `X is empty`, `X is 3 steps from Y`.

Takes trees of comparisons; gives yes-or-no values.
"""

from __future__ import annotations

from interpreter.check.deeds import closings
from interpreter.check.expressions import (
    adjectives,
    conditions,
    containment,
    places,
    references,
    sources,
    typed_values,
)
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.ir.program import E, Family
from interpreter.ir.types import NUMBER, YES_NO, Type, set_of
from interpreter.syntax.tree import Node, Word

_COMPARE = {"is": "eq", "not": "ne", "least": "ge", "most": "le", "more": "gt", "less": "lt"}


def bound(how: Node) -> str:
    """`at least`, `at most` or `exactly`, as a comparison."""
    word = how.words()[-1].text
    return {"least": "ge", "most": "le", "exactly": "eq"}[word]


def compare(scope: Scope, node: Node) -> E:
    """`X is Y`, `X is not Y`, `X is at least Y`, ..."""
    left, how, right = node.parts
    assert isinstance(how, Node)
    words = [w.text for w in how.words()]
    op = "eq"
    if len(words) > 1:
        op = _COMPARE[words[2] if words[1] == "at" else words[1]]
    subject = typed_values.value(scope, left)
    if not subject.type.known:
        return subject
    assert right is not None
    if op in ("eq", "ne"):
        test = equal(scope, subject, right, node.span)
        return conditions.negated(test) if op == "ne" else test
    if subject.type.base == "amounts":
        other = typed_values.value(scope, right, subject.type)
        return E("v" + op, (subject, other), YES_NO, node.span) if other.type.known else other
    first = typed_values.as_kind(scope, subject, NUMBER)
    second = typed_values.number(scope, right)
    if not (first.type.known and second.type.known):
        return scope.ctx.bad(node.span)
    if first.type.halves != second.type.halves:
        two = E("num", (), NUMBER, node.span, 2)
        if first.type.halves:
            second = E("mul", (second, two), first.type, second.span)
        else:
            first = E("mul", (first, two), second.type, first.span)
    return E(op, (first, second), YES_NO, node.span)


def steps_from(scope: Scope, node: Node) -> E:
    """`field is 3 steps from ship`, `hex is at most 2 steps from temple`"""
    left, how, count_node, right = node.parts
    assert isinstance(how, Node)
    words = [w.text for w in how.words()]
    op = "eq"
    if len(words) > 1:
        op = _COMPARE[words[2] if words[1] == "at" else words[1]]
    near, far = typed_values.value(scope, left), typed_values.value(scope, right)
    count = typed_values.number(scope, count_node)
    if not (near.type.known and far.type.known and count.type.known):
        return scope.ctx.bad(node.span)
    test = containment.next_to(scope, near, far, node.span)
    if test.op != "next_to":
        return test
    steps = E("steps", test.args, NUMBER, node.span, test.data)
    return E(op, (steps, count), YES_NO, node.span)


def is_(scope: Scope, subject: E, right: Node | Word | None, span: Span) -> E:
    """`subject is right`"""
    assert right is not None
    return equal(scope, subject, right, span) if subject.type.known else subject


def equal(scope: Scope, subject: E, right: Node | Word | None, span: Span) -> E:
    """`subject is right`, where `right` may be a word such as `empty` or `none`."""
    ctx = scope.ctx
    assert right is not None
    if isinstance(right, Node) and right.kind == "yes_no":
        asked = typed_values.as_kind(scope, subject, YES_NO)
        answer = typed_values.value(scope, right)
        return E("eq", (asked, answer), YES_NO, span) if asked.type.known else asked
    word = _single_word(right)
    kind = subject.type
    if word is not None:
        if word.text in ("empty", "full") and word.text not in scope.locals:
            return _empty(scope, subject, word, span)
        if word.text in ("free",) and word.text not in scope.locals:
            return containment.empty(scope, subject, word.span)
        if word.text == "closed" and kind.base == "space" and word.text not in ctx.funcs:
            return closings.closed(scope, subject, word.span)
        if word.text == "none":
            if kind.base == "zone":
                subject = sources.only_item(scope, subject)
            return E("lt", (subject, places.zero(span)), YES_NO, span)
        target = subject
        if kind.base == "zone" and subject.op in ("zone", "slot"):
            target = sources.only_item(scope, subject)
        said = adjectives.is_word(scope, target, word)
        if said is not None:
            return said
    want = None
    if kind.base in ("value", "player", "piece", "space"):
        want = kind.maybe()
    other = (
        typed_values.value(scope, right, None if word is None else want)
        if want is None
        else _wanted(scope, right, want)
    )
    if not other.type.known or not kind.known:
        return ctx.bad(span)
    if kind.base == "yesno":
        other = typed_values.as_kind(scope, other, YES_NO)
        return E("eq", (subject, other), YES_NO, span)
    if kind.base in ("amounts", "title"):
        other = typed_values.as_kind(scope, other, kind)
        return E("eq", (subject, other), YES_NO, span)
    if kind.base == "zone" and other.type.base == "piece" and subject.op in ("zone", "slot"):
        item = sources.only_item(scope, subject)  # what lies in a space for one
        if other.type.of not in subject.data.kinds:
            return typed_values.as_kind(scope, other, item.type)  # never lies there: told
        if subject.op == "slot" or (subject.data.slots == 1 and subject.data.shape == "slots"):
            return E("eq", (item, other), YES_NO, span)
    if kind.base in ("number", "set", "zone"):
        first = typed_values.as_kind(scope, subject, NUMBER)
        second = typed_values.as_kind(scope, other, NUMBER)
        if first.type.halves != second.type.halves and first.type.known and second.type.known:
            two = E("num", (), NUMBER, span, 2)
            if first.type.halves:
                second = E("mul", (second, two), first.type, span)
            else:
                first = E("mul", (first, two), second.type, span)
        return E("eq", (first, second), YES_NO, span)
    if kind.base == "none" and other.type.optional:
        return E("lt", (other, places.zero(span)), YES_NO, span)
    return E("eq", (subject, other), YES_NO, span)


def _wanted(scope: Scope, right: Node | Word, want: Type) -> E:
    word = _single_word(right)
    if word is not None and references.lookup(scope, word, want) is None:
        legal = adjectives.fitting(scope, want.sure())
        if want.base == "value":
            legal = list(scope.ctx.program.values[want.of].members)
        guess = nearest(word.text, legal + list(scope.locals) + list(scope.ctx.names))
        scope.ctx.report.add(
            "unknown-quality",
            word.span,
            f"{want.sure().words()} is never `{word.text}`",
            "not something it can be",
            notes=(f"it can be: {listed(legal)}",) if legal else (),
            helps=(f"did you mean `{guess}`?",) if guess else (),
            fix=(word.span, guess) if guess else None,
        )
        return scope.ctx.bad(word.span)
    return typed_values.value(scope, right, want)


def _single_word(node: Node | Word) -> Word | None:
    if isinstance(node, Word):
        return node if node.type == "NAME" else None
    if node.kind == "name":
        return node.words()[0]
    return None


def _empty(scope: Scope, subject: E, word: Word, span: Span) -> E:
    kind = subject.type
    if not kind.known:
        return subject
    if kind.base in ("zone", "set"):
        size = typed_values.count_of(scope, subject)
        if word.text == "empty":
            return E("eq", (size, places.zero(span)), YES_NO, span)
        family = subject.data
        if not isinstance(family, Family) or not (family.limit or family.shape == "slots"):
            return _never_full(scope, subject, word)
        if family.sort == "row" and family.shape == "slots" and subject.op == "zone":
            return E("not", (_some_free(scope, subject, span),), YES_NO, span)
        limit = family.limit or E("num", (), NUMBER, span, family.slots)
        return E("ge", (size, limit), YES_NO, span)
    if kind.base == "amounts":
        return E("eq", (E("vtotal", (subject,), NUMBER, span), places.zero(span)), YES_NO, span)
    return containment.empty(scope, subject, word.span)


def _never_full(scope: Scope, subject: E, word: Word) -> E:
    """Report what has room for any number."""
    family, many = subject.data, subject.type.words()
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


def _some_free(scope: Scope, row: E, span: Span) -> E:
    """Whether any space of a row is free."""
    item = Type("space", f"zone:{row.data.key}")
    var, space = scope.temp(item, span)
    slots = E("slots_of", row.args, set_of(item), span, row.data)
    return E("some", (slots, containment.empty(scope, space, span)), YES_NO, span, var)
