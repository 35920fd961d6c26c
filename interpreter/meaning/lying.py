"""Explains where something lies: zones, piles, spaces of boards and the ways between them."""

from __future__ import annotations

from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.meaning.calling import Phrases, ReferenceNames
from interpreter.meaning.wordings import of_board, words


def _items(n: ReferenceNames, e: nodes.Items) -> str:
    return f"{n.kinds(e.family)} in {n.place(e.how, e.family, e.args)}"


def _in_zone(n: ReferenceNames, e: nodes.InZone) -> str:
    return f"{n.part(e.args[0])} lies in {n.place(e.how, e.family, e.args[1:])}"


def _zone_size(n: ReferenceNames, e: nodes.ZoneSize) -> str:
    return f"the number of {n.kinds(e.family)} in {n.zone(e.family, e.args)}"


def _limit(n: ReferenceNames, e: nodes.RoomIn) -> str:
    return f"the limit of {n.zone(e.family, e.args)}"


def _count_in(n: ReferenceNames, e: nodes.CountIn) -> str:
    return f"the number of pieces like {n.part(e.args[-1])} in {n.zone(e.family, e.args[:-1])}"


def _slot_item(n: ReferenceNames, e: nodes.SlotItem) -> str:
    numbered = e.family.board or (e.args and e.family.slots > 1)
    place = n.place("slot" if numbered else "zone", e.family, e.args)
    return f"what lies in {place}"


def _abs_slot_item(n: ReferenceNames, e: nodes.AbsSlotItem) -> str:
    return f"what lies on {n.say(e.args[0])}"


def _slots_of(n: ReferenceNames, e: nodes.SlotsOf) -> str:
    return f"spaces of {n.zone(e.family, e.args)}"


def _top(n: ReferenceNames, e: nodes.Top) -> str:
    return f"the top card of {n.zone(e.family, e.args)}"


def _on_top(n: ReferenceNames, e: nodes.OnTop) -> str:
    where = n.zone(e.family, e.args[2:])
    return f"{n.part(e.args[0])} is among the top {n.say(e.args[1])} of {where}"


def _same_place(n: ReferenceNames, e: nodes.SamePlace) -> str:
    return f"{n.say(e.args[0])} is {n.say(e.args[1])}"


def _event_place(n: ReferenceNames, e: nodes.EventPlace) -> str:
    return "where it comes from" if e.end == "from" else "where it goes to"


def _place_of(n: ReferenceNames, e: nodes.ZoneNumber) -> str:
    return n.place(e.how, e.family, e.args)


def _zone(n: ReferenceNames, e: Expr) -> str:
    assert isinstance(e, nodes.OfFamily)
    return n.place(e.op, e.family, e.args)


def _side(n: ReferenceNames, e: nodes.SideOf) -> str:
    return n.of(e.args[0], e.side)


def _arrived(n: ReferenceNames, e: nodes.Arrived) -> str:
    return f"{n.part(e.args[0])} came to its place in this {e.time}"


def _of_deed(n: ReferenceNames, e: nodes.IsDesign) -> str:
    return f"{n.part(e.args[0])} is {e.design.id}{' (any copy)' * (e.design.copies > 1)}"


def _is_kind(n: ReferenceNames, e: nodes.IsKind) -> str:
    return f"{n.part(e.args[0])} is a {e.kind}"


LYING: Phrases = {
    nodes.IsDesign: _of_deed,
    nodes.IsKind: _is_kind,
    nodes.Arrived: _arrived,
    nodes.SideOf: _side,
    nodes.Zone: _zone,
    nodes.AllZones: _zone,
    nodes.Slot: _zone,
    nodes.AbsSlot: _zone,
    nodes.LaneZone: _zone,
    nodes.WayZone: _zone,
    nodes.Items: _items,
    nodes.InZone: _in_zone,
    nodes.ZoneNumber: _place_of,
    nodes.ZoneSize: _zone_size,
    nodes.RoomIn: _limit,
    nodes.CountIn: _count_in,
    nodes.SlotItem: _slot_item,
    nodes.AbsSlotItem: _abs_slot_item,
    nodes.SlotsOf: _slots_of,
    nodes.Top: _top,
    nodes.OnTop: _on_top,
    nodes.SamePlace: _same_place,
    nodes.EventPlace: _event_place,
    nodes.Spaces: of_board("spaces of {board}"),
    nodes.Around: of_board("spaces next to {0} on {board}"),
    nodes.CellOf: lambda n, e: n.of(e.args[0], "space"),
    nodes.At: of_board("what lies on {0}"),
    nodes.Lanes: of_board("lines of {board}"),
    nodes.LiesOn: words("where {0} came to lie"),
    nodes.NextTo: words("{0} is next to {1}"),
    nodes.Steps: words("the fewest steps from {0} to {1}"),
    nodes.StepsOver: words("the fewest steps from {0} to {1} where for each space between: {2}"),
    nodes.LaneCells: words("spaces of the line {0}"),
    nodes.Entry: words("the first space of the line {0}"),
    nodes.LastOfLane: words("the last space of the line {0}"),
    nodes.InEnd: words("{0} is among the last {2} spaces of the line {1}"),
    nodes.InStart: words("{0} is among the first {2} spaces of the line {1}"),
    nodes.Between: words("spaces between {0} and {1} in a straight line"),
    nodes.AfterSpace: words("the space after {0}"),
    nodes.BeforeSpace: words("the space before {0}"),
    nodes.NumberedSpace: words("space number {0}"),
    nodes.Box: words("the box"),
    nodes.ZoneOf: words("the place of {0}"),
    nodes.Position: words("the place of {0} in its row, pile or list, from 1"),
    nodes.InBox: words("{0} is in the box"),
    nodes.InPlay: words("{0} is on the table, not in the box"),
}
"""The words of every phrase about places."""
