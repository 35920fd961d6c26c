"""Bounds in the words of everyday speech: `is 3 or more`, `is not at least 3`, `4 cards or fewer`.

Takes a line; gives where such words stand, and what the language says for them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from interpreter.syntax.recovery.characters import without_comment

_MORE = "at least"


_LESS = "at most"


OR_MORE = {
    "more": _MORE, "greater": _MORE, "higher": _MORE, "above": _MORE, "over": _MORE, "up": _MORE,
    "less": _LESS, "fewer": _LESS, "lower": _LESS, "below": _LESS, "under": _LESS,
}  # fmt: skip


_BOUND = re.compile(
    r"\b(?:(?P<there>there +(?:is|are))|(?P<verb>is|are|has|have)|if|and|or|unless|requires|while)"
    rf" +(?P<not>not +)?(?P<bound>(?P<number>\w+) +or +(?P<side>{'|'.join(OR_MORE)}))\b"
)


_AT_LEAST_NOT = {
    "at least": "less than", "at most": "more than",
    "more than": "at most", "less than": "at least",
}  # fmt: skip


_NOT = re.compile(r"\b(is|are) +not +((?:at +(?:least|most))|(?:(?:more|less) +than))\b")


_BOUND_OF = re.compile(
    r"\b(?:has|have) +(?P<bound>(?:at +(?:least|most) +)?(?P<number>\w+)"
    rf" +(?P<what>[a-z_]+(?: +[a-z_]+)?) +or +(?P<side>{'|'.join(OR_MORE)}))\b"
)


OTHERWISE = "this is said in other words"


@dataclass(frozen=True, slots=True)
class Bound:
    """`3 or more` in a line: where it stands, and how what is meant is said."""

    start: int
    end: int
    meant: str


def _bounds(line: str) -> Iterator[Bound]:
    """Every `3 or more` and `is not at least 3` of a line."""
    for found in _BOUND.finditer(line):
        side = OR_MORE[found["side"]]
        start, end = found.span("bound")
        meant = f"{side} {found['number']}"
        if found["there"]:
            start = found.start("there")
        if found["not"]:
            start = found.start("verb" if found["verb"] else "not")
            meant = _refused(found["verb"] or "", side, found["number"])
        if meant:
            yield Bound(start, end, meant)
    for found in _BOUND_OF.finditer(line):
        meant = f"{OR_MORE[found['side']]} {found['number']} {found['what']}"
        yield Bound(*found.span("bound"), meant)
    for found in _NOT.finditer(line):
        meant = f"{found[1]} {_AT_LEAST_NOT[' '.join(found[2].split())]}"
        yield Bound(found.start(), found.end(), meant)


def _refused(verb: str, side: str, number: str) -> str:
    """`is not 3 or more`; empty if there is no such way to say it."""
    if verb in ("is", "are"):
        return f"{verb} {_AT_LEAST_NOT[side]} {number}"
    if verb and number.isdigit() and (side == _LESS or int(number) > 0):
        most, least = f"at most {int(number) - 1}", f"at least {int(number) + 1}"
        return f"{verb} {most if side == _MORE else least}"
    return ""


def meant_bound(line: str, mends: Callable[[int, int, str], bool]) -> Bound | None:
    """The first of them with which a line can be read in words of the language; if it takes all of
    them, one that reaches from the first to the last."""
    bare = re.sub(r'"[^"]*"', lambda text: " " * len(text[0]), without_comment(line))
    found = sorted(_bounds(bare), key=lambda one: one.start)
    for one in found:
        if mends(one.start, one.end, one.meant):
            return one
    if len(found) < 2:
        return None
    start, end = found[0].start, found[-1].end
    meant, at = "", start
    for one in found:
        meant += line[at : one.start] + one.meant
        at = one.end
    whole = Bound(start, end, meant)
    return whole if mends(start, end, meant) else None
