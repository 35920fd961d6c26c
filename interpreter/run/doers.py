"""Who does what happens, in states that keep a log: an entry of the log knows its doer.

A rule that waits for an answer forgets whose deeds it tells where nothing but the story needs it;
so its frame keeps that besides what the game needs. Both are tuples like any others: a state, its
hash and its saves are the same with and without a log.
"""

from __future__ import annotations

from typing import Self

UNKNOWN = -2  # it is not known who does it, as on a copy of a state that kept no log
NOBODY = -1


class Done(tuple[object, ...]):
    """An entry of the log that knows who does it: a seat, `NOBODY` or `UNKNOWN`."""

    doer: int


def done(parts: tuple[object, ...], doer: int) -> Done:
    """Give an entry with its doer: a function makes one in half the time that a class would
    take."""
    made = Done(parts)
    made.doer = doer
    return made


class Waiting(tuple[object, ...]):
    """A frame of a rule that waits, with those who go on to do something after it."""

    doers: tuple[int, ...]

    def __new__(cls, parts: tuple[object, ...], doers: tuple[int, ...]) -> Self:
        """Give a frame with those whom only the story needs."""
        made = super().__new__(cls, parts)
        made.doers = doers
        return made


def doers_of(frame: tuple[object, ...], number: int) -> tuple[int, ...]:
    """Give the `number` doers that a frame keeps; unknown, if the state kept no log."""
    return frame.doers if isinstance(frame, Waiting) else (UNKNOWN,) * number


def is_event(entry: tuple[object, ...]) -> bool:
    """Whether an entry of the log tells of something that is done: not that somebody has decided,
    nor that a rule begins or ends, nor that something has lasted long enough."""
    return entry[0] not in ("choose", "deed", "back", "lapse")


def doer_of(entry: tuple[object, ...]) -> int:
    """Who has done what an entry tells."""
    return getattr(entry, "doer", UNKNOWN)
