"""Building blocks of C expressions: names, loops, and hoisted code."""

from __future__ import annotations

from typing import NamedTuple

from interpreter.backends.c.kinds import Kind


class CName(NamedTuple):
    """What a Python name stands for: its C name, its kind, and its known range."""

    c: str
    kind: Kind | None
    low: int | None = None
    high: int | None = None


class CLoop(NamedTuple):
    """A loop in C, in parts: code before it, head, test, what is made of a member, and end.

    `most` is the largest number of members, where that is known.
    """

    before: str
    head: str
    close: str
    test: str = ""
    made: str = ""
    most: str = ""

    @property
    def open(self) -> str:
        """Everything in front of the code for each member."""
        test = f"if ({self.test}) {{ " if self.test else ""
        return f"{self.head}{test}{self.made}"

    @property
    def end(self) -> str:
        """Everything behind the code for each member."""
        return f"}} {self.close}" if self.test else self.close


class Ahead:
    """A loop in front of which invariant code can be hoisted."""

    def __init__(self, bound: set[str]) -> None:
        self.bound = bound
        self.made: dict[str, tuple[str, str]] = {}

    def text(self) -> str:
        """Render the declarations of the hoisted values, in the order of their hoisting."""
        return "".join(f"I {name} = {value}; " for name, value in self.made.values())
