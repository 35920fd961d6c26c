"""Determinizations: positions as one seat may imagine them, as engine handles.

Takes a state and the seat that thinks, and returns handles in which everything hidden from it is
dealt anew. A deal is a pure function of what the seat sees, the seed and the number of the deal.
"""

from __future__ import annotations

from random import Random

import interpreter as rw
from interpreter.interface.engines import AnyEngine, Stopped
from interpreter.interface.state import engine_of, seen_anew
from interpreter.run.chance import GOLDEN, MASK, mix

_TRIES = 10  # deals to try until one is playable
_SOON = 12  # questions for which a deal is tried out


class Deals:
    """Deals of one position: `take(n)` returns a handle of its own for the nth look."""

    def __init__(self, state: rw.State, seat: int, engine: AnyEngine, seed: int, most: int) -> None:
        self._engine, self.seed = engine, seed
        self._position = engine_of(state)
        self._anew = seen_anew(state, seat, most)
        self.hides = self._anew.hides
        """Whether anything is hidden from the seat."""
        self._most = most if self.hides else 1
        self._made: list[object] = []

    def seed_of(self, number: int) -> int:
        """Derive the seed of the nth look."""
        return mix((self.seed + (number + 1) * GOLDEN) & MASK)

    def _dealt(self, rng: Random) -> object:
        """Make one deal that the rules can go on from, if a few tries find one.

        Others are impossible: somebody would have had to act before, for example to lay down a book
        that they now hold.
        """
        for _ in range(_TRIES if self.hides else 1):
            made = self._engine.dealt(self._position, self._anew.position(rng))
            if not self.hides:
                break
            try:
                self._engine.playout(made, -1, rng.getrandbits(64), _SOON)
                break
            except Stopped:
                continue
        return made

    def all(self, most: int) -> list[object]:
        """Return the deals for some number of looks, which take copies of them in turn."""
        while len(self._made) < min(most, self._most):
            if self._made and self._anew.tired:  # earlier deals are reused
                self._most = len(self._made)
                break
            self._made.append(self._dealt(Random(self.seed_of(len(self._made)))))
        return self._made

    def take(self, number: int) -> object:
        """Return a position for the nth look, with a seed of its own for dice and shuffles."""
        made = self.all(number + 1)
        handle = self._engine.clone(made[number % self._most])
        self._engine.reseed(handle, self.seed_of(number))
        return handle
