"""Less frequent operations of generated rules: rows that close up, passing on, odds, distances.

Everything works on a `State` and whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import overload

from interpreter.run.chance import random
from interpreter.run.state import BaseState, own


def weighted(S: BaseState, stream: str, odds: Sequence[int]) -> int:
    """Draw an index into `odds` with probability proportional to its weight.

    Uses one draw of the stream. A pinned number is the index itself.
    """
    pinned = bool(S.pins and S.pins.get(stream))
    left = random(S, stream, sum(odds))
    if pinned:
        return left
    for place, weight in enumerate(odds):
        if left < weight:
            return place
        left -= weight
    raise AssertionError("odds that do not add up")


def few_sets(there: int, wanted: int, exactly: bool, few: int) -> bool:
    """Check whether `there` things have at most `few` sets of `wanted` things.

    Unless `exactly`, smaller sets count as well. `wanted` is -1 for any number.
    """
    if exactly:
        return wanted < 0 or wanted > there or comb(there, wanted) <= few
    most = there if wanted < 0 else min(there, wanted)
    if most < 0:
        return True
    return there <= few and sum(comb(there, size) for size in range(most + 1)) <= few


def matchable(
    picked: Sequence[int],
    rest: Sequence[int],
    wanted: Sequence[int],
    more: int,
    wild: tuple[int, ...],
) -> bool:
    """Check whether the picked pieces can be completed from the rest to show what is wanted.

    `more` further pieces may have any value; a wild piece stands for any value.
    """
    open_places = sum(wanted) + more - len(picked)
    if not 0 <= open_places <= len(rest):
        return False
    jokers = sum(value in wild for value in picked)
    spare = sum(value in wild for value in rest)
    missing = coverable = 0
    for value, amount in enumerate(wanted):
        if value in wild:
            short = max(0, amount - jokers)
            jokers = max(0, jokers - amount)
            missing += short
            continue
        short = max(0, amount - sum(shown == value for shown in picked))
        missing += short
        coverable += min(short, sum(shown == value for shown in rest))
    missing = max(0, missing - jokers)
    return missing <= open_places and missing <= coverable + spare


def repeated(values: Sequence[int], times: Sequence[int]) -> tuple[int, ...]:
    """Repeat each value as often as the number at its index says."""
    return tuple(
        value for value, many in zip(values, times, strict=True) for _ in range(max(0, many))
    )


def lasts(S: BaseState, number: int, who: str, you: int, args: tuple[int, ...]) -> bool:
    """Check whether a ban is in force for somebody who wants to do something to these things."""
    for entry in S.expiry:
        if entry[3] == ~number and entry[5] == args:
            theirs = entry[4] == you
            if who == "everyone" or theirs == (who == "you"):
                return True
    return False


def lasting_sum(S: BaseState, number: int, target: int, reader: int) -> int:
    """Sum the temporary changes to a number of `target` that apply for `reader`."""
    total = 0
    for entry in S.expiry:
        if entry[3] == ~number:
            changed, amount, only = entry[5]
            if changed == target and only in (-1, reader):
                total += amount
    return total


def turn_row(S: BaseState, row: list[int], first: int, count: int, by: int, base: int) -> None:
    """Rotate the contents of a row by `by` spaces; what leaves its end reappears at its start."""
    by %= count
    pieces = row[first : first + count]
    _lay(S, row, first, pieces[-by:] + pieces[:-by] if by else pieces, base)


def closed(S: BaseState, place: int, closings: frozenset[int]) -> bool:
    """Check whether a zone is closed now; `closings` number the sentences that close places."""
    return any(~entry[3] in closings and entry[5][0] <= place < entry[5][1] for entry in S.expiry)


def reopen(S: BaseState, first: int, last: int, closings: frozenset[int]) -> None:
    """Reopen the zones from `first` to `last` - 1."""
    S.expiry = [
        entry
        for entry in S.expiry
        if ~entry[3] not in closings or entry[5][1] <= first or last <= entry[5][0]
    ]


@overload
def close_up(S: BaseState, row: list[int], first: int, count: int, base: int, /) -> None: ...


@overload
def close_up(
    S: BaseState, row: list[int], first: int, count: int, closings: frozenset[int], base: int, /
) -> None: ...


def close_up(
    S: BaseState,
    row: list[int],
    first: int,
    count: int,
    shut: frozenset[int] | int,
    base: int = 0,
    /,
) -> None:
    """Move the contents of a row towards its start until there are no gaps.

    Takes its first space, how many there are, the sentences that close places if there are any, and
    the number of the family's first zone. Nothing moves into or out of a closed space; what lies
    behind it moves past.
    """
    places: Sequence[int] = range(first, first + count)
    if isinstance(shut, int):
        base = shut
    elif S.expiry:
        places = [place for place in places if not closed(S, base + place, shut)]
    pieces = [row[place] for place in places if row[place] >= 0]
    for at, place in enumerate(places):
        _lay(S, row, place, [pieces[at] if at < len(pieces) else -1], base)


def _lay(S: BaseState, row: list[int], first: int, pieces: Sequence[int], base: int) -> None:
    if S.probe:
        own(S, "loc")
    for place, piece in enumerate(pieces, first):
        row[place] = piece
        if piece >= 0:
            S.loc[piece] = base + place


def pass_on(S: BaseState, zones: list[list[int]], by: int, base: int) -> None:
    """Pass each player's zone to the player `by` seats on, all at the same time.

    The passed pieces are face down afterwards.
    """
    if S.probe:
        own(S, "loc")
        own(S, "shown")
    held = [zones[(seat - by) % S.n] for seat in range(S.n)]
    for seat, zone in enumerate(held):
        zones[seat] = zone
        for piece in zone:
            S.loc[piece] = base + seat
            S.shown[piece] = 0


def steps(near: Sequence[Sequence[int]], start: int, goal: int, first: int) -> int:
    """Compute the distance in steps between two spaces of a board; 1,000,000 if unreachable."""
    if start < 0 or goal < 0:
        return 1_000_000
    known = _STEPS.get(id(near))
    if known is None or known[0] is not near:
        if len(_STEPS) >= _BOARDS:
            _STEPS.clear()
        known = _STEPS[id(near)] = (near, {})
    far = known[1].get(start)
    if far is None:
        far = known[1][start] = _steps_from(near, start, first)
    return far.get(goal, 1_000_000)


def steps_over(
    near: Sequence[Sequence[int]],
    start: int,
    goal: int,
    first: int,
    passed: Sequence[object],
    most: int,
) -> int:
    """Compute the distance in steps between two spaces, with only passable spaces in between.

    Returns `most` if there is no path.
    """
    if start < 0 or goal < 0:
        return most
    seen = {start}
    ring, count = [start], 0
    while ring:
        if goal in ring:
            return count
        count += 1
        ring = list(dict.fromkeys(b for a in ring for b in near[a - first] if b not in seen))
        seen.update(ring)
        ring = [b for b in ring if b == goal or passed[b - first]]
    return most


_BOARDS = 50  # boards whose distances are cached
_STEPS: dict[int, tuple[Sequence[Sequence[int]], dict[int, dict[int, int]]]] = {}
"""How far all spaces of a board are from one; boards never change."""


def _steps_from(near: Sequence[Sequence[int]], start: int, first: int) -> dict[int, int]:
    """Compute the distance from one space to each space that can be reached from it."""
    far = {start: 0}
    ring, count = [start], 0
    while ring:
        count += 1
        ring = list(dict.fromkeys(b for a in ring for b in near[a - first] if b not in far))
        far |= dict.fromkeys(ring, count)
    return far
