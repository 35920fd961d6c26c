"""Who is ahead in the course of a game, where the rules keep points, and what that comes to.

Takes the engine's state before each decision; gives the points as each turn began, and numbers for
the whole game: changes of the lead, how far behind the later winner was, and when it was settled.
They follow the `Drama`, `Lead Change` and `Decisiveness` of Browne, "Automatic Generation and
Evaluation of Recombination Games", 2008, in points rather than in a search's estimates.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from interpreter.run.plan import Plan
from interpreter.run.state import BaseState
from interpreter.simulation.random_games import length_span, points_of


class Course(NamedTuple):
    """What the lead did in a game that one seat has won.

    `behind` is the share of turns at whose beginning somebody else was ahead, `gap` by how many
    points on average then, `settled` the part of the game that was over when the winner took the
    lead for good (1: only at its end).
    """

    behind: float
    gap: float
    settled: float


class Leads:
    """The points of all seats, turn by turn."""

    def __init__(self, plan: Plan) -> None:
        self._plan, self._span = plan, length_span(plan)
        points = plan.program.points
        self._sign = -1 if points is not None and points.lowest else 1
        self._turn = -1
        self.points: list[tuple[int, ...]] = []
        """What each seat had as each turn began, the more the better; empty without points."""

    def decision(self, state: BaseState) -> None:
        """Record the points if this is the first decision of a turn."""
        turn = getattr(state, f"t_{self._span}") if self._span else 0
        if turn != self._turn:
            self._turn = turn
            now = points_of(self._plan, state)
            if now:
                self.points.append(tuple(self._sign * one for one in now))

    @property
    def leaders(self) -> list[int]:
        """The seat that was ahead as each turn began; -1 for nobody."""
        made = []
        for now in self.points:
            best = max(now)
            made.append(now.index(best) if now.count(best) == 1 else -1)
        return made

    def changes(self) -> int:
        """Count how often the lead passed from one seat to another; ties are skipped."""
        ahead = [seat for seat in self.leaders if seat >= 0]
        return sum(a != b for a, b in pairwise(ahead))

    def course(self, winner: int) -> Course | None:
        """Sum up the game for its only winner; None where nobody was ever ahead."""
        leaders = self.leaders
        if all(seat < 0 for seat in leaders):
            return None
        gaps = [max(now) - now[winner] for now in self.points]
        behind = [gap for gap in gaps if gap > 0]
        last = max((at + 1 for at, seat in enumerate(leaders) if seat != winner), default=0)
        gap = sum(behind) / len(behind) if behind else 0.0
        return Course(len(behind) / len(gaps), gap, last / len(leaders))
