"""Attributes of players and things: `card's cost`, `your hand`, `space of die`, faction lines.

Takes the owner and a word; returns the value. It must not know how the words were put together.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.check.names import faction_names, noun_forms
from interpreter.check.places import board_places, sources
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.ir import nodes
from interpreter.ir.declared import Design, Family, Field
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Func
from interpreter.ir.types import (
    NUMBER,
    PLAYER,
    YES_NO,
    Type,
    fits,
    piece_type,
    set_of,
)
from interpreter.syntax.ast import Word


def call(scope: Scope, func: Func, args: list[Expr], span: Span) -> Expr:
    """Build the call of a pure rule, on behalf of whoever acts."""
    you = scope.actor or nodes.Num((), PLAYER, span, 0)
    return nodes.CallValue((you, *args), func.returns, span, func.name)


def of(scope: Scope, whose: Expr, word: Word, said: Span | None = None) -> Expr:
    """`whose` + `'s` + word: a line printed on it, something it keeps, a zone, or a question.

    `said` is where both stand, if they do."""
    ctx = scope.ctx
    kind = whose.type
    if kind.base in ("zone", "set") and (several := of_several(scope, whose, word.text, word.span)):
        return several
    if kind.is_zone:
        if of_which(scope, whose, word):
            return ctx.bad(word.span)
        whose = (
            sources.only_item(scope, whose)
            if isinstance(whose, (nodes.Zone, nodes.Slot))
            else whose
        )
        kind = whose.type
    elif kind.is_list and of_which(scope, whose, word):
        return ctx.bad(word.span)
    if not kind.known:
        return ctx.bad(word.span)
    span = Span(word.span.source, min(whose.span.start, word.span.start), word.span.end)
    if whose.span.source is not word.span.source:
        span = word.span
    found = known(scope, whose, word.text, span)
    if found is not None:
        return found
    if kind == PLAYER and word.text in ctx.families.get("table", {}):
        _report_line_of_table(scope, word, said)
        return ctx.bad(span)
    if kind == PLAYER and (having := faction_names.factions_with(ctx, word.text)):
        faction_names.report_which(scope, word, having)
        return ctx.bad(span)
    legal = names_of(scope, kind)
    zones = _where_such_lie(scope, kind, word.text)
    places = [zone.name for zone in zones if zone.shape == "slots" and zone.slots == 1]
    guess = nearest(word.text, legal) or (places[0] if places and len(zones) == 1 else None)
    what = kind_noun(kind)
    return ctx.wrong(
        "unknown-attribute",
        word.span,
        f"{what} has no `{word.text}`",
        "nothing of that name",
        notes=(f"of {what} one can say: {listed(legal)}",) if legal else (),
        meant=guess,
        helps=_named_for(scope, word.text, zones),
    )


def _report_line_of_table(scope: Scope, word: Word, said: Span | None) -> None:
    """`choose hero from your hero_track`, which lies on the table."""
    name = word.text
    scope.ctx.report.add(
        "unknown-attribute",
        said or word.span,
        f"a player has no `{name}`",
        "it is the table's",
        helps=(f"did you mean `{name}`?",),
        fix=(said, name) if said is not None else None,
    )


def of_several(scope: Scope, things: Expr, name: str, span: Span) -> Expr | None:
    """`faces of dice`, `dice's faces`: what several things show, each once; None if the word is no
    plural of what each of them has."""
    made = sources.as_source(scope, things, span)
    if not made.item.known:
        return None
    for one in noun_forms.singulars(name):
        if one == name and (not name.endswith("s") or of_one(things)):
            continue
        each = known(scope, made.candidate(), one, span)
        if each is not None and one == name and each.type.is_number:
            continue  # `points` of several things is no plural: one asks for their sum
        if each is not None and each.type.base in ("value", "number", "player", "piece"):
            if each.type.optional:  # none is not shown by anything
                zero = nodes.Num((), NUMBER, span, 0)
                made.tests.append(nodes.Ge((each, zero), YES_NO, span))
            return made.loop(nodes.Distinct, set_of(each.type.sure()), each)
    return None


def of_which(scope: Scope, things: Expr, word: Word) -> bool:
    """Report that of several things each has this, so that it must be said of which; whether it
    was so. A pile is asked for its top."""
    if of_one(things):
        return False
    made = sources.as_source(scope, things, word.span)
    each = known(scope, made.candidate(), word.text, word.span) if made.item.known else None
    if each is None:
        return False
    name, those = word.text, _words(things)
    helps = [] if name.endswith("s") else [f"for the different ones: `{name}s of {those}`"]
    if each.type.is_number:
        helps.insert(0, f"for all of them together: `sum of {name} of {those}`")
    return scope.ctx.report.add(
        "of-which-one",
        word.span,
        f"each of them has its own `{name}`",
        "of which one?",
        helps=helps,
    )


def of_one(things: Expr) -> bool:
    """Whether a zone is asked for one thing: a space, the top of a pile, what alone lies there."""
    family = things.family if isinstance(things, (nodes.Zone, nodes.Slot)) else None
    return isinstance(family, Family) and (family.sort == "pile" or sources.holds_one(things))


def _words(things: Expr) -> str:
    return " ".join(things.span.text.split())


def _where_such_lie(scope: Scope, kind: Type, word: str) -> list[Family]:
    """List somebody's zones that accept the kind of component this word names."""
    named = scope.ctx.kind_named(word)
    zones = scope.ctx.families.get(scope.ctx.holder_of(kind), {}).values()
    return [zone for zone in zones if named in zone.kinds] if named is not None else []


def _named_for(scope: Scope, word: str, zones: Sequence[Family]) -> tuple[str, ...]:
    """Say where such components lie, and how one of a player's own is chosen."""
    if not zones:
        return ()
    own = next((z for z in zones if z.holder == "player" and z.shape != "slots"), None)
    where = f"they lie in: {listed([zone.name for zone in zones])}"
    if own is None or word not in scope.ctx.program.kinds:
        return (where,)
    whose = "your" if scope.they is None else "their"
    return (where, f"write on a line above: `choose {word} from {whose} {own.name}`; then `{word}`")


def player_line(scope: Scope, whose: Expr, name: str) -> Field | None:
    """Find a field that every player has, or else the player's faction; None without one."""
    line = scope.ctx.fields.get("player", {}).get(name)
    if line is not None:
        scope.ctx.used.add(name)
        return line
    return faction_names.faction_line(scope, whose, name)[0]


def _pieces_of_money(scope: Scope, noun: Word) -> bool:
    """`pay 1 fruit` where fruit is printed on the pieces that pay: these are named, too."""
    ctx = scope.ctx
    for money in ctx.program.money.values():
        kind = ctx.program.kinds[money.kind]
        if noun.text in ctx.program.values[kind.printed[money.symbol].of].members:
            meant = f"{noun.text} {kind.plural}"
            before = noun.span.before
            lost = before.split()[-2:-1] == ["lose"]  # it goes with numbers only
            start = noun.span.start - len(before) + before.rindex("lose") if lost else 0
            paid = f"pay {before.split()[-1]} {meant}" if lost else ""
            return ctx.report.add(
                "unknown-attribute",
                noun.span,
                f"players have no number called `{noun.text}`",
                f"it is printed on {kind.plural}",
                helps=(f"write `{paid}`",) if lost else (f"did you mean `{meant}`?",),
                fix=(Span(noun.span.source, start, noun.span.end), paid)
                if lost
                else (noun.span, meant),
            )
    return False


def _things(scope: Scope, noun: Word) -> bool:
    """`gain 1 spell`: things are no number, and are drawn, discarded or moved."""
    ctx = scope.ctx
    kind = ctx.program.kinds.get(ctx.kind_named(noun.text) or "")
    if kind is None:
        return False
    before = noun.span.before.split()
    verb = next((word for word in reversed(before) if word in ("gain", "lose", "pay")), "")
    amount = before[-1] if before and before[-1].isdigit() else "1"
    held = [f for f in ctx.families.get("player", {}).values() if kind.name in f.kinds]
    piles = [f for f in ctx.families.get("table", {}).values() if kind.name in f.kinds]
    pile = next((f for f in piles if f.sort == "pile" and f.seen == "nobody"), None)
    goes = "discard" if any(f.refilled for f in (*piles, *held)) else "remove"
    money = next((m for m in ctx.program.money.values() if m.kind == kind.name), None)
    whose = "your" if scope.they is None else "their"
    helps: tuple[str, ...] = ()
    if money is not None:
        of = kind.printed[money.symbol].of
        which = ctx.program.values[of].members[0]
        helps = (f"say of which {of}: `{verb} {amount} {which} {noun.text}`",)
    elif verb == "gain" and pile is not None and held:
        to = f"from {pile.name} to {whose} {held[0].name}"
        helps = (f"write `draw {amount} {noun.text} {to}`",)
    elif held:
        zone = f"{whose} {held[0].name}"
        helps = (f"write `choose {kind.name} from {zone}`, and below it `{goes} {kind.name}`",)
    return ctx.report.add(
        "unknown-attribute",
        noun.span,
        f"players have no number called `{noun.text}`",
        f"{kind.plural} are things, and no number",
        helps=helps,
    )


def player_number(scope: Scope, you: Expr, noun: Word, others: Sequence[str] = ()) -> Field | None:
    """Look up a number that players have; None after a diagnostic.

    `others` are further names that the diagnostic may suggest.
    """
    ctx = scope.ctx
    line = player_line(scope, you, noun.text)
    if line is None or not line.type.is_number:
        if _pieces_of_money(scope, noun) or _things(scope, noun):
            return None
        legal = [n for n, f in ctx.fields.get("player", {}).items() if f.type.is_number]
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
    """Return the word for one thing of a type."""
    return kind.sure().words()


def names_of(scope: Scope, kind: Type) -> list[str]:
    """List the attributes that values of this type have: fields, zones, printed, questions."""
    ctx = scope.ctx
    holder = ctx.holder_of(kind)
    names = [*ctx.fields.get(holder, {}), *ctx.families.get(holder, {})]
    if kind.is_piece:
        names += [*ctx.program.kinds[kind.of].printed]
    if kind.is_player:
        for faction in ctx.factions:
            names += ctx.fields.get(f"faction:{faction}", {})
            names += ctx.families.get(f"faction:{faction}", {})
    names += [
        f.name
        for f in ctx.funcs.values()
        if f.sort == "define" and len(f.params) == 1 and fits(kind, f.params[0][1])
    ]
    return names


def known(scope: Scope, whose: Expr, name: str, span: Span) -> Expr | None:
    """Resolve an attribute of a thing: printed, stored or computed; None if unknown."""
    ctx, kind = scope.ctx, whose.type
    holder = ctx.holder_of(kind)
    field_ = ctx.fields.get(holder, {}).get(name)
    if field_ is not None:
        ctx.used.add(name)
        return nodes.FieldNow((whose,), field_.type, span, field_)
    family = ctx.families.get(holder, {}).get(name)
    if family is not None:
        ctx.used.add(name)
        if not family.kinds:  # told where the zone is declared
            return ctx.bad(span)
        return nodes.Zone((whose,), Type("zone", family.name), span, family)
    if kind.is_piece:
        printed = ctx.program.kinds[kind.of].printed.get(name)
        if printed is not None:
            ctx.used.add(name)
            return nodes.Attr((whose,), printed, span, kind.of, name)
        if name == "owner" and ctx.program.kinds[kind.of].owned:
            return nodes.OwnerOf((whose,), PLAYER, span)
        if name == "title":  # to ask whether two are the same card
            return nodes.TitleOf((whose,), Type("title", kind.of), span)
        if name == "space":
            noun = Word("NAME", whose.span.text, whose.span)
            board = board_places.only_board(scope, kind.of, noun)
            if len(board_places.boards_of_kind(scope, kind.of)) > 1:
                return ctx.bad(span)
            if board is not None:
                return board_places.cell(scope, whose, board, span)
    if kind == PLAYER and (own := _own_piece(scope, whose, name, span)) is not None:
        return own
    if kind.is_player and ctx.factions:
        line, zone = faction_names.faction_line(scope, whose, name)
        if line is not None:
            return nodes.FieldNow((whose,), line.type, span, line)
        if zone is not None:
            return nodes.Zone((whose,), Type("zone", zone.name), span, zone)
    if kind.is_space and kind.of in ctx.regions and ctx.regions[kind.of][0] == name:
        return board_places.region(scope, whose, span)
    side = board_places.number_of_side(scope, whose, name, span)
    if side is not None:
        return side
    func = ctx.funcs.get(name)
    asks = func.params[0][1] if func is not None and len(func.params) == 1 else None
    if func is not None and func.sort == "define" and asks and fits(kind, asks.maybe()):
        ctx.used.add(name)
        return call(scope, func, [whose], span)
    return None


def _own_piece(scope: Scope, whose: Expr, name: str, span: Span) -> Expr | None:
    """`red's cone_5`: the one piece of that name in a player's colour."""
    design = getattr(scope.ctx.names.get(name), "thing", None)
    kind = scope.ctx.program.kinds.get(name)
    if kind is not None:  # called like its kind
        design = next((one for one in kind.designs if one.id == name), None)
    if not isinstance(design, Design) or not design.each_player or design.copies != 1:
        return None
    args = nodes.Num((), NUMBER, span, design.first), whose
    return nodes.Add(args, piece_type(design.kind), span)
