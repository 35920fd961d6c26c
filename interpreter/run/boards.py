"""Boards in play: what is connected, what stands in a line, lines that are pushed and turned.

Takes spaces and lines by their numbers; moves pieces on a state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from interpreter.run.machine import NoRoom
from interpreter.run.state import BaseState, own


def spot(owner: int, number: int, slots: int) -> int:
    """Give the place of a space among those of all holders; -1, which is empty, if there is
    none."""
    return owner * slots + number - 1 if owner >= 0 and 0 < number <= slots else -1


def group_around(
    near: Sequence[Sequence[int]],
    start: int,
    first: int,
    belongs: Callable[[int], Any],
    within: int = 1_000_000,
) -> list[int]:
    """Give the connected spaces around a space that all pass a test, the nearer ones first, and
    none that is further away than so many steps; none at all if the first does not pass."""
    if start < 0 or within < 0 or not belongs(start):
        return []
    found = [start]
    seen = {start}
    at = 0
    while at < len(found) and within:
        ring, within = len(found), within - 1  # what lies one step further is added behind it
        while at < ring:
            for other in near[found[at] - first]:
                if other not in seen:
                    seen.add(other)
                    if belongs(other):
                        found.append(other)
            at += 1
    return found


def reached_over(
    near: Sequence[Sequence[int]],
    start: int,
    first: int,
    belongs: Callable[[int], Any],
    within: int,
    passes: Callable[[int], Any],
) -> list[int]:
    """Give the spaces that belong to a group and are reached from a space in so many steps, the
    nearer ones first; only the last step of a way may lead to a space that is not to be passed."""
    if start < 0 or within < 0:
        return []
    found = [start] if belongs(start) else []
    seen = {start}
    ring = [start]
    while ring and within:
        within -= 1
        after = []
        for space in ring:
            for other in near[space - first]:
                if other not in seen:
                    seen.add(other)
                    if belongs(other):
                        found.append(other)
                    if passes(other):
                        after.append(other)
        ring = after
    return found


def longest_line(lines: Sequence[Sequence[int]], fitting: Sequence[object]) -> int:
    """Give the length of the longest part of any line in which all spaces fit."""
    longest = 0
    for line in lines:
        length = 0
        for space in line:
            if fitting[space]:
                length += 1
                if length > longest:
                    longest = length
            else:
                length = 0
    return longest


def line_of(lines: Sequence[Sequence[int]], fitting: Sequence[object], wanted: int) -> bool:
    """Whether exactly `wanted` spaces side by side fit in some line, at least 1, and none beside
    them."""
    for line in lines:
        length = 0
        for space in line:
            if fitting[space]:
                length += 1
            elif length == wanted:
                return True
            else:
                length = 0
        if length == wanted:
            return True
    return False


def lined_up(ways: Sequence[Sequence[int]], bits: int) -> bool:
    """Whether some of the spaces whose bits are set lie in a line. For each direction `ways` says
    how far to lay the bits upon themselves: what is left begins a line of the length wanted."""
    for way in ways:
        left = bits
        for shift in way:
            left &= left >> shift
        if left:
            return True
    return False


def in_last(cell: int, lane: Sequence[int], count: int) -> bool:
    """Whether a space is among the last `count` of a line."""
    return count > 0 and cell in lane[max(0, len(lane) - count) :]


def push(
    S: BaseState,
    pieces: Sequence[int],
    lane: Sequence[int],
    board: list[int],
    base: int,
    take: Callable[[Any, int], None],
    out: Callable[..., None],
) -> None:
    """Push pieces into a line, the first one ending at its entry: what touches them moves on, up to
    as many gaps as there are pieces. What falls out goes to `out`.

    Raises `NoRoom` if that zone does not take it: nothing may come to lie nowhere.
    """
    pieces = [piece for piece in pieces if piece >= 0]
    count = min(len(pieces), len(lane))
    if not count:
        return
    if S.probe:
        own(S, "loc")
    pieces = pieces[:count]
    for piece in pieces:
        take(S, piece)
    row = list(pieces)
    end, gaps = 0, 0  # each gap takes up the push of one piece; what lies behind it stays
    while end < len(lane) and gaps < count:
        piece = board[lane[end]]
        if piece >= 0:
            row.append(piece)
        else:
            gaps += 1
        end += 1
    for piece in row[end:]:
        S.loc[piece] = -1  # or `out` would clear the space that another piece fills by then
    for at in range(end):
        board[lane[at]] = row[at]
        S.loc[row[at]] = base + lane[at]
    for piece in row[end:]:
        out(S, piece, 0)
        if S.loc[piece] < 0:
            raise NoRoom("")


def rotate(S: BaseState, lane: Sequence[int], count: int, board: list[int], base: int) -> None:
    """Shift a line; what falls out at its end comes in at its entry."""
    if S.probe:
        own(S, "loc")
    pieces = [board[cell] for cell in lane]
    count %= len(lane)
    pieces = pieces[-count:] + pieces[:-count] if count else pieces
    for cell, piece in zip(lane, pieces, strict=True):
        board[cell] = piece
        if piece >= 0:
            S.loc[piece] = base + cell
