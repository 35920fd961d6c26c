"""Delta encoding for similar pictures: each shape once, each picture as differences.

Takes drawings in order; gives plain JSON data. A picture is a list of shape numbers, written as
edits of the list before it: `[index, number removed, numbers inserted]`, from back to front so that
no edit shifts another."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

from interpreter.present.picture.sheet import Drawing

Edit = tuple[int, int, list[int]]
Step = tuple[int, str, list[Edit]]
Packed = tuple[int, list[str], list[Step | int]]
"""The width, the shapes, and of each picture its height, its words and its edits; 0 stands for the
picture before."""


def packed(drawings: Iterable[Drawing]) -> Packed:
    """Encode pictures of equal width compactly; a picture equal to the one before becomes 0."""
    numbers: dict[str, int] = {}
    steps: list[Step | int] = []
    before: Drawing | None = None
    listed: list[int] = []
    for one in drawings:
        if one == before:
            steps.append(0)
            continue
        now = [numbers.setdefault(part, len(numbers)) for part in one.parts]
        steps.append((one.height, one.told, _edits(listed, now)))
        before, listed = one, now
    return (before.width if before is not None else 0), list(numbers), steps


def _edits(old: list[int], new: list[int]) -> list[Edit]:
    """Compute the edits that turn one list into another, from back to front."""
    first = 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    was, now = old[first : len(old) - last], new[first : len(new) - last]
    found = SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
    made = [(first + a, b - a, now[c:d]) for tag, a, b, c, d in found if tag != "equal"]
    return made[::-1]
