"""What is said of a move, as plain data: the conditions that held, or the one that did not.

Filled by `reasons`, worded by the command line. Knows no rule and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from interpreter.backends.python.explained import Reason
from interpreter.diagnostics import Span
from interpreter.present.conditions import Told
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState


@dataclass(frozen=True, slots=True)
class Position:
    """A state that waits for a decision, made by the explaining print of a plan, with the question
    as it was listed there. `taken` are the decisions of the game so far, where they are known: the
    seat, the question and the option of each."""

    plan: Plan
    state: BaseState
    listed: Any
    taken: tuple[tuple[int, int, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """Where a condition stands: its rule with title and citations, and the place in the files."""

    name: str
    title: str
    cites: tuple[str, ...]
    span: Span


@dataclass(slots=True)
class Condition:
    """A condition at one position: `values` are what it depends on, `short` what is missing.

    `sort` is that of its `Reason`, or `limit` (often enough already), `card` (the player does not
    have it), `must` (something else comes first), `size` (so many are to be chosen). `env` and
    `state` are what it was evaluated with. `hidden`: the player cannot see what it depends on.
    `titled`: `says` and the values tell it in words of the table, without those of the rules.
    """

    reason: Reason
    sort: str
    rule: Rule
    env: dict[str, Any]
    state: BaseState
    holds: bool
    says: str
    phrase: str
    values: list[Told] = field(default_factory=list)
    short: str = ""
    missing: int = 0
    hidden: bool = False
    titled: bool = False

    @property
    def span(self) -> Span:
        """Where it is written."""
        return self.reason.span


@dataclass(slots=True)
class Step:
    """One answer on the way: to which question, which option, and whether the person named it.

    `words` makes its label, its name and what of it was left open, when somebody wants to read
    them. `rule` is the title of the rule that asks, where it is not a menu; `used` says how many
    of the answers that were typed it takes: several, where several things are chosen together.
    """

    site: int
    option: object
    named: bool
    words: Callable[[], tuple[str, str, str]]
    question: str
    rule: str = ""
    used: int = 0
    _said: tuple[str, str, str] | None = None

    @property
    def label(self) -> str:
        """The answer as players read it."""
        return self._all()[0]

    @property
    def handle(self) -> str:
        """The answer as scripts write it."""
        return self._all()[1]

    @property
    def open(self) -> str:
        """What of it nobody named; empty if there is nothing."""
        return self._all()[2]

    def _all(self) -> tuple[str, str, str]:
        if self._said is None:
            self._said = self.words()
        return self._said


@dataclass(frozen=True, slots=True)
class Meant:
    """What answers mean at a question: its values, how many answers say it, and, where several
    things are chosen together, which of them. `lost`: one of these is not there to be chosen."""

    values: list[object]
    used: int = 1
    parts: tuple[int, ...] | None = None
    lost: Condition | None = None


@dataclass(slots=True)
class Leaf:
    """Where one way of carrying out a move ends: at a condition, or for a plain reason.

    `plain` is a reason that is no condition of the rules: another player's turn, another menu.
    `lacking` is what is missing in all, where several conditions are short of a number.
    """

    path: tuple[Step, ...]
    condition: Condition | None = None
    plain: str = ""
    progress: int = 0
    places: tuple[Rule, ...] = ()
    lacking: int = 0


@dataclass(slots=True)
class Way:
    """One way in which a move can be carried out, with the conditions that held on it."""

    path: tuple[Step, ...]
    held: list[Condition]


@dataclass(slots=True)
class Explanation:
    """What is to be said of a move. `leaf` tells why it is not possible, `way` what allows it.

    `steps` are the answers as they were understood; `rule` is what the first of them stands for;
    `others` counts ways that end for other reasons; `each`: it is the same for all that there are.
    """

    seat: int
    question: str
    steps: tuple[Step, ...]
    legal: bool
    leaf: Leaf | None = None
    way: Way | None = None
    rule: Rule | None = None
    tried: int = 0
    each: bool = False
    ambiguous: tuple[str, ...] = ()


def opened(plan: Plan, players: int, seed: int, pins: Any = None) -> Position:
    """Give the first position of a game. `pins` are what chance gives in the set-up."""
    made = plan.explaining()
    T = made.start(players, seed, pins=pins)
    T.pins = None
    return Position(made, T, made.namespace["NOTES"].listed)


def reached(
    plan: Plan,
    before: Any,
    option: object,
    pins: Any = None,
    taken: tuple[tuple[int, int, Any], ...] = (),
) -> Position:
    """Give the position after an option is taken at a position of any print of the plan. `pins` are
    what chance gives, where the rules have changed since; `taken` is as in `Position`."""
    made = plan.explaining()
    T = made.copied(before)
    T.pins = pins
    made.answer(T, option)
    T.pins = None
    return Position(made, T, made.namespace["NOTES"].listed, taken)
