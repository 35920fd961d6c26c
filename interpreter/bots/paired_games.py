"""Paired comparison of two games, or of one game between different players.

Takes two sides and plays both games of a pair with the same seed, with the same deals and dice as
far as the rules allow. Measures the differences: who wins, how long it takes, by how much. Prints
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from interpreter.bots.decision_metrics import NAMES
from interpreter.bots.matches import Match, chance_player, play_numbers
from interpreter.bots.verdicts import Difference, Interval, Sample, difference
from interpreter.simulation.random_games import Outcome
from interpreter.simulation.random_players import Player
from interpreter.simulation.worker_pool import as_worker, minding_ended_workers, worker_pool

if TYPE_CHECKING:
    from interpreter.bots.cluster import Cluster

BATCH = 50  # pairs between two looks
PILOT = 30  # pairs that tell how far lengths can lie apart; they do not count
WIDE = 3.0  # how many times the widest difference of the pilot counts at most

NOBODY = "nobody wins"
"""The measure that tells how often that is."""

Take = Callable[[Outcome, Sequence[str], int], float]
"""Measures an outcome, given its players by seat and the side (0 or 1) that it belongs to."""

Who = Callable[[Outcome, Sequence[str], int], Sequence[bool]]
"""Tells of each seat whether it is who is meant."""

Naming = Callable[[float], str]
"""Words what a seat was."""


class OfResult(NamedTuple):
    """A measure that the result of a game tells: `what` is `win`, `points` or `place` of a seat."""

    name: str
    what: str
    seat: int


@dataclass(slots=True)
class Measure:
    """Something that is measured in each game.

    A `share` lies between 0 and 1. Other differences have no bound that is known: `interval` is
    that of their mean as long as none exceeds `bound`, in the measure's own unit. When one does,
    the bound is raised and the interval begins anew with the next pairs, at half the risk; medians
    hold for all pairs.
    """

    name: str
    unit: str
    take: Take
    share: bool
    bound: float = 1.0
    risk: float = 0.05
    begun_anew: int = 0
    interval: Interval = field(default_factory=Interval)
    one: Sample = field(default_factory=Sample)
    other: Sample = field(default_factory=Sample)
    apart: Sample = field(default_factory=Sample)

    @property
    def level(self) -> float:
        """Its mean on the first side."""
        return self.one.mean

    def begin(self, bound: float) -> None:
        """Begin the interval of the mean, for differences up to a bound."""
        part = 1 if self.share else 2 ** (2 + self.begun_anew)
        self.bound, self.interval = bound, Interval(self.risk / part)

    def add(self, before: Sequence[float], after: Sequence[float]) -> None:
        """Add the values of more pairs."""
        self.one.add(before)
        self.other.add(after)
        apart = [b - a for a, b in zip(before, after, strict=True)]
        self.apart.add(apart)
        widest = max(map(abs, apart), default=0.0)
        if widest > self.bound and not self.share:
            self.begun_anew += 1
            self.begin(WIDE * widest)
        else:
            self.interval.add(one / self.bound for one in apart)

    def quantile(self, share: float) -> Difference:
        """Compare a quantile of both sides, for which see `verdicts.py`."""
        return difference(self.one, self.other, share, self.risk / 4)

    def verdict(self, within: float) -> str:
        """Judge the second side's mean against the first: `better` means more, `worse` means less.

        `same` means that differences as large as `within` (a share, or a fraction of the first
        side's mean) are ruled out; else `undecided`.
        """
        if self.interval.refutes_none():
            return "better" if self.interval.mean > 0 else "worse"
        return "same" if self.interval.is_within(self.close(within)) else "undecided"

    def usual(self, within: float) -> str:
        """Judge the median difference of a pair likewise; shares are `undecided`."""
        if self.share:
            return "undecided"
        low, high = self.usual_difference()
        if low > 0 or high < 0:
            return "better" if low > 0 else "worse"
        close = within * abs(self.one.median())
        return "same" if max(-low, high) <= close else "undecided"

    def usual_difference(self) -> tuple[float, float]:
        """Return an interval for the median difference of a pair; infinite while unknown."""
        return self.apart.interval(0.5, self.risk / 4)

    def is_open(self, within: float) -> bool:
        """Tell whether more pairs are worth while: where means have tails, for the medians."""
        decided = self.verdict(within) != "undecided"
        return not decided and (not self.begun_anew or self.usual(within) == "undecided")

    def close(self, within: float) -> float:
        """Convert a tolerance to the interval's scale: differences up to it count as none.

        For shares the tolerance is absolute, for others relative to `level`.
        """
        return within if self.share else within * abs(self.level) / self.bound

    def scaled(self, value: float) -> float:
        """Convert a value of the interval to the measure's own unit."""
        return value * self.bound


def measures_of(
    one: Match,
    other: Match,
    risk: float,
    named: Sequence[tuple[str, bool]] = (),
    of_results: Sequence[OfResult] = (),
    split: Sequence[str] = (),
    naming: Sequence[Naming] = (),
) -> list[Measure]:
    """List what both sides can be measured by, sharing the risk equally among all measures.

    `named` holds the titles of the matches' `looks`, each with whether it is a yes-or-no question.
    Wins are split by what seats were in words, if there are any in `split`: `naming` words it on
    each side. Points are measured only if both games have them, and turns likewise.
    """
    names = list(dict.fromkeys(one.seats))
    if split:
        who = [(name, _being(name, naming, len(one.seats))) for name in split]
    elif set(names) == set(other.seats) and len(names) > 1:
        who = [(name, _played_by(name)) for name in names]
    else:
        who = [(f"seat {seat + 1}", _at(seat)) for seat in range(len(one.seats))]
    together = one.game.plan.program.together
    found = [
        Measure(f"wins of {name}", "share", _wins(being, together), True) for name, being in who
    ]
    found.append(Measure(NOBODY, "share", lambda o, _, __: float(not o.winners), True))
    found.append(Measure("length", "turns", lambda o, _, __: float(o.turns), False))
    found.append(Measure("decisions", "decisions", lambda o, _, __: float(o.decisions), False))
    scored = all(side.game.plan.program.points is not None for side in (one, other))
    if scored:
        found.append(Measure("points of all", "points", _points, False))
        found.append(Measure("gap of the best two", "points", _gap, False))
    lowest = [
        kept is not None and kept.lowest
        for kept in (side.game.plan.program.points for side in (one, other))
    ]
    for told in of_results:
        if told.what == "win":
            found.append(Measure(told.name, "share", _has_won(told.seat), True))
        elif told.what == "place":
            found.append(Measure(told.name, "places", _place(told.seat, lowest), False))
        elif scored:
            found.append(Measure(told.name, "points", _points_of(told.seat), False))
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
        each.risk = risk / len(found)
        each.begin(each.bound)
    return found


def _has_turns(side: Match) -> bool:
    return any(func.sort in ("turn", "round") for func in side.game.plan.program.funcs.values())


def _wins(who: Who, together: bool) -> Take:
    """Measure what part of the win somebody has; what nobody wins counts as shared equally.

    So a change that only makes draws rarer does not look like one of balance. Where all play
    together, there is nothing to share.
    """

    def take(o: Outcome, seats: Sequence[str], side: int) -> float:
        being = who(o, seats, side)
        if o.winners or together:
            return sum(being[seat] for seat in o.winners) / max(1, len(o.winners))
        return sum(being) / len(being)

    return take


def _at(seat: int) -> Who:
    return lambda _, seats, __: [at == seat for at in range(len(seats))]


def _played_by(name: str) -> Who:
    return lambda _, seats, __: [one == name for one in seats]


def _being(name: str, naming: Sequence[Naming], seats: int) -> Who:
    return lambda o, _, side: [naming[side](one) == name for one in o.measured[-seats:]]


def _has_won(seat: int) -> Take:
    return lambda o, _, __: 1 / len(o.winners) if seat in o.winners else 0.0


def _place(seat: int, lowest: Sequence[bool]) -> Take:
    def take(o: Outcome, _: Sequence[str], side: int) -> float:
        """Count who came before a seat: winners first, the others by their points."""
        if seat in o.winners:
            return 1.0
        better = set(o.winners)
        if o.points:
            sign = -1 if lowest[side] else 1
            own = sign * o.points[seat]
            better |= {other for other, points in enumerate(o.points) if sign * points > own}
        return 1.0 + len(better)

    return take


def _points_of(seat: int) -> Take:
    return lambda o, _, __: float(o.points[seat]) if o.points else 0.0


def _measured(number: int) -> Take:
    return lambda o, _, __: o.measured[number]


def _points(o: Outcome, _: Sequence[str], __: int) -> float:
    return float(sum(o.points))


def _gap(o: Outcome, _: Sequence[str], __: int) -> float:
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
        self._open = ExitStack()
        self._fast = [chance_player(side) for side in self.sides]

    def __enter__(self) -> Pairs:
        compiled = all(one is not None and not one.looks and one.by < 0 for one in self._fast)
        if self._jobs > 1 and not compiled and self._cluster is None:
            self._pool = self._open.enter_context(worker_pool(self._jobs, _begin, *self.sides))
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def play(self, first: int, count: int) -> Iterator[tuple[Outcome, Outcome]]:
        """Play the pairs `first` to `first + count - 1` and yield their outcomes in order.

        Raises `OutOfTime`, as its matches do.
        """
        numbers = range(first, first + count)
        if self._cluster is not None:
            games = [self._cluster.outcomes(side, first, count) for side in self.sides]
            yield from zip(*games, strict=True)
            return
        if self._pool is not None:
            with minding_ended_workers():
                yield from self._pool.map(_pair, numbers)
            return
        both = list(zip(self.sides, self._fast, strict=True))
        if all(player is None for player in self._fast):
            for n in numbers:
                one, other = (side.play(n) for side, _ in both)
                yield one, other
            return
        done = [play_numbers(side, player, numbers) for side, player in both]
        yield from zip(*done, strict=True)

    def seated(self, side: int, number: int) -> Sequence[str]:
        """Return the players by seat on one side of a pair."""
        return self.sides[side].seated(number)


def settle_bounds(
    measures: Sequence[Measure],
    played: Sequence[tuple[Outcome, Outcome]],
    pairs: Pairs,
    first: int,
) -> None:
    """Set the bounds on differences of lengths and points by the pairs of the pilot."""
    for measure in measures if played else ():
        if not measure.share:
            before, after = _values(measure, played, pairs, first)
            widest = max(abs(b - a) for a, b in zip(before, after, strict=True))
            measure.begin(max(measure.bound, WIDE * widest))


def add(
    measures: Sequence[Measure],
    played: Sequence[tuple[Outcome, Outcome]],
    pairs: Pairs,
    first: int,
) -> None:
    """Add more pairs to the measures."""
    for measure in measures:
        measure.add(*_values(measure, played, pairs, first))


def _values(
    measure: Measure, played: Sequence[tuple[Outcome, Outcome]], pairs: Pairs, first: int
) -> tuple[list[float], list[float]]:
    """Measure both sides of pairs, of which the first has this number."""
    sides = zip(*played, strict=True)
    before, after = (
        [
            measure.take(one, pairs.seated(side, number), side)
            for number, one in enumerate(games, first)
        ]
        for side, games in enumerate(sides)
    )
    return before, after


_here: list[tuple[Player | None, Match]] = []


def _begin(*sides: Match) -> None:
    as_worker()
    _here.extend((chance_player(side), side) for side in sides)


def _pair(number: int) -> tuple[Outcome, Outcome]:
    one, other = (
        play_numbers(side, player, range(number, number + 1))[0] for player, side in _here
    )
    return one, other
