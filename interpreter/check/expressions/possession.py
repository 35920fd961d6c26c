"""What somebody has: `you have at least 3 cards in hand`, `die has a blocker`.

Takes trees of such questions; gives yes-or-no values, or how many it is.
"""

from __future__ import annotations

from interpreter.check.expressions import (
    adjectives,
    attributes,
    board_words,
    comparisons,
    containment,
    places,
    references,
    selections,
    sources,
    typed_values,
)
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir.program import E
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, Type, set_of
from interpreter.syntax.tree import Node, Word, build


def has(scope: Scope, node: Node) -> E:
    """`you have at least 3 single pyramid cards in your treasury`, `die has a blocker`"""
    how = next((p for p in node.parts if isinstance(p, Node) and p.kind == "at_least_most"), None)
    value_at = 3
    value_node = node.parts[value_at]
    names = [p for p in node.parts[value_at + 1 :] if isinstance(p, Word)]
    assert isinstance(value_node, Node)
    place = next((p for p in node.parts[value_at + 1 :] if isinstance(p, Node)), None)
    if value_node.kind in ("possessed", "ask") and not names and place is not None:
        amounts = typed_values.value(scope, value_node)
        if amounts.type.base == "amounts":
            return _covers(scope, amounts, place, node.span)
        if not amounts.type.known:
            return amounts
    if (
        value_node.kind == "number"
        or (names and value_node.kind not in ("name", "your", "their", "its"))
        or (names and how is not None)
    ):
        return has_some(
            scope,
            node,
            names,
            typed_values.number(scope, value_node),
            comparisons.bound(how) if how else "ge",
        )
    if names and value_node.kind == "name":
        found = references.lookup(scope, value_node.words()[0])
        if found is not None and found.type.base == "number":
            return has_some(scope, node, names, found, comparisons.bound(how) if how else "ge")
    first = [value_node.words()[0]] if value_node.kind == "name" else []
    if first:
        return has_some(scope, node, first + names, places.zero(node.span), "gt")
    made = selections.run(scope, value_node, names, None, node.span)
    if not made.item.known:
        return scope.ctx.bad(node.span)
    subject = typed_values.value(scope, node.parts[0])
    made.tests.append(containment.belongs(scope, made.candidate(), subject))
    return made.loop("some", YES_NO)


def _covers(scope: Scope, amounts: E, place: Node, span: Span) -> E:
    """`you have contract's wanted in your hold`: the values shown there cover the amounts."""
    ctx = scope.ctx
    where = places.read(scope, place)
    values = amounts.type.of
    thing = where.thing
    if thing is None or not thing.type.known:
        return ctx.bad(span)
    kinds = thing.data.kinds if thing.type.base == "zone" and thing.op != "box" else ()
    shown = [(k, attributes.adjective_field(scope, k, values)) for k in kinds]
    total: E | None = None
    things: list[E] = []
    for kind, show in shown:
        if show is None:
            continue
        made = places.pieces(scope, kind, where, span)
        zero = E("vzero", (), amounts.type, span)
        each = E("num", (), NUMBER, span, 1)
        if not made.counted_in:
            value = show(made.candidate())
            things.append(made.loop("each", set_of(value.type), value))
        else:  # pieces that are alike
            zone = made.counted_in[0]
            each = E("count_in", (*zone.args, made.candidate()), NUMBER, span, zone.data)
        unit = E("vset", (zero, show(made.candidate()), each), zero.type, span)
        part = made.loop("vsum", amounts.type, unit)
        total = part if total is None else E("vadd", (total, part), amounts.type, span)
    if total is None:
        ctx.report.add(
            "wrong-place",
            place.span,
            f"nothing in {thing.type.words()} shows a {values}",
            "",
            helps=(f"name a zone of pieces on which a {values} is printed",),
        )
        return ctx.bad(span)
    wild = tuple(sorted(ctx.program.values[values].wild))
    if wild and len(things) == 1 == sum(show is not None for _, show in shown):
        nothing = E("list", (), things[0].type, span)
        return E("matchable", (nothing, things[0], amounts, places.zero(span)), YES_NO, span, wild)
    if wild:
        ctx.program.not_run.append(("wild values of pieces that are counted", span))
    return E("vge", (total, amounts), YES_NO, span)


def has_some(scope: Scope, node: Node, names: list[Word] | None, least: E, op: str) -> E:
    """Whether somebody has some of the things that the words name."""
    subject = typed_values.value(scope, node.parts[0])
    if names is None:
        names = [p for p in node.parts if isinstance(p, Word) and p.type == "NAME"]
    place = next(
        (
            p
            for p in node.parts
            if isinstance(p, Node)
            and p.kind in ("in_place", "in_place_next_to", "in_between", "beside")
        ),
        None,
    )
    if not subject.type.known:
        return subject
    if not names:
        kinds = list(scope.ctx.program.kinds.values())
        noun = kinds[0].name if kinds else "gold"
        scope.ctx.report.add(
            "unfinished-line",
            node.span,
            "this does not say of what",
            "how many, and of what?",
            helps=(f"name it behind the number, such as `1 {noun}`",),
        )
        return scope.ctx.bad(node.span)
    count = amount(_of(scope, subject), subject, names, place, node.span)
    if not count.type.known:
        return count
    if op == "gt" and count.op == "count":
        return E("some", count.args, YES_NO, node.span, count.data)
    return E(op, (count, least), YES_NO, node.span)


def amount(scope: Scope, subject: E, names: list[Word], place: Node | None, span: Span) -> E:
    """How many of something a player has, or lie on something."""
    ctx = scope.ctx
    if len(names) == 1 and place is None:
        field_ = ctx.fields.get(ctx.holder_of(subject.type), {}).get(names[0].text)
        if field_ is not None and field_.type.base == "number":
            ctx.used.add(names[0].text)
            return E("field", (subject,), field_.type, span, field_)
    names = selections.spell_out(scope, names)
    if board_words.is_line(scope, place):
        return board_words.longest_line(scope, subject, names, span)
    noun = names[-1]
    kind = ctx.kind_named(noun.text)
    first = build("name", (names[0],), names[0].span)
    if kind is None:
        made = selections.run(scope, first, names[1:], place, span)
        if made.item.known:
            made.tests.append(containment.belongs(scope, made.candidate(), subject))
            return made.count()
        return ctx.bad(span)
    ctx.used.add(kind)
    if place is not None:
        made = places.pieces(scope, kind, places.read(scope, place, kind), span)
        if subject.type.base == "player" and ctx.program.kinds[kind].owned:
            made.tests.append(containment.belongs(scope, made.candidate(), subject))
    else:
        owned = subject.type.base == "player" and ctx.program.kinds[kind].owned
        where = None if owned else containment.Where(subject, None, span)
        made = places.pieces(scope, kind, where, span)
        if owned:
            made.tests.append(containment.belongs(scope, made.candidate(), subject))
            made.tests.append(E("in_play", (made.candidate(),), YES_NO, span))
    for word in names[:-1]:
        test = adjectives.asks(scope, made.candidate(), word)
        if test is not None:
            made.tests.append(test)
    return made.count() if made.item.known else ctx.bad(span)


def has_more(scope: Scope, node: Node) -> E:
    """`you have fewer cards in your treasury than every other player`"""
    subject = typed_values.value(scope, node.parts[0])
    more = next(p for p in node.parts if isinstance(p, Word) and p.type in ("MORE", "FEWER"))
    names = [p for p in node.parts if isinstance(p, Word) and p.type == "NAME"]
    place = next(
        (p for p in node.parts if isinstance(p, Node) and p.kind in ("in_place", "beside")), None
    )
    compared = node.parts[-1]
    assert isinstance(compared, Node)
    span = node.span
    if not subject.type.known:
        return subject
    named = any(p is not None and _same(p, subject) for p in (scope.you, scope.they, scope.each))
    there = scope if named else scope.with_it(subject)
    mine = amount(_of(there, subject), subject, names, place, span)
    op = "gt" if more.type == "MORE" else "lt"

    def theirs(other: E) -> E:
        inner = scope.inner()
        inner.you = other if scope.you is not None and _same(scope.you, subject) else scope.you
        inner.they = other if scope.they is not None and _same(scope.they, subject) else None
        inner.each = other if scope.each is not None and _same(scope.each, subject) else None
        if inner.they is None and inner.you is scope.you:
            inner.it = other
        return amount(inner, other, names, place, span)

    if compared.kind not in ("every_other", "any_other"):
        other = typed_values.value(scope, compared, PLAYER)
        return E(op, (mine, theirs(other)), YES_NO, span)
    others = E("others", (subject,), Type("set", "", PLAYER), span)
    made = sources.fresh(scope, others, PLAYER, span)
    test = E(op, (mine, theirs(made.candidate())), YES_NO, span)
    return made.loop("all" if compared.kind == "every_other" else "any_of", YES_NO, test)


def _of(scope: Scope, subject: E) -> Scope:
    """A scope in which `their` means the player of whom it is asked what they have."""
    if subject.type.base != "player" or (scope.you is not None and _same(scope.you, subject)):
        return scope
    inner = scope.inner()
    inner.they, inner.each = subject, None
    return inner


def _same(a: E, b: E) -> bool:
    return a.op == b.op and a.data == b.data
