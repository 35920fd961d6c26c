"""Time: how often something was done in a span, and what ends with one.

Takes the numbers that a state keeps of its spans; puts back what was set until then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.run.doers import NOBODY, done
from interpreter.run.state import BaseState, own

Lasting = tuple[Any, ...]
"""Span, when it began, whose (-1: anybody's; -2: until one more has ended), the number of a field
or of a sentence (below zero), holder, and what it was before or what the sentence keeps."""
Before = int | tuple[int]
"""What a kept number was before it was set, or, in brackets, before it was raised or lowered."""
LATER = 1000
"""Added to a player's number: until the end of this player's next span, not until its start."""


def times_done(S: BaseState, place: int, now: int) -> int:
    """How often something was done in the present span."""
    return int(S.used_n[place]) if S.used_at[place] == now else 0


def count_use(S: BaseState, place: int, now: int) -> None:
    """Something was done once more in the present span."""
    if S.probe:
        own(S, "used_n")
        own(S, "used_at")
    S.used_n[place] = S.used_n[place] + 1 if S.used_at[place] == now else 1
    S.used_at[place] = now


def settled(S: BaseState, number: int, owner: int, was: int, by: int, low: int, high: int) -> None:
    """Something that is kept was changed for good while it is changed for a time, too: what will be
    put back is changed alike, `by` so much from what it `was`, or to the new value where `by` is
    not 1. It stays from `low` to `high`."""
    if S.probe:
        own(S, "expiry")
    for at in range(len(S.expiry)):
        entry = S.expiry[at]
        if entry[3] == number and entry[4] == owner:
            before = entry[5]
            relative = isinstance(before, tuple)
            value = before[0] if relative else before
            value = min(max(value + was, low), high) if by == 1 else was
            S.expiry[at] = (*entry[:5], (value,) if relative else value)


def expire(S: BaseState, span: str, fields: Sequence[tuple[str, bool]]) -> None:
    """At the end of a span: what was set until then is as it was before."""
    kept: list[Lasting] = []
    due: list[tuple[int, Lasting]] = []
    for entry in S.expiry:
        if entry[0] == span and entry[2] < -1:
            kept.append((*entry[:2], entry[2] + 1, *entry[3:]))
        elif entry[0] == span and entry[2] < 0:
            due.append((len(kept), entry))
        else:
            kept.append(entry)
    S.expiry = kept
    _undo(S, due, fields)


def expire_next(S: BaseState, span: str, player: int, fields: Sequence[tuple[str, bool]]) -> None:
    """At the start of a player's span: what was set until this player's next one ends.

    What lasts until the end of that one ends from now on like all that ends with the span.
    """
    kept: list[Lasting] = []
    due: list[tuple[int, Lasting]] = []
    for entry in S.expiry:
        if entry[0] == span and entry[2] == LATER + player:
            entry = (*entry[:2], -1, *entry[3:])
        if entry[0] == span and entry[2] == player:
            due.append((len(kept), entry))
        else:
            kept.append(entry)
    S.expiry = kept
    _undo(S, due, fields)


def _undo(S: BaseState, due: list[tuple[int, Lasting]], fields: Sequence[tuple[str, bool]]) -> None:
    for later, (_, _, _, number, owner, before) in reversed(due):
        if number < 0:  # a ban or a change that was never written into a kept number
            continue
        name, single = fields[number]
        now = getattr(S, name) if single else getattr(S, name)[owner]
        value = put_back(S.expiry, later, (number, owner), before, now)
        if single:
            setattr(S, name, value)
        else:
            if S.probe:
                own(S, name)
            getattr(S, name)[owner] = value
        if S.log is not None and value != now:
            S.log.append(done(("lapse", number, owner, value), NOBODY))


def put_back(
    left: list[Lasting], later: int, field: tuple[int, int], before: Before, now: int
) -> int:
    """Give what a kept number is, `now`, once something set for a time is over: as it was before
    that, unless it was set again `later` and this still lasts. That one then ends with what was
    before both. What was raised or lowered later stays so much more or less."""
    (value,) = before if isinstance(before, tuple) else (before,)
    by = None
    for at in range(later, len(left)):
        entry = left[at]
        if entry[3:5] != field:
            continue
        (was,) = entry[5] if isinstance(entry[5], tuple) else (entry[5],)
        if by is not None:
            value = _moved(was, by, value)
        by = value - was
        if not isinstance(entry[5], tuple):
            left[at] = (*entry[:5], value)
            return now
        left[at] = (*entry[:5], (value,))
    return value if by is None else _moved(now, by, value)


def _moved(now: int, by: int, before: int) -> int:
    """Give a number moved on, but not beyond both what it is and what it was before."""
    return min(max(now + by, min(now, before)), max(now, before))
