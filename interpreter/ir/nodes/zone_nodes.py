"""Zones, and where things lie. A node of `ZONES` stands for a place: it is no value of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from interpreter.ir.nodes.base import Expr, OfFamily, WhereLies

if TYPE_CHECKING:
    from interpreter.ir.program import Family
    from interpreter.ir.types import Type


@dataclass(frozen=True, slots=True)
class Zone(OfFamily):
    """A zone of a family, of the holder `args[0]` where there are holders."""

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
    """A space that is known by its place among all of a family."""

    op: ClassVar[str] = "abs_slot"


@dataclass(frozen=True, slots=True)
class LaneZone(OfFamily):
    """The spaces of a lane of a board."""

    op: ClassVar[str] = "lane"


@dataclass(frozen=True, slots=True)
class WayZone(OfFamily):
    """Spaces of a board that are listed in `args[0]`."""

    op: ClassVar[str] = "way"


@dataclass(frozen=True, slots=True)
class Box(Expr):
    """The box, where lies what is out of play."""

    op: ClassVar[str] = "box"


@dataclass(frozen=True, slots=True)
class Items(WhereLies):
    """What lies in a place; `how` is the `op` of its node."""

    op: ClassVar[str] = "items"


@dataclass(frozen=True, slots=True)
class InZone(WhereLies):
    """Whether a component lies in a place; `how` is the `op` of its node."""

    op: ClassVar[str] = "in_zone"


@dataclass(frozen=True, slots=True)
class ZoneNumber(Expr):
    """The number of a place, as components keep where they lie; the box is -1."""

    op: ClassVar[str] = "zone_number"
    how: str
    family: Family | None


@dataclass(frozen=True, slots=True)
class ZoneOf(Expr):
    """The number of the place where a component lies."""

    op: ClassVar[str] = "zone_of"


@dataclass(frozen=True, slots=True)
class ZoneSize(OfFamily):
    """How many things lie in a zone."""

    op: ClassVar[str] = "zone_size"


@dataclass(frozen=True, slots=True)
class RoomIn(OfFamily):
    """The limit of a zone."""

    op: ClassVar[str] = "room_in"


@dataclass(frozen=True, slots=True)
class CountIn(OfFamily):
    """How many pieces of a design lie in a zone of alike pieces; the design comes last."""

    op: ClassVar[str] = "count_in"


@dataclass(frozen=True, slots=True)
class SlotItem(OfFamily):
    """What lies in a numbered space, or none."""

    op: ClassVar[str] = "slot_item"


@dataclass(frozen=True, slots=True)
class AbsSlotItem(OfFamily):
    """What lies in a space known by its place, or none."""

    op: ClassVar[str] = "abs_slot_item"


@dataclass(frozen=True, slots=True)
class SlotsOf(OfFamily):
    """The spaces of a zone."""

    op: ClassVar[str] = "slots_of"


@dataclass(frozen=True, slots=True)
class Top(OfFamily):
    """The top of a pile, or none."""

    op: ClassVar[str] = "top"


@dataclass(frozen=True, slots=True)
class OnTop(OfFamily):
    """Whether a component is among the top `args[1]` of a pile."""

    op: ClassVar[str] = "on_top"


@dataclass(frozen=True, slots=True)
class Position(Expr):
    """The place of a thing in its row, pile or list, from 1."""

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
    """Whether something that lasts keeps things out of a zone: the sentence of a `number`, or
    any."""

    op: ClassVar[str] = "closed"
    number: int = -1


@dataclass(frozen=True, slots=True)
class Free(Expr):
    """Whether a test holds and nothing keeps what would enter the zone out."""

    op: ClassVar[str] = "free"


def family_of(place: Expr) -> Family:
    """Give the declaration of a place that is known to have one: any but the box and the table."""
    assert isinstance(place, OfFamily), place
    return place.family


def family_or_box(place: Expr) -> Family | None:
    """Give the declaration of a place to which things go; none for the box."""
    return place.family if isinstance(place, OfFamily) else None
