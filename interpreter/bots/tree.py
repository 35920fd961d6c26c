"""Information-set Monte Carlo tree search.

Source: Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search", 2012 (one tree for
the seat that thinks; each look deals hidden information anew), with upper confidence bounds
(Kocsis, Szepesvári, 2006), and proofs where nothing is left to chance (Winands, Björnsson, Saito,
"Monte-Carlo Tree Search Solver", 2008). Chance is open: an edge is an answer, and dice are rolled
anew in each look. An answer that leads back to a position of the same turn is not explored again.

Compiled rules grow the same tree themselves (`backends/c/search.c`): same looks, same numbers.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from math import log, sqrt
from struct import pack
from typing import TYPE_CHECKING, Any, NamedTuple

from interpreter.bots.scoring import Evaluator
from interpreter.interface.engines import AnyEngine, NativeEngine, PythonEngine, Stopped
from interpreter.run.chance import GOLDEN, MASK, mix
from interpreter.run.random_answers import position
from interpreter.run.state import BaseState

WANDER = 0.7  # weight of exploration
DEEPEST = 4096  # most questions of one look within the tree
KEPT = 256  # positions remembered per turn
DRAW = -1

if TYPE_CHECKING:
    Table = ctypes.Array[ctypes.c_double]


class Edge:
    """One answer: how often it was taken and available, and the results."""

    __slots__ = ("below", "closed", "earned", "offered", "proof", "undone", "visits")

    def __init__(self) -> None:
        self.visits = self.offered = 0
        self.earned = 0.0
        self.proof = 0  # 1 and the seat that wins for certain, `DRAW`, or 0
        self.closed = False  # it leads in a circle
        self.undone = False  # the same turn can lead back from it
        self.below: dict[int, Node] = {}  # by the site that follows


Node = dict[object, Edge]
"""A question: what came of each of its answers so far."""


class Weighed(NamedTuple):
    """The statistics of one option.

    How often it was taken, what is proven, whether it leads in a circle, its total result over all
    looks, and whether the same turn can undo it.
    """

    visits: int
    proof: int
    closed: bool
    earned: float
    undone: bool


@dataclass(frozen=True, slots=True)
class Terms:
    """The parameters of a search.

    A game is played on for at most `cut` questions, and up to the turn `until`, so that all answers
    are judged at the same moment; `exact` says that nothing is hidden and two players oppose each
    other.
    """

    worth: Evaluator
    cut: int
    until: int
    exact: bool


def tables(most: int) -> tuple[Table, Table]:
    """Return the two factors of the upper confidence bound, indexed by counts up to `most`.

    The first is indexed by how often an answer was offered, the second by how often it was taken.
    Compiled rules use them, too, since they have no logarithm of their own.
    """
    size = 1024
    while size <= most + 1:
        size *= 2
    return _tables(size)


@cache
def _tables(size: int) -> tuple[Table, Table]:
    spread, rarely = (ctypes.c_double * size)(), (ctypes.c_double * size)()
    for n in range(1, size):
        spread[n], rarely[n] = WANDER * sqrt(log(n)), 1 / sqrt(n)
    return spread, rarely


def think(
    engine: AnyEngine, deals: Sequence[Any], seed: int, iterations: int, terms: Terms
) -> list[Weighed]:
    """Search the options of positions that the thinking seat cannot tell apart.

    Returns the findings in option order. Runs in C for a native engine.
    """
    spread, rarely = tables(iterations)
    if isinstance(engine, NativeEngine):
        native, worth = engine.native, terms.worth
        clock = native.places[engine.clock] if engine.clock else 0
        flags = (
            terms.cut,
            clock,
            terms.until,
            worth.known,
            worth.counts,
            worth.together,
            worth.sign,
            terms.exact,
        )
        usual = worth.usual
        packed = pack("<8q4d", *flags, usual.lead, usual.payoff, usual.middle, usual.wander)
        found = native.think(deals, seed, iterations, packed, spread, rarely)
        return [
            Weighed(visits, proof, bool(circle & 1), got, circle > 1)
            for visits, proof, circle, got in found
        ]
    assert isinstance(engine, PythonEngine)
    tree = SearchTree(engine, seed, terms, spread, rarely)
    return tree.think(deals, iterations)


class SearchTree:
    """The tree of one position, in Python."""

    def __init__(
        self,
        engine: PythonEngine,
        seed: int,
        terms: Terms,
        spread: Table,
        rarely: Table,
    ) -> None:
        self._engine, self._seed, self._terms = engine, seed, terms
        self._spread, self._rarely = spread, rarely
        self._wander = terms.worth.usual.wander
        self._root: Node = {}
        self._draws: object = None
        self._clock = engine.clock

    def think(self, deals: Sequence[BaseState], iterations: int) -> list[Weighed]:
        """Run the search; see the function `think`."""
        engine, exact = self._engine, self._terms.exact
        options, actor = engine.count(deals[0]), engine.actor(deals[0])
        self._draws = deals[0].draws
        for number in range(iterations):
            with suppress(Stopped):  # a stopped look does not count
                self._iterate(engine.clone(deals[number % len(deals)]), number)
            if exact and proven(self._root, actor, options):
                break
        edges = [self._root.get(index) or Edge() for index in range(options)]
        return [Weighed(e.visits, e.proof, e.closed, e.earned, e.undone) for e in edges]

    def _seed_of(self, number: int) -> int:
        return mix((self._seed + (number + 1) * GOLDEN) & MASK)

    def _iterate(self, handle: BaseState, number: int) -> None:
        """Run one look: descend, expand an answer, play on at random, and back up the result."""
        engine, terms = self._engine, self._terms
        own, players = self._seed_of(number), handle.n
        engine.reseed(handle, own)
        path: list[tuple[Node, Edge, int, int]] = []
        node, proof = self._root, 0
        turn, here, first = -1, set[object](), None
        while True:
            if engine.over(handle):
                found = terms.worth.of(handle, players)
                proof = self._end(handle)
                break
            options = engine.options(handle)
            count = len(options)
            if count == 1:
                engine.choose(handle, 0)
                continue
            if self._clock:
                if getattr(handle, self._clock) != turn:
                    turn = getattr(handle, self._clock)
                    here.clear()
                if len(here) < KEPT:
                    now = position(handle)
                    first = first if path else now
                    if now in here:
                        path[0][1].undone |= now == first
                        _close(path)
                        return
                    here.add(now)
            if len(path) == DEEPEST:
                return
            # A face-down card differs from deal to deal, so the root is keyed by index.
            keys: Sequence[object] = range(count) if node is self._root else options
            fresh = [at for at, key in enumerate(keys) if key not in node]
            actor = engine.actor(handle)
            if fresh:
                at = fresh[own % len(fresh)]
                after = engine.playout(handle, at, self._seed_of(~number), terms.cut, terms.until)
                edge = node[keys[at]] = Edge()
                edge.offered = 1
                path.append((node, edge, actor, count))
                found = terms.worth.of(after, players)
                if engine.asked == 0:
                    proof = self._end(after)
                break
            at = self._promising(node, keys, actor)
            edge = node[keys[at]]
            path.append((node, edge, actor, count))
            if edge.proof:
                sure = edge.proof - 1
                found = [1 / players if sure < 0 else float(sure == k) for k in range(players)]
                break
            engine.choose(handle, at)
            node = edge.below.setdefault(engine.site(handle), {})
        _note(path, found, proof)

    def _end(self, handle: BaseState) -> int:
        """Return what an end proves: the winner's seat plus 1, `DRAW`, or 0 if chance played in."""
        if not self._terms.exact or not handle.over or handle.draws != self._draws:
            return 0
        winners = self._engine.winners(handle)
        return winners[0] + 1 if len(winners) == 1 else DRAW

    def _promising(self, node: Node, keys: Sequence[object], actor: int) -> int:
        """Select the option with the highest upper bound, and count all options as offered.

        Proven wins come first, proven losses and circles last.
        """
        best, at, how = -1e300, 0, -1
        for place, key in enumerate(keys):
            edge = node[key]
            edge.offered += 1
            bound = edge.earned / edge.visits
            bound += self._wander * self._spread[edge.offered] * self._rarely[edge.visits]
            shut = edge.closed or edge.proof > 0
            open_ = 2 if edge.proof == actor + 1 else 0 if shut else 1
            if open_ > how or (open_ == how and bound > best):
                best, at, how = bound, place, open_
        return at


def _note(path: Sequence[tuple[Node, Edge, int, int]], found: Sequence[float], proof: int) -> None:
    """Back up a result along the path, together with what it proves."""
    for node, edge, actor, count in reversed(path):
        edge.visits += 1
        edge.earned += found[actor]
        if proof and not edge.proof:
            edge.proof = proof
            proof = proven(node, actor, count)
        else:
            proof = 0


def proven(node: Node, actor: int, options: int) -> int:
    """Return what is proven of a question: the winner's seat plus 1, `DRAW`, or 0 while open."""
    proofs = [edge.proof for edge in node.values()]
    if actor + 1 in proofs:
        return actor + 1
    if len(proofs) < options or 0 in proofs:
        return 0
    return DRAW if DRAW in proofs else proofs[-1]


def _close(path: Sequence[tuple[Node, Edge, int, int]]) -> None:
    """Close an answer that leads back to an earlier position of the turn.

    A question whose answers are all closed closes the answer that leads to it.
    """
    for node, edge, _, count in reversed(path):
        edge.closed = True
        if len(node) < count or not all(one.closed for one in node.values()):
            return
