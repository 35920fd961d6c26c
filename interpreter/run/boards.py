"""Boards in play: connectivity, lines of spaces, and lines that are pushed and rotated.

Takes spaces and lines by their numbers; moves pieces on a state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.run.machine import NoRoom
from interpreter.run.state import BaseState, own


def spot(owner: int, number: int, slots: int) -> int:
    """Compute the index of a holder's space (numbered from 1) in the family's flat list.

    Returns -1 if there is no such space: the last entry of the list, which is always empty.
    """
    return owner * slots + number - 1 if owner >= 0 and 0 < number <= slots else -1


def group_around(
    near: Sequence[Sequence[int]],
    start: int,
    first: int,
    belongs: Callable[[int], object],
    within: int = 1_000_000,
) -> list[int]:
    """Collect the spaces connected to `start` that pass `belongs`, nearest first.

    Looks at most `within` steps away. Returns an empty list if `start` itself does not pass.
    """
    if start < 0 or within < 0 or not belongs(start):
        return []
    found = [start]
    seen = {start}
    at = 0
    while at < len(found) and within:
        ring, within = len(found), within - 1  # the spaces one step further are appended
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
    belongs: Callable[[int], object],
    within: int,
    passes: Callable[[int], object],
) -> list[int]:
    """List the spaces that pass `belongs` and can be reached from `start`, nearest first.

    A path has at most `within` steps, and every space between its ends passes `passes`; its last
    space need not. `start` is included if it passes `belongs`.
    """
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
    """Measure the longest run of fitting spaces in any of the lines; 0 if no space fits."""
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
    """Check whether some line has a run of exactly `wanted` (at least 1) fitting spaces."""
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
    """Check whether some of the spaces whose bits are set form a line of the wanted length.

    For each direction, `ways` lists the shifts by which the bits are combined with themselves; a
    bit that is left over is the first space of such a line.
    """
    for way in ways:
        left = bits
        for shift in way:
            left &= left >> shift
        if left:
            return True
    return False


def in_last(cell: int, lane: Sequence[int], count: int) -> bool:
    """Check whether a space is among the last `count` spaces of a line."""
    return count > 0 and cell in lane[max(0, len(lane) - count) :]


def push(
    S: BaseState,
    pieces: Sequence[int],
    lane: Sequence[int],
    board: list[int],
    base: int,
    take: Callable[[BaseState, int], None],
    out: Callable[..., None],
) -> None:
    """Push pieces into a line at its entry, so that the first one ends up there.

    Whatever they touch moves on; each gap absorbs the push of one piece. Pieces that fall off the
    end go to `out`. Raises `NoRoom` if that zone does not take one: no piece may be left without a
    place.
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
    end, gaps = 0, 0  # each gap absorbs the push of one piece
    while end < len(lane) and gaps < count:
        piece = board[lane[end]]
        if piece >= 0:
            row.append(piece)
        else:
            gaps += 1
        end += 1
    for piece in row[end:]:
        S.loc[piece] = -1  # otherwise `out` would clear a space that another piece fills by then
    for at in range(end):
        board[lane[at]] = row[at]
        S.loc[row[at]] = base + lane[at]
    for piece in row[end:]:
        out(S, piece, 0)
        if S.loc[piece] < 0:
            raise NoRoom("")


def rotate(S: BaseState, lane: Sequence[int], count: int, board: list[int], base: int) -> None:
    """Shift the contents of a line by `count`; what leaves the end reappears at the entry."""
    if S.probe:
        own(S, "loc")
    pieces = [board[cell] for cell in lane]
    count %= len(lane)
    pieces = pieces[-count:] + pieces[:-count] if count else pieces
    for cell, piece in zip(lane, pieces, strict=True):
        board[cell] = piece
        if piece >= 0:
            S.loc[piece] = base + cell
