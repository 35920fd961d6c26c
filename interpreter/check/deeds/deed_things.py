"""The objects of a deed, and the places where they go.

Takes a `VerbPhrase`; returns `DeedObjects` and places, or None after a diagnostic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from interpreter.check import node_builders
from interpreter.check.deeds.deed_parts import Given, VerbPhrase
from interpreter.check.expressions import place_phrases, selections
from interpreter.check.expressions.value_reading import value, whole
from interpreter.check.names import adjectives, attributes, references
from interpreter.check.places import containment, pieces, sources, zone_lookup
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import nearest
from interpreter.ir import nodes
from interpreter.ir.declared import Design
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.types import NUMBER, YES_NO, Type, set_of
from interpreter.syntax import ast
from interpreter.syntax.ast import Word


@dataclass(slots=True)
class DeedObjects:
    """The objects of a deed: a set with an optional count, or one single thing."""

    made: sources.Chosen | None
    amount: Expr | None
    single: Expr | None

    @property
    def item(self) -> Type:
        """The kind of one of them."""
        if self.single is not None:
            return self.single.type
        assert self.made is not None
        return self.made.item

    def each(self, span: Span, done: Callable[[Expr], Stmt]) -> list[Stmt]:
        """Build the statements that do something to each thing, or to as many as are asked for."""
        if self.single is not None:
            return [done(self.single)]
        assert self.made is not None
        if self.amount is None:
            return [self.made.go_through(span, [done(self.made.candidate())])]
        made = _from_the_top(self.made)
        return [made.go_through(span, [done(made.candidate())], self.amount)]


def _from_the_top(made: sources.Chosen) -> sources.Chosen:
    """Order the things of a pile from its top, as they are drawn; others keep their order."""
    pile = made.source
    if not isinstance(pile, nodes.Items) or pile.family.sort != "pile" or pile.how != "zone":
        return made
    place = nodes.Position((made.candidate(),), NUMBER, made.span, made.item)
    test = made.test() or node_builders.true(made.span)
    ordered = nodes.Ordered((pile, test, place), set_of(made.item), made.span, made.var)
    return sources.Chosen(ordered, made.var, made.item, made.span, noun=made.noun)


def components(scope: Scope, parts: VerbPhrase, source: Given | None = None) -> DeedObjects | None:
    """Read the objects of a deed that is done to components; None after a diagnostic.

    A zone stands for all that lies in it, or for the one thing in a space.
    """
    found = things(scope, parts, source)
    single = None if found is None else found.single
    if single is not None and single.type.is_zone:
        one = isinstance(single, (nodes.Box, nodes.InPlay)) or sources.holds_one(single)
        made = None if one else sources.zone_source(scope, single, parts.span)
        found = DeedObjects(made, None, sources.only_item(scope, single) if one else None)
    return found if found is not None and found.item.known else None


def check_pieces(scope: Scope, found: DeedObjects, done: str, help_: str) -> bool:
    """Report things that are no components, to which only these can be `done`."""
    item, thing = found.item, found.single or found.made
    if item.is_piece or thing is None:
        return item.is_piece
    slug = "cannot-move" if done == "moved" else "cannot-reveal"
    message = f"{item.words()} cannot be {done}"
    return not scope.ctx.report.add(slug, thing.span, message, helps=(help_,))


def things(scope: Scope, parts: VerbPhrase, source: Given | None) -> DeedObjects | None:
    """Read the objects of a deed; `source` is the place after `from`. None after a diagnostic."""
    if parts.form in ("all_of", "each_of"):
        return _all_of_them(scope, parts, source)
    words = selections.spell_out(scope, parts.names) if parts.names else []
    parts = _some_of(scope, parts)
    amount, first = _amount(scope, parts, words)
    if first is not None and not words and parts.form != "some_of":
        word = parts.name
        if word is None or word.text in scope.locals or scope.ctx.kind_named(word.text) is None:
            return _one_thing(scope, parts, first, source)
        amount, words, first = node_builders.num(1, first.span), [word], None
    where = None
    if source is not None:
        held = scope.ctx.kind_named(words[-1].text) if words else None
        there = place_phrases.named(scope, source, held or "")
        if not there.type.known:
            return None
        where = containment.PlacePhrase(there, None, source.span)
    elif parts.form == "some_of":
        where = _unsaid_source(scope, parts, words)
        if where is None:
            return None
    noun = scope.ctx.kind_named(words[-1].text) if words else None
    if first is not None and amount is None and noun is not None and parts.form == "things":
        if words[-1].text != scope.ctx.program.kinds[noun].plural:
            amount = node_builders.num(1, first.span)  # the crimson card: one of them
        if isinstance(first, ast.Name) and (where is not None or parts.verb.text in _MOVING):
            words, first = [first.word, *words], None
    if first is None:
        made = _some_of_kind(scope, parts, words, where, amount)
    else:
        made = selections.run(scope, first, words, None, parts.span)
        if where is not None and made.item.known:
            made.tests.append(containment.inside(scope, made.candidate(), where))
    if made is None or not made.item.known:
        return None
    return DeedObjects(made, amount, None)


_MOVING = ("move", "place", "put", "return", "take", "discard", "remove")
"""Deeds after which things lie elsewhere: it must be known from where."""


def _all_of_them(scope: Scope, parts: VerbPhrase, source: Given | None) -> DeedObjects | None:
    """`all fox cards in deck`, `each card`"""
    made = selections.chosen(scope, parts.first)
    if source is not None:
        lies = made.item.of if made.item.is_piece else ""
        among = containment.PlacePhrase(place_phrases.named(scope, source, lies), None, source.span)
        if made.item.known and isinstance(made.source, nodes.Members):
            there = pieces.pieces(scope, made.item.of, among, made.span)
            there.tests += [renamed_local(test, made.var, there.var) for test in made.tests]
            made = there
    elif parts.verb.text == "discard" and _lies_anywhere(made):
        _report_no_source(scope, parts.span, made.noun, made.item.of, "discard")
        return None
    return DeedObjects(made, None, None) if made.item.known else None


def _lies_anywhere(made: sources.Chosen) -> bool:
    """Whether things are meant wherever they lie, in the hands of all players, too."""
    shown = (nodes.IsDesign, nodes.FieldNow, nodes.Attr)
    return isinstance(made.source, nodes.Members) and all(
        isinstance(test, shown) or (isinstance(test, nodes.Eq) and isinstance(test.args[0], shown))
        for test in made.tests
    )


def _amount(
    scope: Scope, parts: VerbPhrase, words: Sequence[Word]
) -> tuple[Expr | None, ast.Expression | None]:
    """How many, if that is said; and what stands before the words and is no number."""
    first = parts.first
    if parts.form == "as_many":
        return whole(scope, parts.amount), None
    if parts.form == "up_to":
        return whole(scope, first), None
    if parts.form == "some_of":
        return whole(scope, parts.amount), first
    if first is not None and words and _is_number(scope, first):
        return whole(scope, first), None
    return None, first


def _is_number(scope: Scope, first: ast.Expression) -> bool:
    """Whether what stands before the words says how many."""
    if isinstance(first, ast.Name):
        found = references.lookup(scope, first.word)
        return found is not None and found.type.is_number
    if isinstance(first, ast.Possessive):
        whose = references.owner(scope, first)
        if not whose.type.known:
            return False
        line = attributes.known(scope, whose, first.word.text, first.span)
        return line is not None and line.type.is_number
    return True


def _of_several_copies(scope: Scope, single: Expr) -> Design | None:
    """Return the design of a component that is named by its id, if it has several copies.

    None for anything else, and for identical pieces, of which none is singled out.
    """
    if not isinstance(single, nodes.Num) or not single.type.is_piece:
        return None
    kind = scope.ctx.program.kinds[single.type.of]
    several = (one for one in kind.designs if one.last - one.first > 1 and not kind.alike)
    return next((one for one in several if one.first == single.value), None)


def _one_copy(
    scope: Scope, parts: VerbPhrase, single: Expr, design: Design, source: Given | None
) -> DeedObjects | None:
    """`place sea from the box on hex`: any copy that lies there, not always the first one."""
    kind, span = design.kind, parts.span
    if source is not None:
        there = place_phrases.named(scope, source, kind)
        if not there.type.known:
            return None
        where = containment.PlacePhrase(there, None, source.span)
    elif parts.verb.text in ("place", "put"):
        where = containment.PlacePhrase(nodes.Box((), Type("zone", "box"), span), None, span)
    else:
        _report_no_source(scope, span, design.id, kind, parts.verb.text)
        return None
    made = pieces.pieces(scope, kind, where, span)
    made.tests.append(nodes.IsDesign((made.candidate(),), YES_NO, single.span, design))
    return DeedObjects(made, node_builders.num(1, span), None)


def _one_thing(
    scope: Scope, parts: VerbPhrase, first: ast.Expression, source: Given | None
) -> DeedObjects | None:
    """`card`, `your hand`: one value, which may be a set of things."""
    single = value(scope, first)
    if not single.type.known:
        return None
    design = _of_several_copies(scope, single)
    if design is not None and parts.verb.text in _MOVING:
        return _one_copy(scope, parts, single, design, source)
    everywhere = isinstance(single, nodes.Members) and parts.verb.text in _MOVING
    if everywhere and source is None and not only_one(scope, single.type.item.of):  # type: ignore[union-attr]
        _report_no_source(scope, parts.span, single.span.text, single.type.item.of)  # type: ignore[union-attr]
        return None
    if single.type.is_list:
        return DeedObjects(sources.as_source(scope, single, first.span), None, None)
    if source is not None and single.type.is_piece:  # it must be able to lie there
        place = place_phrases.named(scope, source, single.type.of)
        if place.type.known and not scope.ctx.program.kinds[single.type.of].alike:
            containment.inside_thing(scope, single, place, source.span)
    return DeedObjects(None, None, single)


def _unsaid_source(
    scope: Scope, parts: VerbPhrase, words: Sequence[Word]
) -> containment.PlacePhrase | None:
    """Where `2 of your warriors` come from, if it is not said; None after a diagnostic."""
    if parts.verb.text in ("place", "put"):  # what is not in play yet
        box = nodes.Box((), Type("zone", "box"), parts.span)
        return containment.PlacePhrase(box, None, parts.span)
    noun = words[-1] if words else None
    if noun is None and isinstance(parts.first, ast.Name | ast.Possessive):
        noun = parts.first.word
    _report_no_source(scope, parts.span, noun.text if noun is not None else "things")
    return None


def _some_of_kind(
    scope: Scope,
    parts: VerbPhrase,
    words: Sequence[Word],
    where: containment.PlacePhrase | None,
    amount: Expr | None,
) -> sources.Chosen | None:
    """`2 fox cards`: components of a kind, at a place; None after a diagnostic."""
    noun = words[-1]
    kind = scope.ctx.kind_named(noun.text)
    if kind is None:
        _report_no_kind(scope, words, parts.span)
        return None
    scope.ctx.used.add(kind)
    if where is None and not only_one(scope, kind):
        _report_no_source(scope, parts.span, noun.text, kind, parts.verb.text, amount)
        return None
    made = pieces.pieces(scope, kind, where, parts.span)
    for word in words[:-1]:
        described = adjectives.asks(scope, made.candidate(), word)
        if described is not None:
            made.tests.append(described)
    return made


def _report_no_kind(scope: Scope, words: Sequence[Word], span: Span) -> None:
    """Report a noun that is no kind of component."""
    noun = words[-1]
    if _report_misspelt_place(scope, words):
        return
    selections.run(scope, ast.Name.of_word(words[0]), words[1:], None, span)
    if not any(d.label.span.start == noun.span.start for d in scope.ctx.report.found):
        scope.ctx.unknown_kind(noun)


def _report_no_source(
    scope: Scope, span: Span, noun: str, kind: str = "", verb: str = "", amount: Expr | None = None
) -> None:
    """Report a deed that does not say where its things come from."""
    ctx = scope.ctx
    many = ctx.program.kinds[kind].plural if kind in ctx.program.kinds else noun
    helps = ("add `from` and a place, such as `from the box` or `from deck`",)
    held = [f for f in ctx.families.get("player", {}).values() if kind in f.kinds]
    if verb == "discard" and held and scope.actor is not None and not scope.pure:
        whose = "your" if scope.they is None else "their"
        some = isinstance(amount, nodes.Num) and amount.value > 1
        those = many if some else kind
        number = f"{amount.value} " if some and isinstance(amount, nodes.Num) else ""
        chosen = f"choose {number}{those} from {whose} {held[0].name}"
        helps = (f"say which, in the line before: `{chosen}`; then `discard {those}`",)
    ctx.report.add("from-where", span, f"it is not said where these {many} come from", helps=helps)


_PREPOSITIONS = ("from", "to", "into", "onto", "in", "on", "with", "by")


def _report_misspelt_place(scope: Scope, words: Sequence[Word]) -> bool:
    """Report a word that was read as one more name, as in `move 4 cards form deck to hand`; whether
    there was such a word."""
    for word in words[1:-1]:
        swapped = [p for p in _PREPOSITIONS if sorted(p) == sorted(word.text)]
        guess = nearest(word.text, _PREPOSITIONS) or next(iter(swapped), None)
        if guess:
            return scope.ctx.report.add(
                "unexpected-word",
                word.span,
                f"`{word.text}` does not fit here",
                f"read as a name: did you mean `{guess}`?",
                fix=(word.span, guess),
            )
    *_, noun, last = [None, None, *words]
    zones = scope.ctx.families.get("table", {})
    if noun is None or last is None or scope.ctx.kind_named(noun.text) is None:
        return False
    if last.text not in zones:
        return False
    at = last.span.start
    return scope.ctx.report.add(
        "unexpected-word",
        last.span,
        f"`{last.text}` does not fit here",
        "expected `from` before it",
        fix=(Span(last.span.source, at, at), "from "),
    )


def _some_of(scope: Scope, parts: VerbPhrase) -> VerbPhrase:
    """`move count of your warriors ...`: a number by name, and then whose."""
    first = parts.first
    if parts.form != "things" or not isinstance(first, ast.Ask) or first.arguments:
        return parts
    known = scope.locals.get(first.word.text)
    if known is None or not known[1].is_number:
        return parts
    amount = ast.Name.of_word(first.word)
    return replace(parts, form="some_of", first=first.subject, amount=amount)


def only_one(scope: Scope, kind: str) -> bool:
    """Whether there is one component of this kind only, so that it need not be said which."""
    made = scope.ctx.program.kinds[kind]
    return made.last - made.first == 1


def renamed_local(test: Expr, old: str, new: str) -> Expr:
    """Substitute one local for another in an expression."""
    if isinstance(test, nodes.Local) and test.name == old:
        return nodes.Local((), test.type, test.span, new)
    return replace(test, args=tuple(renamed_local(a, old, new) for a in test.args))


ONE_PLACE = frozenset({nodes.Zone, nodes.Slot, nodes.AbsSlot, nodes.Box})
"""Ops of places where something can be put; others stand for several zones, or for things."""


def targets(scope: Scope, kind: str, node: Given) -> tuple[Expr | None, sources.Chosen | None]:
    """Where to: one zone, or (for `each ...`) a set of places."""
    if isinstance(node, ast.Head | ast.Selection):
        made = selections.chosen(scope, node)
        if not made.item.known:
            return None, None
        zones = zone_lookup.zones_for(scope, made.candidate(), kind, node.span)
        if not zones or type(zones[0]) not in ONE_PLACE:
            no_place(scope, kind, made.candidate(), node.span)
            return None, None
        return zones[0], made
    thing = place_phrases.named(scope, node, kind)
    if not thing.type.known:
        return None, None
    if isinstance(thing, nodes.FieldNow) and thing.type.is_zone:
        return None, None
    zones = zone_lookup.zones_for(scope, thing, kind, node.span)
    if not zones or type(zones[0]) not in ONE_PLACE:
        no_place(scope, kind, thing, node.span)
        return None, None
    return zones[0], None


def no_place(scope: Scope, kind: str, thing: Expr, span: Span) -> None:
    """Report that such components cannot lie there."""
    plural = scope.ctx.program.kinds[kind].plural
    scope.ctx.report.add(
        "wrong-place",
        span,
        f"{plural} do not lie in {thing.type.words()}",
        "not a place for them",
        helps=containment.places_help(scope, kind),
    )
