"""What a game declares: values, kinds, designs, fields, zones, boards, money, settings, questions.

Plain data with typed nodes inside; `program.py` joins it with the rules. Holds no source text but
for spans.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from interpreter.diagnostics import Span
from interpreter.diagnostics.json_data import Json
from interpreter.ir.nodes.node import Expr, Stmt
from interpreter.ir.nodes.reckoning_nodes import And
from interpreter.ir.types import NUMBER, Type


class NotPlayable(Exception):
    """A sentence that checks but that no back end can run yet; carries its place."""

    def __init__(self, op: str, span: Span) -> None:
        super().__init__(f"{op} ({span.where()})")
        self.span = span


MenuItem: TypeAlias = tuple[int, str, str, str]
"""An item of a menu: the number of its line, `pass`, `action` or `card`, the rule, and the card."""


@dataclass(slots=True, eq=False, repr=False)
class Values:
    """A values list, such as the suits of a deck."""

    name: str
    plural: str
    members: tuple[str, ...]
    wild: frozenset[int]
    span: Span
    titles: tuple[str, ...] = ()
    """Of factions: what stands behind each name in quotes."""


@dataclass(slots=True, eq=False, repr=False)
class Design:
    """One entry of a component file; its copies are the components `first` up to `last`."""

    id: str
    kind: str
    title: str
    text: str
    copies: int
    each_player: bool
    printed: Json
    source: str
    span: Span
    first: int = 0
    last: int = 0
    at: tuple[int, int] | None = None  # where it lies on a drawn board, y downwards
    texts: dict[str, str] = field(default_factory=dict)  # such as `art` and `flavour`
    marked: str = ""  # its text with icons as `{name}`; empty if it has none


@dataclass(slots=True, eq=False, repr=False)
class Field:
    """A value in the state: of the table, or of each player, value, piece or space."""

    name: str
    holder: str
    type: Type
    start: int | tuple[int, ...]
    span: Span
    number: int = 0
    gained: bool = False  # whether a rule says that a player gains, loses or pays it

    @property
    def key(self) -> str:
        """The unique name of the field."""
        return f"{self.holder}_{self.name}".replace(":", "_")

    @property
    def of_spaces(self) -> bool:
        """Whether each space of a board has such a field."""
        return self.holder.startswith("space:")


@dataclass(slots=True, eq=False, repr=False)
class Family:
    """All zones of one declaration, one for each holder.

    `shape` is `list` (order kept), `slots` (a fixed number of spaces) or `counts` (alike pieces).
    """

    name: str
    holder: str
    shape: str
    sort: str
    kinds: tuple[str, ...]
    span: Span
    slots: int = 1
    seen: str = "all"
    number_seen: str = ""
    covered: bool = False  # whether only the top card is shown, though no card of it is a secret
    limit: Expr | None = None
    refilled: str = ""
    pushed_out: str = ""
    board: str = ""
    owners: int = 1
    base: int = 0
    number: int = 0

    @property
    def key(self) -> str:
        """The unique name of the family."""
        return f"{self.holder}_{self.name}".replace(":", "_")

    @property
    def of_spaces(self) -> bool:
        """Whether each space of a board has such a zone."""
        return self.holder.startswith("space:")


@dataclass(slots=True, eq=False, repr=False)
class Board:
    """The graph of a board: its spaces and which are adjacent."""

    name: str
    sort: str
    spaces: int
    neighbours: tuple[tuple[int, ...], ...]
    lanes: tuple[tuple[int, ...], ...]
    lane_names: tuple[str, ...]
    names: tuple[str, ...]
    width: int
    height: int
    span: Span
    straights: tuple[tuple[int, ...], ...] = ()
    """Every straight line from edge to edge, in each direction once; diagonals of grids as well."""
    divided: tuple[str, tuple[int, ...]] = ("", ())
    """Of a board that is divided: the list of values, and the one of each space (-1: none)."""

    @property
    def of_kind(self) -> str:
        """The kind of components that are its spaces; empty if it has spaces of its own."""
        return self.sort[5:] if self.sort.startswith("kind:") else ""


@dataclass(slots=True, eq=False, repr=False)
class Record:
    """What makes a position, and the latest positions that were recorded, as numbers.

    Equal positions have equal numbers of 60 bits, and different ones, but for chance, different
    ones; `places` is a ring of `POSITIONS` of them, and `following` where the next one goes.
    """

    families: list[Family]
    fields: list[Field]
    places: Field
    following: Field
    span: Span


POSITIONS = 1_000
"""So many positions of a game are remembered: the latest ones."""


@dataclass(slots=True, eq=False, repr=False)
class Kind:
    """A kind of component, with what is printed on it and what may lie on it."""

    name: str
    plural: str
    owned: bool
    alike: bool
    printed: dict[str, Type]
    carries: object  # the sentence that says so, if its components carry rules
    span: Span
    designs: list[Design] = field(default_factory=list)
    first: int = 0
    last: int = 0
    stamped: dict[str, None] = field(default_factory=dict)  # spans its arrivals are asked for in
    texts: list[str] = field(default_factory=list)  # printed lines of which no rule can be


@dataclass(slots=True, eq=False, repr=False)
class Money:
    """Alike pieces used for payment: worth by design, kept with players, banked by symbol."""

    kind: str
    symbol: str
    worth: dict[str, int]
    word_field: str
    kept: str
    bank: str
    title: str
    span: Span


@dataclass(slots=True, eq=False, repr=False)
class Site:
    """A choice site: a place in the rules where a player decides."""

    number: int
    name: str
    sort: str
    type: Type
    func: str
    title: str
    span: Span
    items: list[Any] = field(default_factory=list)  # texts; of a menu `MenuItem`s
    deeds: tuple[str, ...] = ()
    """Of options, the rule that each one does; nothing for one that is no deed by name."""
    several: bool = False  # one thing of several: none is the end of choosing
    secret: bool = False  # nobody else sees the answer before all have chosen
    guarded: bool = False
    """What can be taken hangs on what others do not see. Whether one is asked must not tell it, so
    one is asked even when only passing, but for a turn of one's own, or choosing none of several
    is left. A game played by chance goes on."""
    window: bool = False  # all are asked in turn until all have passed
    said: tuple[tuple[str | Type, ...], ...] = ()
    """How an option is told: for each saying its texts, and the kinds of its values."""


@dataclass(frozen=True, slots=True)
class Saying:
    """A part of an option's text, shown if `test` holds: literal texts and values."""

    told: tuple[str | Expr, ...]
    test: Expr | None = None

    def rewritten(self, by: Callable[[Expr], Expr]) -> Saying:
        """Apply a function to every expression in the saying."""
        told = tuple(by(part) if isinstance(part, Expr) else part for part in self.told)
        return Saying(told, by(self.test) if self.test is not None else None)


@dataclass(frozen=True, slots=True)
class Choice:
    """What a `choose` offers: candidates in `var`, each subject to all `tests` (with excuses).

    Several things chosen in one question are encoded in one number of a joint type: `source` is
    then an expression `combined`, whose arguments are the sources in their order and whose `names`
    are those under which later sources know the earlier candidates; `part` (of such a number, with
    its bit shift) is one of them. Both stand in tests, and in the `let`s behind the choice. `said`
    is how an option is told, one saying after the other.
    """

    site: Site
    var: str
    into: str
    source: Expr
    tests: list[tuple[Expr, str]]
    how: str = "one"
    number: Expr | None = None
    optional: bool = False
    has_none: bool = False
    item: Type = NUMBER
    said: tuple[Saying, ...] = ()
    sure: bool = False
    """Whether it always finds something: what stands before it has looked after that."""
    forced: Expr | None = None
    """Where this holds, an optional choice has to be made: for changes that are tried out."""

    @property
    def count(self) -> Expr:
        """The number to choose, where one is given."""
        assert self.number is not None
        return self.number

    def test(self) -> Expr | None:
        """All tests joined with `and`; None if there are none."""
        made: Expr | None = None
        for test, _ in self.tests:
            made = test if made is None else And((made, test), test.type, test.span)
        return made


@dataclass(frozen=True, slots=True)
class MenuLine:
    """One line of a menu: `must`, `may` or `pass`, and what can be taken."""

    sort: str
    how: str
    limit: int
    items: list[str]
    title: str
    body: list[Stmt]
    span: Span | None = None
    other_limit: Expr | None = None
    """Where this holds, it is taken once for as often as one likes, or the other way round; like
    `duty`, for changes that are tried out."""
    duty: Expr | None = None
    """Where this holds, `must` and `may` stand for each other, and `No` is not offered."""


@dataclass(frozen=True, slots=True)
class Payment:
    """What a `pay` asks for: a cost, fixed reductions, and reductions by choice."""

    site: Site
    cost: Expr
    less: list[Expr]
    choice: list[Expr]
    money: Money | None
    field: Field | None

    @property
    def purse(self) -> Money:
        """The money of a payment that is known to be in money."""
        assert self.money is not None
        return self.money


@dataclass(frozen=True, slots=True)
class Criterion:
    """A criterion that ranks players at the end.

    It has its name in the rules, the index of the look that computes it for a player, and whether
    the lowest is best.
    """

    title: str
    look: int
    lowest: bool


@dataclass(slots=True, eq=False, repr=False)
class Setting:
    """A number, yes/no or word that an overlay or an option may set."""

    name: str
    type: Type
    value: int
    low: int
    high: int
    words: tuple[str, ...]
    title: str
    cites: tuple[str, ...]
    span: Span
    start: int = 0  # the value that it has if nobody says anything
    seats: bool = False  # whether it goes to the number of players: so many play at least
    by_players: dict[int, int] = field(default_factory=dict)
    """What it is in place of `value` with so many players."""
