"""Recurring positions: a position that has occurred before in the same turn.

A position is all that the rules can tell apart, with how often chance was used; how often something
was done this turn does not count. Random players do not give the same answer twice where it was
given in this turn already. Compiled rules do the same (`recurrence.c`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from interpreter.run.state import BaseState

KEPT = 64  # offers and positions remembered in a turn, and answers of each
_ELSE = ("seed", "fuel", "probe", "base", "asides", "agent", "choice", "log", "options", "pins")
_FORMED = ("draws", "stack", "expiry")  # these are converted separately
_OTHER = frozenset((*_ELSE, *_FORMED, "mine", "answers", "used_at", "used_n", "ending"))
"""What tells no two positions apart, or has a form of its own."""


@cache
def _parts(slots: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in slots if name not in _OTHER)


def position(S: BaseState) -> tuple[object, ...]:
    """Return a value that is equal for equal positions of one game."""
    made: list[object] = [_fixed(S.stack), _fixed(S.expiry), tuple(sorted(S.draws.items()))]
    for name in _parts(S.__slots__):
        part = getattr(S, name)
        if isinstance(part, list):
            part = tuple(tuple(one) if isinstance(one, list) else one for one in part)
        made.append(part)
    return tuple(made)


def _fixed(value: object) -> object:
    """Convert nested lists to tuples, which are hashable."""
    if isinstance(value, list | tuple):
        return tuple(_fixed(one) for one in value)
    return value


class Rounds:
    """The positions of the present turn, for random players.

    `span` is what turns are counted by; empty where the rules have no turns, and then nothing is
    detected.
    """

    def __init__(self, span: str | None) -> None:
        self._clock = f"t_{span}" if span else ""
        self._turn = -1
        self._offered: set[object] = set()
        self._taken: dict[object, int] = {}

    def other(self, S: BaseState, options: Sequence[object], index: int) -> int:
        """Replace `index` if that answer was given before in this position of the turn.

        Returns `index` itself if it is new, or if all options were taken.
        """
        if not self._clock or len(options) < 2:
            return index
        turn = getattr(S, self._clock)
        if turn != self._turn:
            self._turn = turn
            self._offered.clear()
            self._taken.clear()
        offer = tuple(options)
        if offer not in self._offered:  # a cycle repeats an offer, which is cheaper to see
            if len(self._offered) < KEPT:
                self._offered.add(offer)
            return index
        here = (position(S), offer)
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
