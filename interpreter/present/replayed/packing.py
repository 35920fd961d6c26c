"""Delta encoding for texts that resemble the one before: each piece once, each text as edits.

Takes HTML texts in order, in pieces; gives plain JSON data. A text is a list of piece numbers,
written as edits of the list before it: `[index, number removed, numbers inserted]`, from back to
front so that no edit shifts another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

Edit = tuple[int, int, list[int]]
Packed = tuple[list[str], list[list[Edit] | int]]
"""The pieces, and the edits of each text; 0 stands for the text before."""

_PIECE = re.compile(r'(?=<(?:section|figure|div|g|use|span class="(?:zone|card|pc|cell|fact|pip)))')


def pieces(html: str) -> list[str]:
    """Split a text of HTML where things begin that change as one."""
    return _PIECE.split(html)


def packed(texts: Iterable[Sequence[str]]) -> Packed:
    """Encode texts compactly; one that is equal to the one before becomes 0."""
    numbers: dict[str, int] = {}
    steps: list[list[Edit] | int] = []
    before: Sequence[str] | None = None
    listed: list[int] = []
    for text in texts:
        if text == before:
            steps.append(0)
            continue
        now = [numbers.setdefault(piece, len(numbers)) for piece in text]
        steps.append(_edits(listed, now))
        before, listed = text, now
    return list(numbers), steps


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
