"""Time: how often something was done in a span, and what ends with one.

Takes the numbers that a state keeps of its spans; puts back what was set until then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

LATER = 1000
"""Added to a player's number: until the end of this player's next span, not until its start."""


def times_done(S: Any, place: int, now: int) -> int:
    """How often something was done in the present span."""
    return int(S.used_n[place]) if S.used_at[place] == now else 0


def count_use(S: Any, place: int, now: int) -> None:
    """Something was done once more in the present span."""
    S.used_n[place] = S.used_n[place] + 1 if S.used_at[place] == now else 1
    S.used_at[place] = now


def expire(S: Any, span: str, fields: Sequence[tuple[str, bool]]) -> None:
    """At the end of a span: what was set until then is as it was before."""
    kept: list[tuple[Any, ...]] = []
    due: list[tuple[Any, ...]] = []
    for entry in S.expiry:
        (due if entry[0] == span and entry[2] < 0 else kept).append(entry)
    S.expiry = kept
    _undo(S, due, fields)


def expire_next(S: Any, span: str, player: int, fields: Sequence[tuple[str, bool]]) -> None:
    """At the start of a player's span: what was set until this player's next one ends.

    What lasts until the end of that one ends from now on like all that ends with the span.
    """
    kept: list[tuple[Any, ...]] = []
    due: list[tuple[Any, ...]] = []
    for entry in S.expiry:
        if entry[0] == span and entry[2] == LATER + player:
            entry = (*entry[:2], -1, *entry[3:])
        (due if entry[0] == span and entry[2] == player else kept).append(entry)
    S.expiry = kept
    _undo(S, due, fields)


def _undo(S: Any, due: list[tuple[Any, ...]], fields: Sequence[tuple[str, bool]]) -> None:
    for _, _, _, number, owner, value in reversed(due):
        if number < 0:  # a ban or a change that was never written into a kept number
            continue
        name, single = fields[number]
        if single:
            setattr(S, name, value)
        else:
            getattr(S, name)[owner] = value
