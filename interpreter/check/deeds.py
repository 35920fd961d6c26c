"""Everything that happens: built-in deeds in one table, and the ones that a game declares.

Takes a deed's tree and a `Scope`; gives statements. Each built-in deed says in one line which form
it is written in; the messages quote that line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from interpreter.check import expressions, places, selections
from interpreter.check.context import Context
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import nearest
from interpreter.ir.program import E, Family, Field, Func, S
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, Type, piece_type, set_of
from interpreter.syntax.slips import SENTENCES
from interpreter.syntax.tree import Node, Part, Word


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
                amount = Node("number", (number,), number.span)
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


# ------------------------------------------------------------------------------ from a tree


def deed(scope: Scope, node: Node) -> list[S]:
    """The statements of a deed."""
    parts = take_apart(node)
    if scope.pure and parts.verb.text in ("set", "raise", "lower") and parts.first is not None:
        word = parts.first.words()[0] if parts.first.kind == "name" else None
        if word is not None and word.text in scope.locals:
            return VERBS[parts.verb.text][0](scope, parts)
    if scope.pure:
        scope.ctx.report.add(
            "not-pure",
            node.span,
            "nothing happens in a `define` or `relation`",
            "",
            helps=("make it a `procedure`, or move this deed to where it is asked",),
        )
        return []
    func = scope.ctx.funcs.get(parts.verb.text)
    if func is not None and func.sort in ("procedure", "action"):
        return declared(scope, parts, func)
    builtin = VERBS.get(parts.verb.text)
    if builtin is not None:
        made = builtin[0](scope, parts)
        actor = scope.they or scope.you
        for one in (inner for top in made for inner in top.walk()):
            one.verb, one.actor = one.verb or parts.verb.text, one.actor or actor
        return made
    if func is not None:
        how = (
            f"`play {func.name}`"
            if func.sort not in ("define", "relation")
            else "a question, in a condition or after `let`"
        )
        scope.ctx.report.add(
            "not-a-deed",
            parts.verb.span,
            f"`{func.name}` is {_sort(func)}, not a deed",
            "",
            helps=(f"use it as {how}",),
        )
        return []
    legal = [
        *VERBS,
        *(f.name for f in scope.ctx.funcs.values() if f.sort in ("procedure", "action")),
    ]
    guess = nearest(parts.verb.text, [*legal, *SENTENCES])
    scope.ctx.report.add(
        "unknown-deed",
        parts.verb.span,
        f"there is no deed called `{parts.verb.text}`",
        "not a deed of this game",
        helps=(f"did you mean `{guess}`?",)
        if guess
        else ("declare it: " + f"`procedure {parts.verb.text}`",),
        fix=(parts.verb.span, guess) if guess else None,
    )
    return []


def _sort(func: Func) -> str:
    return {"define": "a question", "relation": "a relation"}.get(func.sort, f"a {func.sort}")


def declared(scope: Scope, parts: Deed, func: Func) -> list[S]:
    """A call of a procedure or an action."""
    args = arguments(scope, parts, func)
    if args is None:
        return []
    scope.ctx.used.add(func.name)
    you = scope.actor or E("num", (), PLAYER, parts.span, -1)
    return [S("call", (you, *args), parts.span, func.name)]


def arguments(scope: Scope, parts: Deed, func: Func) -> list[E] | None:
    """The arguments of a call, matched to the words of the heading; None after a diagnostic."""
    heading = scope.ctx.nodes[func.name]
    if func.name in scope.ctx.unclear:
        return None
    pattern = heading_pattern(scope.ctx, heading)
    tokens: list[Node | Word] = []
    if parts.form == "as_many" and parts.amount is not None:
        tokens.append(parts.amount)
    if parts.form == "things" and parts.first is not None:
        tokens.append(parts.first)
    tokens += parts.names
    if parts.form in ("all_of", "each_of") and parts.first is not None:
        tokens = [Node("all_of", (parts.first,), parts.first.span)]
    values: dict[str, E] = {}
    at = 0
    form = written_form(heading)
    for sort, name, kind in pattern.things:
        if at >= len(tokens):
            if sort == "noun":
                continue
            scope.ctx.report.add(
                "missing-part",
                parts.span,
                f"`{func.name}` needs to know {name}",
                "",
                helps=(f"it is written: {form}",),
            )
            return None
        token = tokens[at]
        if sort == "noun":
            word = (
                token
                if isinstance(token, Word)
                else (token.words()[0] if token.kind == "name" and token.words() else None)
            )
            if word is not None and (word.text == name or _same_noun(scope, word.text, name)):
                at += 1
                continue
            if word is None or at == len(tokens) - 1:
                scope.ctx.report.add(
                    "wrong-noun",
                    word.span if word else token.span,
                    f"`{func.name}` is about {name}",
                    "",
                    helps=(f"it is written: {form}",),
                )
                return None
            continue
        values[name] = expressions.value(scope, token, kind)
        if not values[name].type.known:
            return None  # parts in another order: told once
        at += 1
    if at < len(tokens):
        extra = tokens[at]
        scope.ctx.report.add(
            "extra-part",
            extra.span,
            f"`{func.name}` takes nothing more here",
            "one word too many",
            helps=(f"it is written: {form}",),
        )
        return None
    for prep, name, kind in pattern.preps:
        if prep not in parts.preps:
            scope.ctx.report.add(
                "missing-part",
                parts.span,
                f"`{func.name}` needs to know {prep} which {name}",
                "",
                helps=(f"it is written: {form}",),
            )
            return None
        values[name] = expressions.value(scope, parts.preps[prep], kind)
    legal = {prep for prep, _, _ in pattern.preps}
    for prep, given in parts.preps.items():
        if prep not in legal:
            scope.ctx.report.add(
                "extra-part",
                given.span,
                f"`{func.name}` has no part with `{prep}`",
                "not asked for",
                helps=(f"it is written: {form}",),
            )
            return None
    return [values[name] for name, _ in func.params]


def written_form(heading: Node) -> str:
    """The words of a heading as a person would write the call."""
    said = []
    for part in heading.parts:
        if isinstance(part, Word) and part.type == "NAME":
            said.append(part.text)
        elif isinstance(part, Node):
            if part.kind == "param" or part.kind in ("deed_prep", "in_on"):
                said.append(part.words()[0].text)
            else:
                break
        elif isinstance(part, Word):
            break
    return " ".join(said)


def _same_noun(scope: Scope, given: str, wanted: str) -> bool:
    kind = scope.ctx.kind_named(wanted)
    return kind is not None and scope.ctx.kind_named(given) == kind


@dataclass(slots=True)
class Pattern:
    """The words of a heading: slots and nouns in order, then what follows a preposition."""

    things: list[tuple[str, str, Type]]
    preps: list[tuple[str, str, Type]]


def heading_pattern(ctx: Context, heading: Node) -> Pattern:
    """What a heading of a procedure or action asks for."""
    things: list[tuple[str, str, Type]] = []
    preps: list[tuple[str, str, Type]] = []
    prep = ""
    for part in heading.parts[1:]:
        if not isinstance(part, Node):
            continue
        if part.kind in ("deed_prep", "in_on"):
            prep = part.words()[0].text
        elif part.kind == "param":
            word = part.words()[0]
            type_node = part.parts[1]
            if isinstance(type_node, Node):
                kind = ctx.read_type(type_node, word.text)
            else:
                known = ctx.type_named(word.text)
                if known is None:
                    plural = ctx.kind_named(word.text)
                    if plural is not None or not prep:
                        if plural is None:
                            ctx.unknown_type(word)
                            continue
                        things.append(("noun", word.text, piece_type(plural)))
                        continue
                    ctx.unknown_type(word)
                    continue
                kind = known
            if prep:
                preps.append((prep, word.text, kind))
            else:
                things.append(("slot", word.text, kind))
    return Pattern(things, preps)


# ------------------------------------------------------------------------------ `can`, `done`


def can(scope: Scope, node: Node) -> E:
    """`can deed`, `can (deed with its parts)`"""
    part = node.parts[0]
    if isinstance(part, Word):
        part = Node("deed", (part,), part.span)
    assert isinstance(part, Node)
    parts = take_apart(part)
    func = scope.ctx.funcs.get(parts.verb.text)
    if func is None or func.sort not in ("procedure", "action"):
        legal = [f.name for f in scope.ctx.funcs.values() if f.sort in ("procedure", "action")]
        return scope.ctx.unknown("unknown-deed", parts.verb.span, parts.verb.text, "deed", legal)
    args = arguments(scope, parts, func)
    if args is None:
        return scope.ctx.bad(node.span)
    return E(
        "can",
        (scope.actor or E("num", (), PLAYER, node.span, -1), *args),
        YES_NO,
        node.span,
        func.name,
    )


def has_done(scope: Scope, node: Node) -> E:
    """`you have done influence_domain this turn`"""
    words = [p for p in node.parts if isinstance(p, Word) and p.type == "NAME"]
    negated = any(isinstance(p, Word) and p.type == "NOT" for p in node.parts)
    subject = expressions.value(scope, node.parts[0], PLAYER)
    action, span_word = words[-2], words[-1]
    func = scope.ctx.funcs.get(action.text)
    if func is None or func.sort not in ("action", "procedure"):
        legal = [f.name for f in scope.ctx.funcs.values() if f.sort in ("procedure", "action")]
        return scope.ctx.unknown("unknown-deed", action.span, action.text, "deed", legal)
    if not time_span(scope, span_word):
        return scope.ctx.bad(node.span)
    track(scope, func)
    made = E("has_done", (subject,), YES_NO, node.span, (func.name, span_word.text))
    return E("not", (made,), YES_NO, node.span) if negated else made


def track(scope: Scope, func: Func) -> None:
    """Keep count of when a deed was last done by whom."""
    if func.used_number < 0:
        func.used_number = sum(f.used_number >= 0 for f in scope.ctx.funcs.values())


def time_span(scope: Scope, word: Word) -> bool:
    """Whether a word names a span of time of the game: turn, round, phase or one of their names."""
    ctx = scope.ctx
    flows = [f for f in ctx.funcs.values() if f.sort in ("turn", "round", "phase")]
    spans = {f.sort for f in flows} | {"game", "turn"}
    if word.text in spans:
        return True
    if any(f.name == word.text for f in flows):
        ctx.program.not_run.append(("a time named after one turn, round or phase", word.span))
        return True
    spans |= {f.name for f in flows}
    ctx.unknown("unknown-time", word.span, word.text, "span of time", spans, "there are")
    return False


# ------------------------------------------------------------------------------ built-in deeds


def _expect(scope: Scope, parts: Deed, preps: set[str], things: bool = True) -> bool:
    form = VERBS[parts.verb.text][1]
    for prep, given in parts.preps.items():
        if prep not in preps:
            helps = [f"it is written: {form}"]
            if parts.verb.text in ("raise", "lower") and prep == "to" and parts.first is not None:
                helps.append(
                    f"for a fixed number: set {parts.first.span.text} to {given.span.text}"
                )
            scope.ctx.report.add(
                "extra-part",
                given.span,
                f"`{parts.verb.text}` has no part with `{prep}`",
                "not asked for",
                helps=helps,
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


def _need(scope: Scope, parts: Deed, *preps: str) -> Node | None:
    for prep in preps:
        if prep in parts.preps:
            return parts.preps[prep]
    scope.ctx.report.add(
        "missing-part",
        parts.span,
        f"`{parts.verb.text}` needs a part that begins with `{preps[0]}`",
        "",
        helps=(f"it is written: {VERBS[parts.verb.text][1]}",),
    )
    return None


@dataclass(slots=True)
class Things:
    """The things of a deed: a set with an optional number of them, or one single thing."""

    made: selections.Chosen | None
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
            there = places.Where(expressions.value(scope, source), None, source.span)
            if made.item.known and made.source.op == "members":
                replaced = places.pieces(scope, made.item.of, there, made.span)
                for test in made.tests:
                    replaced.tests.append(_renamed(test, made.var, replaced.var))
                made = replaced
        return Things(made, None, None, True) if made.item.known else None
    amount: E | None = None
    words = list(parts.names)
    if words:
        words = selections.spell_out(scope, words)
    parts = _some_of(scope, parts)
    first = parts.first
    if parts.form == "as_many":
        amount = expressions.number(scope, parts.amount)
        first = None
    elif parts.form == "up_to":
        amount = expressions.number(scope, first)
        first = None
    elif parts.form == "some_of":
        amount = expressions.number(scope, parts.amount)
    elif first is not None and words:
        word = first.words()[0] if first.kind == "name" else None
        found = selections.lookup(scope, word) if word is not None else None
        numeric = first.kind not in ("name", "your", "their", "its", "possessed")
        if first.kind in ("your", "their", "its", "possessed"):
            whose = selections.owner(scope, first)
            attr = (
                selections._attribute(scope, whose, first.words()[-1].text, first.span)
                if whose.type.known
                else None
            )
            numeric = attr is not None and attr.type.base == "number"
        if numeric or (found is not None and found.type.base == "number"):
            amount = expressions.number(scope, first)
            first = None
    if first is not None and not words and parts.form != "some_of":
        if first.kind == "name":
            word = first.words()[0]
            if word.text not in scope.locals and ctx.kind_named(word.text) is not None:
                amount = E("num", (), NUMBER, first.span, 1)
                words, first = [word], None
        if first is not None:
            single = expressions.value(scope, first)
            if not single.type.known:
                return None
            if single.type.base == "set":
                made = selections._as_source(scope, single, first.span)
                return Things(made, None, None, True)
            if source is not None and single.type.base == "piece":  # it must be able to lie there
                place = expressions.value(scope, source)
                if place.type.known and not scope.ctx.program.kinds[single.type.of].alike:
                    places.inside_thing(scope, single, place, source.span)
            return Things(None, None, single, False)
    span = parts.span
    where: places.Where | None = None
    if source is not None:
        where = places.Where(expressions.value(scope, source), None, source.span)
        if where.thing is not None and not where.thing.type.known:
            return None
    elif parts.form == "some_of" and parts.verb.text in ("place", "put"):  # what is not in play yet
        where = places.Where(E("box", (), Type("zone", "box"), span), None, span)
    elif parts.form == "some_of" and parts.verb.text in ("move", "return", "take"):
        noun = words[-1] if words else first.words()[-1] if first is not None else None
        _from_where(scope, span, noun.text if noun is not None else "things")
        return None
    if first is not None:
        made = selections.run(scope, first, words, None, span)
        if where is not None and made.item.known:
            made.tests.append(places.inside(scope, made.candidate(), where))
    else:
        noun = words[-1]
        kind = ctx.kind_named(noun.text)
        if kind is None and _misspelt_place(scope, words):
            return None
        if kind is None:
            selections.run(scope, Node("name", (words[0],), words[0].span), words[1:], None, span)
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
        if where is None and not _only_one(scope, kind):
            _from_where(scope, span, noun.text)
            return None
        made = places.pieces(scope, kind, where, span)
        for word in words[:-1]:
            described = selections.adjective_test(scope, made.candidate(), word)
            if described is not None:
                made.tests.append(described)
    return Things(made, amount, None, amount is None) if made.item.known else None


def _from_where(scope: Scope, span: Span, noun: str) -> None:
    scope.ctx.report.add(
        "from-where",
        span,
        f"it is not said where these {noun} come from",
        "",
        helps=("add `from` and a place, such as `from the box` or `from deck`",),
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
    return False


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
    amount = Node("name", (word,), word.span)
    return Deed(parts.verb, "some_of", whose, parts.names, parts.preps, parts.span, amount)


def _only_one(scope: Scope, kind: str) -> bool:
    made = scope.ctx.program.kinds[kind]
    return made.last - made.first == 1


def _renamed(test: E, old: str, new: str) -> E:
    if test.op == "local" and test.data == old:
        return E("local", (), test.type, test.span, new)
    return E(
        test.op, tuple(_renamed(a, old, new) for a in test.args), test.type, test.span, test.data
    )


def _targets(scope: Scope, kind: str, node: Node) -> tuple[E | None, selections.Chosen | None]:
    """Where to: one zone, or (for `each ...`) a set of places."""
    if node.kind in ("head", "sel"):
        made = selections.chosen(scope, node)
        if not made.item.known:
            return None, None
        zones = places.zones_for(scope, made.candidate(), kind, node.span)
        if not zones:
            _no_place(scope, kind, made.candidate(), node.span)
            return None, None
        return zones[0], made
    thing = expressions.value(scope, node)
    if not thing.type.known:
        return None, None
    if thing.op == "field" and thing.type.base == "zone":
        return None, None
    zones = places.zones_for(scope, thing, kind, node.span)
    if not zones or zones[0].op in ("all", "in_play"):
        _no_place(scope, kind, thing, node.span)
        return None, None
    return zones[0], None


def _no_place(scope: Scope, kind: str, thing: E, span: Span) -> None:
    plural = scope.ctx.program.kinds[kind].plural
    scope.ctx.report.add(
        "wrong-place",
        span,
        f"{plural} do not lie in {thing.type.words()}",
        "not a place for them",
        helps=places._places_help(scope, kind),
    )


def move(scope: Scope, parts: Deed) -> list[S]:
    """move 2 cards from deck to your hand · place a cube on card"""
    if not _expect(scope, parts, {"from", "to", "into", "in", "on", "onto"}):
        return []
    target_node = _need(scope, parts, "to", "in", "on", "into", "onto")
    if target_node is None:
        return []
    source_node = parts.preps.get("from")
    found = things(scope, parts, source_node)
    if found is None:
        return []
    if found.single is not None:
        item = found.single.type
        if item.base == "zone":
            single = selections.only_item(scope, found.single)
            found.single, item = single, single.type
        if item.base != "piece":
            scope.ctx.report.add(
                "cannot-move",
                found.single.span,
                f"{item.words()} cannot be moved",
                "",
                helps=(f"`{parts.verb.text}` is written: {VERBS[parts.verb.text][1]}",),
            )
            return []
        kind = item.of
    else:
        assert found.made is not None
        if found.made.item.base != "piece":
            scope.ctx.report.add(
                "cannot-move",
                found.made.span,
                f"{found.made.item.words()} cannot be moved",
                "",
                helps=(f"`{parts.verb.text}` is written: {VERBS[parts.verb.text][1]}",),
            )
            return []
        kind = found.made.item.of
    target, each = _targets(scope, kind, target_node)
    if target is None:
        return []
    alike = scope.ctx.program.kinds[kind].alike
    made = _moves(scope, parts, found, kind, target, source_node, alike)
    if each is None:
        return made
    return [S("for", (each.as_set(scope),), parts.span, each.var, made)]


def _moves(
    scope: Scope,
    parts: Deed,
    found: Things,
    kind: str,
    target: E,
    source_node: Node | None,
    alike: bool,
) -> list[S]:
    span = parts.span
    if alike:
        return _move_alike(scope, parts, found, kind, target, source_node)
    if found.single is not None:
        return [S("move", (found.single, *target.args), span, (kind, target.op, target.data))]
    assert found.made is not None
    body = S("move", (found.made.candidate(), *target.args), span, (kind, target.op, target.data))
    args: tuple[E, ...] = (found.made.as_set(scope),)
    if found.amount is not None:
        args = (*args, found.amount)
    return [S("for", args, span, found.made.var, [body])]


def _move_alike(
    scope: Scope, parts: Deed, found: Things, kind: str, target: E, source_node: Node | None
) -> list[S]:
    span = parts.span
    if found.single is not None:
        if source_node is None:
            scope.ctx.report.add(
                "from-where",
                span,
                "it is not said where this comes from",
                "",
                helps=("pieces that are alike are moved `from` a place",),
            )
            return []
        thing = expressions.value(scope, source_node)
        zones = places.zones_for(scope, thing, kind, span) if thing.type.known else None
        if not zones:
            if thing.type.known:
                _no_place(scope, kind, thing, source_node.span)
            return []
        one = E("num", (), NUMBER, span, 1)
        return [_alike(found.single, one, zones[0], target, span)]
    made = found.made
    assert made is not None
    zones2 = made.counted_in
    if not zones2:
        box = places.box_family(scope, kind)
        assert box is not None
        zones2 = [E("zone", (), Type("zone", "box"), span, box)]
    zone = zones2[0]
    amount = E("count_in", (*zone.args, made.candidate()), NUMBER, span, zone.data)
    if found.amount is not None:
        name, left = scope.temp(NUMBER, span)
        taken, taken_e = scope.temp(NUMBER, span)
        body = [
            S("let", (E("min", (amount, left), NUMBER, span),), span, taken),
            _alike(made.candidate(), taken_e, zone, target, span),
            S("let", (E("sub", (left, taken_e), NUMBER, span),), span, name),
        ]
        return [
            S("let", (found.amount,), span, name),
            S("for", (made.as_set(scope),), span, made.var, body),
        ]
    return [
        S(
            "for",
            (made.as_set(scope),),
            span,
            made.var,
            [_alike(made.candidate(), amount, zone, target, span)],
        )
    ]


def _alike(design: E, amount: E, source: E, target: E, span: Span) -> S:
    return S(
        "move_alike",
        (design, amount, *source.args, *target.args),
        span,
        (source.data, len(source.args), target.data, len(target.args)),
    )


def draw(scope: Scope, parts: Deed) -> list[S]:
    """draw 2 spells from spell_deck to your hand"""
    if not _expect(scope, parts, {"from", "to", "into", "in"}):
        return []
    source_node, target_node = _need(scope, parts, "from"), None
    if source_node is not None:
        target_node = _need(scope, parts, "to", "into", "in")
    if source_node is None or target_node is None:
        return []
    source = expressions.value(scope, source_node)
    if not source.type.known:
        return []
    if source.op != "zone" or source.data.shape != "list":
        scope.ctx.report.add(
            "not-a-pile",
            source_node.span,
            "cards are drawn from a pile",
            f"this is {source.type.words()}",
            helps=("use `move` for other zones",),
        )
        return []
    family: Family = source.data
    amount: E | None
    words = parts.names
    if parts.form == "as_many":
        amount = expressions.number(scope, parts.amount)
    elif parts.form == "things" and parts.first is not None:
        word = parts.first.words()[0] if parts.first.kind == "name" else None
        if word is not None and not words and scope.ctx.kind_named(word.text):
            amount, words = E("num", (), NUMBER, parts.span, 1), [word]
        else:
            amount = expressions.number(scope, parts.first)
    else:
        scope.ctx.report.add(
            "missing-part",
            parts.span,
            "`draw` needs to know how many",
            "",
            helps=(f"it is written: {VERBS['draw'][1]}",),
        )
        return []
    if words and scope.ctx.kind_named(words[-1].text) is None:
        scope.ctx.unknown(
            "unknown-kind",
            words[-1].span,
            words[-1].text,
            "kind of component",
            [scope.ctx.program.kinds[k].plural for k in family.kinds],
        )
        return []
    if words and scope.ctx.kind_named(words[-1].text) not in family.kinds:
        scope.ctx.report.add(
            "wrong-noun",
            words[-1].span,
            f"`{words[-1].text}` do not lie in `{family.name}`",
            "",
            helps=(
                f"it holds {', '.join(scope.ctx.program.kinds[k].plural for k in family.kinds)}",
            ),
        )
        return []
    kind = family.kinds[0]
    target, each = _targets(scope, kind, target_node)
    if target is None:
        return []
    var, _ = scope.temp(piece_type(kind), parts.span)
    made = [
        S(
            "draw",
            (amount, *source.args, *target.args),
            parts.span,
            (family, len(source.args), kind, target.op, target.data, var),
        )
    ]
    return made if each is None else [S("for", (each.as_set(scope),), parts.span, each.var, made)]


def shuffle(scope: Scope, parts: Deed) -> list[S]:
    """shuffle deck"""
    if not _expect(scope, parts, set()):
        return []
    zone = expressions.value(scope, parts.first)
    if not zone.type.known:
        return []
    if zone.op != "zone" or zone.data.shape == "counts":
        scope.ctx.report.add(
            "not-a-pile", zone.span, "only a zone can be shuffled", f"this is {zone.type.words()}"
        )
        return []
    return [S("shuffle", zone.args, parts.span, zone.data)]


def roll(scope: Scope, parts: Deed) -> list[S]:
    """roll free_dice · roll die · roll all dice in the box"""
    if not _expect(scope, parts, set()):
        return []
    found = things(scope, parts, None)
    if found is None:
        return []
    single = found.single
    if single is not None and single.type.base == "zone":
        made = selections._zone_source(scope, single, parts.span)
        found, single = Things(made, None, None, True), None
    item = found.item
    field_ = None
    if item.base == "piece":
        for candidate in scope.ctx.fields.get(item.of, {}).values():
            if candidate.type.base == "value" or (
                candidate.type.base == "number" and candidate.type.low is not None
            ):
                field_ = candidate
                break
    if field_ is None:
        scope.ctx.report.add(
            "cannot-roll",
            single.span if single is not None else parts.span,
            f"{item.words()} has no faces to roll",
            "",
            helps=("give its kind a line such as `has face: 1 to 6`",),
        )
        return []
    if single is not None:
        return [_rolled(scope, single, field_, parts.span)]
    assert found.made is not None
    return [
        S(
            "for",
            (found.made.as_set(scope),),
            parts.span,
            found.made.var,
            [_rolled(scope, found.made.candidate(), field_, parts.span)],
        )
    ]


def _rolled(scope: Scope, thing: E, field_: Field, span: Span) -> S:
    """One roll; pieces whose words have odds are tossed by them."""
    scope.ctx.used.add(field_.name)
    odds = scope.ctx.odds.get(field_.key)
    if odds is None:
        return S("roll", (thing,), span, field_)
    return S("roll_odds", (thing,), span, (field_, odds))


def set_(scope: Scope, parts: Deed) -> list[S]:
    """set your score to 3 · set bringer to you"""
    if not _expect(scope, parts, {"to"}):
        return []
    target = expressions.value(scope, parts.first)
    given = _need(scope, parts, "to")
    if given is None or not target.type.known:
        return []
    if target.op == "local":
        return [S("let", (expressions.value(scope, given, target.type),), parts.span, target.data)]
    if target.op == "vget":
        return _set_amount(scope, target, expressions.number(scope, given), parts.span)
    if target.op != "field":
        return _fixed(scope, target, parts)
    made = expressions.value(scope, given, target.type)
    return [S("set", (*target.args, made), parts.span, target.data)]


def _set_amount(scope: Scope, target: E, amount: E, span: Span) -> list[S]:
    amounts, index = target.args
    made = E("vset", (amounts, index, amount), amounts.type, span)
    if amounts.op == "local":
        return [S("let", (made,), span, amounts.data)]
    return [S("set", (*amounts.args, made), span, amounts.data)]


def _fixed(scope: Scope, target: E, parts: Deed) -> list[S]:
    scope.ctx.report.add(
        "cannot-change",
        target.span,
        "this cannot be changed",
        {"attr": "it is printed", "num": "it is fixed", "call": "it is worked out"}.get(
            target.op, f"it is {target.type.words()}"
        ),
        helps=(
            f"for a time only, end it with a span: {parts.span.text} until end of turn",
            "only what the table, a player, a space or a component `has` changes for good",
        )
        if target.op == "attr" and parts.verb.text in ("raise", "lower")
        else ("only what the table, a player, a space or a component `has` can change",),
    )
    return []


def raise_(scope: Scope, parts: Deed) -> list[S]:
    """raise your power by 2"""
    return _step(scope, parts, "add")


def lower(scope: Scope, parts: Deed) -> list[S]:
    """lower your power by 2"""
    return _step(scope, parts, "sub")


def _step(scope: Scope, parts: Deed, op: str) -> list[S]:
    if not _expect(scope, parts, {"by"}):
        return []
    target = expressions.value(scope, parts.first)
    given = _need(scope, parts, "by")
    if given is None or not target.type.known:
        return []
    if target.type.base != "number":
        scope.ctx.report.add(
            "not-a-number",
            target.span,
            f"this is {target.type.words()}, not a number",
            "",
            helps=("use `set ... to ...`",),
        )
        return []
    amount = expressions.number(scope, given)
    if target.type.halves and not amount.type.halves:
        amount = E("mul", (amount, E("num", (), NUMBER, amount.span, 2)), target.type, amount.span)
    now = target
    if target.op == "field":  # what is kept changes, not what something standing makes of it
        now = E("field_raw", target.args, target.type, target.span, target.data)
    made = E(op, (now, amount), target.type, parts.span)
    if target.op == "local":
        return [S("let", (made,), parts.span, target.data)]
    if target.op == "vget":
        return _set_amount(scope, target, made, parts.span)
    if target.op != "field":
        return _fixed(scope, target, parts)
    return [
        S(
            "set",
            (*target.args, E("clamp", (made,), target.type, parts.span, target.type)),
            parts.span,
            target.data,
        )
    ]


def gain(scope: Scope, parts: Deed) -> list[S]:
    """gain 2 glory · gain 3 pyramid cards"""
    return _gain(scope, parts, "add")


def lose(scope: Scope, parts: Deed) -> list[S]:
    """lose 1 glory"""
    return _gain(scope, parts, "sub")


def _gain(scope: Scope, parts: Deed, op: str) -> list[S]:
    if not _expect(scope, parts, set()):
        return []
    ctx = scope.ctx
    words = list(parts.names)
    if parts.form == "as_many":
        amount = expressions.number(scope, parts.amount)
    elif parts.first is not None and words:
        amount = expressions.number(scope, parts.first)
    else:
        ctx.report.add(
            "missing-part",
            parts.span,
            f"`{parts.verb.text}` needs a number and what",
            "",
            helps=(f"it is written: {VERBS[parts.verb.text][1]}",),
        )
        return []
    you = scope.player(parts.span)
    noun = words[-1]
    money = ctx.program.money.get(ctx.kind_named(noun.text) or "")
    if money is not None and op == "add":
        symbol_type = ctx.program.kinds[money.kind].printed[money.symbol]
        if len(words) < 2:
            ctx.report.add(
                "missing-part",
                parts.span,
                f"`gain` needs to know which {money.symbol}",
                "",
                helps=(
                    "it is written: gain 3 "
                    f"{ctx.program.values[symbol_type.of].members[0]} {noun.text}",
                ),
            )
            return []
        symbol = expressions.value(scope, words[0], symbol_type)
        ctx.used.add(money.kind)
        return [S("gain_money", (you, symbol, amount), parts.span, money)]
    target = selections.player_line(scope, you, noun.text)
    if target is None or target.type.base != "number":
        legal = [n for n, f in ctx.fields.get("player", {}).items() if f.type.base == "number"]
        legal += [n for k in ctx.program.money for n in (ctx.program.kinds[k].plural,)]
        ctx.unknown(
            "unknown-attribute",
            noun.span,
            noun.text,
            "number",
            legal,
            "players have",
            message=f"players have no number called `{noun.text}`",
            label="not a number that players have",
        )
        return []
    ctx.used.add(noun.text)
    if target.type.halves and not amount.type.halves:
        amount = E("mul", (amount, E("num", (), NUMBER, amount.span, 2)), target.type, amount.span)
    only_one_noun(scope, words)
    now = E("field_raw", (you,), target.type, parts.span, target)
    made = E(
        "clamp",
        (E(op, (now, amount), target.type, parts.span),),
        target.type,
        parts.span,
        target.type,
    )
    return [S("set", (you, made), parts.span, target)]


def only_one_noun(scope: Scope, words: list[Word]) -> None:
    """`gain 2 shiny glory`: a number that players have is named by one word."""
    if len(words) > 1:
        scope.ctx.report.add(
            "extra-argument",
            words[0].span,
            f"`{words[0].text}` says nothing about `{words[-1].text}`",
            "one word too many",
            helps=(f"it is written: 2 {words[-1].text}",),
        )


def exchange(scope: Scope, parts: Deed) -> list[S]:
    """join pyramid cards · split pyramid cards"""
    if not _expect(scope, parts, set()):
        return []
    ctx = scope.ctx
    tokens: list[Node | Word] = ([parts.first] if parts.first is not None else []) + list(
        parts.names
    )
    noun = parts.names[-1] if parts.names else None
    money = ctx.program.money.get(ctx.kind_named(noun.text) or "") if noun else None
    if money is None or len(tokens) != 2:
        ctx.report.add(
            "not-money",
            parts.span,
            f"`{parts.verb.text}` exchanges money of two sizes",
            "this is not money",
            helps=(f"it is written: {VERBS[parts.verb.text][1]}", "declare the pieces as `money`"),
        )
        return []
    symbol = expressions.value(
        scope, tokens[0], ctx.program.kinds[money.kind].printed[money.symbol]
    )
    return [S("exchange", (scope.player(parts.span), symbol), parts.span, (money, parts.verb.text))]


def push(scope: Scope, parts: Deed) -> list[S]:
    """push 2 pyramid dice from free_dice into lane"""
    if not _expect(scope, parts, {"from", "into", "onto"}):
        return []
    source_node, lane_node = _need(scope, parts, "from"), None
    if source_node is not None:
        lane_node = _need(scope, parts, "into", "onto")
    if source_node is None or lane_node is None:
        return []
    found = things(scope, parts, source_node)
    lane = expressions.value(scope, lane_node, Type("lane"))
    if found is None or not lane.type.known:
        return []
    if found.made is None:
        assert found.single is not None
        made = selections._as_source(scope, found.single, parts.span)
        found = Things(made, E("num", (), NUMBER, parts.span, 1), None, False)
    board = scope.ctx.families.get("table", {}).get(lane.type.of)
    if board is None or not board.pushed_out:
        scope.ctx.report.add(
            "no-way-out",
            lane_node.span,
            f"`{lane.type.of}` has no place for what is pushed out",
            "",
            helps=("add `, pushed out to` and a zone to the board",),
        )
        return []
    out = scope.ctx.families.get("table", {}).get(board.pushed_out)
    assert found.made is not None
    amount = found.amount or E("size", (found.made.as_set(scope),), NUMBER, parts.span)
    return [S("push", (found.made.as_set(scope), amount, lane), parts.span, (board, out))]


def rotate(scope: Scope, parts: Deed) -> list[S]:
    """rotate lane by 1"""
    if not _expect(scope, parts, {"by"}):
        return []
    lane = expressions.value(scope, parts.first)
    given = _need(scope, parts, "by")
    if given is None or not lane.type.known:
        return []
    if lane.type.base == "zone" and lane.op == "zone" and lane.data.shape == "slots":
        return [
            S("turn_row", (*lane.args, expressions.number(scope, given)), parts.span, lane.data)
        ]
    lane = expressions.as_kind(scope, lane, Type("lane"))
    if not lane.type.known:
        return []
    return [
        S(
            "rotate",
            (lane, expressions.number(scope, given)),
            parts.span,
            scope.ctx.families["table"][lane.type.of],
        )
    ]


def swap(scope: Scope, parts: Deed) -> list[S]:
    """swap die with other_die"""
    if not _expect(scope, parts, {"with"}):
        return []
    given = _need(scope, parts, "with")
    if given is None:
        return []
    a = expressions.value(scope, parts.first)
    if not a.type.known:
        return []
    if a.type.base != "piece":
        scope.ctx.report.add(
            "cannot-move",
            a.span,
            f"{a.type.words()} cannot be moved",
            "",
            helps=(f"it is written: {VERBS['swap'][1]}",),
        )
        return []
    b = expressions.value(scope, given, a.type)
    return [S("swap", (a, b), parts.span, a.type.of)]


def reveal(scope: Scope, parts: Deed) -> list[S]:
    """reveal card"""
    if not _expect(scope, parts, set()):
        return []
    found = things(scope, parts, None)
    if found is None:
        return []
    if found.single is not None:
        thing = found.single
        if thing.type.base == "zone":
            thing = selections.only_item(scope, thing)
        if thing.type.base != "piece":
            scope.ctx.report.add(
                "cannot-reveal",
                thing.span,
                f"{thing.type.words()} cannot be revealed",
                "",
                helps=("cards and other components can be revealed",),
            )
            return []
        return [S("reveal", (thing,), parts.span, thing.type.of)]
    assert found.made is not None
    return [
        S(
            "for",
            (found.made.as_set(scope),),
            parts.span,
            found.made.var,
            [S("reveal", (found.made.candidate(),), parts.span, found.made.item.of)],
        )
    ]


def mark(scope: Scope, parts: Deed) -> list[S]:
    """mark card as used"""
    if not _expect(scope, parts, {"as"}):
        return []
    given = _need(scope, parts, "as")
    subject = expressions.value(scope, parts.first)
    if given is None or not subject.type.known:
        return []
    word = given.words()[-1] if given.kind in ("name", "no_longer") else None
    marked = int(given.kind != "no_longer")
    holder = scope.ctx.holder_of(subject.type)
    lines = scope.ctx.fields.get(holder, {})
    if word is not None:
        field_ = lines.get(word.text)
        if field_ is not None and field_.type.base == "yesno":
            scope.ctx.used.add(word.text)
            return [
                S("set", (subject, E("num", (), YES_NO, parts.span, marked)), parts.span, field_)
            ]
        for field_ in lines.values():
            if field_.type.base == "value" and marked:
                members = scope.ctx.program.values[field_.type.of].members
                if word.text in members:
                    scope.ctx.used.update((word.text, field_.name))
                    made = E("num", (), field_.type, parts.span, members.index(word.text))
                    return [S("set", (subject, made), parts.span, field_)]
    legal = [n for n, f in lines.items() if f.type.base == "yesno"]
    legal += [
        m
        for f in lines.values()
        if f.type.base == "value"
        for m in scope.ctx.program.values[f.type.of].members
    ]
    name = word.text if word is not None else "that"
    scope.ctx.unknown(
        "unknown-quality",
        given.span,
        name,
        "mark",
        legal,
        "it can be marked as",
        message=f"{subject.type.sure().words()} cannot be marked as `{name}`",
        label="not something it can be",
    )
    return []


def win(scope: Scope, parts: Deed) -> list[S]:
    """have winners win"""
    if not _expect(scope, parts, set(), things=False):
        return []
    return [S("win", (scope.player(parts.span),), parts.span)]


def carry_out(scope: Scope, parts: Deed) -> list[S]:
    """carry_out card"""
    if not _expect(scope, parts, set()):
        return []
    card = expressions.value(scope, parts.first)
    if not card.type.known:
        return []
    if card.type.base != "piece" or scope.ctx.program.kinds[card.type.of].carries is None:
        scope.ctx.report.add(
            "no-card-rules",
            card.span,
            f"{card.type.words()} carries no rules",
            "",
            helps=("add `carries rules` to its kind",),
        )
        return []
    return [S("carry_out", (scope.player(parts.span), card), parts.span, card.type.of)]


def play(scope: Scope, parts: Deed) -> list[S]:
    """play regular_turn"""
    if not _expect(scope, parts, set()):
        return []
    word = (
        parts.first.words()[0] if parts.first is not None and parts.first.kind == "name" else None
    )
    flows = [
        f.name
        for f in scope.ctx.funcs.values()
        if f.sort in ("setup", "turn", "round", "phase", "game")
    ]
    if word is None or word.text not in flows:
        scope.ctx.unknown(
            "unknown-flow",
            word.span if word else parts.span,
            word.text if word else "that",
            "setup, turn, round or phase",
            flows,
            message=f"nothing to play is called `{word.text if word else 'that'}`",
        )
        return []
    scope.ctx.used.add(word.text)
    you = scope.actor or E("num", (), PLAYER, parts.span, -1)
    faction = scope.ctx.roles.get(word.text, "")
    if scope.actor is None and faction not in scope.ctx.factions:
        scope.ctx.by_nobody.append((word.text, parts.span))
    if faction in scope.ctx.factions:  # a part of the game that belongs to whoever plays it
        name, who = scope.temp(PLAYER, parts.span)
        played = E("ge", (who, E("num", (), PLAYER, parts.span, 0)), YES_NO, parts.span)
        role = selections.role(scope, faction, parts.span)
        call = S("call", (who,), parts.span, word.text)
        return [S("let", (role,), parts.span, name), S("if", (played,), parts.span, None, [call])]
    return [S("call", (you,), parts.span, word.text)]


def discard(scope: Scope, parts: Deed) -> list[S]:
    """discard card"""
    if not _expect(scope, parts, {"from", "to"}):
        return []
    found = things(scope, parts, parts.preps.get("from"))
    if found is None:
        return []
    single = found.single
    if single is not None and single.type.base == "zone":
        single = selections.only_item(scope, single)
        found.single = single
    item = found.item
    families = scope.ctx.families.get("table", {})
    name = next((f.refilled for f in families.values() if item.of in f.kinds and f.refilled), None)
    if item.base != "piece" or name is None or name not in families:
        scope.ctx.report.add(
            "no-discard",
            parts.span,
            f"{item.words()} has no discard pile",
            "",
            helps=("declare a pile `refilled from` its discard pile, or use `move`",),
        )
        return []
    target = E("zone", (), Type("zone", name), parts.span, families[name])
    return _moves(scope, parts, found, item.of, target, None, False)


def remove(scope: Scope, parts: Deed) -> list[S]:
    """remove card (back to the box)"""
    if not _expect(scope, parts, {"from"}):
        return []
    found = things(scope, parts, parts.preps.get("from"))
    if found is None:
        return []
    if found.single is not None and found.single.type.base == "zone":
        found.single = selections.only_item(scope, found.single)
    item = found.item
    if item.base != "piece":
        scope.ctx.report.add(
            "cannot-move",
            parts.span,
            f"{item.words()} cannot be moved",
            "",
            helps=("only components can go back to the box",),
        )
        return []
    box = places.zones_for(
        scope, E("box", (), Type("zone", "box"), parts.span), item.of, parts.span
    )
    assert box is not None
    return _moves(
        scope,
        parts,
        found,
        item.of,
        box[0],
        parts.preps.get("from"),
        scope.ctx.program.kinds[item.of].alike,
    )


def _row(scope: Scope, node: Node | None, verb: str) -> E | None:
    """A row with a fixed number of spaces, or one diagnostic."""
    zone = expressions.value(scope, node)
    if not zone.type.known:
        return None
    if zone.op != "zone" or zone.data.shape != "slots":
        scope.ctx.report.add(
            "not-a-row",
            zone.span,
            f"this is {zone.type.words()}, not a row of spaces",
            "",
            helps=(
                f"it is written: {VERBS[verb][1]}",
                "a row says how many spaces it has: `zone market: row of 4 cards`",
            ),
        )
        return None
    return zone


def close_up(scope: Scope, parts: Deed) -> list[S]:
    """close_up market"""
    if not _expect(scope, parts, set()):
        return []
    zone = _row(scope, parts.first, "close_up")
    if zone is None:
        return []
    return [S("close_up", zone.args, parts.span, zone.data)]


def refill(scope: Scope, parts: Deed) -> list[S]:
    """refill market from deck: each empty space in order, as far as the pile goes"""
    if not _expect(scope, parts, {"from"}):
        return []
    source_node = _need(scope, parts, "from")
    zone = _row(scope, parts.first, "refill")
    if zone is None or source_node is None:
        return []
    source = expressions.value(scope, source_node)
    if not source.type.known:
        return []
    if source.op != "zone" or source.data.shape != "list":
        scope.ctx.report.add(
            "not-a-pile",
            source_node.span,
            "a row is refilled from a pile",
            f"this is {source.type.words()}",
            helps=(f"it is written: {VERBS['refill'][1]}",),
        )
        return []
    kind = source.data.kinds[0]
    if kind not in zone.data.kinds:
        _no_place(scope, kind, zone, parts.span)
        return []
    item = Type("space", f"zone:{zone.data.key}")
    slots = E("slots_of", zone.args, set_of(item), parts.span, zone.data)
    var, space = scope.temp(item, parts.span)
    empty = E(
        "filter", (slots, places.empty(scope, space, parts.span)), slots.type, parts.span, var
    )
    drawn, _ = scope.temp(piece_type(kind), parts.span)
    one = E("num", (), NUMBER, parts.span, 1)
    draw_one = S(
        "draw",
        (one, *source.args, space),
        parts.span,
        (source.data, len(source.args), kind, "abs_slot", zone.data, drawn),
    )
    return [S("for", (empty,), parts.span, var, [draw_one])]


def pass_on(scope: Scope, parts: Deed) -> list[S]:
    """pass draft to left: everybody hands on all that lies there, at the same time"""
    if not _expect(scope, parts, {"to"}):
        return []
    given = _need(scope, parts, "to")
    word = (
        parts.first.words()[0] if parts.first is not None and parts.first.kind == "name" else None
    )
    side = given.words()[0].text if given is not None and given.kind == "name" else ""
    if given is None:
        return []
    if side not in ("left", "right"):
        scope.ctx.report.add(
            "pass-where",
            given.span,
            "cards are passed to the left or to the right",
            "",
            helps=(f"it is written: {VERBS['pass'][1]}",),
        )
        return []
    family = scope.ctx.families.get("player", {}).get(word.text) if word is not None else None
    if family is None:
        legal = list(scope.ctx.families.get("player", {}))
        span = word.span if word is not None else parts.span
        scope.ctx.unknown(
            "unknown-zone", span, word.text if word else "that", "zone", legal, "each player has"
        )
        return []
    scope.ctx.used.add(family.name)
    return [S("pass_on", (), parts.span, (family, side))]


def show(scope: Scope, parts: Deed) -> list[S]:
    """show card to rival: a look for one player only"""
    if not _expect(scope, parts, {"to"}):
        return []
    given = _need(scope, parts, "to")
    found = things(scope, parts, None)
    if given is None or found is None:
        return []
    viewer = expressions.value(scope, given, PLAYER)
    single = found.single
    if single is not None and single.type.base == "zone":
        made = selections._zone_source(scope, single, parts.span)
        found, single = Things(made, None, None, True), None
    item = found.item
    if not viewer.type.known or not item.known:
        return []
    if item.base != "piece":
        scope.ctx.report.add(
            "cannot-reveal",
            parts.span,
            f"{item.words()} cannot be shown",
            "",
            helps=("cards and other components can be shown",),
        )
        return []
    scope.ctx.program.not_run.append(("showing something to one player", parts.span))
    if single is not None:
        return [S("show", (single, viewer), parts.span, item.of)]
    assert found.made is not None
    body = S("show", (found.made.candidate(), viewer), parts.span, item.of)
    return [S("for", (found.made.as_set(scope),), parts.span, found.made.var, [body])]


Verb = Callable[[Scope, Deed], list[S]]

VERBS: dict[str, tuple[Verb, str]] = {
    "move": (move, "move 2 cards from deck to your hand"),
    "place": (move, "place 1 cube from the box on space"),
    "put": (move, "put card into your hand"),
    "return": (move, "return card to deck"),
    "take": (move, "take 1 card from market to your hand"),
    "draw": (draw, "draw 2 cards from deck to your hand"),
    "deal": (draw, "deal 2 cards from deck to their hand"),
    "shuffle": (shuffle, "shuffle deck"),
    "roll": (roll, "roll die"),
    "toss": (roll, "toss coin"),
    "set": (set_, "set your score to 3"),
    "raise": (raise_, "raise your power by 1"),
    "lower": (lower, "lower your power by 1"),
    "gain": (gain, "gain 2 glory"),
    "lose": (lose, "lose 1 glory"),
    "join": (exchange, "join pyramid cards"),
    "split": (exchange, "split pyramid cards"),
    "push": (push, "push 1 red dice from free_dice into lane"),
    "rotate": (rotate, "rotate lane by 1"),
    "swap": (swap, "swap die with other_die"),
    "reveal": (reveal, "reveal card"),
    "mark": (mark, "mark card as used"),
    "win": (win, "have winner win"),
    "carry_out": (carry_out, "carry_out card"),
    "play": (play, "play regular_turn"),
    "discard": (discard, "discard card"),
    "remove": (remove, "remove card"),
    "close_up": (close_up, "close_up market"),
    "refill": (refill, "refill market from deck"),
    "pass": (pass_on, "pass draft to left"),
    "show": (show, "show card to rival"),
}
