"""What a word or a possessive stands for: `bringer`, `your hand`, `card's cost`, `space of die`.

Takes trees; gives expressions. Sets of things described in words are read by `selections`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.check import board_words, sources
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
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


def word_value(scope: Scope, word: Word, want: Type | None = None) -> E:
    """What one bare word stands for."""
    found = lookup(scope, word, want)
    if found is not None:
        return found
    whose = whose_line(scope, word.text)
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


def whose_line(scope: Scope, name: str) -> str:
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
        whose = sources.only_item(scope, whose) if whose.op in ("zone", "slot") else whose
        kind = whose.type
    if not kind.known:
        return ctx.bad(word.span)
    span = Span(word.span.source, min(whose.span.start, word.span.start), word.span.end)
    if whose.span.source is not word.span.source:
        span = word.span
    found = attribute_of(scope, whose, word.text, span)
    if found is not None:
        return found
    legal = attribute_names(scope, kind)
    guess = nearest(word.text, legal)
    what = kind_noun(kind)
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


def player_number(scope: Scope, you: E, noun: Word, others: Sequence[str] = ()) -> Field | None:
    """A number that players have, or one diagnostic; `others` could be meant, too."""
    ctx = scope.ctx
    line = player_line(scope, you, noun.text)
    if line is None or line.type.base != "number":
        legal = [n for n, f in ctx.fields.get("player", {}).items() if f.type.base == "number"]
        ctx.unknown(
            "unknown-attribute",
            noun.span,
            noun.text,
            "number",
            [*legal, *others],
            "players have",
            message=f"players have no number called `{noun.text}`",
            label="not a number that players have",
        )
        return None
    ctx.used.add(noun.text)
    return line


def kind_noun(kind: Type) -> str:
    """The word for one thing of a kind."""
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


def attribute_of(scope: Scope, whose: E, name: str, span: Span) -> E | None:
    """What belongs to a thing under a name: printed, kept, or worked out; None if nothing does."""
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


def singulars(word: str) -> list[str]:
    """The words that may be the singular of a word."""
    found = [word]
    if word.endswith("ies"):
        found.append(word[:-3] + "y")
    if word.endswith("es"):
        found.append(word[:-2])
    if word.endswith("s"):
        found.append(word[:-1])
    return found
