"""A search bot in Python over compiled rules: plain UCT, whose playouts run inside C.

What it takes of a game is a state, how many options it has, whose turn it is, and how it ended. In
each of its trees dice and shuffles fall anew; piles and hands it sees as they lie, which a bot for
play among people must not. It must not print.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from math import exp, log, sqrt

from interpreter.backends.c.compiled.engine import NativePlan
from interpreter.backends.c.compiled.states import NativeState
from interpreter.run.chance import GOLDEN, MASK, mix

Value = Callable[[NativeState], list[float]]
"""What a game that is not over is worth to each seat, from 0 to 1."""

WANDER = 0.7  # how much is given to what was tried little


class Node:
    """A decision in the tree: how often each option was taken, and what came of it."""

    __slots__ = ("actor", "after", "count", "earned", "state", "tried", "visits")

    def __init__(self, game: NativePlan, state: NativeState) -> None:
        self.state = state
        self.actor = game.number(state, "actor")
        self.count = game.count(state)
        self.visits = 0
        self.tried = [0] * self.count
        self.earned = [0.0] * self.count
        self.after: dict[int, Node] = {}

    def promising(self) -> int:
        """Give the option to look at next: one that was never tried, else the best bound."""
        if self.visits < self.count:
            return self.visits
        spread = WANDER * WANDER * log(self.visits)
        bounds = [
            earned / tried + sqrt(spread / tried)
            for earned, tried in zip(self.earned, self.tried, strict=True)
        ]
        return bounds.index(max(bounds))


class Search:
    """Thinks about one game; `cut` is how many decisions a playout takes at most."""

    def __init__(self, game: NativePlan, value: Value, cut: int, seed: int = 1) -> None:
        self.game, self.value, self.cut, self.seed = game, value, cut, seed
        self.playouts = 0
        self.board = game.empty()

    def think(self, state: NativeState, iterations: int, trees: int = 1) -> int:
        """Give the option that was looked at most in all trees together."""
        looked = [0] * self.game.count(state)
        for _ in range(trees):
            start = self.game.clone(state)
            self.game.reseed(start, self._next())
            root = Node(self.game, start)
            for _ in range(iterations // trees):
                self.iterate(root)
            looked = [a + b for a, b in zip(looked, root.tried, strict=True)]
        return looked.index(max(looked))

    def _next(self) -> int:
        self.playouts += 1
        return mix((self.seed + self.playouts * GOLDEN) & MASK)

    def iterate(self, node: Node) -> None:
        """Down the tree, one playout from its edge, and back up."""
        game, path = self.game, []
        while True:
            option = node.promising()
            path.append((node, option))
            if not node.tried[option]:
                over = game.playout(self.board, node.state, option, self._next(), self.cut)
                worth = self._worth(self.board, over)
                break
            below = node.after.get(option)
            if below is None:
                state = game.clone(node.state)
                game.choose(state, option)
                below = node.after[option] = Node(game, state)
            if not below.count:
                worth = self._worth(below.state, True)
                break
            node = below
        for node, option in path:
            node.visits += 1
            node.tried[option] += 1
            node.earned[option] += worth[node.actor]

    def _worth(self, state: NativeState, over: bool) -> list[float]:
        if not over:
            return self.value(state)
        seats, winners = self.game.number(state, "n"), self.game.winners(state)
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]


def cubes(game: NativePlan, players: int) -> Value:
    """Old Kingdom in mid-game: who has brought more cubes out of the reserve is ahead, and holds
    better cards."""
    reserve, treasury = game.places["z_player_reserve"], game.places["z_player_treasury"]
    width = game.native.layout.piles["z_player_reserve"].count + 1
    kinds = game.native.layout.lists["z_player_treasury"].count // game.plan.most
    piles, counts = ctypes.c_int32 * (width * players), ctypes.c_int64 * (kinds * players)

    def value(state: NativeState) -> list[float]:
        left = piles.from_address(state.address + reserve)[::width]
        held = counts.from_address(state.address + treasury)[:]
        singles, triples = held[::2], held[1::2]
        half = kinds // 2
        worth = []
        for seat in range(players):
            own = slice(seat * half, (seat + 1) * half)
            worth.append(exp((sum(singles[own]) + 3 * sum(triples[own])) / 12 - left[seat]))
        return [one / sum(worth) for one in worth]

    return value
