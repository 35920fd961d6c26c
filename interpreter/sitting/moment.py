"""Plain data: the state of a sitting at one time, and its replies.

Must not know how either is made.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.run.state import BaseState
from interpreter.sitting.course import CourseSoFar, TurnAnswers
from interpreter.sitting.hand_steps import HandStep
from interpreter.sitting.ready_game import NOBODY, TableSeats


@dataclass(frozen=True, slots=True)
class TurnPlayed:
    """One turn played by the rules: its seat, and its number of steps."""

    seat: int
    steps: int


@dataclass(frozen=True, slots=True)
class SittingState:
    """The whole state of a sitting at one time; immutable, so that it can be restored."""

    stage: str = "options"
    options: tuple[tuple[str, object], ...] = ()
    seats: TableSeats = NOBODY
    state: BaseState | None = None
    told: TurnAnswers | None = None
    course: CourseSoFar | None = None
    turn_of: int = -1
    shown: int = 0
    left: frozenset[str] = frozenset()
    hands: frozenset[tuple[str, int]] = frozenset()
    wanted: tuple[int, ...] = ()
    """The faction that each seat has said to play, in their order."""
    turns: tuple[TurnPlayed, ...] = ()
    declined: frozenset[tuple[int, int]] = frozenset()
    """Questions that somebody has said not to be asked again in this turn: the place in the rules,
    and the seat."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply to a line; `sort` is `note`, `turn`, `step` or `map`."""

    sort: str
    text: str = ""
    step: HandStep | None = None
