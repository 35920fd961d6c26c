"""The checked game as data: what there is on the table, and every rule as typed nodes.

Filled by `check/`, read by the lowering, the printers and the display. Holds no source text
beyond spans and must not know how a rule was written. What there is once in a game is compared by
what it is, not by what it says, which makes every command start sooner as well.

What the names of some nodes do not say:

- `combined`, `part`: several things as one number; see `Choice`;
- `free` (test, zone): the test, and nothing keeps what would enter this zone out now; `closed`
  (zone): something does. A zone is closed while an entry of a `last` whose number is among
  `closings` holds; what puts, refills and closes up then leaves it alone;
- `close_for` (you, first zone, the one behind the last): becomes such a `last`; `reopen` (first,
  behind the last) forgets all of them that touch these zones;
- `make_active` (player): whose turn it is, where a round is a player's own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.diagnostics import Span
from interpreter.diagnostics.json_data import Json
from interpreter.ir.declared import (
    Board,
    Criterion,
    Design,
    Family,
    Field,
    Kind,
    Money,
    Record,
    Setting,
    Site,
    Values,
)
from interpreter.ir.layout import Layout, SittingFacts
from interpreter.ir.look import GameLook
from interpreter.ir.nodes.node import Expr, Stmt
from interpreter.ir.types import NUMBER, Type

if TYPE_CHECKING:
    from interpreter.ir.standing import CostChange, DeedTrigger, Hook, Modifier


OTHERS = "all but owner"
"""Who sees a zone of a player: everybody except that player."""


@dataclass(slots=True, eq=False, repr=False)
class Func:
    """A named rule that can be called or asked."""

    name: str
    sort: str
    params: list[tuple[str, Type]]
    title: str
    span: Span
    says: str = ""
    cites: tuple[str, ...] = ()
    body: list[Stmt] = field(default_factory=list)
    returns: Type = NUMBER
    may_choose: bool = False
    per: str = ""
    per_span: Span | None = None  # where it says how often
    counted: str = ""
    """Of a rule that waits for one of several deeds: the first of those, as which it is counted."""
    again: Expr | None = None
    """Where this holds, it may be done more often all the same: for changes that are tried out."""
    card: str = ""
    asks: str = ""  # its title with its parts between braces, which whoever is asked is told
    whose: str = ""  # of a part of the game: `player` or a faction, if it belongs to one
    answer: Field | None = None  # where a deed that answers keeps what it answers
    hooks_before: list[Hook] = field(default_factory=list)
    hooks_after: list[Hook] = field(default_factory=list)
    hooks_instead: list[Hook] = field(default_factory=list)
    used_number: int = -1
    reckoned: list[tuple[str, Type, Expr]] = field(default_factory=list)
    """What is worked out for its `says` when it begins, by what stands between the braces."""

    @property
    def counted_as(self) -> str:
        """The name under which its uses are counted."""
        return self.counted or self.name

    @property
    def noted(self) -> list[tuple[str, Type]]:
        """What the log records when it begins: its parameters, and values computed from them."""
        return [*self.params, *((text, kind) for text, kind, _ in self.reckoned)]


@dataclass(slots=True, eq=False, repr=False)
class Program:
    """A whole game, checked, for one set of option values."""

    id: str
    title: str
    version: str
    least: int
    most: int
    values: dict[str, Values] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    designs: list[Design] = field(default_factory=list)
    fields: list[Field] = field(default_factory=list)
    families: list[Family] = field(default_factory=list)
    boards: dict[str, Board] = field(default_factory=dict)
    settings: dict[str, Setting] = field(default_factory=dict)
    money: dict[str, Money] = field(default_factory=dict)
    funcs: dict[str, Func] = field(default_factory=dict)
    sites: list[Site] = field(default_factory=list)
    edges: list[tuple[str, str, Hook]] = field(default_factory=list)
    modifiers: list[Modifier] = field(default_factory=list)
    cost_changes: list[CostChange] = field(default_factory=list)
    answers: list[DeedTrigger] = field(default_factory=list)
    engine_fields: list[Field] = field(default_factory=list)
    record: Record | None = None
    closings: dict[int, str] = field(default_factory=dict)
    """Sentences that close a place for a time, by their numbers among all that last, and why."""
    description: str = ""
    """The game in a few sentences, as `game.yaml` has it."""
    patience: int = 1
    """So many times the usual work may be done between two decisions."""
    house_rules: tuple[str, ...] = ()
    """The titles of the overlays that are laid on, in this order."""
    house_cites: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    """By the path of each overlay: its title and what it cites."""
    changes: dict[int, str] = field(default_factory=dict)
    """Sentences that raise or lower something for a time, by their numbers, and what it is."""
    not_run: list[tuple[str, Span]] = field(default_factory=list)
    endings: list[str] = field(default_factory=list)
    card_actions: list[tuple[str, str]] = field(default_factory=list)
    carried: dict[str, Expr] = field(default_factory=dict)
    components: int = 0
    owner_of: list[int] = field(default_factory=list)
    design_of: list[int] = field(default_factory=list)
    citations: dict[str, str] = field(default_factory=dict)
    words: Json = field(default_factory=dict)
    layout: Layout = field(default_factory=Layout)
    look: GameLook = field(default_factory=GameLook)
    sitting: SittingFacts = field(default_factory=SittingFacts)
    looks: list[tuple[str, Expr]] = field(default_factory=list)
    """What the layout works out at the table: the name of the thing it is about, and the value."""
    ranking: tuple[Criterion, ...] = ()  # by what those are picked who win, first things first
    points: Criterion | None = None  # what is kept of each player as their score, if anything is
    aim: int | None = None
    """Which of `looks` is what a player aims at, for those who look ahead; None if the rules say
    nothing about it."""
    payoff: int | None = None
    """Which of `looks` is what a finished game is worth to a player; None where only wins count."""
    together: bool = False  # whether all players try for the same, or win and lose as one
    main: str = ""
    seats_because: str = ""  # what leaves fewer numbers of players than the game says: "`x` is 4"
