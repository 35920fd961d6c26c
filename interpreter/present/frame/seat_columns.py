"""The players in common columns, and what only one of them sees.

Takes the seats of a view; gives lines. A column is a number that is kept, or a zone whose contents
fit in a few letters; longer ones follow below, a line per player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.diagnostics.paint import columns
from interpreter.present.frame.pen import FEW, Pen, folded, table
from interpreter.present.model.parts import Fact, Item, Seat, Zone
from interpreter.present.story.phrases import plural

SHORT = 4  # least letters of a shortened head
MOST = 8  # more cards than this are counted, not listed


@dataclass(frozen=True, slots=True)
class _Columns:
    """What stands in columns: numbers that all players keep, and the `common` zones of all.

    `narrow` zones have short contents; `long` ones are described in words below."""

    facts: list[Fact]
    phrases: dict[str, list[str]]
    narrow: list[Zone]
    common: list[Zone]
    long: list[Zone]


def _columns(seats: Sequence[Seat], pen: Pen, called: str) -> _Columns:
    every = {fact.key: fact for seat in seats for fact in seat.facts}
    every |= {fact.key: fact for seat in seats for fact in seat.facts if _is_number(fact)}
    like = {zone.key: zone for seat in seats for zone in seat.zones}
    ours = _of_all(seats)
    by_zone = {key: [_zone(seat, one) for seat in seats] for key, one in like.items()}
    own = next((number for number, seat in enumerate(seats) if seat.you), -1)
    phrases = {key: _phrases(held, pen, own) for key, held in by_zone.items()}
    zones = [z for z in like.values() if z.key != called and not _always_one(z, phrases[z.key])]
    narrow = [
        z
        for z in zones
        if any(text != "-" for text in phrases[z.key])
        and max(columns(text) for text in phrases[z.key]) <= max(FEW, len(z.say))
    ]
    return _Columns(
        [f for f in every.values() if _is_number(f) and f.key in ours and not f.seldom],
        phrases,
        narrow,
        [z for z in narrow if z.key in ours],
        [z for z in zones if z not in narrow],
    )


def in_words(seats: Sequence[Seat], pen: Pen, called: str = "") -> list[str]:
    """List the titles of nonempty zones before players that do not fit into a column."""
    found = _columns(seats, pen, called)
    return [z.say for z in found.long if any(text != "-" for text in found.phrases[z.key])]


def players(
    seats: Sequence[Seat], pen: Pen, called: str = "", long: bool = True, aloud: bool = False
) -> list[str]:
    """Render a table of all players, and below it, if `long`, what does not fit into a column.

    `aloud` renders each player in words instead."""
    found = _columns(seats, pen, called)
    for fact in found.facts:
        if fact.short and len(fact.short) == 1:
            pen.letters.setdefault(fact.short, fact.say)
    heads = ["", "", *(f"{f.short or f.say} " for f in found.facts)]
    rows = [[*heads, *(zone.say for zone in found.common), ""]]
    rows += [_row(number, seat, found, pen) for number, seat in enumerate(seats)]
    numbers = frozenset(range(2, 2 + len(found.facts)))
    made = _one_by_one(rows, pen) if aloud else _narrowed(rows, numbers, pen)
    if long:
        for zone in found.long:
            made += _in_full(zone, seats, found, pen)
    return made


def _row(number: int, seat: Seat, found: _Columns, pen: Pen) -> list[str]:
    """Render one player: who it is, the columns, and in words what has no column."""
    kept = {fact.key: fact for fact in seat.facts}
    columned = {fact.key for fact in found.facts}
    cells = [_star(_number(kept[f.key]), f"{seat.seat}.{f.key}", pen) for f in found.facts]
    cells += [
        _star(found.phrases[zone.key][number], _zone(seat, zone).id, pen) for zone in found.common
    ]
    told = ["wins"] if seat.wins else ["out"] if seat.out else []
    told += [
        pen.fact(fact) + pen.star(f"{seat.seat}.{fact.key}").strip()
        for fact in seat.facts
        if fact.key not in columned and not fact.idle and fact.text != seat.called
    ]
    told += [
        f"{zone.say} {found.phrases[zone.key][number]}{pen.star(_zone(seat, zone).id).strip()}"
        for zone in found.narrow
        if zone not in found.common and found.phrases[zone.key][number] != "-"
    ]
    return [_who(seat, pen), *_name(seat, pen), *cells, ", ".join(told)]


def _in_full(zone: Zone, seats: Sequence[Seat], found: _Columns, pen: Pen) -> list[str]:
    """Describe what each player has in a zone that fits into no column."""
    said = [
        f"{pen.paint(seat.called or seat.say, seat.colour)} {text}{pen.star(_zone(seat, zone).id)}"
        for seat, text in zip(seats, found.phrases[zone.key], strict=True)
        if text != "-"
    ]
    title = zone.say[:1].upper() + zone.say[1:]
    return folded(f"{title}: {'; '.join(said)}", pen.width, "  ") if said else []


def _of_all(seats: Sequence[Seat]) -> set[str]:
    """Return the keys of facts and zones that every seat has, whatever its faction."""
    held = [
        {*(fact.key for fact in seat.facts), *(zone.key for zone in seat.zones)} for seat in seats
    ]
    return set.intersection(*held) if held else set()


def _one_by_one(rows: Sequence[Sequence[str]], pen: Pen) -> list[str]:
    """Render each player in words, with everything that stands in columns."""
    made = []
    for who, name, *cells, words in rows[1:]:
        told = [
            f"{head.strip()} {cell.strip()}"
            for head, cell in zip(rows[0][2:-1], cells, strict=True)
            if cell.strip() != "-"
        ]
        told += [words] if words else []
        made += folded(f"{who} {name}: {'; '.join(told)}".removesuffix(": "), pen.width, "    ")
    return made


def _narrowed(rows: list[list[str]], numbers: frozenset[int], pen: Pen) -> list[str]:
    """Lay out the table of players to fit the width.

    If it is too wide, words move to lines of their own, then heads are shortened, then the table is
    split into blocks."""
    if all(not any(row[1:-1]) and not row[-1] for row in rows[1:]) and not any(rows[0]):
        return [f"{row[0]}" for row in rows[1:]]
    for gap in (2, 1):
        made = table(rows, numbers, gap)
        if not any(rows[0]):
            made = made[1:]
        if all(columns(line) <= pen.width for line in made):
            return made
    bare = [row[:-1] for row in rows]
    short = [_shortened(bare[0]), *bare[1:]]
    for heads, gap in ((bare, 2), (bare, 1), (short, 2), (short, 1)):
        made = table(heads, numbers, gap)
        if all(columns(line) <= pen.width for line in made):
            return _with_words(made, rows, pen)
    return _with_words(_in_blocks(short, numbers, pen.width), rows, pen)


def _shortened(heads: Sequence[str]) -> list[str]:
    """Truncate column heads to what tells them apart, and to at least `SHORT` letters."""
    made = []
    for head in heads:
        others = [one for one in heads if one != head]
        size = SHORT
        while size < len(head) and any(one[:size] == head[:size] for one in others):
            size += 1
        made.append(f"{head[:size].rstrip()}. " if len(head.strip()) > size + 1 else head)
    return made


def _in_blocks(rows: Sequence[Sequence[str]], numbers: frozenset[int], width: int) -> list[str]:
    """Split a table that is too wide into several, one below the other."""
    made: list[str] = []
    left = list(range(2, len(rows[0])))
    while left:
        taken = 1
        for taken in range(len(left), 0, -1):
            chosen = [0, 1, *left[:taken]]
            ends = frozenset(n for n, one in enumerate(chosen) if one in numbers)
            lines = table([[row[n] for n in chosen] for row in rows], ends, 1)
            if taken == 1 or all(columns(line) <= width for line in lines):
                made += [one for line in lines for one in folded(line, width, "    ")]
                break
        left = left[taken:]
    return made


def _with_words(made: list[str], rows: Sequence[Sequence[str]], pen: Pen) -> list[str]:
    """Append what is told of each player in words, on a line per player."""
    told = [f"{row[1]}: {row[-1]}" for row in rows[1:] if row[-1]]
    return [*made, *(line for one in told for line in folded(f"    {one}", pen.width, "      "))]


def _is_number(fact: Fact) -> bool:
    return isinstance(fact.value, int | float) and not isinstance(fact.value, bool)


def _number(fact: Fact) -> str:
    """Format a number for a column; `-` for none."""
    return "-" if fact.value is None else fact.text


def _star(text: str, place: str, pen: Pen) -> str:
    return f"{text}*" if place in pen.changed else f"{text} "


def _who(seat: Seat, pen: Pen) -> str:
    turn = ">" if seat.on else " "
    return f"{turn}{pen.paint(seat.letter, seat.colour)}"


def _name(seat: Seat, pen: Pen) -> list[str]:
    name = pen.paint(seat.called or seat.say, seat.colour)
    return [f"{name} (you)" if seat.you else name]


def _zone(seat: Seat, like: Zone) -> Zone:
    """Return a seat's zone like this one; an empty one if only others have it."""
    own = (zone for zone in seat.zones if zone.key == like.key)
    return next(own, Zone(f"{like.key}.{seat.seat}", like.key, like.say, like.sort, size=0))


def _always_one(zone: Zone, phrases: Sequence[str]) -> bool:
    """Check whether every player has a single card there of which nothing else is seen."""
    return zone.secret and zone.sort == "space" and all(text == "1" for text in phrases)


def _phrases(zones: Sequence[Zone], pen: Pen, own: int) -> list[str]:
    """Describe a zone of each player; secret ones by their count, `?` if that is unknown.

    `own` is the index of the viewer, whose hand is shown elsewhere."""
    if zones[0].secret:
        return [
            "?" if zone.size is None else _counted(zone, pen, number == own)
            for number, zone in enumerate(zones)
        ]
    return [_phrase(zone, pen) for zone in zones]


def _counted(zone: Zone, pen: Pen, own: bool) -> str:
    """Format how many items a secret zone holds, and those the viewer knows.

    In the viewer's own zone, the known ones are named only if others are hidden."""
    if not zone.size:
        return "-"
    opened = [item for item in zone.items if not item.hidden]
    if opened and (not own or len(opened) < len(zone.items)):
        return f"{zone.size} ({', '.join(pen.item(item) for item in opened)})"
    return str(zone.size)


def _phrase(zone: Zone, pen: Pen) -> str:
    """Describe a zone in a table: its size if it is hidden or long, otherwise its contents."""
    if not zone.items:
        return "-"
    alone = len(zone.items) == 1 and zone.sort != "counts" and not zone.items[0].face
    if alone and zone.size and (zone.size > 1 or (zone.sort == "set" and zone.items[0].owner)):
        return str(zone.size)
    if len(zone.items) > MOST and zone.sort != "counts":
        return str(zone.size)
    return pen.zone(zone, zone.id.rsplit(".", 1)[-1])


def hand(
    seat: Seat, pen: Pen, texts: bool, but: frozenset[str] = frozenset(), brief: bool = False
) -> list[str]:
    """Render the nonempty secret zones of a player, card by card.

    Zones in `but` are shown elsewhere and left out, unless their cards have printed facts. `brief`
    renders titles only, `texts` includes card texts."""
    made: list[str] = []
    for zone in seat.zones:
        told = zone.id in but and not any(item.facts and not item.face for item in zone.items)
        if told or not zone.secret or not zone.items:
            continue
        title = pen.paint(zone.say[:1].upper() + zone.say[1:], "bold")
        if texts and any(item.text for item in zone.items):
            made += folded(f"{title}:", pen.width)
            for item in zone.items:
                made += folded(f"  {_card(item, pen)}: {item.text}", pen.width, "    ")
        elif all(item.suit for item in zone.items):
            made += folded(f"{title}: {_in_suits(zone.items)}", pen.width, "    ")
        else:
            cards = (_title(item) if brief else _card(item, pen) for item in zone.items)
            said = f"{title}: {', '.join(cards)}"
            if made and columns(made[-1]) + 3 + columns(said) <= pen.width:
                made[-1] += f"   {said}"
            else:
                made += folded(said, pen.width, "    ")
    return made


def _in_suits(items: Sequence[Item]) -> str:
    """Format cards by suit: `Clubs 5 6 Queen;  Hearts 2`."""
    suits: dict[str, list[str]] = {}
    for item in items:
        rank = item.say.removesuffix(f" of {item.suit}")
        suits.setdefault(item.suit, []).append(f"{item.n} {rank}" if item.n > 1 else rank)
    return ";  ".join(f"{suit} {' '.join(ranks)}" for suit, ranks in suits.items())


def before(seat: Seat, pen: Pen) -> list[str]:
    """Render everything in front of a player, fields first, then zones with card texts."""
    name = pen.paint(seat.called or seat.say, seat.colour)
    kept = [pen.fact(fact) for fact in seat.facts if not fact.idle]
    made = folded(f"{name}: {', '.join(kept)}".removesuffix(": "), pen.width, "  ")
    for zone in seat.zones:
        title = pen.paint(zone.say[:1].upper() + zone.say[1:], "bold")
        if any(item.text for item in zone.items):
            made.append(f"{title}:")
            for item in zone.items:
                text = f"  {_card(item, pen)}"
                made += folded(f"{text}: {item.text}" if item.text else text, pen.width, "    ")
        elif zone.items:
            told = [_card(item, pen) for item in zone.items]
            said = ", ".join(told) if zone.secret else pen.zone(zone, seat.seat)
            made += folded(f"{title}: {said}", pen.width, "    ")
    return made


def _title(item: Item) -> str:
    if item.n > 1:
        return f"{item.n} {item.face or plural(item.say)}{item.mark}"
    return f"{item.face or item.say}{item.mark}"


def _card(item: Item, pen: Pen) -> str:
    facts = [pen.fact(fact) for fact in item.facts if not fact.idle and not item.face]
    return f"{_title(item)} {' '.join(facts)}".rstrip()
