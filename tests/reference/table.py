"""Chapters 3 and 6: the table. What lies where, what is kept, whose turn it is: lists and
dictionaries, and the few ways in which a thing changes its place.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

from interpreter.ir.declared import Family, Field
from interpreter.ir.program import Program
from tests.reference.chance import Chance

if TYPE_CHECKING:
    from tests.reference.lasting import Lasting

NONE = -1
BOX = -1
NOT_PLAYED_WITH = -2
Value: TypeAlias = int | tuple[int, ...]
OTHERS = "all but owner"


class Table:
    """One position of a game."""

    def __init__(self, program: Program, players: int, seed: int) -> None:
        self.program = program
        self.players = players
        self.chance = Chance(seed)
        self.active = NONE
        self.winners: list[int] = []
        self.ending = NONE
        self.over = False
        self.kept: dict[str, dict[int, Value]] = {f.key: {} for f in program.fields}
        self.marks: dict[tuple[str, int], int] = {}
        """What the course of the game notes: which replacement is at work for whom."""
        self.lies = {
            piece: BOX if owner < players else NOT_PLAYED_WITH
            for piece, owner in enumerate(program.owner_of)
        }
        self.shown: dict[int, set[int]] = {}
        """Who knows a component wherever it lies: seats, and `EVERYBODY`."""
        self.zones: dict[str, list[list[int]]] = {}
        self.counts: dict[str, list[int]] = {}
        for family in program.families:
            if family.shape == "counts":
                self.counts[family.key] = [0] * (family.owners * family.slots)
            else:
                each = family.slots if family.shape == "slots" else 1
                self.zones[family.key] = [[] for _ in range(family.owners * each)]
            if family.shape == "counts" and family.holder == "box":
                kind = program.kinds[family.kinds[0]]
                for design in kind.designs:
                    sets = players if design.each_player else 1
                    self.counts[family.key][design.first - kind.first] = design.copies * sets
        self.time: dict[str, int] = {}
        self.within: dict[str, int] = {}
        self.came: dict[tuple[str, int], int] = {}
        self.lasting: list[Lasting] = []
        """What holds for a time, in the order in which it began."""
        self.recorded: list[Any] = []
        """The positions that were recorded, each as all that makes it."""
        self.done: dict[tuple[str, str, int], tuple[int, int]] = {}
        """How often a deed was done by whom, and in which of the spans of its time."""

    def copy(self) -> Table:
        """Give a table that is just like this one."""
        other = object.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.chance = self.chance.copy()
        other.winners = list(self.winners)
        other.recorded = list(self.recorded)
        other.kept = {key: dict(values) for key, values in self.kept.items()}
        other.marks = dict(self.marks)
        other.lies = dict(self.lies)
        other.shown = {piece: set(who) for piece, who in self.shown.items()}
        other.zones = {key: [list(zone) for zone in zones] for key, zones in self.zones.items()}
        other.counts = {key: list(counts) for key, counts in self.counts.items()}
        other.time = dict(self.time)
        other.within = dict(self.within)
        other.came = dict(self.came)
        other.done = dict(self.done)
        other.lasting = list(self.lasting)
        return other

    # -------------------------------------------------------------------------- what is kept

    def read(self, field: Field, owner: int) -> Value:
        """Give what is kept; of nobody and nothing, what everybody begins with."""
        return self.kept.get(field.key, {}).get(owner, field.start)

    def write(self, field: Field, owner: int, value: Value) -> None:
        """A number stops at its limits."""
        kind = field.type
        if kind.base == "number" and kind.low is not None and kind.high is not None:
            assert isinstance(value, int)
            if not (kind.optional and value < 0):
                value = min(max(value, kind.low), kind.high)
        if owner >= 0 or field.holder == "table":
            self.kept[field.key][owner] = value

    # -------------------------------------------------------------------------- where things lie

    def family_at(self, number: int) -> Family | None:
        """Give the sort of zone that a number of a place belongs to; none for the box."""
        for family in self.program.families:
            if family.shape != "counts" and 0 <= number - family.base < len(self.zones[family.key]):
                return family
        return None

    def zone_at(self, number: int) -> list[int]:
        """Give what lies at a place; nothing that counts if it is none."""
        family = self.family_at(number)
        return [] if family is None else self.zones[family.key][number - family.base]

    def owner_at(self, number: int) -> int:
        """Give the holder of a place: a player, a value, a component by its place in its kind."""
        family = self.family_at(number)
        if family is None or family.holder == "table":
            return NONE
        each = family.slots if family.shape == "slots" and not family.board else 1
        return (number - family.base) // each

    def lift(self, piece: int) -> None:
        """Take a component from where it lies."""
        there = self.zone_at(self.lies[piece])
        if piece in there:
            there.remove(piece)

    def put(self, piece: int, number: int, room: int | None, spans: Iterable[str]) -> bool:
        """Put a component down at a place, on top of what lies there; whether there was room.
        What has no room stays where it is."""
        family = self.family_at(number)
        if piece < 0 or family is None:
            return False
        there = self.zones[family.key][number - family.base]
        if family.shape == "slots" and there:
            return False
        if room is not None and len(there) >= room:
            return False
        self.lift(piece)
        there.append(piece)
        self.lies[piece] = number
        if family.seen != "all":
            self.shown[piece] = self.shown.get(piece, set()) & {EVERYBODY}
        for span in spans:
            self.came[span, piece] = self.time.get(span, 0)
        return True

    def box(self, piece: int) -> None:
        """Put a component back into the box."""
        if self.lies[piece] >= 0:
            self.lift(piece)
            self.lies[piece] = BOX
        self.shown.pop(piece, None)

    def sees(self, seat: int, piece: int) -> bool:
        """Chapter 12: whether a player sees a component."""
        if self.shown.get(piece, set()) & {EVERYBODY, seat}:
            return True
        family = self.family_at(self.lies[piece]) if piece in self.lies else None
        return family is None or self.sees_zone(seat, family, self.owner_at(self.lies[piece]))

    def sees_zone(self, seat: int, family: Family, owner: int) -> bool:
        """Whether a player sees what lies in a zone."""
        if family.seen == "owner":
            return family.holder == "player" and owner == seat
        if family.seen == OTHERS:
            return owner != seat
        return family.seen == "all"


EVERYBODY = -1
