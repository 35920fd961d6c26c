"""How a game looks, as its author says it in `layout:` of game.yaml: names resolved, nothing drawn.

Held by the program; made by `check/declarations/looks.py`, read by `present/`. Values that are
worked out at the table are numbers of `Program.looks`, whose functions the printer makes.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.ir.types import Type


@dataclass(frozen=True, slots=True)
class Template:
    """A text with values in it: numbers of `Program.looks` with what kind of value each gives."""

    parts: tuple[str | tuple[int, Type], ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """What is drawn on lanes: one for each thing of `each`, at the space that `at` gives, while
    `shown` holds (-1: always). `letter` is empty where the letter of its owner stands for it."""

    each: str
    at: int
    lane: str = ""  # the printed or kept line that says on which lane; empty: the thing is a lane
    letter: str = ""
    shown: int = -1


@dataclass(frozen=True, slots=True)
class Lanes:
    """Tracks side by side, one for each value of a list or each player."""

    name: str
    holder: str
    length: int
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardLook:
    """How a board is drawn: coordinates (`a1`, `a1 upwards`), whose edges, a picture line by line.

    `row` is the zone of each space that is drawn as a row of cards, with a `note` beside it.
    `empty` has what is drawn on an empty space: a letter, what it means, and the question of it.
    """

    coordinates: str = ""
    edges: tuple[tuple[str, str], ...] = ()
    picture: tuple[str, ...] = ()
    row: str = ""
    note: Template | None = None
    empty: tuple[tuple[str, str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Face:
    """What stands for a component of a kind, and what is put behind it."""

    face: Template | None = None
    mark: Template | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """All of it. `hide` has names of fields and zones, `spaces` what is printed along a row;
    `out` says of a player whether they are out of the game (-1: nobody ever is)."""

    hide: frozenset[str] = frozenset()
    called: str = ""
    out: int = -1
    boards: dict[str, BoardLook] = field(default_factory=dict)
    lanes: tuple[Lanes, ...] = ()
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
    """What `game.yaml` says of a seat that the rules play at a table of people: the `options` that
    give it one, `tell` has numbers that are told though the table does not show them, `follows`
    those of players that follow from others, `possible` what must be so of each component of a
    kind, with what is said where it is not."""

    options: tuple[tuple[str, object], ...] = ()
    tell: frozenset[str] = frozenset()
    follows: tuple[tuple[str, int], ...] = ()
    possible: dict[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
