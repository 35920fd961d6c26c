"""Is it so: what is asked with `and`, `or`, `not`, relations, and tests that count.

Takes trees; gives yes-or-no values. Comparisons and what somebody has are read elsewhere.
"""

from __future__ import annotations

import re

from interpreter.check.declarations.rule_names import same_verb
from interpreter.check.deeds import dispatch
from interpreter.check.expressions import (
    board_words,
    comparisons,
    containment,
    places,
    possession,
    references,
    selections,
    sources,
    time_spans,
    typed_values,
)
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.ir.program import E
from interpreter.ir.types import NUMBER, YES_NO, Type
from interpreter.syntax.tree import Node, Word, build


def cond(scope: Scope, node: Node | Word | None) -> E:
    """A yes/no question."""
    assert node is not None
    found = _cond(scope, node)
    if found.type.known and found.type.base != "yesno":
        if found.type.base == "set":
            return E(
                "gt",
                (E("size", (found,), NUMBER, found.span), places.zero(found.span)),
                YES_NO,
                found.span,
            )
        scope.ctx.report.add(
            "not-a-question",
            found.span,
            f"this is {found.type.words()}, not yes or no",
            "",
            helps=("compare it: `... is ...`, `... is at least ...`",),
        )
        return scope.ctx.bad(found.span)
    return found


def negated(test: E) -> E:
    """The opposite question."""
    if not test.type.known:
        return test
    return E("not", (test,), YES_NO, test.span)


def _cond(scope: Scope, node: Node | Word) -> E:
    if isinstance(node, Word):
        return typed_values.value(scope, node)
    kind, span, parts = node.kind, node.span, node.parts
    ctx = scope.ctx
    if kind in ("or_", "and_"):
        first, second = cond(scope, parts[0]), cond(scope, parts[1])
        if not first.type.known or not second.type.known:
            return ctx.bad(span)
        return E(kind[:-1], (first, second), YES_NO, span)
    if kind == "not_":
        return negated(cond(scope, parts[0]))
    if kind == "compare":
        return comparisons.compare(scope, node)
    if kind == "is_between":
        is_word = parts[1]
        subject = typed_values.number(scope, parts[0])
        low, high = typed_values.number(scope, parts[2]), typed_values.number(scope, parts[3])
        test = E(
            "and",
            (E("ge", (subject, low), YES_NO, span), E("le", (subject, high), YES_NO, span)),
            YES_NO,
            span,
        )
        assert isinstance(is_word, Node)
        return negated(test) if is_word.words()[-1].text == "not" else test
    if kind == "is_steps_from":
        return comparisons.steps_from(scope, node)
    if kind == "is_in":
        return _is_in(scope, node)
    if kind == "is_in_between":
        subject = typed_values.value(scope, parts[0])
        way = board_words.between(scope, parts[2], parts[3], span)
        if not (subject.type.known and way.type.known):
            return ctx.bad(span)
        if subject.type.base == "zone":
            subject = sources.only_item(scope, subject)
        subject = typed_values.as_kind(scope, subject, Type("space", way.data))
        test = E("member", (subject, way), YES_NO, span)
        assert isinstance(parts[1], Node)
        return negated(test) if any(w.text == "not" for w in parts[1].words()) else test
    if kind == "is_next_to":
        first = typed_values.value(scope, parts[0])
        second = typed_values.value(scope, parts[-1])
        test = containment.next_to(scope, first, second, span)
        return (
            negated(test) if any(isinstance(p, Word) and p.text == "not" for p in parts) else test
        )
    if kind == "is_one_of":
        subject = typed_values.value(scope, parts[0])
        listed_ = parts[-1]
        assert isinstance(listed_, Node)
        either: E | None = None
        if _one_of_several(scope, subject, listed_):
            return ctx.bad(span)
        for part in listed_.parts:
            one = comparisons.equal(scope, subject, part, span)
            either = one if either is None else E("or", (either, one), YES_NO, span)
        assert either is not None
        return either
    if kind in ("related", "not_related"):
        words = [p for p in parts if isinstance(p, Word)]
        nodes = [p for p in parts if isinstance(p, Node) and p.kind != "does"]
        first = typed_values.value(scope, nodes[0])
        second = typed_values.value(scope, nodes[1])
        test = related(scope, first, words[-1], second, span)
        return negated(test) if kind == "not_related" else test
    if kind == "relates_every":
        subject = typed_values.value(scope, parts[0])
        verb = parts[1]
        assert isinstance(verb, Word)
        made = selections.chosen(scope, parts[2])
        test = related(scope, subject, verb, made.candidate(), span)
        return made.loop("all", YES_NO, test) if made.item.known else ctx.bad(span)
    if kind == "relates_many":
        return _relates_many(scope, node)
    if kind == "owns":
        return possession.has(scope, node)
    if kind == "owns_no":
        return negated(possession.has_some(scope, node, None, places.zero(span), "gt"))
    if kind == "has_more":
        return possession.has_more(scope, node)
    if kind in ("none_of", "some_of"):
        made = selections.chosen(scope, parts[0])
        if not made.item.known:
            return ctx.bad(span)
        if made.counted_in:
            test = E("gt", (made.count(), places.zero(span)), YES_NO, span)
        else:
            test = made.loop("some", YES_NO)
            test.span = span
        return negated(test) if kind == "none_of" else test
    if kind == "every_is":
        made = selections.chosen(scope, parts[0])
        if not made.item.known:
            return ctx.bad(span)
        inner = scope.with_it(made.candidate())
        return made.loop("all", YES_NO, comparisons.is_(inner, made.candidate(), parts[-1], span))
    if kind == "every_is_in":
        made = selections.chosen(scope, parts[0])
        place = typed_values.value(scope, parts[-1])
        if not made.item.known or not place.type.known:
            return ctx.bad(span)
        lies = containment.inside_thing(scope, made.candidate(), place, span)
        return made.loop("all", YES_NO, lies) if lies.type.known else lies
    if kind == "at_least_of":
        how = parts[0]
        assert isinstance(how, Node)
        number = parts[1]
        made_node = parts[2]
        if not isinstance(number, Word):
            return _counted_head(scope, how, made_node, span)
        least = E("num", (), NUMBER, span, scope.ctx.whole(number))
        made = selections.chosen(scope, made_node)
        if not made.item.known:
            return ctx.bad(span)
        return E(comparisons.bound(how), (made.count(), least), YES_NO, span)
    if kind == "can":
        return dispatch.can(scope, node)
    if kind == "has_done":
        return dispatch.has_done(scope, node)
    if kind in ("arrived", "not_arrived"):
        subject = typed_values.value(scope, parts[0])
        word = [p for p in parts if isinstance(p, Word)][-1]
        if subject.type.known and subject.type.base != "piece":
            ctx.report.add(
                "never-arrives",
                subject.span,
                f"{subject.type.words()} never arrives anywhere",
                "",
                helps=("ask it of a card or another component",),
            )
            return ctx.bad(span)
        if not subject.type.known:
            return subject
        if not time_spans.time_span(scope, word):
            return ctx.bad(span)
        ctx.program.kinds[subject.type.of].stamped[word.text] = None
        test = E("arrived", (subject,), YES_NO, span, word.text)
        return negated(test) if kind == "not_arrived" else test
    return typed_values.value(scope, node)


def _counted_head(scope: Scope, how: Node, node: Node | Word | None, span: Span) -> E:
    """`at least highers_needed higher enchantments where ...`: the number is a name."""
    assert isinstance(node, Node)
    head = node.parts[0] if node.kind == "sel" else node
    assert isinstance(head, Node)
    first = head.parts[0]
    names = [p for p in head.parts[1:-1] if isinstance(p, Word)]
    if isinstance(first, Node) and names:
        least = typed_values.number(scope, first)
        name = build("name", (names[0],), names[0].span)
        new_head = build("head", (name, *names[1:], head.parts[-1]), head.span)
        rest = node.parts[1:] if node.kind == "sel" else ()
        made = selections.chosen(scope, build("sel", (new_head, *rest), node.span))
        if made.item.known:
            return E(comparisons.bound(how), (made.count(), least), YES_NO, span)
    return scope.ctx.bad(span)


def in_end_spaces(scope: Scope, subject: E, right: Node, span: Span) -> E:
    """Whether something lies in `last 2 spaces of lane`."""
    last = any(isinstance(p, Word) and p.type == "LAST" for p in right.parts)
    noun = right.words()[-1]
    if noun.text != "spaces":
        scope.ctx.report.add(
            "unexpected-word",
            noun.span,
            f"`{noun.text}` does not fit here",
            "expected `spaces`",
            helps=("it is written: die is in last 2 spaces of lane",),
        )
        return scope.ctx.bad(span)
    count_node, lane_node = [p for p in right.parts if isinstance(p, Node)]
    count = typed_values.number(scope, count_node)
    lane = typed_values.value(scope, lane_node, Type("lane"))
    if not (subject.type.known and lane.type.known):
        return scope.ctx.bad(span)
    cell = typed_values.as_kind(scope, subject, Type("space", lane.type.of))
    return E("in_end" if last else "in_start", (cell, lane, count), YES_NO, span)


def _is_in(scope: Scope, node: Node) -> E:
    left, how, right = node.parts
    subject = typed_values.value(scope, left)
    assert isinstance(how, Node) and right is not None
    turned = how.words()[1].text == "not"
    if isinstance(right, Node) and right.kind == "end_spaces":
        test = in_end_spaces(scope, subject, right, node.span)
        return negated(test) if turned and test.type.known else test
    thing = typed_values.value(scope, right)
    if subject.type.base == "zone":
        subject = sources.only_item(scope, subject)
    test = containment.inside_thing(scope, subject, thing, node.span)
    return negated(test) if turned else test


def _one_of_several(scope: Scope, subject: E, listed_: Node) -> bool:
    """`card is one of your_cards`, where a set or a zone is named; told, and so is `is in`."""
    part = listed_.parts[0]
    if len(listed_.parts) != 1 or not isinstance(part, Node) or part.kind != "name":
        return False
    found = references.lookup(scope, part.words()[0])
    if found is None or found.type.base not in ("set", "zone"):
        return False
    text, start = part.span.source.text, subject.span.end
    how = re.search(r"(is|are)( +not)? +one +of *(?:the +)?$", text[start : part.span.start])
    meant = f"{how[1]}{how[2] or ''} in {part.span.text}" if how else f"is in {part.span.text}"
    place = Span(part.span.source, start + how.start(), part.span.end) if how else part.span
    scope.ctx.report.add(
        "wrong-kind-of-value",
        part.span,
        f"`{part.span.text}` is several, not one",
        "`one of` is followed by what it may be, one by one",
        helps=(f"did you mean `{meant}`?",),
        fix=(place, meant) if how else None,
    )
    return True


def related(scope: Scope, first: E, verb: Word, second: E, span: Span) -> E:
    """`player owns card`: a declared relation, either verb form."""
    ctx = scope.ctx
    for func in ctx.funcs.values():
        if func.sort == "relation" and same_verb(verb.text, func.name):
            ctx.used.add(func.name)
            a = typed_values.as_kind(scope, first, func.params[0][1])
            b = typed_values.as_kind(scope, second, func.params[1][1])
            if not (a.type.known and b.type.known):
                return ctx.bad(span)
            return references.call(scope, func, [a, b], span)
    legal = [f.name for f in ctx.funcs.values() if f.sort == "relation"]
    guess = nearest(verb.text, legal)
    ctx.report.add(
        "unknown-relation",
        verb.span,
        f"no relation is called `{verb.text}`",
        "not a relation of this game",
        notes=(f"relations of this game: {listed(legal)}",) if legal else (),
        helps=(f"did you mean `{guess}`?",)
        if guess
        else ("declare it: `relation player owns card`", "or compare with `is`"),
        fix=(verb.span, guess) if guess else None,
    )
    return ctx.bad(span)


def _relates_many(scope: Scope, node: Node) -> E:
    subject_node, verb, how, amount_node = node.parts[:4]
    words = [p for p in node.parts[4:] if isinstance(p, Word)]
    assert isinstance(verb, Word) and isinstance(how, Node)
    subject = typed_values.value(scope, subject_node)
    amount = typed_values.number(scope, amount_node)
    first = build("name", (words[0],), words[0].span)
    made = selections.run(scope, first, words[1:], None, node.span)
    if not made.item.known:
        return scope.ctx.bad(node.span)
    made.tests.append(related(scope, subject, verb, made.candidate(), node.span))
    return E(comparisons.bound(how), (made.count(), amount), YES_NO, node.span)
