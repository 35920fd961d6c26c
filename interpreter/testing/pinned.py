"""Pinned dice and draws of a test: queues that the engine consumes in place of chance."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping

from interpreter.diagnostics import Span
from interpreter.ir.scenario import Drawn

Unpinned = Callable[[str], None]
"""Hears of what was left to chance, `dice` or `draws`, as those lines of a test are called."""


class PinnedFaces:
    """The queue of pinned faces as seen by the stream of one kind of dice; all kinds share it."""

    def __init__(
        self, queue: list[tuple[str, dict[str, int], Span]], kind: str, missed: Unpinned
    ) -> None:
        self.queue = queue
        self.kind = kind
        self.missed = missed

    def __bool__(self) -> bool:
        """Return whether the present roll is pinned; the engine asks this once for each roll."""
        pinned = bool(self.queue) and self.kind in self.queue[0][1]
        if not pinned:
            self.missed("dice")
        return pinned

    def pop(self, _: int) -> int:
        """Take the next pinned face off the queue."""
        return self.queue.pop(0)[1][self.kind]


class PinnedCards:
    """The queue of pinned draws as seen by the draws of one sort; all sorts share it.

    The sort is empty for components, `player`, `number`, or the name of a list of values.
    """

    def __init__(
        self, queue: list[Drawn], sort: str, seats: Mapping[str, int], missed: Unpinned
    ) -> None:
        self.queue = queue
        self.sort = sort
        self.seats = seats
        self.missed = missed

    def __bool__(self) -> bool:
        """Return whether the present draw is pinned; the engine asks this once for each draw."""
        pinned = bool(self.queue) and bool(self[0])
        if not pinned:
            self.missed("draws")
        return pinned

    def __getitem__(self, at: int) -> Container[int]:
        drawn = self.queue[at]
        if not self.sort:
            return pieces_of(drawn)
        if self.sort == "number":
            return {int(drawn.name)} if drawn.name.isdigit() else ()
        named = self.seats if self.sort == "player" else drawn.values
        wanted = drawn.name if self.sort == "player" else self.sort
        return {named[wanted]} if wanted in named else ()

    def pop(self, at: int) -> Container[int]:
        """Take a pinned draw off the queue."""
        wanted = self[at]
        del self.queue[at]
        return wanted


def pieces_of(drawn: Drawn) -> range:
    """Return the components of a pinned draw: all copies of its design, or none."""
    made = drawn.design
    return range(made.first, made.last) if made is not None else range(0)
