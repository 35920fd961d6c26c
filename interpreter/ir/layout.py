"""Layout data of a game, as its author declares it in `layout:` of game.yaml: names resolved.

Held by the program; made by `check/declarations/layout_reading.py`, read by `present/`. Nothing is
drawn here. Values computed at the table are indices into `Program.looks`, whose functions the back
end generates.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.ir.types import Type


@dataclass(frozen=True, slots=True)
class Template:
    """A text with values in it: indices into `Program.looks`, each with the type of its value."""

    parts: tuple[str | tuple[int, Type], ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on lanes: one for each thing of `each`, at the space of `at`, while `shown` holds.

    `shown` is -1 if always. `letter` is empty where the letter of its owner is used.
    """

    each: str
    at: int
    lane: str = ""  # the printed or kept line that says on which lane; empty: the thing is a lane
    letter: str = ""
    shown: int = -1


@dataclass(frozen=True, slots=True)
class ParallelTracks:
    """Parallel tracks, one for each value of a list or each player."""

    name: str
    holder: str
    length: int
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardLook:
    """How a board is drawn: coordinates (`a1`, `a1 upwards`), whose edges, a picture line by line.

    `row` is the zone of each space that is drawn as a row of cards, with a `note` beside it.
    `empty` has what is drawn on an empty space: a letter, its meaning, and the test for it.
    """

    coordinates: str = ""
    edges: tuple[tuple[str, str], ...] = ()
    picture: tuple[str, ...] = ()
    row: str = ""
    note: Template | None = None
    empty: tuple[tuple[str, str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Face:
    """How a component of a kind is drawn, and what is put behind it."""

    face: Template | None = None
    mark: Template | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """The whole layout.

    `hide` has names of fields and zones, `spaces` what is printed along a row; `out` is the test
    whether a player is out of the game (-1: nobody ever is).
    """

    hide: frozenset[str] = frozenset()
    called: str = ""
    out: int = -1
    boards: dict[str, BoardLook] = field(default_factory=dict)
    lanes: tuple[ParallelTracks, ...] = ()
    faces: dict[str, Face] = field(default_factory=dict)
    spaces: dict[str, tuple[str, ...]] = field(default_factory=dict)
    counts: tuple[tuple[str, int], ...] = ()  # of each player: a title, and what is worked out
    shown: tuple[tuple[str, int], ...] = ()  # the same of the table
    notes: dict[str, Template] = field(default_factory=dict)  # of places on a map, and of values
    legends: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)  # signs of notes
    in_words: dict[str, Template] = field(default_factory=dict)  # notes of places, without signs
    seldom: frozenset[str] = frozenset()  # numbers that are shown only while they are not 0
    gives_way: tuple[str, ...] = ()  # parts of the table, the first to go where rows are scarce


@dataclass(frozen=True, slots=True)
class SittingFacts:
    """What `game.yaml` declares for seats that the rules play at a table of people.

    `options` are those that add such a seat, `tell` has numbers that are announced though the table
    does not show them, `follows` those of players that follow from others, and `possible` a
    condition on each component of a kind, with a message for where it fails.
    """

    options: tuple[tuple[str, object], ...] = ()
    tell: frozenset[str] = frozenset()
    follows: tuple[tuple[str, int], ...] = ()
    possible: dict[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
