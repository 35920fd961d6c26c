"""Colours for text in a terminal, or none.

Widths are worked out before a text is painted: a painted text holds marks that take no column.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MARKS = re.compile("\x1b\\[[0-9]*m")

CODES = {
    "black": "90",
    "red": "91",
    "green": "92",
    "yellow": "93",
    "blue": "94",
    "magenta": "95",
    "violet": "95",
    "purple": "95",
    "cyan": "96",
    "indigo": "96",
    "white": "97",
    "orange": "33",
    "grey": "90",
    "bold": "1",
    "dim": "2",
}


@dataclass(frozen=True, slots=True)
class Paint:
    """Paints texts if `on`."""

    on: bool = False

    def __call__(self, text: str, colour: str) -> str:
        """The text in a colour of `CODES`; plain if the colour is not known."""
        code = CODES.get(colour)
        return f"\x1b[{code}m{text}\x1b[0m" if self.on and code and text else text


def columns(text: str) -> int:
    """How many columns a painted text takes."""
    return len(MARKS.sub("", text))


def pad(text: str, width: int) -> str:
    """The text with spaces behind it, up to a width in columns."""
    return text + " " * max(0, width - columns(text))
