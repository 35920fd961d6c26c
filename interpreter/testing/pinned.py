"""Dice and draws that a test pins: queues that the machine takes from in place of chance."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.diagnostics import Span

Unpinned = Callable[[str], None]
"""Hears of what was left to chance, `dice` or `draws`, as those lines of a test are called."""


class PinnedFaces:
    """The pinned faces as the stream of one kind of dice sees them; all kinds share one queue."""

    def __init__(
        self, queue: list[tuple[str, dict[str, int], Span]], kind: str, missed: Unpinned
    ) -> None:
        self.queue = queue
        self.kind = kind
        self.missed = missed

    def __bool__(self) -> bool:
        """Whether the die that is rolled now is pinned; the machine asks this once a roll."""
        pinned = bool(self.queue) and self.kind in self.queue[0][1]
        if not pinned:
            self.missed("dice")
        return pinned

    def pop(self, _: int) -> int:
        """Give the next pinned face."""
        return self.queue.pop(0)[1][self.kind]


class PinnedCards:
    """The pinned cards as the machine asks for them: the designs of the next one."""

    def __init__(self, queue: list[tuple[set[int], Span]], missed: Unpinned) -> None:
        self.queue = queue
        self.missed = missed

    def __bool__(self) -> bool:
        """Whether the card that is drawn now is pinned; the machine asks this once a draw."""
        if not self.queue:
            self.missed("draws")
        return bool(self.queue)

    def __getitem__(self, at: int) -> set[int]:
        return self.queue[at][0]

    def pop(self, at: int) -> set[int]:
        """Give the next pinned card is drawn."""
        return self.queue.pop(at)[0]
