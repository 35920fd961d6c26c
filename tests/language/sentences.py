"""Sentences in the frames in which they can stand in rules of the shared table, and what is said of
them there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from interpreter.diagnostics import Diagnostic, Report
from tests.language.test_messages import Game, checked, texts_of

GIVEN = "    given 2 players: blue, red\n        blue's hand holds fox_cub\n"
HEAD = 'variant "Calm" for foxwood 1.0\n'
FRAMES = {
    "action": ("rules", "action lantern\n", 1),
    "choice": ("rules", "action lantern\n    choose rival from opponents\n", 1),
    "card": ("rules", "action lantern\n    choose card from your hand\n", 1),
    "pick": ("rules", "action lantern\n    let leader be you\n", 1),
    "rule": ("rules", "rule lantern\n", 1),
    "define": ("rules", "define lantern of player\n", 1),
    "game": ("rules", "procedure lantern\n    have each player\n", 2),
    "each": ("rules", "procedure lantern\n    for each player who is ready\n", 2),
    "change": ("overlay", HEAD, 1),
    "component": ("overlay", f'{HEAD}    add component card lamp "Lamp"\n', 2),
    "heading": ("overlay", "", 0),
    "test": ("rules", f'test "lantern"\n{GIVEN}', 1),
    "given": ("rules", 'test "lantern"\n    given 2 players: blue, red\n', 2),
}
BELOW = ("", "gain 1 score", "set hand_limit to 3")


@dataclass(frozen=True)
class Frame:
    """Where a sentence stands: below which lines, how deep, and with which line below it."""

    name: str
    below: str = ""

    def text(self, sentence: str) -> str:
        """Give the rules with a sentence in them."""
        _, head, depth = FRAMES[self.name]
        lines = []
        for part in re.split(r" ([/|]) ", sentence):
            if part in ("/", "|"):
                depth += part == "/"
            else:
                lines.append("    " * depth + part)
        if self.below:
            lines.append("    " * (depth + 1) + self.below)
        return head + "\n".join(lines) + "\n"

    def found(self, text: str) -> list[Diagnostic]:
        """Give the errors that the checker finds in such rules."""
        return list(_errors(FRAMES[self.name][0], text))


@cache
def _errors(sort: str, text: str) -> tuple[Diagnostic, ...]:
    game = Game(overlays=[text]) if sort == "overlay" else Game(rules=text)
    report: Report = checked(texts_of(game))
    told = (d for d in report.sorted() if d.slug != "wrong-folder")  # a test is only read here
    return tuple(d for d in told if d.severity == "error")


def mended(d: Diagnostic, text: str) -> str:
    """Give a text with the fix of a diagnostic in it."""
    assert d.fix is not None
    place, word = d.fix
    return text[: place.start] + word + text[place.end :]


@cache
def frame_of(sentence: str) -> Frame | None:
    """Give the first frame in which a sentence has no fault; None if it has one everywhere."""
    for name in FRAMES:
        for below in BELOW:
            frame = Frame(name, below)
            if not frame.found(frame.text(sentence)):
                return frame
    return None
