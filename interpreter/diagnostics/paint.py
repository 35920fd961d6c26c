"""Colours for text in a terminal, or none: the only place where marks of a terminal are made.

Takes texts and what they are; gives painted texts. Widths are worked out in columns, of which the
marks take none. Must not know where a text is shown.
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
    """Paints texts if `on`."""

    on: bool = False

    def __call__(self, text: str, style: str) -> str:
        """Give the text in one of `STYLES`; plain if the style is not known."""
        if not (self.on and text and style in STYLES):
            return text
        from rich.color import ColorSystem

        return _style(style).render(text, color_system=ColorSystem.STANDARD)

    def shown(self, painted: str) -> str:
        """Give a painted text as it may be written to a terminal: what is hidden in it is made
        visible, but for the marks of this class."""
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
    """How many columns a painted text takes; a hidden character is shown by one that takes one."""
    return cell_len(visible(MARKS.sub("", text)))


def pad(text: str, width: int) -> str:
    """Give the text with spaces behind it, up to a width in columns."""
    return text + " " * max(0, width - columns(text))
