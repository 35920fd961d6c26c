"""Attribution of log entries: in states that keep a log, each entry knows its doer.

A rule that waits for an answer forgets whose deeds it tells where nothing but the story needs it;
so its frame keeps that besides what the game needs. Both are tuples like any others: a state, its
hash and its saves are the same with and without a log.
"""

from __future__ import annotations

from typing import Self

UNKNOWN = -2  # unknown doer, as on a copy of a state without a log
NOBODY = -1


class Done(tuple[object, ...]):
    """A log entry that knows its doer: a seat, `NOBODY` or `UNKNOWN`."""

    doer: int


def done(parts: tuple[object, ...], doer: int) -> Done:
    """Create a log entry that carries its doer; half the time of a class with a constructor."""
    made = Done(parts)
    made.doer = doer
    return made


class Waiting(tuple[object, ...]):
    """A frame of a rule that waits, with the doers of what follows."""

    doers: tuple[int, ...]

    def __new__(cls, parts: tuple[object, ...], doers: tuple[int, ...]) -> Self:
        """Create a frame that also keeps the doers that only the log needs."""
        made = super().__new__(cls, parts)
        made.doers = doers
        return made


def doers_of(frame: tuple[object, ...], number: int) -> tuple[int, ...]:
    """Return the doers that a frame keeps; `number` times `UNKNOWN` if the state kept no log."""
    return frame.doers if isinstance(frame, Waiting) else (UNKNOWN,) * number


def is_event(entry: tuple[object, ...]) -> bool:
    """Check whether a log entry reports a deed: no decision, start or end of a rule, or lapse."""
    return entry[0] not in ("choose", "deed", "back", "lapse")


def doer_of(entry: tuple[object, ...]) -> int:
    """Return the seat that caused a log entry; `NOBODY` or `UNKNOWN` if there is none."""
    return getattr(entry, "doer", UNKNOWN)
