"""Chapters 3 and 7: what lies where."""

from __future__ import annotations

from typing import Any

from interpreter.ir import nodes
from interpreter.ir.nodes import OfFamily
from tests.reference.table import BOX, NONE
from tests.reference.values import Meanings, Names, Values


def _items(v: Values, e: nodes.Items, names: Names) -> Any:
    """`dice in garden`, `your hand`: what lies there."""
    return v.lying(e.how, e.family, e.args, names)


def _in_zone(v: Values, e: nodes.InZone, names: Names) -> Any:
    """`garden_gnome is in garden`: what lies in a place that one sees is known, and so is what
    does not."""
    piece = v.number(e.args[0], names)
    owner = v.holder(e.family, e.args[1:], names) if e.how == "zone" else NONE
    if not v.table.sees_zone(v.asker, e.family, owner):
        v.look_at(piece)
    return piece >= 0 and v.table.lies[piece] in v.places(e.how, e.family, e.args[1:], names)


def _zone_number(v: Values, e: nodes.ZoneNumber, names: Names) -> Any:
    """A place, by its number."""
    number = v.place(e.how, e.family, e.args, names)
    return NONE if number is None else number


def _zone_of(v: Values, e: nodes.ZoneOf, names: Names) -> Any:
    """The place where a component lies, by its number."""
    piece = v.number(e.args[0], names)
    return v.table.lies[piece] if piece >= 0 else BOX


def _zone_size(v: Values, e: nodes.ZoneSize, names: Names) -> Any:
    """`number of your hand`: how many things lie in a zone."""
    owner = v.holder(e.family, e.args, names)
    v.count_in(e.family, owner)
    if e.family.shape == "counts":
        return sum(v.counts(e.family, owner))
    return len(v.lying("zone", e.family, e.args, names))


def _room_in(v: Values, e: nodes.RoomIn, names: Names) -> Any:
    """`your hand holds at most 4`: the limit of a zone."""
    return v.limit(e.family, v.number(e.args[0], names) if e.args else NONE)


def _count_in(v: Values, e: nodes.CountIn, names: Names) -> Any:
    """How many alike pieces of a sort lie in a zone."""
    counts = v.counts(e.family, v.holder(e.family, e.args[:-1], names))
    first = v.program.kinds[e.family.kinds[0]].first
    which = v.number(e.args[-1], names)
    return counts[which - first] if which >= 0 else 0


def _slot_item(v: Values, e: nodes.SlotItem, names: Names) -> Any:
    """`spot of market at 2`, and the one thing in a space for one: none beyond its end."""
    spot = "slot" if e.family.board or (e.args and e.family.slots > 1) else "zone"
    found = v.lying(spot, e.family, e.args, names)
    return found[0] if found else NONE


def _abs_slot_item(v: Values, e: nodes.AbsSlotItem, names: Names) -> Any:
    """What lies on a space."""
    found = v.lying("abs_slot", e.family, e.args, names)
    return found[0] if found else NONE


def _slots_of(v: Values, e: nodes.SlotsOf, names: Names) -> Any:
    """`spaces in market`: the spaces of a row."""
    first = v.holder(e.family, e.args, names) * e.family.slots
    return range(first, first + e.family.slots)


def _top(v: Values, e: nodes.Top, names: Names) -> Any:
    """`top of deck`: the top card, or none."""
    found = v.lying("zone", e.family, e.args, names)
    return found[-1] if found else NONE


def _on_top(v: Values, e: nodes.OnTop, names: Names) -> Any:
    """`the top 3 tricks of deck`."""
    piece, many = v.number(e.args[0], names), v.number(e.args[1], names)
    pile = v.lying("zone", e.family, e.args[2:], names)
    return many > 0 and piece in pile[max(0, len(pile) - many) :]


def _position(v: Values, e: nodes.Position, names: Names) -> Any:
    """`position of helper`: its place in a row or pile, or of a value in its list, from 1."""
    thing = v.number(e.args[0], names)
    if e.kind.base == "space" and e.kind.of.startswith("zone:"):
        row = next(f for f in v.program.families if f.key == e.kind.of[5:])
        return thing % row.slots + 1
    if e.kind.base in ("value", "space"):
        return thing + 1
    family = v.table.family_at(v.table.lies[thing]) if thing >= 0 else None
    if family is None:
        return 0
    if family.shape == "slots":
        return (v.table.lies[thing] - family.base) % family.slots + 1
    return v.table.zone_at(v.table.lies[thing]).index(thing) + 1


def _same_place(v: Values, e: nodes.SamePlace, names: Names) -> Any:
    """`after any player moves gnome to space`: whether an event went to, or came from, a place."""
    at, there = e.args
    assert isinstance(at, nodes.EventPlace)
    number = names[f"_{at.end}"]
    if there.type.base == "zone" and isinstance(there, OfFamily):
        return number in v.places("zone", there.family, there.args, names)
    return v.belongs_to(number, there.type) == v.value(there, names)


def _in_box(v: Values, e: nodes.InBox, names: Names) -> Any:
    """`helper is in the box`."""
    piece = v.number(e.args[0], names)
    return piece >= 0 and v.table.lies[piece] == BOX


def _in_play(v: Values, e: nodes.InPlay, names: Names) -> Any:
    """`helper is on the table`: anywhere but in the box."""
    return v.table.lies.get(v.number(e.args[0], names), BOX) >= 0


MEANING: Meanings = {
    nodes.Items: _items,
    nodes.InZone: _in_zone,
    nodes.ZoneNumber: _zone_number,
    nodes.ZoneOf: _zone_of,
    nodes.ZoneSize: _zone_size,
    nodes.RoomIn: _room_in,
    nodes.CountIn: _count_in,
    nodes.SlotItem: _slot_item,
    nodes.AbsSlotItem: _abs_slot_item,
    nodes.SlotsOf: _slots_of,
    nodes.Top: _top,
    nodes.OnTop: _on_top,
    nodes.Position: _position,
    nodes.SamePlace: _same_place,
    nodes.InBox: _in_box,
    nodes.InPlay: _in_play,
}
"""What each phrase of this chapter means."""
