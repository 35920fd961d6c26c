"""Chapter 3, boards: ways over them, what is connected, what stands in a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

Beside = Callable[[int], Iterable[int]]
Test = Callable[[int], object]


def steps(
    beside: Beside, start: int, goal: int, none: int, through: Test = lambda space: True
) -> int:
    """Give the fewest steps from one space to another; `none` if there is no way. Every space
    between them must be one that can be gone through."""
    if start < 0 or goal < 0:
        return none
    far = {start: 0}
    waiting = [start]
    while waiting:
        here = waiting.pop(0)
        if here == goal:
            return far[here]
        if here != start and not through(here):
            continue
        for other in beside(here):
            if other not in far:
                far[other] = far[here] + 1
                waiting.append(other)
    return none


def reached(
    beside: Beside, start: int, belongs: Test, within: int, through: Test | None = None
) -> list[int]:
    """Give the spaces that belong to a group, the nearer ones first. Without `through`, the way
    leads over such spaces only, from the first on; with it, whatever lies where it begins."""
    if start < 0 or within < 0 or (through is None and not belongs(start)):
        return []
    far = {start: 0}
    waiting = [start]
    found = []
    while waiting:
        here = waiting.pop(0)
        fits = belongs(here)
        if fits:
            found.append(here)
        goes_on = fits if through is None else here == start or through(here)
        if far[here] == within or not goes_on:
            continue
        for other in beside(here):
            if other not in far:
                far[other] = far[here] + 1
                waiting.append(other)
    return found


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
