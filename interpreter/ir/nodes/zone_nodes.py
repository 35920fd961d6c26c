"""Zones and the locations of things. A node of `ZONES` denotes a place and has no value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from interpreter.ir.nodes.node import Expr

if TYPE_CHECKING:
    from interpreter.ir.declared import Family
    from interpreter.ir.types import Type


@dataclass(frozen=True, slots=True)
class OfFamily(Expr):
    """An expression about zones of a family."""

    family: Family


@dataclass(frozen=True, slots=True)
class WhereLies(Expr):
    """An expression about the contents of a place: `how` is the `op` of the node of that place."""

    how: str
    family: Family


@dataclass(frozen=True, slots=True)
class Zone(OfFamily):
    """A zone of a family; `args[0]` is its holder if it has one."""

    op: ClassVar[str] = "zone"


@dataclass(frozen=True, slots=True)
class AllZones(OfFamily):
    """All zones of a family."""

    op: ClassVar[str] = "all"


@dataclass(frozen=True, slots=True)
class Slot(OfFamily):
    """A numbered space of a zone."""

    op: ClassVar[str] = "slot"


@dataclass(frozen=True, slots=True)
class AbsSlot(OfFamily):
    """A space by its index among all spaces of a family."""

    op: ClassVar[str] = "abs_slot"


@dataclass(frozen=True, slots=True)
class LaneZone(OfFamily):
    """The spaces of a lane of a board."""

    op: ClassVar[str] = "lane"


@dataclass(frozen=True, slots=True)
class WayZone(OfFamily):
    """The spaces of a board that `args[0]` lists."""

    op: ClassVar[str] = "way"


@dataclass(frozen=True, slots=True)
class Box(Expr):
    """The box, which holds everything out of play."""

    op: ClassVar[str] = "box"


@dataclass(frozen=True, slots=True)
class Items(WhereLies):
    """The contents of a place; `how` is the `op` of its node."""

    op: ClassVar[str] = "items"


@dataclass(frozen=True, slots=True)
class InZone(WhereLies):
    """Whether a component lies in a place; `how` is the `op` of its node."""

    op: ClassVar[str] = "in_zone"


@dataclass(frozen=True, slots=True)
class ZoneNumber(Expr):
    """The number of a place, as components store their location; the box is -1."""

    op: ClassVar[str] = "zone_number"
    how: str
    family: Family | None


@dataclass(frozen=True, slots=True)
class ZoneOf(Expr):
    """The number of the place where a component lies."""

    op: ClassVar[str] = "zone_of"


@dataclass(frozen=True, slots=True)
class ZoneSize(OfFamily):
    """The number of things in a zone."""

    op: ClassVar[str] = "zone_size"


@dataclass(frozen=True, slots=True)
class RoomIn(OfFamily):
    """The capacity of a zone."""

    op: ClassVar[str] = "room_in"


@dataclass(frozen=True, slots=True)
class CountIn(OfFamily):
    """The number of pieces of a design in a zone of alike pieces; the design comes last."""

    op: ClassVar[str] = "count_in"


@dataclass(frozen=True, slots=True)
class SlotItem(OfFamily):
    """The contents of a numbered space, or none."""

    op: ClassVar[str] = "slot_item"


@dataclass(frozen=True, slots=True)
class AbsSlotItem(OfFamily):
    """The contents of a space given by its index, or none."""

    op: ClassVar[str] = "abs_slot_item"


@dataclass(frozen=True, slots=True)
class SlotsOf(OfFamily):
    """The spaces of a zone."""

    op: ClassVar[str] = "slots_of"


@dataclass(frozen=True, slots=True)
class Top(OfFamily):
    """The top component of a pile, or none."""

    op: ClassVar[str] = "top"


@dataclass(frozen=True, slots=True)
class OnTop(OfFamily):
    """Whether a component is among the top `args[1]` of a pile."""

    op: ClassVar[str] = "on_top"


@dataclass(frozen=True, slots=True)
class Position(Expr):
    """The position of a thing in its row, pile or list, from 1."""

    op: ClassVar[str] = "position"
    kind: Type


@dataclass(frozen=True, slots=True)
class InBox(Expr):
    """Whether a component lies in the box."""

    op: ClassVar[str] = "in_box"


@dataclass(frozen=True, slots=True)
class InPlay(Expr):
    """Whether a component lies anywhere but in the box."""

    op: ClassVar[str] = "in_play"


@dataclass(frozen=True, slots=True)
class SamePlace(Expr):
    """Whether two components lie in the same place."""

    op: ClassVar[str] = "same_place"


@dataclass(frozen=True, slots=True)
class Closed(Expr):
    """Whether a zone is closed for a time: by the sentence of this `number`, or by any (-1)."""

    op: ClassVar[str] = "closed"
    number: int = -1


@dataclass(frozen=True, slots=True)
class Free(Expr):
    """Whether a test holds and nothing keeps the zone closed."""

    op: ClassVar[str] = "free"


def family_of(place: Expr) -> Family:
    """Return the family of a place that is known to have one: any but the box and the table."""
    assert isinstance(place, OfFamily), place
    return place.family


def family_or_box(place: Expr) -> Family | None:
    """Return the family of a destination; None for the box."""
    return place.family if isinstance(place, OfFamily) else None
