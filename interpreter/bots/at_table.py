"""Players by name at the seats of a game that others keep: a plan with a log, its states.

Takes a plan, the names of the seats and a seed; gives the place of an option. The same position is
looked at in the plain print of the rules, which is faster and can be compiled.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import interpreter as rw
from interpreter.bots.search import Considered, Search
from interpreter.bots.seating import ITERATIONS, Bot, bot
from interpreter.interface.state import Sealed, State
from interpreter.pipeline import without_log
from interpreter.run.chance import GOLDEN, MASK, mix
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState


class AtTable:
    """The players of one game."""

    def __init__(self, plan: Plan, seats: Sequence[str], seed: int) -> None:
        self.plan = plan
        self._seats, self._seed = seats, seed
        self._game = rw.Game(without_log(plan), Path())
        self._bots: dict[int, Bot] = {}

    def choose(self, engine: BaseState, sealed: Sealed = (), in_turn: int = 0) -> int:
        """Give the place of the option that the player of the seat which decides takes; `sealed`
        are answers that nobody else sees yet, `in_turn` how many decisions this turn has had.

        Raises what a player of somebody else's does wrong."""
        seat = engine.actor
        if seat not in self._bots:
            own = mix((self._seed + (seat + 1) * GOLDEN) & MASK)
            self._bots[seat] = bot(self._seats[seat], self._game, own)
        return self._bots[seat].choose(self._state(engine, sealed, in_turn)).index

    def consider(
        self, engine: BaseState, sealed: Sealed = (), iterations: int = ITERATIONS
    ) -> list[Considered]:
        """Give what a search finds about all options, the most looked at first."""
        search = Search(self._game, self._game.engine(), iterations, self._seed)
        found = search.consider(self._state(engine, sealed))
        return sorted(found, key=lambda one: (-one.visits, -one.worth, one.index))

    def _state(self, engine: BaseState, sealed: Sealed, in_turn: int = 0) -> rw.State:
        plan = self._game.plan
        before = tuple((plan.copied(one), value) for one, value in sealed)
        return State(self._game, plan.copied(engine), None, sealed=before, in_turn=in_turn)
