"""Which things: from `your fox cards in hand where ...` to sets with a candidate and its tests.

One shape, read from left to right: whose, adjectives, noun, place, `where`. The noun is a kind, a
values list, players, spaces or a zone; adjectives are values, yes/no lines and questions about it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from interpreter.check import board_words, conditions, expressions, places
from interpreter.check.scope import Scope
from interpreter.diagnostics import Label, Span
from interpreter.diagnostics.suggest import digits, listed, nearest
from interpreter.ir.program import Board, E, Family, Field, Func
from interpreter.ir.types import (
    NONE,
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


def stem(word: str) -> str:
    """`owns` and `own` are one word; so are `dies` of a verb's first part."""
    head, _, tail = word.partition("_")
    for ending in ("es", "s"):
        if len(head) > 3 and head.endswith(ending) and not head.endswith("ss"):
            return head[: -len(ending)] + ("_" + tail if tail else "")
    return word


def same_verb(given: str, name: str) -> bool:
    """Whether two words are one verb: `own`/`owns`, `draw_card`/`draws_card`, `do`/`does`."""
    if given == name:
        return True
    a, _, rest_a = given.partition("_")
    b, _, rest_b = name.partition("_")
    if rest_a != rest_b:
        return False
    if len(a) < len(b):
        a, b = b, a
    return a in (b + "s", b + "es") or (b.endswith("y") and a == b[:-1] + "ies")


def fresh(scope: Scope, source: E, item: Type, span: Span, noun: str = "") -> Chosen:
    """A set whose candidates come from `source`."""
    return Chosen(source, f"_c{scope.counter.next()}", item.sure(), span, noun=noun)


# ------------------------------------------------------------------------------ single words


def word_value(scope: Scope, word: Word, want: Type | None = None) -> E:
    """What one bare word stands for."""
    found = lookup(scope, word, want)
    if found is not None:
        return found
    whose = _whose(scope, word.text)
    guess = None if whose else digits(word.text) or nearest(word.text, known_names(scope))
    scope.ctx.report.add(
        "unknown-name",
        word.span,
        f"there is nothing called `{word.text}` here",
        "not a name of this game",
        notes=_legal_note(scope, want),
        helps=(f"say whose: `{whose}`",)
        if whose
        else (f"did you mean `{guess}`?",)
        if guess
        else (),
        fix=(word.span, guess) if guess else None,
    )
    return scope.ctx.bad(word.span)


def _legal_note(scope: Scope, want: Type | None) -> tuple[str, ...]:
    if want is not None and want.base == "value" and want.of in scope.ctx.program.values:
        return (f"{want.of} is one of: {listed(scope.ctx.program.values[want.of].members)}",)
    if want is not None and want.base == "zone":
        return (f"zones you can name here: {listed(scope.ctx.families.get('table', {}))}",)
    here = [n for n in scope.locals if not n.startswith("_")]
    return (f"names of this rule: {listed(here)}",) if here else ()


def _whose(scope: Scope, name: str) -> str:
    """How something is written that each player or each component has, or an empty text."""
    ctx = scope.ctx
    if name in ctx.fields.get("player", {}) or name in ctx.families.get("player", {}):
        return f"your {name}" if scope.they is None else f"their {name}"
    for kind in ctx.program.kinds.values():
        if name in kind.printed or name in ctx.fields.get(kind.name, {}):
            return f"{kind.name}'s {name}"
    return ""


def known_names(scope: Scope) -> list[str]:
    """Every name that may stand as a value here."""
    names = [*scope.locals, *scope.ctx.names, *scope.ctx.funcs, "you", "players", "box"]
    return [n for n in names if not n.startswith("_")]


def lookup(scope: Scope, word: Word, want: Type | None = None) -> E | None:
    """A bare word as a value, or None if it stands for nothing."""
    ctx, text, span = scope.ctx, word.text, word.span
    if text in scope.bound:
        return here(scope.bound[text], span)
    if text in scope.locals:
        name, kind, _ = scope.locals[text]
        scope.read.add(text)
        return E("local", (), kind, span, name)
    if text == "none":
        return E("num", (), NONE, span, -1)
    if text in ("players", "everyone"):
        return E("players", (), set_of(PLAYER), span)
    if text in ("others", "opponents"):
        return E("others", (scope.player(span),), set_of(PLAYER), span)
    if text in ("you", "they") and scope.actor is not None:
        return here(scope.actor, span)
    if text == "active_player":
        return E("active", (), PLAYER, span)
    if text == "box":
        return E("box", (), Type("zone", "box"), span)
    if text == "table" and "table" not in ctx.names:
        return E("in_play", (), Type("zone", "table"), span)
    named = ctx.names.get(text)
    if named is not None:
        ctx.used.add(text)
        if named.sort == "value":
            values, place = named.thing
            return E("num", (), value_type(values), span, place)
        if named.sort == "faction":
            if want is not None and want.base == "value" and want.of == "faction":
                members = ctx.program.values["faction"].members
                return E("num", (), value_type("faction"), span, members.index(text))
            return role(scope, text, span)
        if named.sort == "setting":
            setting = ctx.program.settings[text]
            return E("num", (), setting.type, span, setting.value)
        if named.sort == "note":
            return E("field", (), ctx.fields["table"][text].type, span, ctx.fields["table"][text])
        if named.sort in ("zone", "board"):
            family = ctx.families.get("table", {}).get(text)
            if family is None:
                return E("spaces", (), set_of(space_type(scope, text)), span, text)
            return E("zone", (), Type("zone", family.name), span, family)
        if named.sort == "component":
            design = named.thing
            return E("num", (), piece_type(design.kind), span, design.first)
        if named.sort == "kind":
            named_kind = ctx.kind_named(text) or text
            return E("members", (), set_of(piece_type(named_kind)), span, named_kind)
    values_name = ctx.values_named(text)
    if values_name is not None:
        return E("values", (), set_of(value_type(values_name)), span, values_name)
    func = ctx.funcs.get(text)
    if func is not None and func.sort == "define" and not func.params:
        ctx.used.add(text)
        return call(scope, func, [], span)
    return None


def space_type(scope: Scope, board: str) -> Type:
    """The kind of value of a board's spaces."""
    made = scope.ctx.program.boards[board]
    if made.sort.startswith("kind:"):
        return piece_type(made.sort[5:])
    return Type("space", board)


def call(scope: Scope, func: Func, args: list[E], span: Span) -> E:
    """A question asked: a pure rule with its arguments."""
    you = scope.actor or E("num", (), PLAYER, span, 0)
    return E("call", (you, *args), func.returns, span, func.name)


# ------------------------------------------------------------------------------ references


def here(found: E, span: Span) -> E:
    """The same value as it is named at another place, so that messages point there."""
    return E(found.op, found.args, found.type, span, found.data)


def reference(scope: Scope, node: Node, want: Type | None = None) -> E:
    """`card`, `your hand`, `card's cost`, `it`, `you`, ..."""
    span = node.span
    if node.kind == "name":
        return word_value(scope, node.words()[0], want)
    if node.kind == "you":
        if scope.you is None:
            return scope.player(span)
        return here(scope.you, span)
    if node.kind == "they":
        return here(scope.they or scope.bound.get("they") or scope.player(span), span)
    if node.kind == "it":
        if scope.it is None:
            scope.ctx.report.add(
                "no-it",
                span,
                "there is nothing that `it` could stand for here",
                "",
                helps=("`it` is the candidate after `where`, in a ranking or under a choice",),
            )
            return scope.ctx.bad(span)
        return here(scope.it, span)
    if node.kind == "this_one":
        word = node.words()[-1]
        if scope.card is not None and word.text in (scope.card.type.of, "card"):
            return scope.card
        return word_value(scope, word, want)
    whose = owner(scope, node)
    return attribute(scope, whose, node.words()[-1], want)


def owner(scope: Scope, node: Node) -> E:
    """The one before the apostrophe."""
    if node.kind == "your":
        return reference(scope, Node("you", (), node.span))
    if node.kind == "their":
        they = scope.they or scope.bound.get("they")
        if they is None and scope.it is not None and scope.it.type.base == "player":
            return here(scope.it, node.span)  # players where their gold is more than 3
        return they or scope.player(node.span)
    if node.kind == "its":
        return reference(scope, Node("it", (), node.span))
    first = node.parts[0]
    assert isinstance(first, Node)
    return reference(scope, first)


def attribute(scope: Scope, whose: E, word: Word, want: Type | None = None) -> E:
    """`whose` + `'s` + word: a line printed on it, something it keeps, a zone, or a question."""
    ctx = scope.ctx
    kind = whose.type
    if kind.base == "zone":
        whose = only_item(scope, whose) if whose.op in ("zone", "slot") else whose
        kind = whose.type
    if not kind.known:
        return ctx.bad(word.span)
    span = Span(word.span.source, min(whose.span.start, word.span.start), word.span.end)
    if whose.span.source is not word.span.source:
        span = word.span
    found = _attribute(scope, whose, word.text, span)
    if found is not None:
        return found
    legal = attribute_names(scope, kind)
    guess = nearest(word.text, legal)
    what = _kind_noun(kind)
    ctx.report.add(
        "unknown-attribute",
        word.span,
        f"{what} has no `{word.text}`",
        "nothing of that name",
        notes=(f"of {what} one can say: {listed(legal)}",) if legal else (),
        helps=(f"did you mean `{guess}`?",) if guess else (),
        fix=(word.span, guess) if guess else None,
    )
    return ctx.bad(span)


def role(scope: Scope, faction: str, span: Span) -> E:
    """The player who plays a faction, or none."""
    var = f"_role_{faction}"
    each = E("local", (), PLAYER, span, var)
    kind = value_type("faction")
    members = scope.ctx.program.values["faction"].members
    number = E("num", (), kind, span, members.index(faction))
    line = scope.ctx.fields["player"]["faction"]
    test = E("eq", (E("field", (each,), line.type, span, line), number), YES_NO, span)
    players = E("players", (), set_of(PLAYER), span)
    key = E("num", (), NUMBER, span, 0)
    return E("best", (players, test, key), PLAYER.maybe(), span, var)


def role_of(scope: Scope, whose: E) -> str:
    """The faction that a player is known to play; empty when it could be any."""
    if whose.op == "best" and isinstance(whose.data, str) and whose.data.startswith("_role_"):
        return whose.data[6:]
    if whose.op == "local" and whose.data == "you" and scope.func is not None:
        found = scope.ctx.roles.get(scope.func.name, "")
        return found if found != "player" else ""
    return ""


def faction_line(scope: Scope, whose: E, name: str) -> tuple[Field | None, Family | None]:
    """What only a faction has: its own, or that of the only faction with such a line."""
    ctx = scope.ctx
    known = role_of(scope, whose)
    having = [
        faction
        for faction in ([known] if known else ctx.factions)
        if name in ctx.fields.get(f"faction:{faction}", {})
        or name in ctx.families.get(f"faction:{faction}", {})
    ]
    if len(having) != 1:
        return None, None
    ctx.used.update((name, f"{having[0]}_{name}"))
    key = f"faction:{having[0]}"
    return ctx.fields.get(key, {}).get(name), ctx.families.get(key, {}).get(name)


def player_line(scope: Scope, whose: E, name: str) -> Field | None:
    """A line that every player has, or that the player's faction has."""
    line = scope.ctx.fields.get("player", {}).get(name)
    if line is not None:
        scope.ctx.used.add(name)
        return line
    return faction_line(scope, whose, name)[0]


def _kind_noun(kind: Type) -> str:
    return kind.sure().words()


def attribute_names(scope: Scope, kind: Type) -> list[str]:
    """What one can say of such a value."""
    ctx = scope.ctx
    holder = ctx.holder_of(kind)
    names = [*ctx.fields.get(holder, {}), *ctx.families.get(holder, {})]
    if kind.base == "piece":
        names += [*ctx.program.kinds[kind.of].printed]
    if kind.base == "player":
        for faction in ctx.factions:
            names += ctx.fields.get(f"faction:{faction}", {})
            names += ctx.families.get(f"faction:{faction}", {})
    names += [
        f.name
        for f in ctx.funcs.values()
        if f.sort == "define" and len(f.params) == 1 and fits(kind, f.params[0][1])
    ]
    return names


def _attribute(scope: Scope, whose: E, name: str, span: Span) -> E | None:
    ctx, kind = scope.ctx, whose.type
    holder = ctx.holder_of(kind)
    field_ = ctx.fields.get(holder, {}).get(name)
    if field_ is not None:
        ctx.used.add(name)
        return E("field", (whose,), field_.type, span, field_)
    family = ctx.families.get(holder, {}).get(name)
    if family is not None:
        ctx.used.add(name)
        return E("zone", (whose,), Type("zone", family.name), span, family)
    if kind.base == "piece":
        printed = ctx.program.kinds[kind.of].printed.get(name)
        if printed is not None:
            ctx.used.add(name)
            return E("attr", (whose,), printed, span, (kind.of, name))
        if name == "owner" and ctx.program.kinds[kind.of].owned:
            return E("owner_of", (whose,), PLAYER, span)
        if name == "title":  # to ask whether two are the same card
            return E("title_of", (whose,), Type("title", kind.of), span)
        if name == "space":
            board = board_of_kind(scope, kind.of)
            if board is not None:
                return cell(scope, whose, board, span)
    if kind.base == "player" and ctx.factions:
        line, zone = faction_line(scope, whose, name)
        if line is not None:
            return E("field", (whose,), line.type, span, line)
        if zone is not None:
            return E("zone", (whose,), Type("zone", zone.name), span, zone)
    if kind.base == "space" and kind.of in ctx.regions and ctx.regions[kind.of][0] == name:
        return region(scope, whose, span)
    side = board_words.number_of_side(scope, whose, name, span)
    if side is not None:
        return side
    func = ctx.funcs.get(name)
    asks = func.params[0][1] if func is not None and len(func.params) == 1 else None
    if func is not None and func.sort == "define" and asks and fits(kind, asks.maybe()):
        ctx.used.add(name)
        return call(scope, func, [whose], span)
    return None


def region(scope: Scope, space: E, span: Span) -> E:
    """The part of a divided board in which a space lies; none in the middle."""
    values, table = scope.ctx.regions[space.type.of]
    return E("region", (space,), value_type(values).maybe(), span, (space.type.of, table))


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


def adjective_field(scope: Scope, kind: str, values: str) -> Callable[[E], E] | None:
    """How a component of a kind shows a value of a list: the printed line or what it keeps."""
    ctx = scope.ctx
    for name, printed in ctx.program.kinds[kind].printed.items():
        if printed.base == "value" and printed.of == values:
            ctx.used.add(name)
            return lambda e: E("attr", (e,), printed, e.span, (kind, name))
    for field_ in ctx.fields.get(kind, {}).values():
        if field_.type.base == "value" and field_.type.of == values:
            ctx.used.add(field_.name)
            return lambda e: E("field", (e,), field_.type, e.span, field_)
    return None


def board_of_kind(scope: Scope, kind: str) -> Board | None:
    """The board on whose spaces components of a kind can lie."""
    ctx = scope.ctx
    for family in ctx.program.families:
        if kind in family.kinds:
            if family.board:
                return ctx.program.boards[family.board]
            if family.holder.startswith("space:"):
                return ctx.program.boards[family.holder[6:]]
            for board in ctx.program.boards.values():
                if board.sort == f"kind:{family.holder}":
                    return board
    return None


def cell(scope: Scope, thing: E, board: Board, span: Span) -> E:
    """The space of a board on which a component lies; none if it lies elsewhere."""
    kind = space_type(scope, board.name).maybe()
    if not board.sort.startswith("kind:"):
        return E("cell_of", (thing,), kind, span, board.name)
    return E("lies_on", (thing,), kind, span, board.name)


# ------------------------------------------------------------------------------ selections


def chosen(scope: Scope, node: Node | Word | None) -> Chosen:
    """A selection: head, place, where."""
    assert isinstance(node, Node)
    if node.kind == "group":
        made = group(scope, node)
        return fresh(scope, made, made.type.item or made.type, node.span)
    head, place, where = node, None, None
    if node.kind == "sel":
        first = node.parts[0]
        assert isinstance(first, Node)
        head = first
        for part in node.parts[1:]:
            if isinstance(part, Node):
                if part.kind in ("in_place", "in_place_next_to", "in_between", "beside"):
                    place = part
                else:
                    where = part
    found = _head(scope, head, place)
    if where is not None:
        _where(scope, found, where)
    return found


def _head(scope: Scope, head: Node, place: Node | None) -> Chosen:
    if head.kind != "head":
        made = _as_source(scope, value_of(scope, head), head.span)
        return made
    first = head.parts[0]
    names = [p for p in head.parts[1:-1] if isinstance(p, Word)]
    called = head.parts[-1]
    assert isinstance(first, Node)
    made = run(scope, first, names, place, head.span)
    if isinstance(called, Word):
        scope.locals[called.text] = (made.var, made.item, called.span)
        made.noun = called.text
    return made


def value_of(scope: Scope, node: Node) -> E:
    """Any value (late import keeps the modules apart)."""
    return expressions.value(scope, node)


def _as_source(scope: Scope, found: E, span: Span) -> Chosen:
    kind = found.type
    if kind.base == "zone":
        return _zone_source(scope, found, span)
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


def _zone_source(scope: Scope, zone: E, span: Span) -> Chosen:
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
        whose = owner(scope, first)
        words.insert(0, first.words()[-1])
    elif place is not None and first.kind == "ask":  # faces of dice in garden
        return _asked_there(scope, first, place, span)
    else:
        return _as_source(scope, value_of(scope, first), span)
    line = None
    if whose is not None and whose.type.known and len(words) == 1:
        line = _attribute(scope, whose, words[0].text, span)
    if line is None:
        words = spell_out(scope, words, alone=len(words) == 1 and place is None and whose is None)
    if len(words) == 1 and place is None:
        word = words[0]
        if whose is not None:
            found = _attribute(scope, whose, word.text, span) if whose.type.known else None
            if found is not None:
                return _as_source(scope, found, span)
        else:
            single = lookup(scope, word)
            if single is not None:
                named = _as_source(scope, single, span)
                if single.op in ("members", "values", "players"):
                    named.noun = named.noun or named.item.of or "player"
                return named
    noun = words[-1]
    adjectives = words[:-1]
    made = _noun(scope, whose, noun, place, span)
    if made is None:
        if place is not None and not adjectives and whose is None:
            single = lookup(scope, noun)
            if single is not None and single.type.base in ("set", "zone"):
                made = _as_source(scope, single, span)
                test = places.inside(scope, made.candidate(), places.read(scope, place))
                made.tests.append(test)
                return made
        if whose is not None and not adjectives:
            attribute(scope, whose, noun)
        else:
            legal = [n for k in ctx.program.kinds.values() for n in (k.name, k.plural)]
            legal += [v.plural for v in ctx.program.values.values()] + ["players", "spaces"]
            legal += list(ctx.families.get("table", {}))
            own = _whose(scope, noun.text) if whose is None else None
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
            return _as_source(scope, ask(scope, node, None, those.as_set(scope)), span)
    made = _as_source(scope, value_of(scope, node), span)
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
        found = _attribute(scope, whose, noun.text, span)
        if found is not None and found.type.base in ("zone", "set"):
            return _as_source(scope, found, span)
        return None
    single = lookup(scope, noun) if whose is None else None
    if single is not None and single.type.base in ("zone", "set"):
        made = _as_source(scope, single, span)
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
    found = lookup(scope, word)
    if found is not None and kind.base == "piece" and found.type.base == "value":
        shown = adjective_field(scope, kind.of, found.type.of)
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
        f"`{word.text}` says nothing about {_kind_noun(kind)}",
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
            shown = adjective_field(scope, kind.of, values)
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
            return call(scope, func, [subject], span)
        if not func.returns.known and ctx.report.errors:
            return ctx.bad(span)
    return None


def _where(scope: Scope, made: Chosen, where: Node) -> None:
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


# ------------------------------------------------------------------------------ phrases


def how_many(scope: Scope, node: Node | Word | None, span: Span) -> E:
    """`number of ...`"""
    assert isinstance(node, Node)
    if node.kind == "head" and len(node.parts) == 2 and isinstance(node.parts[0], Node):
        if node.parts[0].kind in ("your", "their", "its", "possessed"):  # number of helper's cost
            found = expressions.value(scope, node.parts[0])
            if found.type.base == "amounts" or not found.type.known:
                return expressions.as_kind(scope, found, NUMBER)
    made = chosen(scope, node)
    if not made.item.known:
        return scope.ctx.bad(span)
    found = made.count()
    found.span = span
    return found


def sum_of(scope: Scope, node: Node) -> E:
    """`sum of gives of higher enchantments where ...`"""
    word = node.words()[0]
    made = chosen(scope, node.parts[1])
    if not made.item.known:
        return scope.ctx.bad(node.span)
    part = attribute(scope, made.candidate(), word)
    if not part.type.known:
        return part
    if part.type.base == "amounts":
        return made.loop("vsum", part.type, part)
    if part.type.base != "number":
        scope.ctx.report.add(
            "not-a-sum",
            word.span,
            f"`{word.text}` cannot be added up",
            f"it is {part.type.words()}",
        )
        return scope.ctx.bad(node.span)
    if made.counted_in:
        zone = made.counted_in[0]
        amount = E("count_in", (*zone.args, made.candidate()), NUMBER, node.span, zone.data)
        part = E("mul", (part, amount), NUMBER, node.span)
    return made.loop("sum", part.type if part.type.halves else NUMBER, part)


def worth_of(scope: Scope, node: Node) -> E:
    """`worth of pyramid cards in your treasury`"""
    made = chosen(scope, node.parts[0])
    money = scope.ctx.program.money.get(made.item.of) if made.item.base == "piece" else None
    if not made.item.known:
        return scope.ctx.bad(node.span)
    if money is None or not made.counted_in:
        scope.ctx.report.add(
            "not-money",
            node.span,
            "only money in a zone has a worth",
            "",
            helps=("declare the pieces as `money`, and name the zone they lie in",),
        )
        return scope.ctx.bad(node.span)
    zone = made.counted_in[0]
    amount = E("count_in", (*zone.args, made.candidate()), NUMBER, node.span, zone.data)
    each = E("worth", (made.candidate(),), NUMBER, node.span, money.kind)
    return made.loop("sum", NUMBER, E("mul", (each, amount), NUMBER, node.span))


def best_one(scope: Scope, node: Node) -> E:
    """`whichever clearing has the most warriors in it`"""
    made = chosen(scope, node.parts[0])
    best = node.parts[2]
    assert isinstance(best, Node)
    if not made.item.known:
        return scope.ctx.bad(node.span)
    inner = scope.with_it(made.candidate())
    if made.noun:  # whichever fruit has the most fruit dice in garden
        inner.locals.setdefault(made.noun, (made.var, made.item, node.span))
    key = ranking(inner, node.parts[3], best)
    return made.loop("best", made.item.maybe(), key)


def ranking(scope: Scope, node: Node | Word | None, best: Node) -> E:
    """What a ranking compares, so that more is better."""
    assert node is not None
    if isinstance(node, Node) and node.kind in ("head", "sel"):
        made = chosen_or_number(scope, node)
    else:
        made = expressions.number(scope, node)
    if best.words()[0].text in ("fewest", "lowest"):
        return E("sub", (E("num", (), NUMBER, made.span, 0), made), NUMBER, made.span)
    return made


def chosen_or_number(scope: Scope, node: Node) -> E:
    """A selection is counted; a single number stands for itself."""
    head = node.parts[0] if node.kind == "sel" else node
    if node.kind == "head" and isinstance(head, Node) and len(node.parts) == 2:
        first = node.parts[0]
        assert isinstance(first, Node)
        found = expressions.value(scope, first)
        if found.type.base in ("set", "zone"):
            return expressions.as_kind(scope, found, NUMBER)
        if found.type.base in ("yesno",):
            return found
        return expressions.as_kind(scope, found, NUMBER)
    return chosen(scope, node).count()


def most_alike(scope: Scope, node: Node) -> E:
    """`most dice in free_dice with one face`: the size of the largest set that shows one value."""
    word = node.words()[-1]
    made = chosen(scope, node.parts[0])
    if not made.item.known:
        return scope.ctx.bad(node.span)
    key = attribute(scope, made.candidate(), word)
    if not key.type.known:
        return key
    return made.loop("most_alike", NUMBER, key)


def group(scope: Scope, node: Node) -> E:
    """`group of symbol dice around the first space of lane [where ...]`"""
    said, *rest = [p for p in node.parts if isinstance(p, Node)]
    if said.kind not in ("name", "your", "their", "its", "possessed"):
        scope.ctx.report.add(
            "unexpected-word",
            said.span,
            f"`{said.span.text}` does not fit here",
            "a group is made of spaces or of components",
            helps=("it is written: group of red dice around space",),
        )
        return scope.ctx.bad(node.span)
    named = [said.words()[-1], *(p for p in node.parts if isinstance(p, Word))]
    words = spell_out(scope, named)
    whose = None if said.kind == "name" else owner(scope, said)
    start = expressions.value(scope, rest[0])
    ctx = scope.ctx
    if not start.type.known:
        return ctx.bad(node.span)
    noun = words[-1]
    kind = ctx.kind_named(noun.text)
    board: Board | None = None
    if noun.text in ("space", "spaces"):
        on = start.type
        board = board_of_kind(scope, on.of) if on.base == "piece" else None
        board = board or ctx.program.boards.get(on.of)
    elif kind is not None:
        board = board_of_kind(scope, kind) or next(
            (b for b in ctx.program.boards.values() if b.sort == f"kind:{kind}"), None
        )
    if board is None:
        ctx.report.add(
            "no-board",
            noun.span,
            f"`{noun.text}` do not lie on a board",
            "",
            helps=(
                "a group is made of spaces, or of components that lie on the spaces of a board",
            ),
        )
        return ctx.bad(node.span)
    if start.type.base == "piece" and board.sort == "grid":
        start = E("cell_of", (start,), Type("space", board.name), start.span, board.name)
    start = expressions.as_kind(scope, start, space_type(scope, board.name))
    cell = fresh(
        scope,
        E("list", (), set_of(space_type(scope, board.name)), node.span),
        space_type(scope, board.name),
        node.span,
    )
    candidate = cell.candidate()
    item = candidate.type
    if kind is not None and not board.sort.startswith("kind:"):
        item = piece_type(kind)
        candidate = E("at", (candidate,), item.maybe(), node.span, board.name)
    tests: list[E] = []
    if kind is not None and not board.sort.startswith("kind:"):
        tests.append(E("ge", (candidate, E("num", (), NUMBER, node.span, 0)), YES_NO, node.span))
    for word in words[:-1]:
        test = adjective_test(scope, candidate, word)
        if test is not None:
            tests.append(test)
    if whose is not None and whose.type.known:
        tests.append(places.belongs(scope, candidate, whose))
    if len(rest) > 1:
        tests.append(conditions.cond(scope.with_it(candidate), rest[1]))
    joined = E("num", (), YES_NO, node.span, 1)
    for test in tests:
        joined = E("and", (joined, test), YES_NO, node.span) if joined.op != "num" else test
    return E("group", (start, joined), set_of(item), node.span, (board.name, cell.var, item.base))


# ------------------------------------------------------------------------------ questions


def ask(scope: Scope, node: Node, want: Type | None = None, those: E | None = None) -> E:
    """`name of thing [for thing] ...`: something built in, a line of the thing, or a `define`.

    `those` is the thing, where a place after it says more than the tree does.
    """
    ctx, span = scope.ctx, node.span
    word = node.parts[0]
    assert isinstance(word, Word)
    plain = node.parts[1]
    extra = [p for p in node.parts[2:] if isinstance(p, Node)]
    func = ctx.funcs.get(word.text)
    if func is not None and func.sort == "define":
        ctx.used.add(word.text)
        args = [expressions.value(scope, plain, func.params[0][1])] if func.params else []
        heading = ctx.nodes[func.name]
        words = [p.words()[0].text for p in heading.nodes("ask_prep")]
        given = [_prep_of(part) for part in extra]
        if sorted(given) == sorted(words):  # each part goes by the word before it
            for word_before, (_, kind) in zip(words, func.params[1:], strict=True):
                at = given.index(word_before)
                args.append(expressions.value(scope, extra[at].parts[1], kind))
                given[at] = ""
        if len(args) != len(func.params) or any(given):
            shown = " and ".join(n for n, _ in func.params)
            ctx.report.add(
                "wrong-question",
                span,
                f"`{word.text}` asks about {shown}",
                "it asks for other parts",
                others=(Label(func.span, "declared here"),),
                helps=(f"it is written: {_question_form(ctx.nodes[func.name])}",),
            )
            return ctx.bad(span)
        return call(scope, func, args, span)
    thing = those or expressions.value(scope, plain)
    if not thing.type.known:
        return thing
    name, kind = word.text, thing.type
    if name == "number" and kind.base in ("zone", "set", "amounts"):
        return expressions.as_kind(scope, thing, NUMBER)  # smaller of 3 and number of heap
    if name in ("left", "right") and kind.base == "player":
        return E(name, (thing,), PLAYER, span)
    if name == "spot" and kind.base == "zone" and extra:
        index = expressions.number(scope, extra[0].parts[1])
        return E("slot", (*thing.args, index), Type("zone", kind.of), span, thing.data)
    if name in ("top", "latest") and kind.base == "zone" and thing.op == "zone":
        return E("top", thing.args, piece_type(thing.data.kinds[0]).maybe(), span, thing.data)
    if name == "spot" and thing.op == "spaces" and extra:
        numbered = board_words.numbered_space(scope, thing, extra[0].parts[1], span)
        if numbered is not None:
            return numbered
    if name == "position" and kind.base in ("piece", "value", "space"):
        return E("position", (thing,), NUMBER, span, kind)
    if name == "owner" and kind.base == "piece":
        return E("owner_of", (thing,), PLAYER, span)
    if name == "middle" and thing.op == "zone" and thing.data.board:
        board = ctx.program.boards[thing.data.board]
        return E("num", (), Type("space", board.name), span, board.spaces // 2)
    if name in ("lanes", "lines") and thing.op == "zone" and thing.data.board:
        board = ctx.program.boards[thing.data.board]
        return E("lanes", (), set_of(Type("lane", board.name)), span, board.name)
    lines = board_words.sides(scope, thing, name, span)
    if lines is not None:
        return lines
    if name == "spaces" and thing.op in ("zone", "spaces"):
        board_name = thing.data if thing.op == "spaces" else thing.data.board
        if board_name:
            return E("spaces", (), set_of(space_type(scope, board_name)), span, board_name)
    if name == "space" and kind.base == "piece":
        board2 = board_of_kind(scope, kind.of)
        if board2 is not None:
            return cell(scope, thing, board2, span)
    if name == "amount" and kind.base == "value" and extra:
        amounts = expressions.value(scope, extra[0].parts[1], Type("amounts", kind.of))
        return E("vget", (amounts, thing), NUMBER, span)
    if kind.base in ("zone", "set"):
        made = _as_source(scope, thing, span)
        if made.item.known:
            for candidate in _singulars(name):
                each = _attribute(scope, made.candidate(), candidate, span)
                if each is not None and each.type.base in ("value", "number", "player", "piece"):
                    return made.loop("distinct", set_of(each.type.sure()), each)
        if kind.base == "zone" and thing.op in ("zone", "slot"):
            single = only_item(scope, thing)
            part2 = _attribute(scope, single, name, span)
            if part2 is not None:
                return part2
    else:
        part3 = _attribute(scope, thing, name, span)
        if part3 is not None:
            return part3
    own = attribute_names(scope, kind if kind.base not in ("zone", "set") else made.item)
    legal = [f.name for f in ctx.funcs.values() if f.sort == "define"] + own
    legal += ["left", "right", "top", "latest", "position", "owner", "lanes", "spaces", "spot"]
    guess = nearest(name, legal)
    ctx.report.add(
        "unknown-question",
        word.span,
        f"of {_kind_noun(kind)} one cannot ask `{name}`",
        "not a question of this game",
        notes=(f"of {_kind_noun(kind)} one can ask: {listed(own)}",) if own else (),
        helps=(f"did you mean `{guess}`?",) if guess else (),
        fix=(word.span, guess) if guess else None,
    )
    return ctx.bad(span)


def _prep_of(part: Node) -> str:
    before = part.parts[0]
    assert isinstance(before, Node)
    return before.words()[0].text


def _question_form(heading: Node) -> str:
    """The words of a `define` as a person would ask it."""
    said = [
        p.words()[0].text
        for p in heading.parts
        if isinstance(p, Node) and p.kind in ("param", "ask_prep")
    ]
    return " ".join([heading.words()[0].text, "of", *said]) if said else heading.words()[0].text


def _singulars(word: str) -> list[str]:
    found = [word]
    if word.endswith("ies"):
        found.append(word[:-3] + "y")
    if word.endswith("es"):
        found.append(word[:-2])
    if word.endswith("s"):
        found.append(word[:-1])
    return found
