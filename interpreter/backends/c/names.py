"""What the C text of expressions is put together from: names, loops, what stands before a loop."""

from __future__ import annotations

from typing import NamedTuple

from interpreter.backends.c.kinds import Kind


class Named(NamedTuple):
    """What a name of Python stands for: its name in C, and between which numbers it lies."""

    c: str
    kind: Kind | None
    low: int | None = None
    high: int | None = None


class Loop(NamedTuple):
    """A loop in C: what must be reckoned before, its head, what must hold of a member, what is
    made of it, its end; and how many members there are at most, where that is known."""

    before: str
    head: str
    close: str
    test: str = ""
    made: str = ""
    most: str = ""

    @property
    def open(self) -> str:
        """Everything up to what is done with each member."""
        test = f"if ({self.test}) {{ " if self.test else ""
        return f"{self.head}{test}{self.made}"

    @property
    def end(self) -> str:
        """Everything behind it."""
        return f"}} {self.close}" if self.test else self.close


class Ahead:
    """A loop before which may be reckoned what is the same in each of its rounds."""

    def __init__(self, bound: set[str]) -> None:
        self.bound = bound
        self.made: dict[str, tuple[str, str]] = {}

    def text(self) -> str:
        """Give what is reckoned."""
        return "".join(f"I {name} = {value}; " for name, value in self.made.values())
