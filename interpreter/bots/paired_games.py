"""Paired comparison of two games, or of one game between different players.

Takes two sides and plays both games of a pair with the same seed, with the same deals and dice as
far as the rules allow. Measures the differences: who wins, how long it takes, by how much. Prints
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import TYPE_CHECKING

from interpreter.bots.decision_metrics import NAMES
from interpreter.bots.matches import Match, chance_player, play_numbers
from interpreter.bots.verdicts import Interval
from interpreter.simulation.random_games import Outcome
from interpreter.simulation.random_players import Player

if TYPE_CHECKING:
    from interpreter.bots.cluster import Cluster

BATCH = 50  # pairs between two looks
PILOT = 30  # pairs that tell how far lengths can lie apart; they do not count
WIDE = 3.0  # how many times the widest difference of the pilot counts at most

Take = Callable[[Outcome, Sequence[str]], float]


@dataclass(slots=True)
class Measure:
    """Something that is measured in each game.

    A `share` lies between 0 and 1; other differences are clamped to `bound`, in the measure's own
    unit.
    """

    name: str
    unit: str
    take: Take
    share: bool
    bound: float = 1.0
    level: float = 0.0  # its mean on the first side
    interval: Interval = field(default_factory=Interval)

    def verdict(self, within: float) -> str:
        """Judge the second side against the first: `better` means more, `worse` means less.

        `same` means that differences as large as `within` (a share, or a fraction of the first
        side's mean) are ruled out; else `undecided`.
        """
        if self.interval.refutes_none():
            return "better" if self.interval.mean > 0 else "worse"
        return "same" if self.interval.is_within(self.close(within)) else "undecided"

    def close(self, within: float) -> float:
        """Convert a tolerance to the interval's scale: differences up to it count as none.

        For shares the tolerance is absolute, for others relative to `level`.
        """
        return within if self.share else within * abs(self.level) / self.bound

    def scaled(self, value: float) -> float:
        """Convert a value of the interval to the measure's own unit."""
        return value * self.bound


def measures_of(
    one: Match, other: Match, risk: float, named: Sequence[tuple[str, bool]] = ()
) -> list[Measure]:
    """List what both sides can be measured by, sharing the risk equally among all measures.

    `named` holds the titles of the matches' `looks`, each with whether it is a yes-or-no question.
    Points are measured only if both games have them, and turns likewise.
    """
    found: list[Measure] = []
    names = list(dict.fromkeys(one.seats))
    if set(names) == set(other.seats) and len(names) > 1:
        found += [Measure(f"{name} wins", "share", _wins_of(name), True) for name in names]
    else:
        found += [
            Measure(f"seat {seat + 1} wins", "share", _wins_at(seat), True)
            for seat in range(len(one.seats))
        ]
    found.append(Measure("nobody wins", "share", lambda o, _: float(not o.winners), True))
    found.append(Measure("length", "turns", lambda o, _: float(o.turns), False))
    found.append(Measure("decisions", "decisions", lambda o, _: float(o.decisions), False))
    scored = all(side.game.plan.program.points is not None for side in (one, other))
    if scored:
        found.append(Measure("points of all", "points", _points, False))
        found.append(Measure("gap of the best two", "points", _gap, False))
    for number, (title, share) in enumerate(named):
        unit = "share" if share else "number"
        found.append(Measure(title, unit, _measured(number), share))
    if one.closely and other.closely:
        for number, (title, unit) in enumerate(NAMES, len(named)):
            if unit != "changes" or scored:
                found.append(Measure(title, unit, _measured(number), False))
    if not (_has_turns(one) and _has_turns(other)):
        found = [each for each in found if each.unit != "turns"]
    for each in found:
        each.interval = Interval(risk / len(found))
    return found


def _has_turns(side: Match) -> bool:
    return any(func.sort in ("turn", "round") for func in side.game.plan.program.funcs.values())


def _wins_at(seat: int) -> Take:
    return lambda o, _: 1 / len(o.winners) if seat in o.winners else 0.0


def _wins_of(name: str) -> Take:
    def take(o: Outcome, seats: Sequence[str]) -> float:
        return sum(seats[seat] == name for seat in o.winners) / max(1, len(o.winners))

    return take


def _measured(number: int) -> Take:
    return lambda o, _: o.measured[number]


def _points(o: Outcome, _: Sequence[str]) -> float:
    return float(sum(o.points))


def _gap(o: Outcome, _: Sequence[str]) -> float:
    best = sorted(o.points)[-2:]
    return float(best[-1] - best[0]) if len(best) > 1 else 0.0


class Pairs(AbstractContextManager["Pairs"]):
    """Plays pairs in this process, in several, or on a cluster."""

    def __init__(
        self, one: Match, other: Match, jobs: int = 1, cluster: Cluster | None = None
    ) -> None:
        self.sides = (one, other)
        self._jobs, self._cluster = jobs, cluster
        self._pool: ProcessPoolExecutor | None = None
        self._fast = [chance_player(side) for side in self.sides]

    def __enter__(self) -> Pairs:
        compiled = all(one is not None and not one.looks for one in self._fast)
        if self._jobs > 1 and not compiled and self._cluster is None:
            context = get_context("spawn")
            self._pool = ProcessPoolExecutor(self._jobs, context, _begin, self.sides)
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def play(self, first: int, count: int) -> Iterator[tuple[Outcome, Outcome]]:
        """Play the pairs `first` to `first + count - 1` and yield their outcomes in order."""
        numbers = range(first, first + count)
        if self._cluster is not None:
            games = [self._cluster.outcomes(side, first, count) for side in self.sides]
            yield from zip(*games, strict=True)
            return
        if self._pool is not None:
            yield from self._pool.map(_pair, numbers)
            return
        done = [
            play_numbers(side, player, numbers)
            for player, side in zip(self._fast, self.sides, strict=True)
        ]
        yield from zip(*done, strict=True)

    def seated(self, side: int, number: int) -> Sequence[str]:
        """Return the players by seat on one side of a pair."""
        return self.sides[side].seated(number)


def settle_bounds(measures: Sequence[Measure], pairs: Pairs, first: int) -> None:
    """Play the pilot games and set the bounds on differences of lengths and points."""
    played = list(pairs.play(first, PILOT))
    for measure in measures:
        ones = [measure.take(a, pairs.seated(0, first + n)) for n, (a, _) in enumerate(played)]
        others = [measure.take(b, pairs.seated(1, first + n)) for n, (_, b) in enumerate(played)]
        measure.level = sum(ones) / len(ones)
        if not measure.share:
            widest = max(abs(b - a) for a, b in zip(ones, others, strict=True))
            measure.bound = max(1.0, WIDE * widest)


def add(
    measures: Sequence[Measure],
    played: Sequence[tuple[Outcome, Outcome]],
    pairs: Pairs,
    first: int,
) -> None:
    """Add more pairs to the measures."""
    for measure in measures:
        found = []
        for number, (one, other) in enumerate(played, first):
            before = measure.take(one, pairs.seated(0, number))
            after = measure.take(other, pairs.seated(1, number))
            found.append(max(-1.0, min(1.0, (after - before) / measure.bound)))
            seen = measure.interval.pairs + len(found)
            measure.level += (before - measure.level) / (PILOT + seen)
        measure.interval.add(found)


_here: list[tuple[Player | None, Match]] = []


def _begin(*sides: Match) -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the parent process
    _here.extend((chance_player(side), side) for side in sides)


def _pair(number: int) -> tuple[Outcome, Outcome]:
    one, other = (
        play_numbers(side, player, range(number, number + 1))[0] for player, side in _here
    )
    return one, other
