"""Pinned dice and draws of a test: queues that the engine consumes in place of chance."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.diagnostics import Span

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
    """The queue of pinned draws; each entry has all components of a design."""

    def __init__(self, queue: list[tuple[set[int], Span]], missed: Unpinned) -> None:
        self.queue = queue
        self.missed = missed

    def __bool__(self) -> bool:
        """Return whether the present draw is pinned; the engine asks this once for each draw."""
        if not self.queue:
            self.missed("draws")
        return bool(self.queue)

    def __getitem__(self, at: int) -> set[int]:
        return self.queue[at][0]

    def pop(self, at: int) -> set[int]:
        """Take a pinned draw off the queue."""
        return self.queue.pop(at)[0]
