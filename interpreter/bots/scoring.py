"""What a position is worth to each seat, from 0 to 1: one table for all players that look ahead.

| the game | what each seat has | |---|---| | is won by one | 1, the others 0 | | is won by several
| an equal share of 1, the others 0 | | is over, and nobody has won | an equal share of 1: a draw |
| is won or lost by all together | 1 or 0, each | | is over, and has a `payoff` | half, and how much
more it is than that of the others on average | | goes on | by how far a seat leads in what players
aim at: level is level, and the sum is 1 | | goes on without some | 0 for who is out, the others
share as above | | goes on, all play together | by what they aim at, relative to what is usual from
here |

Players aim at the `aim` of the rules, else the `payoff`, else the points that the rules compare;
without any of these, all are level until the end. Takes an engine and a handle; knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import interpreter as rw
from interpreter.interface.engines import AnyEngine

LEAST_WANDER = 0.1  # of the exploration in games that are won or lost
SURE = 1e9  # a lead beyond any other: the game is won


@dataclass(frozen=True, slots=True)
class Usual:
    """What is usual in the games that may follow.

    That is the size of a lead, of a difference in payoffs, and where all play together, of what
    they reach; and by how much positions differ in worth, compared with won or lost games: the less
    they do, the less a search explores what looks worse.
    """

    lead: float = 1.0
    payoff: float = 1.0
    middle: float = 0.0
    wander: float = 1.0


class Evaluator:
    """Evaluates positions of one game. Leads are compared with `usual`; see `measure`."""

    def __init__(self, game: rw.Game, engine: AnyEngine) -> None:
        program = game.plan.program
        points = program.points
        by_points = program.aim is None and program.payoff is None
        self._engine = engine
        self.sign = -1 if by_points and points is not None and points.lowest else 1
        self.known = not by_points or points is not None
        self.counts = program.payoff is not None
        self.together = program.together
        self.usual = Usual()

    def aims(self, handle: object) -> list[int]:
        """Return what each seat has of what players aim at; the more, the better.

        Empty if the rules say nothing of the kind.
        """
        return [self.sign * one for one in self._engine.aims(handle)] if self.known else []

    def measure(self, handles: Iterable[object], players: int, seat: int = 0) -> None:
        """Estimate from sequels of a position what is usual there, from the view of `seat`."""
        ends: list[float] = []
        leads: list[float] = []
        reached: list[float] = []
        found: list[tuple[bool, tuple[int, ...], tuple[int, ...]]] = []
        for handle in handles:
            engine = self._engine
            over = bool(engine.over(handle))
            if self.counts and over:
                paid = tuple(engine.payoffs(handle))
                ends += [abs(one) for one in _beyond(paid)]
                reached.append(paid[0])
                found.append((over, paid, ()))
            elif over:
                found.append((over, (), tuple(engine.winners(handle))))
            elif aims := self.aims(handle):
                leads.append(max(aims) - sorted(aims)[-2] if len(aims) > 1 else abs(aims[0]))
                reached.append(aims[0])
                found.append((over, tuple(aims), ()))
        middle = sum(reached) / len(reached) if reached else 0.0
        if self.together:
            leads = [abs(one - middle) for one in reached]
        lead = sum(leads) / len(leads) if leads else 0.0
        self.usual = Usual(max(1.0, lead), max(ends, default=0.0) or 1.0, middle)
        worth = [self._of_sequel(*one, players)[seat] for one in found]
        if worth:
            mean = sum(worth) / len(worth)
            differ = 2 * sum(abs(one - mean) for one in worth) / len(worth)
            self.usual = replace(self.usual, wander=max(LEAST_WANDER, min(1.0, differ)))

    def _of_sequel(
        self, over: bool, numbers: tuple[int, ...], winners: tuple[int, ...], players: int
    ) -> Sequence[float]:
        if over and self.counts:
            return self._paid(numbers)
        if over:
            return _won(winners, players, self.together)
        if self.together or len(numbers) == 1:
            return [self._hoped(numbers[0])] * len(numbers)
        return shares(numbers, self.usual.lead)

    def of(self, handle: object, players: int) -> list[float]:
        """Compute what a position is worth to each seat, by the table of this module."""
        engine = self._engine
        if engine.over(handle):
            if self.counts:
                return self._paid(engine.payoffs(handle))
            return _won(engine.winners(handle), players, self.together)
        aims = self.aims(handle)
        if aims and (self.together or players == 1):
            return [self._hoped(aims[0])] * players
        outs = engine.outs(handle)
        left = [seat for seat in range(players) if not (outs and outs[seat])] or range(players)
        parts = [1 / len(left)] * len(left)
        if aims and len(left) > 1:
            parts = shares([aims[seat] for seat in left], self.usual.lead)
        made = [0.0] * players
        for seat, part in zip(left, parts, strict=True):
            made[seat] = part
        return made

    def _paid(self, payoffs: Sequence[int]) -> list[float]:
        if self.together or len(payoffs) == 1:
            return [self._hoped(payoffs[0])] * len(payoffs)
        return [0.5 + one / (2 * self.usual.payoff) for one in _beyond(payoffs)]

    def _hoped(self, reached: float) -> float:
        far = (reached - self.usual.middle) / self.usual.lead
        return 0.5 + far / 2 if self.counts else bent(far)

    def counted(self, worth: float) -> float | None:
        """Convert a worth back to payoff; None where only wins count.

        That is by how much a seat exceeds the average of the others, or what all have together.
        """
        if not self.counts:
            return None
        far = 2 * (worth - 0.5)
        if self.together:
            return self.usual.middle + far * self.usual.lead
        return far * self.usual.payoff

    def lead(self, handle: object, seat: int) -> float:
        """Compute a seat's lead over the best other one, in what players aim at.

        Where all play together, it is what they have reached. 0 in a draw; a win is beyond any
        lead, a loss below any.
        """
        engine = self._engine
        if engine.over(handle):
            if self.counts:
                return self._ahead(engine.payoffs(handle), seat)
            winners = engine.winners(handle)
            if not winners:
                return -SURE if self.together else 0.0
            return SURE / (1 if self.together else len(winners)) if seat in winners else -SURE
        aims = self.aims(handle)
        return self._ahead(aims, seat) if aims else 0.0

    def _ahead(self, aims: Sequence[int], seat: int) -> float:
        others = [one for at, one in enumerate(aims) if at != seat]
        return float(aims[seat] - (0 if self.together or not others else max(others)))


def shares(aims: Sequence[int], usual: float) -> list[float]:
    """Divide 1 among the seats by their leads over the best other seat.

    Equal seats get equal shares, and leads count as much as equal deficits.
    """
    best = max(aims)
    second = best if aims.count(best) > 1 else max(one for one in aims if one != best)
    parts = [bent((one - (second if one == best else best)) / usual) for one in aims]
    whole = 0.0
    for one in parts:  # `sum` rounds otherwise in later versions of Python
        whole += one
    return [one / whole for one in parts]


def bent(lead: float) -> float:
    """Map a lead to a number between 0 and 1: 0 to a half, one usual lead to three quarters.

    Plain arithmetic, so that compiled rules come to the same number.
    """
    return 0.5 + 0.5 * lead / (1 + abs(lead))


def _won(winners: Sequence[int], players: int, together: bool) -> list[float]:
    if together:
        return [1.0 if winners else 0.0] * players
    if not winners:
        return [1 / players] * players
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(players)]


def _beyond(payoffs: Sequence[int]) -> list[float]:
    """Compute by how much each seat exceeds the average of the others; the sum is 0.

    A single seat keeps its payoff.
    """
    if len(payoffs) == 1:
        return [float(payoffs[0])]
    whole, others = sum(payoffs), len(payoffs) - 1
    return [one - (whole - one) / others for one in payoffs]
