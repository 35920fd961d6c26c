"""Going round in circles: a position that has been there before in the same turn.

A position is all that the rules can tell apart, with how often chance has spoken; how often
something was done this turn does not count. Who plays on by chance does not give the same answer
twice where it was in this turn already. Compiled rules do the same (`circles.c`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from interpreter.run.state import BaseState

LATE = 4  # decisions of a turn, from which on the positions are kept in mind
KEPT = 64  # positions of a turn that are kept in mind, and answers of each
_ELSE = ("seed", "fuel", "probe", "base", "asides", "agent", "choice", "log", "options", "pins")
_FORMED = ("draws", "stack", "expiry")  # these have a form of their own
_OTHER = frozenset((*_ELSE, *_FORMED, "mine", "answers", "used_at", "used_n", "ending"))
"""What tells no two positions apart, or has a form of its own."""


@cache
def _parts(slots: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in slots if name not in _OTHER)


def position(S: BaseState) -> tuple[object, ...]:
    """Give a value that is equal for equal positions of one game."""
    made: list[object] = [_fixed(S.stack), _fixed(S.expiry), tuple(sorted(S.draws.items()))]
    for name in _parts(S.__slots__):
        part = getattr(S, name)
        if isinstance(part, list):
            part = tuple(tuple(one) if isinstance(one, list) else one for one in part)
        made.append(part)
    return tuple(made)


def _fixed(value: object) -> object:
    """Give lists within lists as values that can be looked up."""
    if isinstance(value, list | tuple):
        return tuple(_fixed(one) for one in value)
    return value


class Rounds:
    """The positions of the present turn, for who plays on by chance. `span` is what a turn is
    counted by; empty where the rules have no turns, and then nothing is noticed."""

    def __init__(self, span: str | None) -> None:
        self._clock = f"t_{span}" if span else ""
        self._turn = -1
        self._decisions = 0
        self._taken: dict[object, int] = {}

    def other(self, S: BaseState, options: Sequence[Any], index: int) -> int:
        """Give the index of an answer, or of another one if this was given here before in this
        turn; the same where all others were, too."""
        if not self._clock or len(options) < 2:
            return index
        turn = getattr(S, self._clock)
        if turn != self._turn:
            self._turn, self._decisions = turn, 0
            self._taken.clear()
        self._decisions += 1
        if self._decisions < LATE:
            return index
        here = (position(S), tuple(options))
        taken = self._taken.get(here)
        if taken is None:
            if len(self._taken) < KEPT:
                self._taken[here] = _bit(index)
            return index
        left = [at for at in range(len(options)) if not taken & _bit(at)]
        if left:
            index = left[index % len(left)]
            self._taken[here] = taken | _bit(index)
        return index


def _bit(index: int) -> int:
    return 1 << index if index < KEPT else 0
