"""What a view is made of, and how it is written as JSON.

Ids are places (`map.red_area`, `hand.blue.2`), never numbers of the engine: a card that is turned
face down has no name by which it could be followed. Whatever has its default is left out of JSON.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import Any

Id = str


@dataclass(frozen=True, slots=True)
class Fact:
    """A kept or printed line: `say` is its title, `value` as data, `text` the value in words."""

    key: str
    say: str
    value: Any
    text: str
    short: str = ""
    was: Any = None
    max: int | None = None
    of: str = ""
    letter: str = ""
    colour: str = ""
    idle: bool = False  # nothing, none or no: what a table tells only where it counts
    amounts: tuple[tuple[int, str, str, str], ...] = ()
    """Of amounts: how many, the letter of each, its colour and its title."""
    seldom: bool = False  # told only where it is not idle


@dataclass(frozen=True, slots=True)
class Item:
    """A piece, or `n` that nothing tells apart. One that is not seen has a kind and a number."""

    kind: str
    id: Id = ""
    say: str = ""
    face: str = ""
    mark: str = ""
    letter: str = ""
    colour: str = ""
    owner: str = ""
    n: int = 1
    facts: tuple[Fact, ...] = ()
    zones: tuple[Zone, ...] = ()
    spot: int = 0
    text: str = ""
    design: str = ""
    suit: str = ""  # of a card that is called by its rank and its suit

    @property
    def hidden(self) -> bool:
        """Whether it lies face down for this viewer."""
        return not self.design


@dataclass(frozen=True, slots=True)
class Zone:
    """What lies at one place. `size` is None where the viewer may not know the number."""

    id: Id
    key: str
    say: str
    sort: str
    items: tuple[Item, ...] = ()
    size: int | None = None
    room: int = 0
    notes: tuple[str, ...] = ()
    shut: tuple[tuple[int, str], ...] = ()  # spaces that nothing may enter now, and why
    secret: bool = False  # not everybody sees what lies there


@dataclass(frozen=True, slots=True)
class Cell:
    """A space of a board; `at` is its column and row on a grid, y downwards."""

    id: Id
    say: str
    at: tuple[int, int] = (0, 0)
    name: str = ""
    facts: tuple[Fact, ...] = ()
    zones: tuple[Zone, ...] = ()
    note: str = ""
    told: str = ""  # the note in words, without signs
    closed: str = ""
    letter: str = ""
    colour: str = ""
    part: str = ""  # the value to which it belongs, on a board that is divided


@dataclass(frozen=True, slots=True)
class Board:
    """A board as it is to be drawn. `shape` is points, grid, rhombus, hexes, ring, lanes, rows (of
    cards, one a space), list, or values: what lies with the values of a list. Where `lanes` has
    cells, these are the lanes with what is kept of each."""

    id: Id
    say: str
    shape: str
    size: tuple[int, int]
    cells: tuple[Cell, ...]
    links: tuple[tuple[Id, Id], ...] = ()
    edges: tuple[tuple[str, str], ...] = ()  # side and seat
    lanes: tuple[Cell, ...] = ()
    picture: tuple[str, ...] = ()
    coordinates: bool = False
    legend: tuple[tuple[str, str], ...] = ()  # signs of the notes, and what they mean


@dataclass(frozen=True, slots=True)
class Seat:
    """A player with what lies before them."""

    seat: str
    say: str
    letter: str
    colour: str
    you: bool = False
    on: bool = False
    out: bool = False
    wins: bool = False
    called: str = ""
    facts: tuple[Fact, ...] = ()
    zones: tuple[Zone, ...] = ()


@dataclass(frozen=True, slots=True)
class Now:
    """The moment: whose turn, who decides, and how it ended if it did."""

    turn: int = 0
    round: str = ""
    on: str = ""
    deciding: tuple[str, ...] = ()
    over: bool = False
    ending: str = ""
    winners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Delta:
    """What an option changes for sure: whose number, its title, and by how much."""

    key: str
    say: str
    by: int
    seat: str = ""
    total: int | None = None
    short: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """One of the things that are chosen in one question."""

    say: str
    kind: str  # place, piece, player, value, number, deed


@dataclass(frozen=True, slots=True)
class Option:
    """An answer: `take` is its name, `key` what is shortest to type, `on` the places it speaks of;
    `parts` are its pieces in words, `plain` the label without the text of a card, `mark` what is
    put behind the face of the one card that it is. `pays`, `gains` and `others` are what it changes
    for certain; `ways` is what it pays and brings by a number that is asked for next."""

    take: str
    say: str
    key: str
    plain: str = ""
    on: tuple[Id, ...] = ()
    parts: tuple[str, ...] = ()
    pays: tuple[Delta, ...] = ()
    gains: tuple[Delta, ...] = ()
    others: tuple[Delta, ...] = ()
    mark: str = ""
    ways: tuple[tuple[int, tuple[Delta, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """The question, for the one who decides. `how` is the way in which options are told: `list`
    by number, `typed` by the names of spaces, `pairs` of such names, `inline` by what stands on
    cards of one's own, `lists` where each first thing goes with each second, `sets` where several
    `things` are named at once, each with what is typed for it."""

    id: str
    say: str
    how: str = "list"
    secret: bool = False
    so_far: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    options: tuple[Option, ...] = ()
    things: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """A beat of the story: `text` has texts, and what they mention with the place where it lies, or
    its seat. `level` is 0 for who watches, 1 for who plays; `upkeep` comes last and dim."""

    n: int
    turn: int
    seat: str | None
    level: int
    sort: str
    text: list[Any]
    touches: list[Id]
    upkeep: str = ""


@dataclass(frozen=True, slots=True)
class Changed:
    """What is different from what the viewer saw when they decided last."""

    since: int = 0
    ids: tuple[Id, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """Everything that one viewer sees."""

    game: str
    title: str
    viewer: str | None
    now: Now
    seats: tuple[Seat, ...]
    boards: tuple[Board, ...] = ()
    zones: tuple[Zone, ...] = ()
    facts: tuple[Fact, ...] = ()
    asked: Asked | None = None
    waiting: tuple[str, ...] = ()
    story: tuple[Told, ...] = ()
    changed: Changed = Changed()
    gives_way: tuple[str, ...] = ()  # parts of the table that go first where there is little room
    v: int = 1


def as_json(part: Any) -> Any:
    """Give a part as plain JSON data."""
    if isinstance(part, tuple | list):
        return [as_json(one) for one in part]
    if not is_dataclass(part):
        return part
    made: dict[str, object] = {}
    for one in fields(part):
        value = getattr(part, one.name)
        if one.default is MISSING or value != one.default or one.name == "v":
            made[one.name] = as_json(value)
    return made
