"""What a deed is made of: its verb, the things it is done to, and places after prepositions.

Takes trees; gives `Deed` and `Things`. What a verb does with them stands in the
modules that `deeds` names. Long, since all verbs take their things and places apart alike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.check.expressions import (
    adjectives,
    attributes,
    containment,
    places,
    references,
    selections,
    sources,
    typed_values,
)
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import nearest
from interpreter.ir.program import E
from interpreter.ir.types import NUMBER, Type
from interpreter.syntax.deed_forms import FORMS
from interpreter.syntax.tree import Node, Part, Word, build


@dataclass(slots=True)
class Deed:
    """A deed taken apart."""

    verb: Word
    form: str
    first: Node | None
    names: list[Word]
    preps: dict[str, Node]
    span: Span
    amount: Node | None = None


def take_apart(node: Node) -> Deed:
    """The verb, the things and the prepositions of a deed's tree."""
    verb = node.parts[0]
    assert isinstance(verb, Word)
    preps: dict[str, Node] = {}
    form, names = "none", list[Word]()
    first: Part = None
    amount: Node | None = None
    for part in node.parts[1:]:
        if isinstance(part, Word):
            if part.type == "NAME":
                names.append(part)
        elif isinstance(part, Node):
            if part.kind == "prep":
                word = part.parts[0]
                assert isinstance(word, Node)
                value = part.parts[1]
                assert isinstance(value, Node)
                preps[word.words()[0].text] = value
            elif part.kind == "things":
                form = "things"
                first = part.parts[0]
                names = [p for p in part.parts[1:] if isinstance(p, Word)]
            elif part.kind == "some_of_these":  # 2 of your warriors
                form = "some_of"
                number = part.parts[0]
                assert isinstance(number, Word)
                amount = build("number", (number,), number.span)
                first = part.parts[1]
                names = [p for p in part.parts[2:] if isinstance(p, Word)]
            elif part.kind in ("up_to", "all_of", "each_of"):
                form = part.kind
                first = part.parts[0]
                names = [p for p in part.parts[1:] if isinstance(p, Word)]
            else:
                amount = part
    if node.kind == "deed_as_many":
        form = "as_many"
    assert not isinstance(first, Word)
    return Deed(verb, form, first, names, preps, node.span, amount)


def expect(scope: Scope, parts: Deed, preps: set[str], things: bool = True) -> bool:
    """Report what the deed says and its verb does not ask for; whether there was no such."""
    form = FORMS[parts.verb.text]
    for prep, given in parts.preps.items():
        if prep not in preps:
            place, fix = given.span, None
            helps = [f"it is written: {form}"]
            if parts.verb.text in ("raise", "lower") and prep == "to" and parts.first is not None:
                helps.append(
                    f"for a fixed number: set {parts.first.span.text} to {given.span.text}"
                )
            else:
                missing = [one for one in form.split() if one in preps and one not in parts.preps]
                before = given.span.source.text[: given.span.start].rstrip()
                if missing and before.endswith(prep):
                    place = Span(given.span.source, len(before) - len(prep), len(before))
                    fix = (place, missing[0])
                    helps = [f"did you mean `{missing[0]}`?"]
            scope.ctx.report.add(
                "extra-part",
                place,
                f"`{parts.verb.text}` has no part with `{prep}`",
                "not asked for",
                helps=helps,
                fix=fix,
            )
            return False
    if things and parts.form == "none":
        scope.ctx.report.add(
            "missing-part",
            parts.span,
            f"`{parts.verb.text}` needs to know what",
            "",
            helps=(f"it is written: {form}",),
        )
        return False
    return True


def need(scope: Scope, parts: Deed, *preps: str) -> Node | None:
    """The part after one of these prepositions, or a diagnostic that it is missing."""
    for prep in preps:
        if prep in parts.preps:
            return parts.preps[prep]
    written = (f"it is written: {FORMS[parts.verb.text]}",)
    scope.ctx.report.add(
        "missing-part",
        parts.span,
        f"`{parts.verb.text}` needs a part that begins with `{preps[0]}`",
        "",
        helps=_drawn(scope, parts, written) if parts.verb.text == "draw" else written,
    )
    return None


def _drawn(scope: Scope, parts: Deed, written: tuple[str, ...]) -> tuple[str, ...]:
    """From which pile the things of `draw 2 spells` are drawn, and to which zone; how it is
    `written` if that is not known."""
    ctx = scope.ctx
    kinds = [ctx.kind_named(word.text) for word in parts.names]
    kind = next((one for one in kinds if one), None)
    piles = [f for f in ctx.families.get("table", {}).values() if f.sort == "pile"]
    piles = [f for f in piles if f.seen == "nobody" and (kind is None or kind in f.kinds)]
    if kind is None:
        named = ", ".join(f"`{f.name}`" for f in piles)
        return (f"the piles are: {named}", *written) if piles else written
    held = [f.name for f in ctx.families.get("player", {}).values() if kind in f.kinds]
    named = "" if "from" in parts.preps else _named_pile(parts, [f.name for f in piles])
    if named:
        return (f"write `{named}`",)
    if len(piles) != 1 or not held or "\n" in parts.span.text:
        return written
    to = "" if "to" in parts.preps else f" to {'your' if scope.they is None else 'their'} {held[0]}"
    source = "" if "from" in parts.preps else f" from {piles[0].name}"
    return (f"write `{parts.span.text}{source}{to}`",)


def _named_pile(parts: Deed, piles: Sequence[str]) -> str:
    """A deed that names a pile behind another word than `from`, with `from`; empty if none does."""
    text = parts.span.text
    for pile in piles:
        found = re.search(rf" (?:(?:off|of|in|on|at|out of) +)?(?:the +)?({pile})\b", text)
        if found is not None and "\n" not in text:
            return f"{text[: found.start()]} from {text[found.start(1) :]}"
    return ""


@dataclass(slots=True)
class Things:
    """The things of a deed: a set with an optional number of them, or one single thing."""

    made: sources.Chosen | None
    amount: E | None
    single: E | None
    every: bool

    @property
    def item(self) -> Type:
        """The kind of one of them."""
        if self.single is not None:
            return self.single.type
        assert self.made is not None
        return self.made.item


def things(scope: Scope, parts: Deed, source: Node | None) -> Things | None:
    """What a deed is done to; `source` is the place after `from`."""
    ctx = scope.ctx
    if parts.form in ("all_of", "each_of"):
        made = selections.chosen(scope, parts.first)
        if source is not None:
            lies = made.item.of if made.item.base == "piece" else ""
            among = containment.Where(places.named(scope, source, lies), None, source.span)
            if made.item.known and made.source.op == "members":
                replaced = places.pieces(scope, made.item.of, among, made.span)
                for test in made.tests:
                    replaced.tests.append(renamed_local(test, made.var, replaced.var))
                made = replaced
        return Things(made, None, None, True) if made.item.known else None
    amount: E | None = None
    words = list(parts.names)
    if words:
        words = selections.spell_out(scope, words)
    parts = _some_of(scope, parts)
    first = parts.first
    if parts.form == "as_many":
        amount = typed_values.whole(scope, parts.amount)
        first = None
    elif parts.form == "up_to":
        amount = typed_values.whole(scope, first)
        first = None
    elif parts.form == "some_of":
        amount = typed_values.whole(scope, parts.amount)
    elif first is not None and words:
        word = first.words()[0] if first.kind == "name" else None
        found = references.lookup(scope, word) if word is not None else None
        numeric = first.kind not in ("name", "your", "their", "its", "possessed")
        if first.kind in ("your", "their", "its", "possessed"):
            whose = references.owner(scope, first)
            attr = (
                attributes.known(scope, whose, first.words()[-1].text, first.span)
                if whose.type.known
                else None
            )
            numeric = attr is not None and attr.type.base == "number"
        if numeric or (found is not None and found.type.base == "number"):
            amount = typed_values.whole(scope, first)
            first = None
    if first is not None and not words and parts.form != "some_of":
        if first.kind == "name":
            word = first.words()[0]
            if word.text not in scope.locals and ctx.kind_named(word.text) is not None:
                amount = E("num", (), NUMBER, first.span, 1)
                words, first = [word], None
        if first is not None:
            single = typed_values.value(scope, first)
            if not single.type.known:
                return None
            if single.type.base == "set":
                made = sources.as_source(scope, single, first.span)
                return Things(made, None, None, True)
            if source is not None and single.type.base == "piece":  # it must be able to lie there
                place = places.named(scope, source, single.type.of)
                if place.type.known and not scope.ctx.program.kinds[single.type.of].alike:
                    containment.inside_thing(scope, single, place, source.span)
            return Things(None, None, single, False)
    span = parts.span
    where: containment.Where | None = None
    if source is not None:
        held = ctx.kind_named(words[-1].text) if words else None
        where = containment.Where(places.named(scope, source, held or ""), None, source.span)
        if where.thing is not None and not where.thing.type.known:
            return None
    elif parts.form == "some_of" and parts.verb.text in ("place", "put"):  # what is not in play yet
        where = containment.Where(E("box", (), Type("zone", "box"), span), None, span)
    elif parts.form == "some_of" and parts.verb.text in ("move", "return", "take"):
        noun = words[-1] if words else first.words()[-1] if first is not None else None
        _from_where(scope, span, noun.text if noun is not None else "things")
        return None
    if first is not None:
        made = selections.run(scope, first, words, None, span)
        if where is not None and made.item.known:
            made.tests.append(containment.inside(scope, made.candidate(), where))
    else:
        noun = words[-1]
        kind = ctx.kind_named(noun.text)
        if kind is None and _misspelt_place(scope, words):
            return None
        if kind is None:
            selections.run(scope, build("name", (words[0],), words[0].span), words[1:], None, span)
            if not any(d.label.span.start == noun.span.start for d in ctx.report.found):
                ctx.unknown(
                    "unknown-kind",
                    noun.span,
                    noun.text,
                    "kind of component",
                    [n for k in ctx.program.kinds.values() for n in (k.name, k.plural)],
                )
            return None
        ctx.used.add(kind)
        if where is None and not only_one(scope, kind):
            _from_where(scope, span, noun.text, kind, parts.verb.text, amount)
            return None
        made = places.pieces(scope, kind, where, span)
        for word in words[:-1]:
            described = adjectives.asks(scope, made.candidate(), word)
            if described is not None:
                made.tests.append(described)
    return Things(made, amount, None, amount is None) if made.item.known else None


def _from_where(
    scope: Scope, span: Span, noun: str, kind: str = "", verb: str = "", amount: E | None = None
) -> None:
    ctx = scope.ctx
    many = ctx.program.kinds[kind].plural if kind in ctx.program.kinds else noun
    helps = ("add `from` and a place, such as `from the box` or `from deck`",)
    held = [f for f in ctx.families.get("player", {}).values() if kind in f.kinds]
    if verb == "discard" and held and scope.actor is not None and not scope.pure:
        whose = "your" if scope.they is None else "their"
        some = amount is not None and amount.op == "num" and amount.data > 1
        those = many if some else kind
        number = f"{amount.data} " if some and amount is not None else ""
        chosen = f"choose {number}{those} from {whose} {held[0].name}"
        helps = (f"say which, in the line before: `{chosen}`; then `discard {those}`",)
    ctx.report.add(
        "from-where",
        span,
        f"it is not said where these {many} come from",
        "",
        helps=helps,
    )


_PREPOSITIONS = ("from", "to", "into", "onto", "in", "on", "with", "by")


def _misspelt_place(scope: Scope, words: list[Word]) -> bool:
    """`move 4 cards form deck to hand`: a word that was read as one more name."""
    for word in words[1:-1]:
        swapped = [p for p in _PREPOSITIONS if sorted(p) == sorted(word.text)]
        guess = nearest(word.text, _PREPOSITIONS) or next(iter(swapped), None)
        if guess:
            scope.ctx.report.add(
                "unexpected-word",
                word.span,
                f"`{word.text}` does not fit here",
                f"read as a name: did you mean `{guess}`?",
                fix=(word.span, guess),
            )
            return True
    *_, noun, last = [None, None, *words]
    zones = scope.ctx.families.get("table", {})
    if noun is None or last is None or scope.ctx.kind_named(noun.text) is None:
        return False
    if last.text not in zones:
        return False
    at = last.span.start
    scope.ctx.report.add(
        "unexpected-word",
        last.span,
        f"`{last.text}` does not fit here",
        "expected `from` before it",
        fix=(Span(last.span.source, at, at), "from "),
    )
    return True


def _some_of(scope: Scope, parts: Deed) -> Deed:
    """`move count of your warriors ...`: a number by name, and then whose."""
    first = parts.first
    if parts.form != "things" or first is None or first.kind != "ask" or len(first.parts) != 2:
        return parts
    word, whose = first.parts
    assert isinstance(word, Word) and isinstance(whose, Node)
    known = scope.locals.get(word.text)
    if known is None or known[1].base != "number":
        return parts
    amount = build("name", (word,), word.span)
    return Deed(parts.verb, "some_of", whose, parts.names, parts.preps, parts.span, amount)


def only_one(scope: Scope, kind: str) -> bool:
    """Whether there is one component of this kind only, so that it need not be said which."""
    made = scope.ctx.program.kinds[kind]
    return made.last - made.first == 1


def renamed_local(test: E, old: str, new: str) -> E:
    """The same question about another local."""
    if test.op == "local" and test.data == old:
        return E("local", (), test.type, test.span, new)
    return E(
        test.op,
        tuple(renamed_local(a, old, new) for a in test.args),
        test.type,
        test.span,
        test.data,
    )


ONE_PLACE = frozenset({"zone", "slot", "abs_slot", "box"})
"""Ops of places where something can be put; others stand for several zones, or for things."""


def targets(scope: Scope, kind: str, node: Node) -> tuple[E | None, sources.Chosen | None]:
    """Where to: one zone, or (for `each ...`) a set of places."""
    if node.kind in ("head", "sel"):
        made = selections.chosen(scope, node)
        if not made.item.known:
            return None, None
        zones = places.zones_for(scope, made.candidate(), kind, node.span)
        if not zones or zones[0].op not in ONE_PLACE:
            no_place(scope, kind, made.candidate(), node.span)
            return None, None
        return zones[0], made
    thing = places.named(scope, node, kind)
    if not thing.type.known:
        return None, None
    if thing.op == "field" and thing.type.base == "zone":
        return None, None
    zones = places.zones_for(scope, thing, kind, node.span)
    if not zones or zones[0].op not in ONE_PLACE:
        no_place(scope, kind, thing, node.span)
        return None, None
    return zones[0], None


def no_place(scope: Scope, kind: str, thing: E, span: Span) -> None:
    """Report that such components cannot lie there."""
    plural = scope.ctx.program.kinds[kind].plural
    scope.ctx.report.add(
        "wrong-place",
        span,
        f"{plural} do not lie in {thing.type.words()}",
        "not a place for them",
        helps=containment.places_help(scope, kind),
    )
