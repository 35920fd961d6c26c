"""Wins split by what each seat was: a faction, a god, a role.

Takes outcomes, and a value of each seat in each of them; counts how often each value was there and
won, in the games that anybody has won: how often nobody wins is another matter than balance. A win
that several share counts as a part of one. Knows no rules.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

from interpreter.simulation.random_games import Outcome, wilson

RISK = 0.05


class Share(NamedTuple):
    """How often one value won: seats that had it, wins, their share with its 95% interval.

    `verdict` is `more` or `less` than equal chances, or empty; of all values together, one is named
    so by chance alone in 5 of 100 simulations.
    """

    value: float
    seats: int
    wins: float
    share: float
    low: float
    high: float
    verdict: str


class WinsBy:
    """Counts of one split."""

    def __init__(self) -> None:
        self.seats: Counter[float] = Counter()
        self.wins: dict[float, float] = defaultdict(float)
        self.decided = 0

    def add(self, outcome: Outcome, values: Sequence[float]) -> None:
        """Count a game that anybody has won, with the value of each seat in it."""
        if not outcome.winners:
            return
        self.decided += 1
        self.seats.update(values)
        for seat in outcome.winners:
            self.wins[values[seat]] += 1 / len(outcome.winners)

    @property
    def equal(self) -> float:
        """The share of all seats that won, which is that of each value with equal chances."""
        seats = sum(self.seats.values())
        return self.decided / seats if seats else 0.0

    def shares(self) -> list[Share]:
        """List all values, the one that won most often first."""
        found = []
        strict = NormalDist().inv_cdf(1 - RISK / 2 / max(1, len(self.seats)))
        for value, seats in self.seats.items():
            wins = self.wins[value]
            low, high = wilson(wins, seats)
            surely = wilson(wins, seats, strict)
            verdict = "more" if surely[0] > self.equal else "less" if surely[1] < self.equal else ""
            found.append(Share(value, seats, wins, wins / seats, low, high, verdict))
        return sorted(found, key=lambda one: (-one.share, one.value))
