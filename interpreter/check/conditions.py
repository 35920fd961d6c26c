"""Is it so: comparisons, relations, what somebody has, and counting tests."""

from __future__ import annotations

from interpreter.check import board_words, deeds, expressions, places, references, selections, spans
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.ir.program import E
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, Type
from interpreter.syntax.tree import Node, Word

_COMPARE = {"is": "eq", "not": "ne", "least": "ge", "most": "le", "more": "gt", "less": "lt"}


def cond(scope: Scope, node: Node | Word | None) -> E:
    """A yes/no question."""
    assert node is not None
    found = _cond(scope, node)
    if found.type.known and found.type.base != "yesno":
        if found.type.base == "set":
            return E(
                "gt",
                (E("size", (found,), NUMBER, found.span), _zero(found.span)),
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


def _zero(span: Span) -> E:
    return E("num", (), NUMBER, span, 0)


def negated(test: E) -> E:
    """The opposite question."""
    if not test.type.known:
        return test
    return E("not", (test,), YES_NO, test.span)


def _cond(scope: Scope, node: Node | Word) -> E:
    if isinstance(node, Word):
        return expressions.value(scope, node)
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
        return compare(scope, node)
    if kind == "is_between":
        is_word = parts[1]
        subject = expressions.number(scope, parts[0])
        low, high = expressions.number(scope, parts[2]), expressions.number(scope, parts[3])
        test = E(
            "and",
            (E("ge", (subject, low), YES_NO, span), E("le", (subject, high), YES_NO, span)),
            YES_NO,
            span,
        )
        assert isinstance(is_word, Node)
        return negated(test) if is_word.words()[-1].text == "not" else test
    if kind == "is_steps_from":
        return _is_steps_from(scope, node)
    if kind == "is_in":
        return _is_in(scope, node)
    if kind == "is_in_between":
        subject = expressions.value(scope, parts[0])
        way = board_words.between(scope, parts[2], parts[3], span)
        if not (subject.type.known and way.type.known):
            return ctx.bad(span)
        if subject.type.base == "zone":
            subject = selections.only_item(scope, subject)
        subject = expressions.as_kind(scope, subject, Type("space", way.data))
        test = E("member", (subject, way), YES_NO, span)
        assert isinstance(parts[1], Node)
        return negated(test) if any(w.text == "not" for w in parts[1].words()) else test
    if kind == "is_next_to":
        first = expressions.value(scope, parts[0])
        second = expressions.value(scope, parts[-1])
        test = places.next_to(scope, first, second, span)
        return (
            negated(test) if any(isinstance(p, Word) and p.text == "not" for p in parts) else test
        )
    if kind == "is_one_of":
        subject = expressions.value(scope, parts[0])
        listed_ = parts[-1]
        assert isinstance(listed_, Node)
        either: E | None = None
        for part in listed_.parts:
            one = _equal(scope, subject, part, span)
            either = one if either is None else E("or", (either, one), YES_NO, span)
        assert either is not None
        return either
    if kind in ("related", "not_related"):
        words = [p for p in parts if isinstance(p, Word)]
        nodes = [p for p in parts if isinstance(p, Node) and p.kind != "does"]
        first = expressions.value(scope, nodes[0])
        second = expressions.value(scope, nodes[1])
        test = related(scope, first, words[-1], second, span)
        return negated(test) if kind == "not_related" else test
    if kind == "relates_every":
        subject = expressions.value(scope, parts[0])
        verb = parts[1]
        assert isinstance(verb, Word)
        made = selections.chosen(scope, parts[2])
        test = related(scope, subject, verb, made.candidate(), span)
        return made.loop("all", YES_NO, test) if made.item.known else ctx.bad(span)
    if kind == "relates_many":
        return _relates_many(scope, node)
    if kind == "owns":
        return _has(scope, node)
    if kind == "owns_no":
        return negated(_has_some(scope, node, None, _zero(span), "gt"))
    if kind == "has_more":
        return _has_more(scope, node)
    if kind in ("none_of", "some_of"):
        made = selections.chosen(scope, parts[0])
        if not made.item.known:
            return ctx.bad(span)
        if made.counted_in:
            test = E("gt", (made.count(), _zero(span)), YES_NO, span)
        else:
            test = made.loop("some", YES_NO)
            test.span = span
        return negated(test) if kind == "none_of" else test
    if kind == "every_is":
        made = selections.chosen(scope, parts[0])
        if not made.item.known:
            return ctx.bad(span)
        inner = scope.with_it(made.candidate())
        return made.loop("all", YES_NO, is_(inner, made.candidate(), parts[-1], span))
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
        return E(_how(how), (made.count(), least), YES_NO, span)
    if kind == "can":
        return deeds.can(scope, node)
    if kind == "has_done":
        return deeds.has_done(scope, node)
    if kind in ("arrived", "not_arrived"):
        subject = expressions.value(scope, parts[0])
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
        if not spans.time_span(scope, word):
            return ctx.bad(span)
        ctx.program.kinds[subject.type.of].stamped[word.text] = None
        test = E("arrived", (subject,), YES_NO, span, word.text)
        return negated(test) if kind == "not_arrived" else test
    return expressions.value(scope, node)


def _how(how: Node) -> str:
    word = how.words()[-1].text
    return {"least": "ge", "most": "le", "exactly": "eq"}[word]


def _counted_head(scope: Scope, how: Node, node: Node | Word | None, span: Span) -> E:
    """`at least highers_needed higher enchantments where ...`: the number is a name."""
    assert isinstance(node, Node)
    head = node.parts[0] if node.kind == "sel" else node
    assert isinstance(head, Node)
    first = head.parts[0]
    names = [p for p in head.parts[1:-1] if isinstance(p, Word)]
    if isinstance(first, Node) and names:
        least = expressions.number(scope, first)
        name = Node("name", (names[0],), names[0].span)
        new_head = Node("head", (name, *names[1:], head.parts[-1]), head.span)
        rest = node.parts[1:] if node.kind == "sel" else ()
        made = selections.chosen(scope, Node("sel", (new_head, *rest), node.span))
        if made.item.known:
            return E(_how(how), (made.count(), least), YES_NO, span)
    return scope.ctx.bad(span)


def compare(scope: Scope, node: Node) -> E:
    """`X is Y`, `X is not Y`, `X is at least Y`, ..."""
    left, how, right = node.parts
    assert isinstance(how, Node)
    words = [w.text for w in how.words()]
    op = "eq"
    if len(words) > 1:
        op = _COMPARE[words[2] if words[1] == "at" else words[1]]
    subject = expressions.value(scope, left)
    if not subject.type.known:
        return subject
    assert right is not None
    if op in ("eq", "ne"):
        test = _equal(scope, subject, right, node.span)
        return negated(test) if op == "ne" else test
    if subject.type.base == "amounts":
        other = expressions.value(scope, right, subject.type)
        return E("v" + op, (subject, other), YES_NO, node.span) if other.type.known else other
    first = expressions.as_kind(scope, subject, NUMBER)
    second = expressions.number(scope, right)
    if not (first.type.known and second.type.known):
        return scope.ctx.bad(node.span)
    if first.type.halves != second.type.halves:
        two = E("num", (), NUMBER, node.span, 2)
        if first.type.halves:
            second = E("mul", (second, two), first.type, second.span)
        else:
            first = E("mul", (first, two), second.type, first.span)
    return E(op, (first, second), YES_NO, node.span)


def _is_steps_from(scope: Scope, node: Node) -> E:
    """`field is 3 steps from ship`, `hex is at most 2 steps from temple`"""
    left, how, count_node, right = node.parts
    assert isinstance(how, Node)
    words = [w.text for w in how.words()]
    op = "eq"
    if len(words) > 1:
        op = _COMPARE[words[2] if words[1] == "at" else words[1]]
    near, far = expressions.value(scope, left), expressions.value(scope, right)
    count = expressions.number(scope, count_node)
    if not (near.type.known and far.type.known and count.type.known):
        return scope.ctx.bad(node.span)
    test = places.next_to(scope, near, far, node.span)
    if test.op != "next_to":
        return test
    steps = E("steps", test.args, NUMBER, node.span, test.data)
    return E(op, (steps, count), YES_NO, node.span)


def is_(scope: Scope, subject: E, right: Node | Word | None, span: Span) -> E:
    """`subject is right`"""
    assert right is not None
    return _equal(scope, subject, right, span) if subject.type.known else subject


def _equal(scope: Scope, subject: E, right: Node | Word | None, span: Span) -> E:
    ctx = scope.ctx
    assert right is not None
    word = _single_word(right)
    kind = subject.type
    if word is not None:
        if word.text in ("empty", "full") and word.text not in scope.locals:
            return _empty(scope, subject, word, span)
        if word.text in ("free",) and word.text not in scope.locals:
            return places.empty(scope, subject, word.span)
        if word.text == "none":
            if kind.base == "zone":
                subject = selections.only_item(scope, subject)
            return E("lt", (subject, _zero(span)), YES_NO, span)
        target = subject
        if kind.base == "zone" and subject.op in ("zone", "slot"):
            target = selections.only_item(scope, subject)
        said = selections.is_word(scope, target, word)
        if said is not None:
            return said
    want = None
    if kind.base in ("value", "player", "piece", "space"):
        want = kind.maybe()
    other = (
        expressions.value(scope, right, None if word is None else want)
        if want is None
        else _wanted(scope, right, want)
    )
    if not other.type.known or not kind.known:
        return ctx.bad(span)
    if kind.base == "yesno":
        other = expressions.as_kind(scope, other, YES_NO)
        return E("eq", (subject, other), YES_NO, span)
    if kind.base in ("amounts", "title"):
        other = expressions.as_kind(scope, other, kind)
        return E("eq", (subject, other), YES_NO, span)
    if kind.base in ("number", "set", "zone"):
        first = expressions.as_kind(scope, subject, NUMBER)
        second = expressions.as_kind(scope, other, NUMBER)
        if first.type.halves != second.type.halves and first.type.known and second.type.known:
            two = E("num", (), NUMBER, span, 2)
            if first.type.halves:
                second = E("mul", (second, two), first.type, span)
            else:
                first = E("mul", (first, two), second.type, span)
        return E("eq", (first, second), YES_NO, span)
    if kind.base == "none" and other.type.optional:
        return E("lt", (other, _zero(span)), YES_NO, span)
    return E("eq", (subject, other), YES_NO, span)


def _wanted(scope: Scope, right: Node | Word, want: Type) -> E:
    word = _single_word(right)
    if word is not None and references.lookup(scope, word, want) is None:
        legal = selections.adjectives_of(scope, want.sure())
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
    return expressions.value(scope, right, want)


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
        size = expressions.count_of(scope, subject)
        if word.text == "empty":
            return E("eq", (size, _zero(span)), YES_NO, span)
        family = subject.data
        limit = family.limit or E("num", (), NUMBER, span, family.slots)
        return E("ge", (size, limit), YES_NO, span)
    if kind.base == "amounts":
        return E("eq", (E("vtotal", (subject,), NUMBER, span), _zero(span)), YES_NO, span)
    return places.empty(scope, subject, word.span)


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
    count = expressions.number(scope, count_node)
    lane = expressions.value(scope, lane_node, Type("lane"))
    if not (subject.type.known and lane.type.known):
        return scope.ctx.bad(span)
    cell = expressions.as_kind(scope, subject, Type("space", lane.type.of))
    return E("in_end" if last else "in_start", (cell, lane, count), YES_NO, span)


def _is_in(scope: Scope, node: Node) -> E:
    left, how, right = node.parts
    subject = expressions.value(scope, left)
    assert isinstance(how, Node) and right is not None
    turned = how.words()[1].text == "not"
    if isinstance(right, Node) and right.kind == "end_spaces":
        test = in_end_spaces(scope, subject, right, node.span)
        return negated(test) if turned and test.type.known else test
    thing = expressions.value(scope, right)
    if subject.type.base == "zone":
        subject = selections.only_item(scope, subject)
    test = places.inside_thing(scope, subject, thing, node.span)
    return negated(test) if turned else test


def related(scope: Scope, first: E, verb: Word, second: E, span: Span) -> E:
    """`player owns card`: a declared relation, either verb form."""
    ctx = scope.ctx
    for func in ctx.funcs.values():
        if func.sort == "relation" and references.same_verb(verb.text, func.name):
            ctx.used.add(func.name)
            a = expressions.as_kind(scope, first, func.params[0][1])
            b = expressions.as_kind(scope, second, func.params[1][1])
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
    subject = expressions.value(scope, subject_node)
    amount = expressions.number(scope, amount_node)
    first = Node("name", (words[0],), words[0].span)
    made = selections.run(scope, first, words[1:], None, node.span)
    if not made.item.known:
        return scope.ctx.bad(node.span)
    made.tests.append(related(scope, subject, verb, made.candidate(), node.span))
    return E(_how(how), (made.count(), amount), YES_NO, node.span)


def _has(scope: Scope, node: Node) -> E:
    """`you have at least 3 single pyramid cards in your treasury`, `die has a blocker`"""
    how = next((p for p in node.parts if isinstance(p, Node) and p.kind == "at_least_most"), None)
    value_at = 3
    value_node = node.parts[value_at]
    names = [p for p in node.parts[value_at + 1 :] if isinstance(p, Word)]
    assert isinstance(value_node, Node)
    place = next((p for p in node.parts[value_at + 1 :] if isinstance(p, Node)), None)
    if value_node.kind in ("possessed", "ask") and not names and place is not None:
        amounts = expressions.value(scope, value_node)
        if amounts.type.base == "amounts":
            return _covers(scope, amounts, place, node.span)
        if not amounts.type.known:
            return amounts
    if (
        value_node.kind == "number"
        or (names and value_node.kind not in ("name", "your", "their", "its"))
        or (names and how is not None)
    ):
        return _has_some(
            scope, node, names, expressions.number(scope, value_node), _how(how) if how else "ge"
        )
    if names and value_node.kind == "name":
        found = references.lookup(scope, value_node.words()[0])
        if found is not None and found.type.base == "number":
            return _has_some(scope, node, names, found, _how(how) if how else "ge")
    first = [value_node.words()[0]] if value_node.kind == "name" else []
    if first:
        return _has_some(scope, node, first + names, _zero(node.span), "gt")
    made = selections.run(scope, value_node, names, None, node.span)
    if not made.item.known:
        return scope.ctx.bad(node.span)
    subject = expressions.value(scope, node.parts[0])
    made.tests.append(places.belongs(scope, made.candidate(), subject))
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
    shown = [(k, references.adjective_field(scope, k, values)) for k in kinds]
    total: E | None = None
    for kind, show in shown:
        if show is None:
            continue
        made = places.pieces(scope, kind, where, span)
        zero = E("vzero", (), amounts.type, span)
        each = E("num", (), NUMBER, span, 1)
        if made.counted_in:  # pieces that are alike
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
    if ctx.program.values[values].wild:
        ctx.program.not_run.append(("wild values that stand for others", span))
        return E("covers", (total, amounts), YES_NO, span, values)
    return E("vge", (total, amounts), YES_NO, span)


def _has_some(scope: Scope, node: Node, names: list[Word] | None, least: E, op: str) -> E:
    subject = expressions.value(scope, node.parts[0])
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
    count = holding(scope, subject, names, place, node.span)
    if not count.type.known:
        return count
    if op == "gt" and count.op == "count":
        return E("some", count.args, YES_NO, node.span, count.data)
    return E(op, (count, least), YES_NO, node.span)


def holding(scope: Scope, subject: E, names: list[Word], place: Node | None, span: Span) -> E:
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
    first = Node("name", (names[0],), names[0].span)
    if kind is None:
        made = selections.run(scope, first, names[1:], place, span)
        if made.item.known:
            made.tests.append(places.belongs(scope, made.candidate(), subject))
            return made.count()
        return ctx.bad(span)
    ctx.used.add(kind)
    if place is not None:
        made = places.pieces(scope, kind, places.read(scope, place), span)
        if subject.type.base == "player" and ctx.program.kinds[kind].owned:
            made.tests.append(places.belongs(scope, made.candidate(), subject))
    else:
        owned = subject.type.base == "player" and ctx.program.kinds[kind].owned
        where = None if owned else places.Where(subject, None, span)
        made = places.pieces(scope, kind, where, span)
        if owned:
            made.tests.append(places.belongs(scope, made.candidate(), subject))
            made.tests.append(E("in_play", (made.candidate(),), YES_NO, span))
    for word in names[:-1]:
        test = selections.adjective_test(scope, made.candidate(), word)
        if test is not None:
            made.tests.append(test)
    return made.count() if made.item.known else ctx.bad(span)


def _has_more(scope: Scope, node: Node) -> E:
    """`you have fewer cards in your treasury than every other player`"""
    subject = expressions.value(scope, node.parts[0])
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
    named = any(p is not None and _same(p, subject) for p in (scope.you, scope.they))
    mine = holding(scope if named else scope.with_it(subject), subject, names, place, span)
    op = "gt" if more.type == "MORE" else "lt"

    def theirs(other: E) -> E:
        inner = scope.inner()
        inner.you = other if scope.you is not None and _same(scope.you, subject) else scope.you
        inner.they = other if scope.they is not None and _same(scope.they, subject) else None
        if inner.they is None and inner.you is scope.you:
            inner.it = other
        return holding(inner, other, names, place, span)

    if compared.kind not in ("every_other", "any_other"):
        other = expressions.value(scope, compared, PLAYER)
        return E(op, (mine, theirs(other)), YES_NO, span)
    others = E("others", (subject,), Type("set", "", PLAYER), span)
    made = selections.fresh(scope, others, PLAYER, span)
    test = E(op, (mine, theirs(made.candidate())), YES_NO, span)
    return made.loop("all" if compared.kind == "every_other" else "any_of", YES_NO, test)


def _same(a: E, b: E) -> bool:
    return a.op == b.op and a.data == b.data
