"""Dice and draws that a test pins: queues that the machine takes from in place of chance."""

from __future__ import annotations

from interpreter.diagnostics import Span


class PinnedFaces:
    """The pinned faces as the stream of one kind of dice sees them; all kinds share one queue."""

    def __init__(self, queue: list[tuple[str, dict[str, int], Span]], kind: str) -> None:
        self.queue = queue
        self.kind = kind

    def __bool__(self) -> bool:
        return bool(self.queue) and self.kind in self.queue[0][1]

    def pop(self, _: int) -> int:
        """The next pinned face."""
        return self.queue.pop(0)[1][self.kind]


class PinnedCards:
    """The pinned cards as the machine asks for them: the designs of the next one."""

    def __init__(self, queue: list[tuple[set[int], Span]]) -> None:
        self.queue = queue

    def __bool__(self) -> bool:
        return bool(self.queue)

    def __getitem__(self, at: int) -> set[int]:
        return self.queue[at][0]

    def pop(self, at: int) -> set[int]:
        """The next pinned card is drawn."""
        return self.queue.pop(at)[0]
