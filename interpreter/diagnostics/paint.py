"""Colours for terminal text, or none: the only place where escape sequences are made.

Takes texts and styles; produces painted texts. Widths are measured in columns, of which escape
sequences take none. Must not know where a text is shown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from rich.cells import cell_len

from interpreter.diagnostics.characters import no_command, visible

if TYPE_CHECKING:
    from rich.style import Style

MARKS = re.compile("\x1b\\[[0-9;]*m")

STYLES = {
    "black": "bright_black",
    "red": "bright_red",
    "green": "bright_green",
    "yellow": "bright_yellow",
    "blue": "bright_blue",
    "magenta": "bright_magenta",
    "violet": "bright_magenta",
    "purple": "bright_magenta",
    "cyan": "bright_cyan",
    "indigo": "bright_cyan",
    "white": "bright_white",
    "orange": "yellow",
    "grey": "bright_black",
    "bold": "bold",
    "dim": "dim",
    "error": "bold red",
    "warning": "bold yellow",
    "frame": "blue",
    "other": "cyan",
}
"""The colours of games, and what of a message is painted, in the words of the library."""


@dataclass(frozen=True, slots=True)
class Paint:
    """Paints texts if `on`; returns them unchanged otherwise."""

    on: bool = False

    def __call__(self, text: str, style: str) -> str:
        """Paint the text in one of `STYLES`; leave it plain if off or the style is unknown."""
        if not (self.on and text and style in STYLES):
            return text
        from rich.color import ColorSystem

        return _style(style).render(text, color_system=ColorSystem.STANDARD)

    def shown(self, painted: str) -> str:
        """Make a painted text safe for a terminal.

        Its hidden characters become visible; only the escape sequences of this class remain.
        """
        if not self.on:
            return no_command(visible(painted))
        at, made = 0, []
        for mark in MARKS.finditer(painted):
            made += [visible(painted[at : mark.start()]), mark.group()]
            at = mark.end()
        return no_command("".join([*made, visible(painted[at:])]))


@cache
def _style(name: str) -> Style:
    from rich.style import Style

    return Style.parse(STYLES[name])


@lru_cache(maxsize=4096)  # a frame is laid out in several ways from the same texts
def columns(text: str) -> int:
    """Count the columns that a painted text takes; a hidden character is shown in one column."""
    return cell_len(visible(MARKS.sub("", text)))


def pad(text: str, width: int) -> str:
    """Pad the text with trailing spaces to a width in columns."""
    return text + " " * max(0, width - columns(text))
