"""Search: a tree of what may come, grown by trying out (information-set Monte Carlo tree search).

Source: Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search", 2012 (one tree for
the seat that thinks; each iteration deals what it cannot see anew), with upper confidence bounds
(Kocsis, Szepesvári, 2006). Chance is open: an edge is an answer, and what dice bring falls anew in
each iteration. A budget is a number of iterations, never of seconds: the same state, seed and
budget give the same answer on any machine, in Python and in compiled rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import log, sqrt
from typing import Any

import interpreter as rw
from interpreter.bots.dealt import Deals
from interpreter.bots.patience import at_random
from interpreter.bots.scoring import Worth
from interpreter.interface.engines import Engine, Stopped

WANDER = 0.7  # how much is given to what was tried little
DEALS = 100  # different deals of one decision at most; iterations share them in turn
CUT = 16  # questions that a game is played on for, where the rules tell what players aim at
TO_THE_END = 5_000  # the same where only the end tells


class Edge:
    """One answer: how often it was taken and could have been, and what came of it."""

    __slots__ = ("below", "earned", "offered", "visits")

    def __init__(self) -> None:
        self.visits = self.offered = 0
        self.earned = 0.0
        self.below: dict[int, dict[Any, Edge]] = {}  # by the question that follows


@dataclass(frozen=True, slots=True)
class Considered:
    """One option as a search sees it: how many iterations took it, and its expected share of the
    win, from 0 to 1."""

    index: int
    visits: int
    worth: float


class Search:
    """Thinks about positions of one game."""

    def __init__(
        self, game: rw.Game, engine: Engine[Any], iterations: int, seed: int = 1, cut: int = 0
    ) -> None:
        self.game, self.engine, self.iterations, self.seed = game, engine, iterations, seed
        self.cut = cut

    def choose(self, state: rw.State) -> rw.Option:
        """Give the option that was looked at most; the better one of several."""
        if len(state.options) == 1:
            return state.options[0]
        if (tired := at_random(state, self.seed)) is not None:
            return tired
        best = max(self.consider(state), key=lambda one: (one.visits, one.worth, -one.index))
        return state.options[best.index]

    def consider(self, state: rw.State) -> list[Considered]:
        """All options of the seat that decides, with what was found about them."""
        seat, players = state.actor, state.players
        deals = Deals(state, seat, self.engine, self._seed_for(state), DEALS)
        worth = Worth(self.game, self.engine)
        cut = self.cut or (CUT if worth.known else TO_THE_END)
        root: dict[Any, Edge] = {}
        for number in range(self.iterations):
            with suppress(Stopped):  # such a look counts for nothing
                self._iterate(root, deals, number, worth, players, cut)
        made = []
        for index in range(len(state.options)):
            edge = root.get(index)
            if edge is None or not edge.visits:
                made.append(Considered(index, 0, 0.0))
            else:
                made.append(Considered(index, edge.visits, edge.earned / edge.visits))
        return made

    def _seed_for(self, state: rw.State) -> int:
        """Give a seed that hangs on nothing hidden: who decides, what is offered, when."""
        told = f"{state.seats[state.actor]} {state.turn} {state.question} {len(state.options)}"
        made = self.seed & (1 << 64) - 1
        for char in told:
            made = (made * 1_099_511_628_211 ^ ord(char)) & (1 << 64) - 1
        return made

    def _iterate(
        self,
        edges: dict[Any, Edge],
        deals: Deals,
        number: int,
        worth: Worth,
        players: int,
        cut: int,
    ) -> None:
        """Down the tree, one answer beyond it, on by chance, and back up."""
        engine = self.engine
        handle = deals.take(number)
        path: list[tuple[Edge, int]] = []
        root = edges
        while True:
            options = engine.options(handle)
            if not options:
                found = worth.of(handle, players)
                break
            if len(options) == 1:
                engine.choose(handle, 0)
                continue
            # What lies face down is another card in each deal, and goes by its place.
            keys: Sequence[object] = range(len(options)) if edges is root else options
            fresh = [at for at, key in enumerate(keys) if key not in edges]
            if fresh:
                at = fresh[deals.seed_of(number) % len(fresh)]
                actor = engine.actor(handle)
                after = engine.playout(handle, at, deals.seed_of(~number), cut)
                edge = edges[keys[at]] = Edge()
                edge.offered = 1
                path.append((edge, actor))
                found = worth.of(after, players)
                break
            best, at = -1.0, 0
            for place, key in enumerate(keys):
                edge = edges[key]
                edge.offered += 1
                bound = edge.earned / edge.visits + WANDER * sqrt(log(edge.offered) / edge.visits)
                if bound > best:
                    best, at = bound, place
            edge = edges[keys[at]]
            path.append((edge, engine.actor(handle)))
            engine.choose(handle, at)
            edges = edge.below.setdefault(engine.site(handle), {})
        for edge, actor in path:
            edge.visits += 1
            edge.earned += found[actor]
