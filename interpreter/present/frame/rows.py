"""Rows of cards on the table: a line each, with printed values and what lies on the card.

Takes a `Zone`; gives lines. What all cards of a row have in common is left out."""

from __future__ import annotations

from interpreter.diagnostics.paint import columns
from interpreter.present.frame.pen import Pen, folded, table
from interpreter.present.model.parts import Fact, Item, Zone


def in_column(fact: Fact) -> bool:
    """Check whether a fact gets a column; others are told in words where they matter."""
    return bool(
        fact.amounts
        or fact.of
        or (fact.max is not None and not fact.idle)
        or fact.short
        or (isinstance(fact.value, int) and not isinstance(fact.value, bool))
    ) and not (fact.key.endswith("_for_a_time"))


def row(zone: Zone, pen: Pen, texts: bool = False, gap: int = 2, most: int = 0) -> list[str]:
    """Render a row of cards as a table with a heading.

    `gap` is the number of columns between its own. If `most` is positive, words about a card move
    to a line of their own where the line would be longer than that."""
    title = pen.paint(zone.say[:1].upper() + zone.say[1:], "bold")
    if not zone.items and not zone.room:
        return [f"{title}: -"]
    if all(item.face and not item.facts for item in zone.items) and not zone.notes:
        return [f"{title}: {pen.zone(zone) if not zone.room else _faces(zone, pen)}"]
    shown = [item for item in zone.items if not item.hidden]
    heads = _heads(shown)
    squares = [z.key for z in (shown[0].zones if shown else ())]
    rows = [["", title, *(_head(one) for one in heads.values()), *[""] * (len(squares) + 1)]]
    by_spot = {item.spot: item for item in zone.items}
    lines_of: list[Item | None] = [None]
    spots = range(1, zone.room + 1) if zone.room else sorted(by_spot)
    shut = dict(zone.shut)
    under: list[str] = [""]
    for spot in spots:
        item = by_spot.get(spot)
        note = zone.notes[spot - 1] if spot <= len(zone.notes) else ""
        lines_of.append(item)
        closed = f"closed: {shut[spot]}" if item is None and spot in shut else ""
        told = [
            *([] if item is None else _in_words(item, heads, pen)),
            *([closed] if closed else []),
        ]
        under.append("  ".join(told) if most else "")
        beside = note if most else "  ".join([one for one in (note, *told) if one])
        if item is None:
            said = f"-  {closed}" if closed and not most else "-"
            rows.append([f" {spot}", said, *[""] * (len(heads) + len(squares)), note])
            continue
        rows.append([f" {spot}", *_line(item, heads, squares, pen), beside])
    right = frozenset(i + 2 for i, one in enumerate(heads.values()) if _number(one))
    made = table(rows, right, gap)
    made = [one for pair in zip(made, under, strict=True) for one in _with_under(*pair, most, pen)]
    hidden = sum(item.n for item in zone.items if item.hidden and not item.spot)
    if hidden:
        made.append(f" and {hidden} face down")
    return _with_texts(made, lines_of, pen) if texts else made


def _with_under(line: str, under: str, most: int, pen: Pen) -> list[str]:
    """Append words to a line, or put them below it if the line would exceed `most`."""
    if not under:
        return [line]
    whole = f"{line}  {under}"
    return [whole] if columns(whole) <= most else [line, pen.paint(f"     {under}", "dim")]


def _with_texts(lines: list[str], items: list[Item | None], pen: Pen) -> list[str]:
    made = []
    for line, item in zip(lines, items, strict=False):
        made.append(line)
        if item is not None and item.text:
            made += [
                pen.paint(f"    {one.strip()}", "dim") for one in folded(item.text, pen.width - 4)
            ]
    return [*made, *lines[len(items) :]]


def _faces(zone: Zone, pen: Pen) -> str:
    """Render dice and the like in their spaces; `-` for an empty one."""
    lying = {item.spot: item for item in zone.items}
    return "  ".join(
        pen.item(lying[spot]) if spot in lying else "-" for spot in range(1, zone.room + 1)
    )


def _heads(items: list[Item]) -> dict[str, Fact]:
    """Choose the facts that get a column: those in which the cards differ."""
    found: dict[str, Fact] = {}
    values: dict[str, set[str]] = {}
    for item in items:
        for fact in item.facts:
            if in_column(fact):
                found.setdefault(fact.key, fact)
            values.setdefault(fact.key, set()).add(fact.text)
    return {
        key: fact
        for key, fact in found.items()
        if len(items) < 2 or len(values[key]) > 1 or (_number(fact) and not fact.idle)
    }


def _head(fact: Fact) -> str:
    return fact.short or fact.say


def _number(fact: Fact) -> bool:
    return isinstance(fact.value, int | float) and not isinstance(fact.value, bool)


def _line(item: Item, heads: dict[str, Fact], squares: list[str], pen: Pen) -> list[str]:
    if item.hidden:
        return ["face down", *[""] * (len(heads) + len(squares))]
    facts = {fact.key: fact for fact in item.facts}
    cells = [f"{item.face or item.say}{item.mark}{pen.star(item.id)}"]
    for key in heads:
        fact = facts.get(key)
        cells.append(
            pen.value(fact)
            if (fact is not None and not fact.idle) or (fact is not None and _number(fact))
            else ""
        )
    zones = {zone.key: zone for zone in item.zones}
    for key in squares:
        zone = zones[key]
        cells.append(pen.zone(zone) if zone.items or zone.room else "")
    return cells


def _in_words(item: Item, heads: dict[str, Fact], pen: Pen) -> list[str]:
    """Describe the facts of a card that no column shows."""
    facts = () if item.hidden else item.facts
    return [
        pen.fact(fact)
        for fact in facts
        if fact.key not in heads and not fact.idle and not in_column(fact)
    ]


def brief(zone: Zone, pen: Pen) -> list[str]:
    """Render a row on folded lines instead of a table: titles, and what tells the cards apart."""
    heads = _heads([item for item in zone.items if not item.hidden])
    lying = []
    for item in zone.items:
        if item.hidden:
            lying.append("face down")
            continue
        note = zone.notes[item.spot - 1] if 0 < item.spot <= len(zone.notes) else ""
        told = [pen.fact(fact) for fact in item.facts if fact.key in heads and not fact.idle]
        told += _in_words(item, heads, pen)
        name = f"{item.face or item.say}{item.mark}{pen.star(item.id)}"
        told += [pen.zone(one) for one in item.zones if one.items]
        lying.append(" ".join(one for one in (name, *told, note) if one))
    lying += [f"({spot} closed: {why})" for spot, why in zone.shut]
    title = pen.paint(zone.say[:1].upper() + zone.say[1:], "bold")
    return folded(f"{title}: {', '.join(lying) or '-'}", pen.width, "  ")
