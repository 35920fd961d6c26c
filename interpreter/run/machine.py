"""How a game in play is stopped: by its rules, by a copy that comes to nothing, by running away.

Generated rules pay here for what they look through, and may not make numbers or lists beyond all
measure.
"""

from __future__ import annotations

from typing import Any

from interpreter.run.state import BaseState


class Fail(Exception):
    """On a copy only: this way of carrying out an action comes to nothing."""


class Enough(Exception):
    """On a copy only: chance or somebody else decides from here, so the answer is yes."""


class GameEnds(Exception):
    """The rules have ended the game."""


class Runaway(Exception):
    """Rules go on and on without a decision: where, and which of them call each other."""

    def __init__(self, place: str, rules: tuple[str, ...] = ()) -> None:
        self.place = place
        self.rules = rules
        super().__init__(f"{self.story(rules)} ({place})" if place else self.story(rules))

    def story(self, rules: tuple[str, ...]) -> str:
        """Give what happened, in a few words."""
        circle = " -> ".join(f"`{rule}`" for rule in (*rules, *rules[:1] * (len(rules) > 1)))
        who = circle if len(rules) > 1 else f"{circle or 'a rule'} goes on"
        return f"{who} without end"


class TooLarge(Runaway):
    """A number beyond everything that a game could mean."""

    def story(self, rules: tuple[str, ...]) -> str:
        """Give what happened, in a few words."""
        who = f"`{rules[0]}`" if rules else "a rule"
        return f"{who} makes a number beyond {LARGEST}"


class TooMany(Runaway):
    """More options than anybody could be shown."""

    def story(self, rules: tuple[str, ...]) -> str:
        """Give what happened, in a few words."""
        who = f"`{rules[0]}`" if rules else "a rule"
        return f"{who} asks a question of over {MOST_OPTIONS} options"


class NoRoom(Runaway):
    """A component that would lie nowhere: there is no room where the rules put it."""

    def story(self, rules: tuple[str, ...]) -> str:
        """Give what happened, in a few words."""
        who = f"`{rules[0]}`" if rules else "a rule"
        return f"{who} pushes out what finds no room in its zone"


FUEL = 200_000_000  # steps that may be taken between two decisions, each about one operation
AGAIN = 20  # so many times as much is paid by what may go on and on: counting, rules in a circle
COPYING = 300  # steps that a copy of a state counts for
LARGEST = 10**15
MOST_OPTIONS = 10_000
LIMIT_HELP = (
    "nobody decided anything for a very long time there: give it an end",
    f"if it has one: {FUEL:,} steps may be taken between two decisions, and `patience: 5` in"
    " game.yaml allows 5 times as many",
)
"""What to do about rules that were stopped."""


def burn(S: BaseState, things: Any, cost: int) -> Any:
    """Give a list, paid for before it is looked through: `cost` steps for each thing in it."""
    S.fuel -= len(things) * cost
    if S.fuel < 0:
        raise Runaway("")
    return things


def held(number: Any) -> Any:
    """Give a number, unless it is beyond all measure."""
    if isinstance(number, int) and not -LARGEST <= number <= LARGEST:
        raise TooLarge("")
    return number


def offered(options: list[object]) -> list[object]:
    """Give a list of options, unless it is too long to be shown to anybody."""
    if len(options) > MOST_OPTIONS:
        raise TooMany("")
    return options


def divided(S: BaseState, a: int, b: int) -> int:
    """Divide, rounded down; by 0 it is 0."""
    return a // b if b else 0
