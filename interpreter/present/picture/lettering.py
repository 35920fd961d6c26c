"""How wide texts are, where no font can be asked; texts in lines of a width."""

from __future__ import annotations

from collections.abc import Callable
from unicodedata import east_asian_width

Measure = Callable[[str, float, bool], float]
"""Returns the width of a text in the unit of its size; `True` for bold."""

_THIN, _BROAD = frozenset(" iljtf.,:;'!|()[]I-"), frozenset("mwMW@%&")


def estimated(text: str, size: float, bold: bool = False) -> float:
    """Estimate the width of a text in a usual font without serifs, a little too wide."""
    units = 0.0
    for one in text:
        if one in _THIN:
            units += 0.38
        elif one in _BROAD:
            units += 0.95
        elif east_asian_width(one) in "WF":
            units += 1.0
        else:
            units += 0.72 if one.isupper() else 0.62
    return units * size * (1.08 if bold else 1.0)


def wrapped(text: str, room: float, size: float, measure: Measure, bold: bool = False) -> list[str]:
    """Wrap a text to a width; a word that is too long is split."""
    made: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if measure(longer, size, bold) <= room:
            line = longer
            continue
        if line:
            made.append(line)
        while measure(word, size, bold) > room and len(word) > 1:
            most = max(1, int(len(word) * room / measure(word, size, bold)))
            made.append(word[:most])
            word = word[most:]
        line = word
    return [*made, line] if line else made


def clipped(
    text: str, room: float, size: float, measure: Measure = estimated, bold: bool = False
) -> str:
    """Cut a text to a width, with an ellipsis if anything is cut."""
    if measure(text, size, bold) <= room:
        return text
    while text and measure(text + "…", size, bold) > room:
        text = text[:-1]
    return text.rstrip() + "…"
