"""Positions as one seat may think of them, as handles of an engine.

Takes a state and the seat that thinks; gives handles in which what it cannot see is dealt anew.
What is dealt is a pure function of what the seat sees, the seed and the number of the deal.
"""

from __future__ import annotations

from random import Random
from typing import Any

import interpreter as rw
from interpreter.interface.dealing import hidden_groups
from interpreter.interface.engines import Engine, Stopped
from interpreter.interface.state import engine_of, seen_anew
from interpreter.run.chance import GOLDEN, MASK, mix

_TRIES = 10  # deals until one is found from which the rules go on
_SOON = 12  # questions that a deal is tried for


class Deals:
    """Deals of one position: `take(n)` gives a handle of its own for the nth look."""

    def __init__(
        self, state: rw.State, seat: int, engine: Engine[Any], seed: int, most: int
    ) -> None:
        self._engine, self.seed = engine, seed
        position = engine_of(state)
        plan = state.game.plan
        # One hidden die alone is a group of its own, and yet its face is dealt anew.
        self._hides = bool(state._sealed or hidden_groups(plan, position, seat, state._memory))
        self._most = most if self._hides else 1
        self._anew = seen_anew(state, seat, self._most)
        self._made: list[object] = []

    @property
    def hides(self) -> bool:
        """Whether there is anything that the seat cannot see."""
        return self._hides

    def seed_of(self, number: int) -> int:
        """Give the seed of the nth look."""
        return mix((self.seed + (number + 1) * GOLDEN) & MASK)

    def _dealt(self, rng: Random) -> object:
        """One deal. One from which the rules cannot go on is none that can be: others would have
        had to act before, such as to lay down a book that they now hold."""
        for _ in range(_TRIES if self._hides else 1):
            made = self._engine.bring(self._anew.position(rng))
            if not self._hides:
                break
            try:
                self._engine.playout(made, -1, rng.getrandbits(64), _SOON)
                break
            except Stopped:
                continue
        return made

    def all(self, most: int) -> list[object]:
        """Return the deals for so many looks; each look takes a copy of one, in turn."""
        while len(self._made) < min(most, self._most):
            if self._made and self._anew.tired:  # what was dealt serves again
                self._most = len(self._made)
                break
            self._made.append(self._dealt(Random(self.seed_of(len(self._made)))))
        return self._made

    def take(self, number: int) -> object:
        """Return a position for the nth look; future dice and shuffles fall anew in each."""
        made = self.all(number + 1)
        handle = self._engine.clone(made[number % self._most])
        self._engine.reseed(handle, self.seed_of(number))
        return handle
