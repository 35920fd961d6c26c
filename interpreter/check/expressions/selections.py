"""Which things: from `your fox cards in hand where ...` to sets with a candidate and its tests.

One shape, read from left to right: whose, adjectives, noun, place, `where`. The noun is a kind, a
values list, players, spaces or a zone; adjectives are values, yes/no lines and questions about it.
"""

from __future__ import annotations

from interpreter.check.expressions import (
    adjectives,
    attributes,
    calls,
    comparisons,
    conditions,
    containment,
    counting,
    name_hints,
    not_chosen,
    places,
    references,
    sources,
    typed_values,
)
from interpreter.check.expressions.sources import Chosen
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import nearest
from interpreter.ir.program import E
from interpreter.ir.types import PLAYER, YES_NO, set_of, value_type
from interpreter.syntax.tree import Node, Word, build


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
        made = counting.group(scope, node)
        return sources.fresh(scope, made, made.type.item or made.type, node.span)
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


def to_choose_from(scope: Scope, node: Node | Word | None) -> Chosen:
    """The selection that something is chosen or picked from: several things of one kind."""
    if isinstance(node, Node) and not_chosen.one_of_several(scope, node):
        return sources.as_source(scope, scope.ctx.bad(node.span), node.span)
    return sources.of_one_kind(scope, chosen(scope, node), node)


def _head(scope: Scope, head: Node, place: Node | None) -> Chosen:
    if head.kind != "head":
        made = sources.as_source(scope, typed_values.value(scope, head), head.span)
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
        return sources.as_source(scope, typed_values.value(scope, first), span)
    line = None
    if whose is not None and whose.type.known and len(words) == 1:
        line = attributes.known(scope, whose, words[0].text, span)
    if line is None:
        words = spell_out(scope, words, alone=len(words) == 1 and place is None and whose is None)
    if len(words) == 1 and place is None:
        word = words[0]
        if whose is not None:
            found = attributes.known(scope, whose, word.text, span) if whose.type.known else None
            if found is not None:
                return sources.as_source(scope, found, span)
        else:
            single = references.lookup(scope, word)
            if single is not None:
                named = sources.as_source(scope, single, span)
                if single.op in ("members", "values", "players"):
                    named.noun = named.noun or named.item.of or "player"
                return named
    noun = words[-1]
    described = words[:-1]
    made = _noun(scope, whose, noun, place, span)
    if made is None:
        if place is not None and not described and whose is None:
            single = references.lookup(scope, noun)
            if single is not None and single.type.base in ("set", "zone"):
                made = sources.as_source(scope, single, span)
                test = containment.inside(scope, made.candidate(), places.read(scope, place))
                made.tests.append(test)
                return made
        if whose is not None and not described:
            attributes.of(scope, whose, noun)
        else:
            legal = [n for k in ctx.program.kinds.values() for n in (k.name, k.plural)]
            legal += [v.plural for v in ctx.program.values.values()] + ["players", "spaces"]
            legal += list(ctx.families.get("table", {}))
            before = described[-1] if described else None
            own = ""
            if whose is None:
                own = name_hints.whose_line(scope, noun.text, before.text if before else "")
            mend = None
            if own and before is not None and own == f"{before.text}'s {noun.text}":
                mend = (Span(span.source, before.span.start, noun.span.end), own)
            guess = None if own else nearest(noun.text, legal)
            each = None if described or place is None else _called(scope, noun, place)
            if each is not None and guess is None:
                own, mend = "", (noun.span, each)
            ctx.report.add(
                "unknown-things",
                noun.span,
                f"there are no things called `{noun.text}`",
                "not a kind of component, a zone or a list of this game",
                helps=name_hints.say_whose(scope, own)
                if own
                else (f"did you mean `{guess or each}`?",)
                if guess or each
                else (),
                fix=(noun.span, guess) if guess else mend,
            )
        return sources.fresh(
            scope, E("list", (), set_of(ctx.bad(span).type), span), ctx.bad(span).type, span
        )
    for adjective in described:
        asked = adjectives.asks(scope, made.candidate(), adjective)
        if asked is not None:
            made.tests.append(asked)
    return made


def _called(scope: Scope, noun: Word, place: Node) -> str | None:
    """`domain called symbol` for `for each symbol in faces of free_dice`: whoever goes through
    things in turn says of what kind they are, and how each is called then."""
    if not noun.span.source.text[: noun.span.start].endswith(("for each ", "for every ")):
        return None
    inside = next((p for p in place.parts if isinstance(p, Node) and p.kind != "in_on"), None)
    if inside is None:
        return None
    told = list(scope.ctx.report.found)
    found = typed_values.value(scope, inside).type
    scope.ctx.report.found[:] = told
    item = found.item if found.base == "set" else None
    if item is None or item.base not in ("value", "piece") or not item.of:
        return None
    return f"{item.of} called {noun.text}"


def _asked_there(scope: Scope, node: Node, place: Node, span: Span) -> Chosen:
    """`faces of dice in garden`: the place says which dice are asked."""
    word, plain = node.parts[0], node.parts[1]
    assert isinstance(word, Word)
    if len(node.parts) == 2 and isinstance(plain, Node) and plain.kind == "name":
        asked = scope.ctx.kind_named(plain.words()[0].text)
        if asked is not None and plain.words()[0].text not in scope.locals:
            those = run(scope, plain, [], place, plain.span)
            return sources.as_source(scope, calls.ask(scope, node, None, those.as_set(scope)), span)
    made = sources.as_source(scope, typed_values.value(scope, node), span)
    if made.item.known:
        made.tests.append(containment.inside(scope, made.candidate(), places.read(scope, place)))
    return made


def _noun(
    scope: Scope, whose: E | None, noun: Word, place: Node | None, span: Span
) -> Chosen | None:
    ctx = scope.ctx
    kind = ctx.kind_named(noun.text)
    where = places.read(scope, place, kind or "") if place is not None else None
    if noun.text in ("player", "players", "opponents", "others"):
        if noun.text in ("player", "players"):
            return sources.fresh(
                scope, E("players", (), set_of(PLAYER), span), PLAYER, span, "player"
            )
        return sources.fresh(
            scope, E("others", (scope.player(span),), set_of(PLAYER), span), PLAYER, span, "player"
        )
    if noun.text in ("space", "spaces"):
        return places.spaces(scope, where, span)
    if noun.text in ("hex", "hexes") and ctx.hex_board():
        return places.spaces(scope, where, span)
    if kind is not None:
        ctx.used.add(kind)
        made = places.pieces(scope, kind, where, span)
        made.noun = kind
        if whose is not None:
            made.tests.append(containment.belongs(scope, made.candidate(), whose))
        return made
    values = ctx.values_named(noun.text)
    if values is not None and whose is None:
        made = sources.fresh(
            scope,
            E("values", (), set_of(value_type(values)), span, values),
            value_type(values),
            span,
            values,
        )
        if where is not None:
            made.tests.append(containment.inside(scope, made.candidate(), where))
        return made
    if whose is not None and whose.type.known:
        found = attributes.known(scope, whose, noun.text, span)
        if found is not None and found.type.base in ("zone", "set"):
            return sources.as_source(scope, found, span)
        return None
    single = references.lookup(scope, noun) if whose is None else None
    if single is not None and single.type.base in ("zone", "set"):
        made = sources.as_source(scope, single, span)
        if where is not None:
            made.tests.append(containment.inside(scope, made.candidate(), where))
        return made
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
        test = comparisons.is_(inner, made.candidate(), where.parts[1], where.span)
        made.tests.append(E("not", (test,), YES_NO, where.span) if negated else test)
    elif where.kind in ("who_have", "who_have_no"):
        if made.item.base == "player":  # players who have no tricks in their hand
            inner.they, inner.each = made.candidate(), None
        it = build("it", (), where.span)
        kind = "owns" if where.kind == "who_have" else "owns_no"
        made.tests.append(conditions.cond(inner, build(kind, (it, *where.parts), where.span)))
    else:
        verb = where.parts[0]
        assert isinstance(verb, Word)
        other = typed_values.value(inner, where.parts[1])
        made.tests.append(conditions.related(inner, made.candidate(), verb, other, where.span))
