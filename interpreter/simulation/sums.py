"""Results of many games as sums: how often each seat won, how games ended, how long they were.

Sums of parts of a series add up to those of the whole, in any order: compiled rules and other
processes each hand over their own. Single games are kept only where somebody wants them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from math import sqrt
from typing import NamedTuple, Self

from interpreter.simulation.random_games import LIMIT, RUNAWAY, Outcome


class Spread(NamedTuple):
    """The distribution of a count over all games."""

    mean: float
    least: int
    median: int
    most: int


def spread(numbers: Mapping[int, int]) -> Spread:
    """Summarise numbers, each with how often it occurs; the median is the lower of two middle ones.

    All 0 for no numbers.
    """
    ordered = sorted(numbers.items())
    count = sum(numbers.values())
    if not count:
        return Spread(0.0, 0, 0, 0)
    behind = list(accumulate(times for _, times in ordered))
    median = ordered[bisect_right(behind, (count - 1) // 2)][0]
    total = sum(number * times for number, times in ordered)
    return Spread(total / count, ordered[0][0], median, ordered[-1][0])


def mean_interval(numbers: Mapping[int, int] | Mapping[float, int]) -> tuple[float, float]:
    """Compute the 95% confidence interval of a mean, for numbers with how often each occurs.

    It takes the mean for normally distributed, as that of some hundred games nearly is unless a few
    are far longer than all others. Both ends are 0 for no numbers, and the number itself for one.
    """
    count = sum(numbers.values())
    if not count:
        return 0.0, 0.0
    mean = sum(number * times for number, times in numbers.items()) / count
    squares = sum((number - mean) ** 2 * times for number, times in numbers.items())
    half = 1.959964 * sqrt(squares / max(1, count - 1) / count)
    return mean - half, mean + half


@dataclass(slots=True)
class Sums:
    """Sums over games of so many players; `turns` and `lengths` count games by turns, decisions.

    `points` has for each seat how often it had so many points; empty where none are kept. `longest`
    is the most questions of a game that came to its end, `stopped` are the games that did not.
    """

    players: int
    games: int = 0
    decisions: int = 0
    asked: int = 0
    won: Counter[int] = field(default_factory=Counter)
    shared: int = 0
    nobody: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    points: list[Counter[int]] = field(default_factory=list)
    longest: int = 0
    stopped: list[Outcome] = field(default_factory=list)

    @classmethod
    def of(cls, players: int, outcomes: Iterable[Outcome]) -> Self:
        """Sum up single games."""
        made = cls(players)
        for one in outcomes:
            made.add(one)
        return made

    def add(self, one: Outcome) -> None:
        """Add a game."""
        self.games += 1
        self.decisions += one.decisions
        self.asked += one.asked
        self.won.update(one.winners)
        self.shared += len(one.winners) > 1
        self.nobody += not one.winners
        self.endings[one.ending] += 1
        self.lengths[one.decisions] += 1
        if one.turns >= 0:
            self.turns[one.turns] += 1
        self._count_points([{number: 1} for number in one.points])
        if one.ending in (LIMIT, RUNAWAY):
            self.stopped.append(one)
        else:
            self.longest = max(self.longest, one.asked)

    def _count_points(self, seats: list[dict[int, int]] | list[Counter[int]]) -> None:
        if seats and not self.points:
            self.points = [Counter() for _ in range(self.players)]
        for kept, more in zip(self.points, seats, strict=bool(seats)):
            kept.update(more)

    def __iadd__(self, other: Sums) -> Self:
        """Add the sums of other games."""
        self.games += other.games
        self.decisions += other.decisions
        self.asked += other.asked
        self.shared += other.shared
        self.nobody += other.nobody
        self.won.update(other.won)
        self.endings.update(other.endings)
        self.turns.update(other.turns)
        self.lengths.update(other.lengths)
        self._count_points(other.points)
        self.longest = max(self.longest, other.longest)
        self.stopped += other.stopped
        return self

    def wins(self) -> list[int]:
        """Count for each seat the games that it won, alone or with others."""
        return [self.won[seat] for seat in range(self.players)]

    def ended(self) -> dict[str, int]:
        """Count how many games ended in each way, the most frequent first."""
        return dict(sorted(self.endings.items(), key=lambda item: (-item[1], item[0])))


@dataclass(slots=True)
class Tally(Sums):
    """The sums of a series as it is played, with the processor's seconds that it took.

    `outcomes` has the single games by number, as far as they were handed over one by one.
    """

    cpu_seconds: float = 0.0
    outcomes: dict[int, Outcome] = field(default_factory=dict)

    def add_games(self, outcomes: Iterable[Outcome], cpu_seconds: float) -> None:
        """Add single games and the seconds that they took."""
        for one in outcomes:
            self.add(one)
            self.outcomes[one.number] = one
        self.cpu_seconds += cpu_seconds

    def add_sums(self, sums: Sums, cpu_seconds: float) -> None:
        """Add the sums of games and the seconds that they took."""
        self += sums
        self.cpu_seconds += cpu_seconds

    def in_order(self) -> list[Outcome]:
        """List the single games by their number."""
        return [self.outcomes[number] for number in sorted(self.outcomes)]
