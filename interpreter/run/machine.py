"""How execution stops: the game ends, a look-ahead copy fails, or rules run away.

Also the limits that generated rules observe: fuel for what they look through, and the largest
numbers and option lists.
"""

from __future__ import annotations

from collections.abc import Sized
from typing import TypeVar

from interpreter.run.state import BaseState


class Fail(Exception):
    """Raised on look-ahead copies only: this way of carrying out an action is impossible."""


class Enough(Exception):
    """Raised on look-ahead copies only: the answer is yes.

    Chance or another player decides from here, so the action counts as possible.
    """


class GameEnds(Exception):
    """Raised when the rules have ended the game."""


class Runaway(Exception):
    """Rules run on without a decision; `place` says where, `rules` names those in the cycle."""

    def __init__(self, place: str, rules: tuple[str, ...] = ()) -> None:
        self.place = place
        self.rules = rules
        super().__init__(f"{self.story(rules)} ({place})" if place else self.story(rules))

    def story(self, rules: tuple[str, ...]) -> str:
        """Describe what happened in a few words, naming the rules."""
        circle = " -> ".join(f"`{rule}`" for rule in (*rules, *rules[:1] * (len(rules) > 1)))
        who = circle if len(rules) > 1 else f"{circle or 'a rule'} goes on"
        return f"{who} without end"


class TooLarge(Runaway):
    """A number is larger than any game could need."""

    def story(self, rules: tuple[str, ...]) -> str:
        """Describe what happened in a few words, naming the rule."""
        who = f"`{rules[0]}`" if rules else "a rule"
        return f"{who} makes a number beyond {LARGEST}"


class TooMany(Runaway):
    """A question has more options than anybody could be shown."""

    def story(self, rules: tuple[str, ...]) -> str:
        """Describe what happened in a few words, naming the rule."""
        who = f"`{rules[0]}`" if rules else "a rule"
        return f"{who} asks a question of over {MOST_OPTIONS} options"


class NoRoom(Runaway):
    """A component has no room where the rules put it, and would be left without a place."""

    def story(self, rules: tuple[str, ...]) -> str:
        """Describe what happened in a few words, naming the rule."""
        who = f"`{rules[0]}`" if rules else "a rule"
        return f"{who} pushes out what finds no room in its zone"


FUEL = 200_000_000  # steps between two decisions, each about one operation
AGAIN = 20  # cost factor of what may never end: counting loops, recursive rules
COPYING = 300  # steps charged for copying a state
LARGEST = 10**15
MOST_OPTIONS = 10_000
LIMIT_HELP = (
    "nobody decided anything for a very long time there: give it an end",
    f"if it has one: {FUEL:,} steps may be taken between two decisions, and `patience: 5` in"
    " game.yaml allows 5 times as many",
)
"""What to do about rules that were stopped."""


_Things = TypeVar("_Things", bound=Sized)
_Number = TypeVar("_Number")


def burn(S: BaseState, things: _Things, cost: int) -> _Things:
    """Pay `cost` steps of fuel for each of some things, then pass the things on unchanged.

    Raises `Runaway` if the fuel does not suffice.
    """
    S.fuel -= len(things) * cost
    if S.fuel < 0:
        raise Runaway("")
    return things


def held(number: _Number) -> _Number:
    """Pass a number on; raises `TooLarge` if its magnitude exceeds `LARGEST`."""
    if isinstance(number, int) and not -LARGEST <= number <= LARGEST:
        raise TooLarge("")
    return number


def offered(options: list[object]) -> list[object]:
    """Pass a list of options on; raises `TooMany` if there are more than `MOST_OPTIONS`."""
    if len(options) > MOST_OPTIONS:
        raise TooMany("")
    return options


def divided(S: BaseState, a: int, b: int) -> int:
    """Divide `a` by `b`, rounding down; division by 0 is 0."""
    return a // b if b else 0
