"""Reports of games that do not end, while others are played, and what to do about them."""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic
from typing import TYPE_CHECKING

from interpreter.cli import output

if TYPE_CHECKING:
    from interpreter.simulation.random_games import Outcome
    from interpreter.simulation.sums import Sums

MOST_TOLD = 3  # games reported
UNUSUAL = 20_000  # questions after which a game may be endless
PAUSE = 2.0  # seconds between reports


class Stuck:
    """Reports the first few games that do not end, while others are played."""

    def __init__(self, most: int, advise: bool = False) -> None:
        """Begin; `advise` tells of `--max-decisions`, where a command has it."""
        self.most, self.advise = most, advise
        self.told: set[int] = set()
        self.longest = 0  # questions of a game that came to its end
        self.stopped = 0
        self.next = 0.0

    def tell(self, seed: int, asked: int, rule: str, place: str) -> None:
        """Show which game is running, how far it is and which question is pending."""
        now = monotonic()
        if asked < max(UNUSUAL, 10 * self.longest):
            return
        if now < self.next or (seed not in self.told and len(self.told) >= MOST_TOLD):
            return
        self.next = now + PAUSE
        self.told.add(seed)
        output.message(
            f"the game with seed {seed} goes on: {asked:,} questions of {self.most:,} so far,"
            f" the last by `{rule}` ({place})"
        )

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Report games that were stopped, and how to wait less for the next."""
        from interpreter.simulation.random_games import LIMIT, RUNAWAY

        for one in outcomes:
            if one.ending not in (LIMIT, RUNAWAY):
                self.longest = max(self.longest, one.asked)
                continue
            self.stopped += 1
            if self.stopped > MOST_TOLD:
                continue
            why = one.story or f"{output.plural(one.asked, 'question')} and no end"
            output.message(f"stopped: the game with seed {one.seed}: {why}")
            enough = 10 * self.longest
            limited = self.advise and one.ending == LIMIT
            if self.stopped == 1 and limited and 0 < enough < self.most:
                output.message(
                    f"  help: no game that ended asked more than {self.longest:,}: with"
                    f" `--max-decisions {enough}` such a game is stopped earlier"
                )

    def add_sums(self, sums: Sums) -> None:
        """Report the games among many that were stopped."""
        self.longest = max(self.longest, sums.longest)
        self.add(sums.stopped)

    def close(self) -> bool:
        """Count the stopped games that were not shown; returns whether there were any at all."""
        if self.stopped > MOST_TOLD:
            more = output.plural(self.stopped - MOST_TOLD, "more game")
            output.message(f"stopped: {more}")
        return self.stopped > 0
