"""How much room a frame has: what is told and how closely it is drawn, and what gives way first.

Knows nothing of what is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Room:
    """What is told, and how closely it is drawn."""

    step: int = 0  # which of the ways of drawing a board, from the roomiest on
    story: int = 999
    texts: bool = False
    legend: bool = True
    decks: bool = True
    brief: bool = False  # rows of cards by their titles
    gaps: bool = True  # empty lines between blocks
    long: bool = True  # what lies before others and fits no column
    lists: bool = True  # places that are listed and not drawn
    values: bool = True  # markets and supplies, which lie with the values of a list
    options: int = 999
    flow: bool = False  # options one after the other
    bare: bool = False  # nothing but what is drawn, the players, one's own hand and the question
    hand: bool = True

    @property
    def whole(self) -> bool:
        """Whether all that lies on the table is told."""
        return self.decks and self.long and self.lists and self.values and not self.brief


LAST = 3  # the step of the closest way of drawing a board; beyond, without words below it
SHRINKING: tuple[dict[str, int | bool], ...] = (
    {"gaps": False},
    {"story": 8},
    {"step": 1},
    {"story": 5},
    {"step": 2},
    {"legend": False},
    {"flow": True},
    {"decks": False},
    {"step": LAST},
    {"story": 4},
    {"options": 14},
    {"options": 9},
    {"brief": True},
    {"story": 3},
    {"lists": False},
    {"long": False},
    {"options": 6},
    {"story": 2},
    {"options": 4},
    {"story": 1},
    {"story": 0},
    {"step": LAST + 1},
    {"bare": True},
    {"values": False},
    {"hand": False},
)
GIVEN_BACK: tuple[dict[str, int | bool], ...] = (  # where it turns out that there is room
    {"hand": True},
    {"values": True},
    {"options": 9},
    {"story": 1},
    {"bare": False},
    {"step": LAST},
    {"story": 3},
    {"long": True},
    {"lists": True},
    {"legend": True},
    {"options": 999},
    {"story": 4},
    {"brief": False},
    {"step": 2},
    {"decks": True},
    {"step": 1},
    {"step": 0},
    {"story": 8},
    {"flow": False},
    {"story": 999},
    {"gaps": True},
)


def rooms(room: Room) -> Iterator[Room]:
    """Give ever smaller rooms, in the order in which things give way."""
    yield room
    if room.texts:
        room = replace(room, texts=False)
        yield room
    for change in SHRINKING:
        room = changed(room, change)
        yield room


def changed(room: Room, change: dict[str, int | bool]) -> Room:
    """Give another room in which some things are told otherwise."""
    return replace(room, **change)  # type: ignore[arg-type]


def is_closer(room: Room, other: Room) -> bool:
    """Whether another room would tell less than this one."""
    return other.story < room.story or other.options < room.options or other.step > room.step
