"""Chapter 3, boards: ways over them, what is connected, what stands in a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

Beside = Callable[[int], Iterable[int]]
Test = Callable[[int], object]


def _ways(
    beside: Beside, start: int, goes_on: Callable[[int, int], object]
) -> Iterator[tuple[int, int]]:
    """Go from a space to those beside it, the nearer ones first: each space, and its steps."""
    far = {start: 0}
    waiting = [start]
    while waiting:
        here = waiting.pop(0)
        yield here, far[here]
        for other in beside(here) if goes_on(here, far[here]) else ():
            if other not in far:
                far[other] = far[here] + 1
                waiting.append(other)


def steps(
    beside: Beside, start: int, goal: int, none: int, through: Test = lambda space: True
) -> int:
    """Give the fewest steps from one space to another; `none` if there is no way. Every space
    between them must be one that can be gone through."""
    if start < 0 or goal < 0:
        return none
    ways = _ways(beside, start, lambda space, _: space == start or through(space))
    return next((far for space, far in ways if space == goal), none)


def reached(
    beside: Beside, start: int, belongs: Test, within: int, through: Test | None = None
) -> list[int]:
    """Give the spaces that belong to a group, the nearer ones first. Without `through`, the way
    leads over such spaces only, from the first on; with it, whatever lies where it begins."""
    if start < 0 or within < 0 or (through is None and not belongs(start)):
        return []

    def goes_on(space: int, far: int) -> bool:
        over = belongs(space) if through is None else space == start or through(space)
        return far < within and bool(over)

    return [space for space, _ in _ways(beside, start, goes_on) if belongs(space)]


def runs(lines: Sequence[Sequence[int]], fits: Test) -> Iterator[int]:
    """Give the length of every part of a line in which all spaces fit, as long as it can be."""
    for line in lines:
        length = 0
        for space in line:
            if fits(space):
                length += 1
            elif length:
                yield length
                length = 0
        if length:
            yield length
