"""Players by name at the seats of a game whose state is kept elsewhere.

Takes a plan that keeps a log, the names of the seats and a seed, and returns the index of an
option. Positions are thought about in the plain print of the rules, which is faster and can be
compiled.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import interpreter as rw
from interpreter.bots.player_kinds import ITERATIONS, Bot, bot
from interpreter.bots.search import Considered, Search
from interpreter.interface.memory import Memory
from interpreter.interface.redeal import Sealed
from interpreter.interface.state import State
from interpreter.pipeline import without_log
from interpreter.run.chance import GOLDEN, MASK, mix
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState, Option


class PastDecision(Protocol):
    """A decision in the past: the position before it, and what was chosen."""

    @property
    def before(self) -> BaseState:
        """The position, in any print of the same game."""

    @property
    def option(self) -> Option:
        """The value of the option."""


Steps = Sequence[PastDecision]


class AtTable:
    """The players of one game."""

    def __init__(self, plan: Plan, seats: Sequence[str], seed: int) -> None:
        self.plan = plan
        self._seats, self._seed = seats, seed
        self._game = rw.Game(without_log(plan), Path())
        self._bots: dict[int, Bot] = {}
        self._seen: list[BaseState] = []
        self._memory = Memory()

    def choose(self, engine: BaseState, steps: Steps, sealed: Sealed = (), in_turn: int = 0) -> int:
        """Let the player of the deciding seat choose, and return the index of the option.

        `steps` are all decisions before, `sealed` are answers that nobody else sees yet, and
        `in_turn` counts the decisions of this turn. Players are created when they are first asked.
        Errors of a third-party player are raised as `Failed`.
        """
        seat = engine.actor
        if seat not in self._bots:
            own = mix((self._seed + (seat + 1) * GOLDEN) & MASK)
            self._bots[seat] = bot(self._seats[seat], self._game, own)
        return self._bots[seat].choose(self._state(engine, steps, sealed, in_turn)).index

    def consider(
        self,
        engine: BaseState,
        steps: Steps,
        sealed: Sealed = (),
        iterations: int = ITERATIONS,
    ) -> list[Considered]:
        """Return a search's findings about all options, the best first."""
        search = Search(self._game, self._game.engine(), iterations, self._seed)
        found = search.consider(self._state(engine, steps, sealed))
        return sorted(found, key=lambda one: one.rank, reverse=True)

    def _state(self, engine: BaseState, steps: Steps, sealed: Sealed, in_turn: int = 0) -> rw.State:
        plan = self._game.plan
        now = plan.copied(engine)
        before = tuple((plan.copied(one), value) for one, value in sealed)
        return State(
            self._game, now, None, (), before, in_turn, memory=self._remembered(steps, now)
        )

    def _remembered(self, steps: Steps, now: BaseState) -> Memory:
        """Return the table's memory, extended by the steps since the last call.

        It starts anew if a step was taken back.
        """
        seen = [step.before for step in steps]
        known = len(self._seen)
        if known > len(seen) or any(a is not b for a, b in zip(self._seen, seen, strict=False)):
            self._memory, known = Memory(), 0  # a step was taken back
        plan, last = self._game.plan, len(steps) - 1
        position = plan.copied(seen[known]) if known <= last else now
        for at in range(known, last + 1):
            later = plan.copied(seen[at + 1]) if at < last else now
            self._memory = self._memory.after(plan, position, steps[at].option, later)
            position = later
        self._seen = seen
        return self._memory
