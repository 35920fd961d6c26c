"""The data classes that make up a view, and their JSON form.

Ids name places (`map.red_area`, `hand.blue.2`), never engine numbers: a card that is turned face
down has no id by which it could be followed. JSON leaves out fields that have their default."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import TYPE_CHECKING

from interpreter.diagnostics.json_data import Json

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Id = str


@dataclass(frozen=True, slots=True)
class Fact:
    """The value of a field or printed attribute.

    `say` is its title, `value` the value as data, `text` the value in words."""

    key: str
    say: str
    value: object
    text: str
    short: str = ""
    was: object = None
    max: int | None = None
    of: str = ""
    letter: str = ""
    colour: str = ""
    idle: bool = False  # means nothing (0, none, no); mostly not shown
    amounts: tuple[tuple[int, str, str, str], ...] = ()
    """Of amounts: how many, the letter of each, its colour and its title."""
    units: tuple[Id, ...] = ()  # of amounts: the value that each is of
    seldom: bool = False  # shown only if it is not idle


@dataclass(frozen=True, slots=True)
class Item:
    """A component, or `n` indistinguishable ones.

    One that the viewer does not see has a kind and a number only."""

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
    suit: str = ""  # of a card named by rank and suit
    shows: tuple[Id, ...] = ()  # the values printed on it or shown by it: `gem.ruby`
    marked: str = ""  # its text with icons as `{ruby}`, if it has any
    art: str = ""  # the file of its picture, in the game's folder

    @property
    def hidden(self) -> bool:
        """Whether it is face down for this viewer."""
        return not self.design


@dataclass(frozen=True, slots=True)
class Zone:
    """The contents of one place; `size` is None if the viewer may not know the number."""

    id: Id
    key: str
    say: str
    sort: str
    items: tuple[Item, ...] = ()
    size: int | None = None
    room: int = 0
    notes: tuple[str, ...] = ()
    shut: tuple[tuple[int, str], ...] = ()  # closed spaces, and why
    secret: bool = False  # not everybody sees its contents


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
    told: str = ""  # the note spelled out
    closed: str = ""
    letter: str = ""
    colour: str = ""
    part: str = ""  # the value it belongs to on a divided board
    of: Id = ""  # what it stands for: of a lane its value, of a landmark its place in a list
    shows: tuple[Id, ...] = ()  # of a component: the values printed on it
    noted: tuple[tuple[str, str], ...] = ()  # the note's values: a seat or nothing, and the text


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A line of a board, entered at the first of its spaces."""

    id: Id
    say: str
    cells: tuple[Id, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A board ready to be drawn.

    `shape` is points, grid, rhombus, hexes, ring, lanes, rows (of cards, one per space), list, or
    values (what lies with the values of a list). If `lanes` has cells, they stand for the lanes and
    hold the fields of each."""

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
    legend: tuple[tuple[str, str], ...] = ()  # signs in notes, with meanings
    lines: tuple[BoardLine, ...] = ()  # that the question is about


@dataclass(frozen=True, slots=True)
class Seat:
    """A player and what lies before them."""

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
    """The current moment: whose turn it is, who decides, and how the game ended if it did."""

    turn: int = 0
    round: str = ""
    on: str = ""
    deciding: tuple[str, ...] = ()
    over: bool = False
    ending: str = ""
    winners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Delta:
    """A certain effect of an option: whose number changes, its title, and by how much."""

    key: str
    say: str
    by: int
    seat: str = ""
    total: int | None = None
    short: str = ""
    of: Id = ""  # the value that money is of


@dataclass(frozen=True, slots=True)
class ChoicePart:
    """One of the choices that make up a question."""

    say: str
    kind: str  # place, piece, player, value, number, deed


@dataclass(frozen=True, slots=True)
class Option:
    """An answer to the question.

    `take` is its id, `key` the shortest input for it, `on` the places it refers to; `parts` are its
    components in words, `plain` is its label without card text, and `mark` is appended to the face
    of the one card that it stands for. `pays`, `gains` and `others` are its certain effects; `ways`
    lists costs and gains for each number that is asked for next."""

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
    about: tuple[Id, ...] = ()
    """`on`, and the values and lines of boards it names: `gem.ruby`, `field.row_1_from_left`."""
    leads_to: tuple[tuple[Id, str], ...] = ()
    """What the same player's next question is about, if nothing is uncertain before it, and the
    answer there that each thing stands for; empty where several do."""
    at: tuple[Id, ...] = ()
    """Where it is pointed at besides: by the look, or as its deed names no thing of its own."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A number or a value that a question offers, laid out where no thing of the table shows it.

    `of` is what is chosen, in words."""

    id: Id
    say: str
    of: str = ""


@dataclass(frozen=True, slots=True)
class Picks:
    """Things of which several are chosen one after the other, in any order.

    `least` and `most` say how many are still to be chosen, and `of` has the ids of all of them."""

    least: int
    most: int
    of: tuple[Id, ...]


@dataclass(frozen=True, slots=True)
class PendingQuestion:
    """The question, for the player who decides.

    `how` is the way the options are presented: `list` by number, `typed` by the names of spaces,
    `pairs` of such names, `inline` by the faces of the player's own cards, `lists` where each first
    thing combines with each second, `sets` where several `things` are named at once, each with its
    input."""

    id: str
    say: str
    how: str = "list"
    secret: bool = False
    so_far: tuple[str, ...] = ()
    parts: tuple[ChoicePart, ...] = ()
    options: tuple[Option, ...] = ()
    things: tuple[tuple[str, str], ...] = ()
    picks: Picks | None = None
    offered: tuple[Item, ...] = ()  # components that options name, and that lie nowhere in sight
    chips: tuple[Chip, ...] = ()  # the numbers and values that it offers
    forced: bool = False  # whether its only answer decides nothing, so that it may be given at once


@dataclass(frozen=True, slots=True)
class StoryBeat:
    """A beat of the story.

    `text` alternates plain text and mentions, each mention with the place or seat it refers to.
    `level` is 0 for spectators and 1 for players; `upkeep` is shown last and dimmed."""

    n: int
    turn: int
    seat: str | None
    level: int
    sort: str
    text: list[str | Json]
    touches: list[Id]
    upkeep: str = ""


@dataclass(frozen=True, slots=True)
class ViewChanges:
    """What differs from the viewer's view at their previous decision."""

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
    asked: PendingQuestion | None = None
    waiting: tuple[str, ...] = ()
    story: tuple[StoryBeat, ...] = ()
    changed: ViewChanges = ViewChanges()
    gives_way: tuple[str, ...] = ()  # parts dropped first when room is scarce
    v: int = 1


def as_json(view: View) -> Json:
    """Convert a view to plain JSON data, leaving out fields that have their default.

    The version `v` is always written."""
    return _object(view)


def _object(part: DataclassInstance) -> Json:
    made: Json = {}
    for one in fields(part):
        value = getattr(part, one.name)
        if one.default is MISSING or value != one.default or one.name == "v":
            made[one.name] = _plain(value)
    return made


def _plain(part: object) -> object:
    if isinstance(part, tuple | list):
        return [_plain(one) for one in part]
    return _object(part) if is_dataclass(part) and not isinstance(part, type) else part
