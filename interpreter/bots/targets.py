"""What a designer wants of a game, in words: `each seat 25 % within 3`, `about 60 turns`.

Takes the words and what was counted over many games; gives how far off that is, in the unit of the
words: 0 where it is met. Raises `UnknownTarget` for words that say nothing of the kind.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import interpreter as rw
from interpreter.simulation.random_games import Tally

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
    """The words are none of those that are understood."""

    def __init__(self, text: str) -> None:
        listed = "`, `".join(EXAMPLES)
        super().__init__(f"`{text}` is no target: write one such as `{listed}`")


@dataclass(frozen=True, slots=True)
class Target:
    """Words, and how far games are off: the larger the farther; up to `within` counts as met."""

    text: str
    unit: str
    within: float
    off: Callable[[Tally], float]


def target_of(text: str) -> Target:
    """Give what some words ask for. Raises `UnknownTarget`."""
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
            lambda t: abs(100 * t.without_winner() / max(1, t.games) - share),
        )
    if found := ABOUT.fullmatch(plain):
        number, unit, within = float(found[1]), found[2], float(found[3] or 0)
        return Target(text, unit, within, lambda t: abs(mean_of(t, unit) - number))
    raise UnknownTarget(text)


def _shares(tally: Tally, share: float) -> float:
    return max(abs(100 * won / max(1, tally.games) - share) for won in tally.wins())


def mean_of(tally: Tally, unit: str) -> float:
    """Give the mean number of turns or decisions of a game, or points of a seat; 0 without any."""
    outcomes = tally.outcomes.values()
    if unit == "points":
        found = [float(one) for o in outcomes for one in o.points]
    elif unit == "turns":
        found = [float(o.turns) for o in outcomes if o.turns >= 0]
    else:
        found = [float(o.decisions) for o in outcomes]
    return sum(found) / len(found) if found else 0.0
