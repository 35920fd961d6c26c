"""What a sitting knows at one time, and what it says to a line: plain data.

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
    """One turn of the rules: which seat's, and how many steps it had."""

    seat: int
    steps: int


@dataclass(frozen=True, slots=True)
class Moment:
    """All that a sitting knows at one time; never changed, so that it can be gone back to."""

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
class Saying:
    """What is to be printed for a line: `sort` is `note`, `turn`, `step` or `map`."""

    sort: str
    text: str = ""
    step: HandStep | None = None
