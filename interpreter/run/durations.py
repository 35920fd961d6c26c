"""Spans: how often something was done in one, and temporary changes that end with one.

Takes the counters that a state keeps of its spans; restores what was set until a span's end.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.run.doers import NOBODY, done
from interpreter.run.state import BaseState, Entry, own

Lasting = Entry
"""Span, when it began, whose (-1: anybody's; -2: until one more has ended), the number of a field
or of a sentence (below zero), holder, and what it was before or what the sentence keeps."""
Before = int | tuple[int]
"""What a kept number was before it was set, or, in brackets, before it was raised or lowered."""
LATER = 1000
"""Added to a player's number: until the end of this player's next span, not until its start."""


def times_done(S: BaseState, place: int, now: int) -> int:
    """Return how often something was done in the present span."""
    return int(S.used_n[place]) if S.used_at[place] == now else 0


def count_use(S: BaseState, place: int, now: int) -> None:
    """Count one more use of something in the present span."""
    if S.probe:
        own(S, "used_n")
        own(S, "used_at")
    S.used_n[place] = S.used_n[place] + 1 if S.used_at[place] == now else 1
    S.used_at[place] = now


def settled(S: BaseState, number: int, owner: int, was: int, by: int, low: int, high: int) -> None:
    """Carry a permanent change over into the values that pending temporary changes will restore.

    With `by` 1, `was` is a difference that is added to each such value, clamped to `low` to `high`;
    otherwise `was` is the new value itself.
    """
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
    """Restore what was set until the end of a span that now ends."""
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
    """Restore what was set until this player's next span, which now starts.

    What lasts until the end of that span ends from now on like everything else that ends with it.
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
        if number < 0:  # a ban, or a change that is not stored in a field
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
    """Compute the value of a number once a temporary change is over; `now` is its present value.

    It is the value before the change, unless a change of `left` from index `later` on is still in
    force. Then that change, updated in place, will restore what preceded both; a later absolute
    value stays as it is, and later increases or decreases are kept as differences.
    """
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
    """Add `by` to `now`, but stay within the range between `now` and `before`."""
    return min(max(now + by, min(now, before)), max(now, before))
