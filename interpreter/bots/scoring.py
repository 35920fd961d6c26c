"""What a position is worth to each seat, from 0 to 1.

Takes an engine and a handle; a finished game is worth 1 to its winner and is shared among several,
one that was cut off is worth what each seat leads by. Knows no game: what players aim at stands in
their rules (`define aim of player`), else their points count.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any

import interpreter as rw
from interpreter.interface.engines import Engine

_STEEP = 30.0  # beyond this a lead is as good as won


class Worth:
    """Judges positions of one game; keeps the usual size of a lead, against which others count."""

    def __init__(self, game: rw.Game, engine: Engine[Any]) -> None:
        program = game.plan.program
        points = program.points
        self._engine = engine
        self._sign = -1 if program.aim is None and points is not None and points.lowest else 1
        self.known = program.aim is not None or points is not None
        self._leads, self._seen = 1.0, 1

    def of(self, handle: object, players: int) -> list[float]:
        """Give what a position is worth to each seat."""
        engine = self._engine
        if engine.over(handle):
            winners = engine.winners(handle)
            if not winners:
                return [0.0] * players
            share = 1 / len(winners)
            return [share if seat in winners else 0.0 for seat in range(players)]
        if not self.known:
            return [1 / players] * players
        return self._by_lead([self._sign * one for one in engine.aims(handle)])

    def _by_lead(self, aims: Sequence[int]) -> list[float]:
        if len(aims) == 1 or min(aims) == max(aims):  # all win or lose together, or all are level
            far = aims[0] / (abs(aims[0]) + 10)
            return [(0.5 + far / 2) / len(aims)] * len(aims)
        best = max(aims)
        second = max((one for one in aims if one != best), default=best)
        ahead = [one - (best if one != best or aims.count(best) > 1 else second) for one in aims]
        self._seen += 1
        self._leads += (best - second - self._leads) / self._seen
        usual = max(1.0, self._leads)
        worth = [1 / (1 + exp(-max(-_STEEP, min(_STEEP, one / usual)))) for one in ahead]
        whole = sum(worth)
        return [one / whole for one in worth]

    def lead(self, handle: object, seat: int) -> float:
        """How far a seat is ahead of the best other one, in what players aim at; how far they all
        are where they are always level. Beyond any lead for a seat that has won, below any for one
        that has lost."""
        engine = self._engine
        if engine.over(handle):
            winners = engine.winners(handle)
            return 1e9 / len(winners) if seat in winners else -1e9
        aims = [self._sign * one for one in engine.aims(handle)] if self.known else []
        if not aims:
            return 0.0
        others = [one for at, one in enumerate(aims) if at != seat]
        if not others or (min(aims) == max(aims)):
            return float(aims[seat])
        return float(aims[seat] - max(others)) + aims[seat] / 1000
