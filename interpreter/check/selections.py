"""Which things: from `your fox cards in hand where ...` to sets with a candidate and its tests.

One shape, read from left to right: whose, adjectives, noun, place, `where`. The noun is a kind, a
values list, players, spaces or a zone; adjectives are values, yes/no lines and questions about it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.check import (
    conditions,
    expressions,
    phrases,
    places,
    questions,
    references,
)
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import digits, listed, nearest
from interpreter.ir.program import E, Family
from interpreter.ir.types import (
    NUMBER,
    PLAYER,
    YES_NO,
    Type,
    fits,
    piece_type,
    set_of,
    value_type,
)
from interpreter.syntax.tree import Node, Word


@dataclass(slots=True)
class Chosen:
    """A set under construction: where candidates come from and what each must fulfil."""

    source: E
    var: str
    item: Type
    span: Span
    tests: list[E] = field(default_factory=list)
    counted_in: list[E] = field(default_factory=list)
    noun: str = ""

    def candidate(self) -> E:
        """The candidate as a value."""
        return E("local", (), self.item, self.span, self.var)

    def test(self) -> E | None:
        """All tests as one, or None."""
        if not self.tests:
            return None
        joined = self.tests[0]
        for test in self.tests[1:]:
            joined = E("and", (joined, test), YES_NO, self.span)
        return joined

    def as_set(self, scope: Scope) -> E:
        """The set as a value."""
        test = self.test()
        if test is None:
            return E(
                self.source.op, self.source.args, set_of(self.item), self.span, self.source.data
            )
        return E("filter", (self.source, test), set_of(self.item), self.span, self.var)

    def loop(self, op: str, kind: Type, *more: E) -> E:
        """An aggregate over the set."""
        test = self.test() or E("num", (), YES_NO, self.span, 1)
        return E(op, (self.source, test, *more), kind, self.span, self.var)

    def count(self) -> E:
        """How many: alike pieces are counted, other things are counted by one."""
        if self.counted_in:
            total: E | None = None
            for zone in self.counted_in:
                amount = E("count_in", (*zone.args, self.candidate()), NUMBER, self.span, zone.data)
                part = self.loop("sum", NUMBER, amount)
                total = part if total is None else E("add", (total, part), NUMBER, self.span)
            assert total is not None
            return total
        if not self.tests:
            return E("size", (self.as_set_plain(),), NUMBER, self.span)
        return self.loop("count", NUMBER)

    def as_set_plain(self) -> E:
        """The candidates without tests."""
        return E(self.source.op, self.source.args, set_of(self.item), self.span, self.source.data)


def fresh(scope: Scope, source: E, item: Type, span: Span, noun: str = "") -> Chosen:
    """A set whose candidates come from `source`."""
    return Chosen(source, f"_c{scope.counter.next()}", item.sure(), span, noun=noun)


def spell_out(scope: Scope, words: list[Word], alone: bool = False) -> list[Word]:
    """`3 warriors` are pieces that show `warrior`: a value printed on one kind names the pieces.

    `alone` asks for the plural, since a single `warrior` may stand for the value itself.
    """
    ctx = scope.ctx
    last = words[-1]
    if (
        last.text in scope.locals
        or last.text in scope.bound
        or ctx.kind_named(last.text)
        or ctx.values_named(last.text)
        or last.text in ctx.funcs
        or last.text in ctx.families.get("table", {})
    ):
        return words
    for values in ctx.program.values.values():
        for member in values.members:
            forms = (member + "s", member + "es", member[:-1] + "ies", "" if alone else member)
            if last.text not in forms:
                continue
            shown = [
                k
                for k in ctx.program.kinds.values()
                if any(
                    t.base == "value" and t.of == values.name
                    for t in (
                        *k.printed.values(),
                        *(f.type for f in ctx.fields.get(k.name, {}).values()),
                    )
                )
            ]
            if len(shown) == 1:
                ctx.used.add(shown[0].name)
                return [
                    *words[:-1],
                    Word("NAME", member, last.span),
                    Word("NAME", shown[0].plural, last.span),
                ]
    return words


def chosen(scope: Scope, node: Node | Word | None) -> Chosen:
    """A selection: head, place, where."""
    assert isinstance(node, Node)
    if node.kind == "group":
        made = phrases.group(scope, node)
        return fresh(scope, made, made.type.item or made.type, node.span)
    head, place, where = node, None, None
    if node.kind == "sel":
        first = node.parts[0]
        assert isinstance(first, Node)
        head = first
        for part in node.parts[1:]:
            if isinstance(part, Node):
                if part.kind in (
                    "in_place",
                    "in_place_next_to",
                    "in_between",
                    "in_end_place",
                    "beside",
                ):
                    place = part
                else:
                    where = part
    found = _head(scope, head, place)
    if where is not None:
        narrowed(scope, found, where)
    return found


def _head(scope: Scope, head: Node, place: Node | None) -> Chosen:
    if head.kind != "head":
        made = as_source(scope, value_of(scope, head), head.span)
        return made
    first = head.parts[0]
    names = [p for p in head.parts[1:-1] if isinstance(p, Word)]
    called = head.parts[-1]
    assert isinstance(first, Node)
    end = place.parts[1] if place is not None and place.kind == "in_end_place" else None
    made = run(scope, first, names, None if end is not None else place, head.span)
    if isinstance(end, Node) and made.item.known:
        made.tests.append(conditions.in_end_spaces(scope, made.candidate(), end, end.span))
    if isinstance(called, Word):
        scope.locals[called.text] = (made.var, made.item, called.span)
        made.noun = called.text
    return made


def value_of(scope: Scope, node: Node) -> E:
    """Any value (late import keeps the modules apart)."""
    return expressions.value(scope, node)


def as_source(scope: Scope, found: E, span: Span) -> Chosen:
    """A set, a zone or one thing as what can be chosen from."""
    kind = found.type
    if kind.base == "zone":
        return zone_source(scope, found, span)
    if kind.base == "set" and kind.item is not None:
        return fresh(scope, found, kind.item, span)
    if kind.base == "lane":
        return fresh(
            scope,
            E("lane_cells", (found,), set_of(Type("space", kind.of)), span),
            Type("space", kind.of),
            span,
        )
    if not kind.known:
        made = fresh(scope, E("list", (), set_of(kind), span), kind, span)
        return made
    if kind.base in ("number", "yesno", "text", "amounts"):
        scope.ctx.report.add(
            "not-things",
            found.span,
            f"this is {kind.words()}, not things to choose from",
            "",
            helps=("name a zone, a kind, players or a values list",),
        )
        return fresh(
            scope,
            E("list", (), set_of(scope.ctx.bad(span).type), span),
            scope.ctx.bad(span).type,
            span,
        )
    return fresh(scope, E("list", (found,), set_of(kind), span), kind, span)


def zone_source(scope: Scope, zone: E, span: Span) -> Chosen:
    """What lies in a zone, as what can be chosen from."""
    made_items = items(scope, zone)
    assert made_items.type.item is not None
    made = fresh(scope, made_items, made_items.type.item, span)
    if zone.op == "zone" and zone.data.shape == "counts":
        made.counted_in = [zone]
    return made


def items(scope: Scope, zone: E) -> E:
    """What lies in a zone, as a set."""
    if zone.op in ("box", "in_play"):
        return E("list", (), set_of(scope.ctx.bad(zone.span).type), zone.span)
    family: Family = zone.data
    kind = piece_type(family.kinds[0])
    return E("items", zone.args, set_of(kind), zone.span, (zone.op, family))


def only_item(scope: Scope, zone: E) -> E:
    """The one component in a space (or the first in a zone); none if it is empty."""
    family: Family = zone.data
    kind = piece_type(family.kinds[0]).maybe()
    if zone.op == "slot" or (family.shape == "slots" and family.slots == 1):
        return E("slot_item", zone.args, kind, zone.span, family)
    return E("top", zone.args, kind, zone.span, family)


def run(scope: Scope, first: Node, names: list[Word], place: Node | None, span: Span) -> Chosen:
    """Whose, adjectives and noun, with an optional place."""
    ctx = scope.ctx
    whose: E | None = None
    words: list[Word] = list(names)
    if first.kind == "name":
        words.insert(0, first.words()[0])
    elif first.kind in ("your", "their", "its", "possessed"):
        whose = references.owner(scope, first)
        words.insert(0, first.words()[-1])
    elif place is not None and first.kind == "ask":  # faces of dice in garden
        return _asked_there(scope, first, place, span)
    else:
        return as_source(scope, value_of(scope, first), span)
    line = None
    if whose is not None and whose.type.known and len(words) == 1:
        line = references.attribute_of(scope, whose, words[0].text, span)
    if line is None:
        words = spell_out(scope, words, alone=len(words) == 1 and place is None and whose is None)
    if len(words) == 1 and place is None:
        word = words[0]
        if whose is not None:
            found = (
                references.attribute_of(scope, whose, word.text, span) if whose.type.known else None
            )
            if found is not None:
                return as_source(scope, found, span)
        else:
            single = references.lookup(scope, word)
            if single is not None:
                named = as_source(scope, single, span)
                if single.op in ("members", "values", "players"):
                    named.noun = named.noun or named.item.of or "player"
                return named
    noun = words[-1]
    adjectives = words[:-1]
    made = _noun(scope, whose, noun, place, span)
    if made is None:
        if place is not None and not adjectives and whose is None:
            single = references.lookup(scope, noun)
            if single is not None and single.type.base in ("set", "zone"):
                made = as_source(scope, single, span)
                test = places.inside(scope, made.candidate(), places.read(scope, place))
                made.tests.append(test)
                return made
        if whose is not None and not adjectives:
            references.attribute(scope, whose, noun)
        else:
            legal = [n for k in ctx.program.kinds.values() for n in (k.name, k.plural)]
            legal += [v.plural for v in ctx.program.values.values()] + ["players", "spaces"]
            legal += list(ctx.families.get("table", {}))
            own = references.whose_line(scope, noun.text) if whose is None else None
            guess = None if own else nearest(noun.text, legal)
            ctx.report.add(
                "unknown-things",
                noun.span,
                f"there are no things called `{noun.text}`",
                "not a kind of component, a zone or a list of this game",
                helps=(f"say whose: `{own}`",)
                if own
                else (f"did you mean `{guess}`?",)
                if guess
                else (),
                fix=(noun.span, guess) if guess else None,
            )
        return fresh(
            scope, E("list", (), set_of(ctx.bad(span).type), span), ctx.bad(span).type, span
        )
    for adjective in adjectives:
        described = adjective_test(scope, made.candidate(), adjective)
        if described is not None:
            made.tests.append(described)
    return made


def _asked_there(scope: Scope, node: Node, place: Node, span: Span) -> Chosen:
    """`faces of dice in garden`: the place says which dice are asked."""
    word, plain = node.parts[0], node.parts[1]
    assert isinstance(word, Word)
    if len(node.parts) == 2 and isinstance(plain, Node) and plain.kind == "name":
        asked = scope.ctx.kind_named(plain.words()[0].text)
        if asked is not None and plain.words()[0].text not in scope.locals:
            those = run(scope, plain, [], place, plain.span)
            return as_source(scope, questions.ask(scope, node, None, those.as_set(scope)), span)
    made = as_source(scope, value_of(scope, node), span)
    if made.item.known:
        made.tests.append(places.inside(scope, made.candidate(), places.read(scope, place)))
    return made


def _noun(
    scope: Scope, whose: E | None, noun: Word, place: Node | None, span: Span
) -> Chosen | None:
    ctx = scope.ctx
    where = places.read(scope, place) if place is not None else None
    if noun.text in ("player", "players", "opponents", "others"):
        if noun.text in ("player", "players"):
            return fresh(scope, E("players", (), set_of(PLAYER), span), PLAYER, span, "player")
        return fresh(
            scope, E("others", (scope.player(span),), set_of(PLAYER), span), PLAYER, span, "player"
        )
    if noun.text in ("space", "spaces"):
        return places.spaces(scope, where, span)
    if noun.text in ("hex", "hexes") and ctx.hex_board():
        return places.spaces(scope, where, span)
    kind = ctx.kind_named(noun.text)
    if kind is not None:
        ctx.used.add(kind)
        made = places.pieces(scope, kind, where, span)
        made.noun = kind
        if whose is not None:
            made.tests.append(places.belongs(scope, made.candidate(), whose))
        return made
    values = ctx.values_named(noun.text)
    if values is not None and whose is None:
        made = fresh(
            scope,
            E("values", (), set_of(value_type(values)), span, values),
            value_type(values),
            span,
            values,
        )
        if where is not None:
            made.tests.append(places.inside(scope, made.candidate(), where))
        return made
    if whose is not None and whose.type.known:
        found = references.attribute_of(scope, whose, noun.text, span)
        if found is not None and found.type.base in ("zone", "set"):
            return as_source(scope, found, span)
        return None
    single = references.lookup(scope, noun) if whose is None else None
    if single is not None and single.type.base in ("zone", "set"):
        made = as_source(scope, single, span)
        if where is not None:
            made.tests.append(places.inside(scope, made.candidate(), where))
        return made
    return None


def adjective_test(scope: Scope, candidate: E, word: Word) -> E | None:
    """What an adjective asks of a candidate."""
    ctx, kind, span = scope.ctx, candidate.type, word.span
    if not kind.known:
        return None
    if word.text == "other":
        reference_ = scope.it if scope.it is not None and fits(scope.it.type, kind) else None
        if kind.base == "player":
            reference_ = scope.player(span)
        if reference_ is None:
            ctx.report.add(
                "no-other",
                span,
                "`other` than what is not clear here",
                "",
                helps=("write `where it is not ...`",),
            )
            return None
        return E("ne", (candidate, reference_), YES_NO, span)
    if word.text == "enemy" and kind.base == "piece" and ctx.program.kinds[kind.of].owned:
        owner_ = E("owner_of", (candidate,), PLAYER, span)
        return E("ne", (owner_, scope.player(span)), YES_NO, span)
    if word.text in ("empty", "free"):
        if kind.base == "space" or ctx.joined(span) is None:
            return places.empty(scope, candidate, span)
        _no_adjective(scope, kind, word)
        return None
    said = is_word(scope, candidate, word)
    if said is not None:
        return said
    found = references.lookup(scope, word)
    if found is not None and kind.base == "piece" and found.type.base == "value":
        shown = references.adjective_field(scope, kind.of, found.type.of)
        if shown is not None:
            return E("eq", (shown(candidate), found), YES_NO, span)
    if found is not None and found.type.base == "player" and kind.base == "piece":
        return places.belongs(scope, candidate, found)
    if found is not None and not found.type.known:
        return None
    _no_adjective(scope, kind, word)
    return None


def _no_adjective(scope: Scope, kind: Type, word: Word) -> None:
    """Report a word before a noun that says nothing about such things."""
    legal = adjectives_of(scope, kind)
    joined = scope.ctx.joined(word.span)
    guess = digits(word.text) or nearest(word.text, legal)
    fix = joined or ((word.span, guess) if guess else None)
    scope.ctx.report.add(
        "unknown-adjective",
        word.span,
        f"`{word.text}` says nothing about {references.kind_noun(kind)}",
        "not something it can be",
        notes=(f"it can be: {listed(legal)}",) if legal and guess in (None, *legal) else (),
        helps=(f"did you mean `{fix[1]}`?",) if fix else (),
        fix=fix,
    )


def adjectives_of(scope: Scope, kind: Type) -> list[str]:
    """Every word that can stand before such a thing."""
    ctx = scope.ctx
    names: list[str] = []
    holder = ctx.holder_of(kind)
    lines = {n: f.type for n, f in ctx.fields.get(holder, {}).items()}
    if kind.base == "piece":
        lines |= ctx.program.kinds[kind.of].printed
        designs = ctx.program.kinds[kind.of].designs
        if len(designs) > 1:
            names += [d.id for d in designs]
    for name, line in lines.items():
        if line.base == "yesno":
            names.append(name)
        elif line.base == "value":
            names += ctx.program.values[line.of].members
    names += [
        f.name
        for f in ctx.funcs.values()
        if f.sort == "define"
        and f.returns.base == "yesno"
        and len(f.params) == 1
        and fits(kind, f.params[0][1])
    ]
    return names


def is_word(scope: Scope, subject: E, word: Word) -> E | None:
    """`subject is word`, where the word is a yes/no line, a value it shows, or its design."""
    ctx, kind, span = scope.ctx, subject.type, word.span
    if not kind.known or word.text in scope.locals:
        return None
    holder = ctx.holder_of(kind)
    field_ = ctx.fields.get(holder, {}).get(word.text)
    if field_ is not None and field_.type.base == "yesno":
        ctx.used.add(word.text)
        return E("field", (subject,), YES_NO, span, field_)
    if kind.base == "piece":
        printed = ctx.program.kinds[kind.of].printed.get(word.text)
        if printed is not None and printed.base == "yesno":
            ctx.used.add(word.text)
            return E("attr", (subject,), YES_NO, span, (kind.of, word.text))
        named = ctx.names.get(word.text)
        if named is not None and named.sort == "value":
            values, number = named.thing
            shown = references.adjective_field(scope, kind.of, values)
            if shown is not None:
                ctx.used.add(word.text)
                return E(
                    "eq",
                    (shown(subject), E("num", (), value_type(values), span, number)),
                    YES_NO,
                    span,
                )
        if named is not None and named.sort == "component" and named.thing.kind == kind.of:
            ctx.used.add(word.text)
            return E("is_design", (subject,), YES_NO, span, named.thing)
    func = ctx.funcs.get(word.text)
    if (
        func is not None
        and func.sort == "define"
        and len(func.params) == 1
        and fits(kind, func.params[0][1].maybe())
    ):
        if func.returns.base == "yesno":
            ctx.used.add(word.text)
            return references.call(scope, func, [subject], span)
        if not func.returns.known and ctx.report.errors:
            return ctx.bad(span)
    return None


def narrowed(scope: Scope, made: Chosen, where: Node) -> None:
    """Add what is said after `where`, `who is` or `who has`."""
    if not made.item.known:
        return
    inner = scope.with_it(made.candidate())
    if made.noun and made.noun not in inner.locals:
        inner.locals[made.noun] = (made.var, made.item, made.span)
    if where.kind == "where":
        made.tests.append(conditions.cond(inner, where.parts[0]))
    elif where.kind == "who_is":
        negated = where.parts[0] is not None
        test = conditions.is_(inner, made.candidate(), where.parts[1], where.span)
        made.tests.append(E("not", (test,), YES_NO, where.span) if negated else test)
    elif where.kind in ("who_have", "who_have_no"):
        if made.item.base == "player":  # players who have no tricks in their hand
            inner.they = made.candidate()
        it = Node("it", (), where.span)
        kind = "owns" if where.kind == "who_have" else "owns_no"
        made.tests.append(conditions.cond(inner, Node(kind, (it, *where.parts), where.span)))
    else:
        verb = where.parts[0]
        assert isinstance(verb, Word)
        other = value_of(inner, where.parts[1])  # type: ignore[arg-type]
        made.tests.append(conditions.related(inner, made.candidate(), verb, other, where.span))
