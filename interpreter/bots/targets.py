"""A designer's goals for a game, in words: `each seat 25 % within 3`, `about 60 turns`.

Takes the words and the tally of many games, and computes how far off the goal is, in the unit of
the words: 0 where it is met. Raises `UnknownTarget` for words that are not understood.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import interpreter as rw
from interpreter.simulation.sums import Tally, spread

EXAMPLES = (
    "each seat 25 % within 3",
    "about 60 turns",
    "about 400 decisions within 20",
    "nobody wins 5 % within 5",
    "about 40 points",
)
_NUMBER = r"(\d+(?:\.\d+)?)"
_WITHIN = rf"(?: within {_NUMBER})?"
SHARES = re.compile(rf"each seat {_NUMBER} ?%{_WITHIN}")
NOBODY = re.compile(rf"nobody wins {_NUMBER} ?%{_WITHIN}")
ABOUT = re.compile(rf"about {_NUMBER} (turns|decisions|points){_WITHIN}")


class UnknownTarget(rw.Misuse):
    """The words are not understood."""

    def __init__(self, text: str) -> None:
        listed = "`, `".join(EXAMPLES)
        super().__init__(f"`{text}` is no target: write one such as `{listed}`")


@dataclass(frozen=True, slots=True)
class Target:
    """A goal in words, and how far games are from it: up to `within` counts as met."""

    text: str
    unit: str
    within: float
    off: Callable[[Tally], float]


def target_of(text: str) -> Target:
    """Parse a goal; raises `UnknownTarget` for words that are not understood."""
    plain = " ".join(text.lower().split())
    if found := SHARES.fullmatch(plain):
        share, within = float(found[1]), float(found[2] or 0)
        return Target(text, "% of a seat", within, lambda t: _shares(t, share))
    if found := NOBODY.fullmatch(plain):
        share, within = float(found[1]), float(found[2] or 0)
        return Target(
            text,
            "%",
            within,
            lambda t: abs(100 * t.nobody / max(1, t.games) - share),
        )
    if found := ABOUT.fullmatch(plain):
        number, unit, within = float(found[1]), found[2], float(found[3] or 0)
        return Target(text, unit, within, lambda t: abs(mean_of(t, unit) - number))
    raise UnknownTarget(text)


def _shares(tally: Tally, share: float) -> float:
    return max(abs(100 * won / max(1, tally.games) - share) for won in tally.wins())


def mean_of(tally: Tally, unit: str) -> float:
    """Compute the mean of turns or decisions per game, or of points per seat; 0 without data."""
    if unit == "points":
        found = sum(tally.points, Counter[int]())
    else:
        found = tally.turns if unit == "turns" else tally.lengths
    return spread(found).mean
