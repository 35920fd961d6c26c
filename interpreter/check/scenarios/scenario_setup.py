"""Initial positions of a game test: from `red has 3 pyramid cards, lift` to zones and components.

Takes trees and the reader of a test; produces `Placed` data. It must not know how things are moved.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from interpreter.check.context import Context
from interpreter.check.expressions import value_reading
from interpreter.check.names import shown_values
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.ir import nodes
from interpreter.ir.declared import Design, Family, Field
from interpreter.ir.nodes import Expr
from interpreter.ir.scenario import Placed, ScenarioValue, Thing
from interpreter.syntax import ast
from interpreter.syntax.ast import Word


class Reader(Protocol):
    """The part of a test reader that this module needs."""

    ctx: Context
    seats: dict[str, Span]

    def scope(self) -> Scope:
        """Build a scope that contains the names of players and spaces."""

    def ask(self, e: Expr, span: Span | None = None) -> ScenarioValue:
        """Add a hidden rule that answers a value."""


@dataclass(slots=True)
class _Zone:
    """A zone that can hold components; `holder` is its owner."""

    family: Family
    holder: Expr | None
    cell: bool = False


def placed(reader: Reader, node: ast.FactHas | ast.FactHolds | ast.ExpectHolds) -> list[Placed]:
    """Read a `has` or `holds` line: the zones it names, each with everything that lies in it.

    Returns an empty list after a diagnostic.
    """
    holder_node = node.who if isinstance(node, ast.FactHas) else node.place
    held = node.held
    holder = value_reading.value(reader.scope(), holder_node)
    if not holder.type.known:
        return []
    zones = _zones(reader.ctx, holder)
    if not zones:
        reader.ctx.report.add(
            "no-place",
            holder_node.span,
            f"nothing can lie in {holder.type.words()}",
            "not a place",
            helps=("name a zone, a board, a space, a player or a component that holds others",),
        )
        return []
    if isinstance(held, ast.HeldNothing):
        if len(zones) > 1:
            _which(reader.ctx, holder_node.span, zones, holder)
            return []
        return [_made(reader, zones[0], [], node.span)]
    if isinstance(held, ast.HeldNone):
        noun = held.names[-1]
        kind = reader.ctx.kind_named(noun.text)
        zone = _zone_for(reader, zones, kind, noun.span, holder) if kind else None
        if kind is None:
            _unknown(reader, noun, zones)
        return [_made(reader, zone, [], node.span)] if zone is not None else []
    assert isinstance(held, ast.HeldThings)
    drawing = _drawing(reader, zones, held, node)
    if drawing is not None:
        return drawing
    by_zone: dict[str, tuple[_Zone, list[Thing]]] = {}
    for part in held.things:
        thing = _thing(reader, part, zones)
        zone = _zone_for(reader, zones, thing.kind, part.span, holder) if thing else None
        if thing is None or zone is None:
            return []
        by_zone.setdefault(zone.family.key, (zone, []))[1].append(thing)
    return [_made(reader, zone, things, node.span) for zone, things in by_zone.values()]


def bare(ctx: Context, node: ast.FactBare) -> list[Family]:
    """List the zones of a board and of its spaces, for `nothing else lies in field`.

    Returns an empty list after a diagnostic.
    """
    program, name = ctx.program, node.board.text
    board = program.boards.get(name)
    if board is None:
        zones = ctx.families.get("table", {})
        if name in zones:
            ctx.report.add(
                "no-place",
                node.board.span,
                f"`{name}` has no spaces of which some could be named",
                helps=(f"write `{name} holds nothing`, or all that lies there",),
            )
        else:
            ctx.unknown("unknown-board", node.board.span, name, "board", program.boards)
        return []
    holders = (f"space:{name}", board.of_kind or "no kind")
    return [f for f in program.families if f.board == name or f.holder in holders]


def _made(reader: Reader, zone: _Zone, things: list[Thing], span: Span) -> Placed:
    holder = None if zone.holder is None else reader.ask(zone.holder)
    return Placed(zone.family, holder, zone.cell, things, None, span)


def _zones(ctx: Context, holder: Expr) -> list[_Zone]:
    kind = holder.type
    if kind.is_zone and isinstance(holder, nodes.Zone) and holder.family is not None:
        return [_Zone(holder.family, holder.args[0] if holder.args else None)]
    if isinstance(holder, nodes.Spaces):
        return []
    found = []
    if kind.is_space:
        board = ctx.families.get("table", {}).get(kind.of)
        if board is not None:
            found.append(_Zone(board, holder, cell=True))
    for family in ctx.families.get(ctx.holder_of(kind), {}).values():
        found.append(_Zone(family, holder))
    return found


def _zone_for(
    reader: Reader, zones: list[_Zone], kind: str, span: Span, holder: Expr
) -> _Zone | None:
    fitting = [z for z in zones if kind in z.family.kinds]
    ctx = reader.ctx
    if len(fitting) > 1:
        _which(ctx, span, fitting, holder)
        return None
    if fitting:
        return fitting[0]
    names = [f.name for f in ctx.program.families if kind in f.kinds and f.holder != "box"]
    plural = ctx.program.kinds[kind].plural
    ctx.report.add(
        "no-place",
        span,
        f"{plural} do not lie in {holder.type.words()}",
        "not a place for them",
        helps=(f"they can lie in: {listed(names)}",) if names else (),
    )
    return None


def _which(ctx: Context, span: Span, zones: list[_Zone], holder: Expr) -> None:
    names = [z.family.name for z in zones]
    ctx.report.add(
        "several-places",
        span,
        "it is not said in which zone",
        helps=(
            f"name the zone: `{holder.span.text}'s {names[0]} holds ...`; there are: "
            f"{listed(names)}",
        ),
    )


def _example(ctx: Context, kinds: list[str]) -> str:
    """Name up to two components that can lie in a zone."""
    designs = [design.id for kind in kinds for design in ctx.program.kinds[kind].designs]
    return ", ".join(designs[:2]) or "nothing"


def _thing(reader: Reader, node: ast.HeldThing, zones: list[_Zone]) -> Thing | None:
    """Read one held thing: `3 pyramid cards`, `lift`, `red cube`, `2 worker`."""
    ctx = reader.ctx
    words = [w for w in node.words_ if w.type == "NAME"]
    number = next((int(w.text.rstrip("½") or 0) for w in node.words_ if w.type == "NUMBER"), 1)
    kinds = [k for z in zones for k in z.family.kinds]
    if not words:
        ctx.report.add(
            "wrong-drawing",
            node.span,
            "only a board of rows and columns can be drawn",
            helps=(f"name what lies there: {_example(ctx, kinds)}",),
        )
        return None
    noun, adjectives = words[-1], words[:-1]
    found = _noun(ctx, noun, kinds)
    if found is None:
        _unknown(reader, noun, zones)
        return None
    kind, designs, shown = found
    if shown is not None:
        adjectives = [*adjectives, shown]
    shows: list[tuple[Field, int]] = []
    owner = ""
    for word in adjectives:
        if word.text in reader.seats and ctx.program.kinds[kind].owned:
            owner = word.text
            continue
        described = _adjective(ctx, kind, designs, word)
        if described is None:
            _not_said(ctx, kind, word, reader)
            return None
        designs, line = described
        if line is not None:
            shows.append(line)
    if not designs:
        said = listed([word.text for word in words])
        ctx.report.add(
            "unknown-held",
            node.span,
            f"no {ctx.program.kinds[kind].name} is all of this: {said}",
            helps=("leave out what does not go together",),
        )
        return None
    ctx.used.add(kind)
    money = ctx.program.money.get(kind)
    worth = money is not None and len(designs) > 1
    if money is not None and worth:
        symbols = {d.printed[money.symbol] for d in designs}
        if len(symbols) > 1:
            values = ctx.program.kinds[kind].printed[money.symbol].of
            plural = ctx.program.kinds[kind].plural
            ctx.report.add(
                "unknown-held",
                node.span,
                f"it is not said which {plural} these are",
                helps=(f"say so: {number} {ctx.program.values[values].members[0]} {plural}",),
            )
            return None
    return Thing(kind, designs, number, tuple(shows), owner, worth, node.span)


def _noun(
    ctx: Context, word: Word, kinds: list[str]
) -> tuple[str, tuple[Design, ...], Word | None] | None:
    """Resolve a noun to a kind, its designs, and the member of a list it names (if it names one).

    A noun may be a kind, a component, or a value (plural or not) that one of `kinds` shows. Returns
    None if it is none of these.
    """
    kind = ctx.kind_named(word.text)
    if kind is not None:
        return kind, tuple(ctx.program.kinds[kind].designs), None
    named = ctx.names.get(word.text)
    if named is not None and named.sort == "component":
        design = named.design
        return design.kind, (design,), None
    for text in (word.text, word.text[:-1] if word.text.endswith("s") else word.text):
        named = ctx.names.get(text)
        if named is None or named.sort != "value":
            continue
        values = named.member[0]
        for kind in kinds:
            made = ctx.program.kinds[kind]
            lines = [*made.printed.values()]
            lines += [f.type for f in ctx.fields.get(kind, {}).values()]
            if any(t.is_value and t.of == values for t in lines):
                return kind, tuple(made.designs), Word("NAME", text, word.span)
    return None


def _adjective(
    ctx: Context, kind: str, designs: tuple[Design, ...], word: Word
) -> tuple[tuple[Design, ...], tuple[Field, int] | None] | None:
    """Apply an adjective to some designs: those that match it, and a field value it requires.

    Returns None if the word does not describe this kind.
    """
    made = ctx.program.kinds[kind]
    kept = ctx.fields.get(kind, {})
    named = ctx.names.get(word.text)
    if word.text in kept and kept[word.text].type.is_yes_no:
        return designs, (kept[word.text], 1)
    if word.text in made.printed and made.printed[word.text].is_yes_no:
        return tuple(d for d in designs if d.printed[word.text]), None
    if named is not None and named.sort == "component":
        return tuple(d for d in designs if d is named.design), None
    if named is None or named.sort != "value":
        return None
    values, number = named.member
    for name in shown_values.lines_showing(ctx, kind, values):
        if name in made.printed:
            return tuple(d for d in designs if d.printed[name] == number), None
        ctx.used.add(name)
        return designs, (kept[name], number)
    return None


def _words_for(ctx: Context, kinds: Iterable[str]) -> list[str]:
    found: list[str] = []
    for kind in kinds:
        made = ctx.program.kinds[kind]
        lines = [*made.printed.values(), *(f.type for f in ctx.fields.get(kind, {}).values())]
        found += [made.name, made.plural, *(d.id for d in made.designs)]
        found += [m for t in lines if t.is_value for m in ctx.program.values[t.of].members]
    return found


def _unknown(reader: Reader, word: Word, zones: list[_Zone]) -> None:
    kinds = [k for z in zones for k in z.family.kinds]
    legal = _words_for(reader.ctx, kinds)
    plurals = [reader.ctx.program.kinds[k].plural for k in kinds]
    guess = nearest(word.text, legal)
    reader.ctx.report.add(
        "unknown-held",
        word.span,
        f"nothing called `{word.text}` can lie there",
        "not something that lies there",
        notes=(f"there can lie: {listed(plurals)}",),
        meant=guess,
    )


def _not_said(ctx: Context, kind: str, word: Word, reader: Reader) -> None:
    made = ctx.program.kinds[kind]
    legal = [w for w in _words_for(ctx, [kind]) if w not in (made.name, made.plural)]
    if made.owned:
        legal = [*reader.seats]
    guess = nearest(word.text, legal)
    ctx.report.add(
        "unknown-adjective",
        word.span,
        f"`{word.text}` says nothing about {made.plural}",
        "not something they can be",
        notes=(f"they can be: {listed(legal)}",) if legal else (),
        meant=guess,
    )


def _drawing(
    reader: Reader, zones: list[_Zone], held: ast.HeldThings, node: ast.Tree
) -> list[Placed] | None:
    """Read `field holds "WRSTP WWRPC ..."`; None if the line draws nothing."""
    text = next((w for thing in held.things for w in thing.words_ if w.type == "STRING"), None)
    zone = next((z for z in zones if z.family.board and not z.cell), None)
    if text is None or zone is None:
        return None
    ctx = reader.ctx
    board = ctx.program.boards[zone.family.board]
    if board.sort not in ("grid", "rhombus"):
        return None
    rows = text.text[1:-1].replace("/", " ").split()
    if len(rows) != board.height or any(len(row) != board.width for row in rows):
        wrong = next((r for r in rows if len(r) != board.width), None)
        found = f"{len(rows)} rows" if len(rows) != board.height else f"`{wrong}`"
        ctx.report.add(
            "wrong-drawing",
            text.span,
            f"{board.name} has {board.height} rows of {board.width}",
            f"here are {found}" if len(rows) != board.height else f"{found} is another length",
            helps=("write one letter for each space, and a blank between two rows",),
        )
        return []
    letters = _letters(reader, zone.family.kinds)
    drawn: list[Thing | None] = []
    for letter in "".join(rows):
        if letter == ".":
            drawn.append(_blank(ctx, zone.family.kinds, text.span))
            continue
        if letter not in letters:
            ctx.report.add(
                "wrong-drawing",
                text.span,
                f"nothing in {board.name} is drawn as `{letter}`",
                notes=(
                    "".join(f"{k} is {v[1]}, " for k, v in sorted(letters.items()))
                    + ". is nothing",
                ),
            )
            return []
        kind, word = letters[letter]
        designs = tuple(ctx.program.kinds[kind].designs)
        if word in reader.seats:
            drawn.append(Thing(kind, designs, 1, (), word, False, text.span))
            continue
        described = _adjective(ctx, kind, designs, Word("NAME", word, text.span))
        assert described is not None
        shows = () if described[1] is None else (described[1],)
        drawn.append(Thing(kind, described[0], 1, shows, "", False, text.span))
    return [Placed(zone.family, None, False, [], drawn, node.span)]


def _letters(reader: Reader, kinds: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Map each letter of a drawing to a kind and its value or owner.

    A letter is the value's `letter:` in game.yaml, or else its first letter as a capital. The first
    mapping wins.
    """
    ctx = reader.ctx
    found: dict[str, tuple[str, str]] = {}
    for kind in kinds:
        made = ctx.program.kinds[kind]
        lines = [*made.printed.values(), *(f.type for f in ctx.fields.get(kind, {}).values())]
        for line in lines:
            if not line.is_value:
                continue
            told = ctx.program.words.get(line.of) or {}
            for member in ctx.program.values[line.of].members:
                about = told.get(member) if isinstance(told, dict) else None
                letter = about.get("letter") if isinstance(about, dict) else None
                found.setdefault(str(letter or member[0].upper()), (kind, member))
        if made.owned:
            for player in reader.seats:
                found.setdefault(player[0].upper(), (kind, player))
    return found


def _blank(ctx: Context, kinds: Iterable[str], span: Span) -> Thing | None:
    """Build what `.` means in a drawing: a component that shows `none`, or None: an empty space."""
    for kind in kinds:
        for field in ctx.fields.get(kind, {}).values():
            if field.type.is_value and field.type.optional:
                designs = tuple(ctx.program.kinds[kind].designs)
                return Thing(kind, designs, 1, ((field, -1),), "", False, span)
    return None
