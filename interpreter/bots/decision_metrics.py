"""Statistics that need a look at every decision: leads, openness, and how much choices decide.

Takes the engine's state before each decision of a game and returns numbers for the whole game.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

import interpreter as rw
from interpreter.bots.reports.leads import Leads
from interpreter.bots.scoring import Evaluator
from interpreter.interface.engines import AnyEngine, Stopped
from interpreter.run.state import BaseState

KEPT = 3  # sampled decisions per game
CUT = 200  # questions per trial where the rules say what players aim at
TO_THE_END = 5_000  # the same where only the end tells


@dataclass(slots=True)
class Closely:
    """Watches one game; `found` returns the numbers listed in `NAMES`, in that order."""

    game: rw.Game
    engine: AnyEngine
    seed: int
    _leads: Leads = field(init=False)
    _chance: Random = field(init=False)
    _kept: list[BaseState] = field(default_factory=list)
    _decisions: int = 0
    _options: int = 0

    def __post_init__(self) -> None:
        self._leads = Leads(self.game.plan)
        self._chance = Random(self.seed)

    def decision(self, state: BaseState) -> None:
        """Record a decision before it is carried out; `state` must not be changed afterwards."""
        self._leads.decision(state)
        count = len(state.options)
        if count < 2:
            return
        self._decisions += 1
        self._options += count
        if len(self._kept) < KEPT:
            self._kept.append(state)
        elif (at := self._chance.randrange(self._decisions)) < KEPT:  # reservoir sampling
            self._kept[at] = state

    def found(self) -> tuple[float, ...]:
        """Return lead changes, mean options per decision, and what a choice decides (-100 to 100).

        Forced decisions do not count. The last is the mean of a few sampled decisions.
        """
        decides = [self._decided(state) for state in self._kept]
        return (
            float(self._leads.changes()),
            self._options / max(1, self._decisions),
            100 * sum(decides) / max(1, len(decides)),
        )

    def _decided(self, state: BaseState) -> float:
        """Estimate the squared difference in winning chances between two options.

        Each of two random options is tried twice, with the game played on at random. The product of
        two differences that have no trial in common is an unbiased estimate of the true square,
        with no share of the noise. 0 if a trial is stopped.
        """
        handle = self.engine.bring(state)
        one, other = self._chance.sample(range(len(state.options)), 2)
        with suppress(Stopped):
            first = self._tried(handle, one, state) - self._tried(handle, other, state)
            second = self._tried(handle, one, state) - self._tried(handle, other, state)
            return first * second
        return 0.0

    def _tried(self, handle: object, option: int, state: BaseState) -> float:
        worth = Evaluator(self.game, self.engine)
        cut = CUT if worth.known else TO_THE_END
        after = self.engine.playout(handle, option, self._chance.getrandbits(63), cut)
        return worth.of(after, state.n)[state.actor]


NAMES: Sequence[tuple[str, str]] = (
    ("lead changes", "changes"),
    ("options of a decision", "options"),
    ("what a choice decides", "of 100"),
)
"""What `Closely` finds, and its unit. What a choice decides is the mean square of the difference
between two options, in the share of the win: 0 if nothing hangs on choices, 100 if each decides the
game."""
