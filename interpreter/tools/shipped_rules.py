"""Rules of the shipped games, by their titles: what others wrote for what somebody wants to say.

Takes nothing; gives each titled rule with its place and its text. It reads headings alone and must
not know what the lines below them mean.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from interpreter.load.resources import read_shipped, root

_HEADING = re.compile(
    r'^(?:action|procedure|rule|define|relation|turn|round|phase)\b[^"\n]*"([^"\n]+)"[^\n]*\n'
    r"(?:(?:[ ]+[^\n]*)?\n)*",
    re.MULTILINE,
)
_GAPS = re.compile(r"\{[^}]*\}")
MOST_LINES = 8
"""So many lines of a rule are shown; the rest stands in its file."""


@dataclass(frozen=True, slots=True)
class ShippedRule:
    """One rule: its title without gaps, where it stands, and its lines."""

    title: str
    place: str
    lines: tuple[str, ...]

    def shown(self) -> tuple[str, ...]:
        """Return the lines that are shown, with a mark where more follow."""
        if len(self.lines) <= MOST_LINES:
            return self.lines
        return (*self.lines[: MOST_LINES - 1], "    ...")


@cache
def shipped_rules() -> tuple[ShippedRule, ...]:
    """List the titled rules of all shipped games, by their files."""
    made: list[ShippedRule] = []
    for path in sorted((root() / "games").rglob("rules/**/*.rules")):
        name = path.relative_to(root()).as_posix()
        text = read_shipped(name)
        for found in _HEADING.finditer(text):
            lines = tuple(found[0].rstrip().split("\n"))
            title = " ".join(_GAPS.sub("", found[1]).split())
            place = f"{name}:{text.count(chr(10), 0, found.start()) + 1}"
            made.append(ShippedRule(title, place, lines))
    return tuple(made)
