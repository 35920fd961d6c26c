"""Data model of explanations: the conditions of a move that held, or the one that failed.

Filled by `reasons`, worded by the command line. Knows no rules and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from interpreter.backends.python.explained import Listed, Reason, rules_of
from interpreter.diagnostics import Span
from interpreter.present.condition_words import ConditionValue
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState, Locals, Pins

Taken: TypeAlias = tuple[int, int, Any]
"""A decision: the seat, the question, the option."""


@dataclass(frozen=True, slots=True)
class ExplainedPosition:
    """A state that waits for a decision, made by the explaining variant of a plan.

    `listed` is the question as it was listed there. `taken` are the decisions of the game so far,
    where they are known: the seat, the question and the option of each.
    """

    plan: Plan
    state: BaseState
    listed: Listed | None
    taken: tuple[Taken, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleReference:
    """Where a condition is written: its rule with title and citations, and the place in a file."""

    name: str
    title: str
    cites: tuple[str, ...]
    span: Span


@dataclass(slots=True)
class Condition:
    """A condition at one position: `values` are what it depends on, `short` what is missing.

    `sort` is that of its `Reason`, or `limit` (often enough already), `card` (the player does not
    have it), `must` (something else comes first), `none` (nothing to choose from). `env` and
    `state` are what it was evaluated with. `hidden`: the player cannot see what it depends on.
    `titled`: `says` and the values tell it in words of the table, without those of the rules.
    """

    reason: Reason
    sort: str
    rule: RuleReference
    env: Locals
    state: BaseState
    holds: bool
    says: str
    phrase: str
    values: list[ConditionValue] = field(default_factory=list)
    short: str = ""
    missing: int = 0
    hidden: bool = False
    titled: bool = False

    @property
    def span(self) -> Span:
        """The place where the condition is written."""
        return self.reason.span


@dataclass(slots=True)
class MoveStep:
    """One answer of a move: to which question, which option, and whether the person named it.

    `words` builds its label, its handle and what of it was left open, on demand. `rule` is the
    title of the rule that asks, where it is not a menu; `used` says how many of the typed answers
    it takes: several, where several things are chosen together.
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
        """The part of the answer that nobody named; empty if there is none."""
        return self._all()[2]

    def _all(self) -> tuple[str, str, str]:
        if self._said is None:
            self._said = self.words()
        return self._said


@dataclass(frozen=True, slots=True)
class Meant:
    """The values that answers mean at a question.

    `used` is how many answers say it, and `parts` which parts of a combined choice they name.
    `lost`: one of these is not available at all.
    """

    values: list[object]
    used: int = 1
    parts: tuple[int, ...] | None = None
    lost: Condition | None = None


@dataclass(slots=True)
class Leaf:
    """Where one attempt at a move ends: at a failed condition, or for a plain reason.

    `plain` is a reason that is no condition of the rules: another player's turn, another menu.
    `lacking` is the total that is missing, where several conditions are short of a number.
    """

    path: tuple[MoveStep, ...]
    condition: Condition | None = None
    plain: str = ""
    progress: int = 0
    places: tuple[RuleReference, ...] = ()
    lacking: int = 0


@dataclass(slots=True)
class LegalWay:
    """One way to carry out a move, with the conditions that held on it."""

    path: tuple[MoveStep, ...]
    held: list[Condition]


@dataclass(slots=True)
class Explanation:
    """The answer to why a move is possible or not: `leaf` says why not, `way` what allows it.

    `steps` are the answers as they were understood; `rule` is what the first of them stands for;
    `tried` counts the positions that were looked at if the move is possible, else the attempts that
    failed; `each`: all of them fail for the same reason. `ambiguous` lists the moves that may have
    been meant.
    """

    seat: int
    question: str
    steps: tuple[MoveStep, ...]
    legal: bool
    leaf: Leaf | None = None
    way: LegalWay | None = None
    rule: RuleReference | None = None
    tried: int = 0
    each: bool = False
    ambiguous: tuple[str, ...] = ()


def opened(plan: Plan, players: int, seed: int, pins: Pins | None = None) -> ExplainedPosition:
    """Start a game and return its first position; `pins` are results of chance in the set-up."""
    made = plan.explaining()
    T = made.start(players, seed, pins=pins)
    T.pins = None
    return ExplainedPosition(made, T, rules_of(made).notes.listed)


def reached(
    plan: Plan,
    before: BaseState,
    option: object,
    pins: Pins | None = None,
    taken: tuple[Taken, ...] = (),
) -> ExplainedPosition:
    """Take an option at a position of any variant of the plan and return the position after it.

    `pins` are results of chance, for saves with other rules; `taken` is as in `ExplainedPosition`.
    """
    made = plan.explaining()
    T = made.copied(before)
    T.pins = pins
    made.answer(T, option)
    T.pins = None
    return ExplainedPosition(made, T, rules_of(made).notes.listed, taken)
