"""A game test as data: initial positions, steps of players, and expectations.

Filled by `check/scenarios/reader.py`, run by `testing/game_tests.py`. Conditions and values are the
names of hidden rules of the program, which are compiled like all others.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.diagnostics import Span
from interpreter.ir.declared import Design, Family, Field
from interpreter.ir.types import Type


@dataclass(slots=True, eq=False, repr=False)
class ScenarioValue:
    """A value in a test: the hidden rule that computes it, its type, and where it is written."""

    rule: str
    type: Type
    span: Span


@dataclass(slots=True, eq=False, repr=False)
class Thing:
    """A number of components of some designs, with the values they show.

    `owner` is a player of the test.
    """

    kind: str
    designs: tuple[Design, ...]
    number: int
    shows: tuple[tuple[Field, int], ...]
    owner: str
    worth: bool
    span: Span


@dataclass(slots=True, eq=False, repr=False)
class Placed:
    """The exact contents of one zone, in order. `drawing` has one entry for each space.

    `holder` answers whose zone it is (None for the table's); `cell`: only that space of a board.
    """

    family: Family
    holder: ScenarioValue | None
    cell: bool
    things: list[Thing]
    drawing: list[Thing | None] | None
    span: Span


@dataclass(slots=True, eq=False, repr=False)
class ScenarioField:
    """A field that is set before play, by the rule."""

    rule: str
    span: Span


@dataclass(slots=True, eq=False, repr=False)
class ScenarioAnswer:
    """An answer of a step: `picked` by name, `said` in its words, `yes_no`, or `less` amounts."""

    sort: str
    name: str
    values: list[ScenarioValue]
    words: str
    amounts: dict[int, int]
    span: Span


@dataclass(slots=True, eq=False, repr=False)
class ScenarioStep:
    """What a player does: `takes` an action, `answers` a question, or `passes`."""

    sort: str
    player: str
    action: str
    answers: list[ScenarioAnswer]
    span: Span


@dataclass(slots=True, eq=False, repr=False)
class Drawn:
    """What chance brings next: a component, a player, a word of lists of values, or a number."""

    name: str
    span: Span
    design: Design | None = None
    values: dict[str, int] = field(default_factory=dict)
    """The number of the word in each list of values that holds it."""


@dataclass(slots=True, eq=False, repr=False)
class ScenarioLine:
    """One line of a test after its set-up.

    `sort`: step, allows, refuses, expect, holds, sees, sees_not, dice, draws, play_on
    (without a condition: to the end), ends.
    """

    sort: str
    span: Span
    step: ScenarioStep | None = None
    because: str | None = None
    because_span: Span | None = None
    asked: ScenarioValue | None = None
    asked_in_it: list[ScenarioValue] = field(default_factory=list)
    placed: list[Placed] = field(default_factory=list)
    dice: list[tuple[str, dict[str, int], Span]] = field(default_factory=list)
    draws: list[Drawn] = field(default_factory=list)
    viewer: str = ""
    ending: str = ""
    winners: tuple[str, ...] | None = None  # none: the test does not say who wins


@dataclass(slots=True, eq=False, repr=False)
class GameTest:
    """One test; `first` is who takes the first turn (explicitly, or named first).

    With a `seed` it is the game with this seed, from its beginning, and who is named first sits
    first.
    """

    title: str
    span: Span
    cites: tuple[str, ...]
    players: tuple[str, ...] = ()
    first: str = ""
    first_span: Span | None = None
    before: str = ""
    seed: int | None = None
    facts: list[Placed | ScenarioField] = field(default_factory=list)
    bare: list[Family] = field(default_factory=list)
    """Zones and boards in which nothing lies but what the facts name."""
    lines: list[ScenarioLine] = field(default_factory=list)
