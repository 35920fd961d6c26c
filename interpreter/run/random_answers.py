"""What random players answer: evenly, by a seed, without going round in circles in a turn.

All answers are a pure function of a seed and of what is asked, so that games may be dealt to
processes in any way. A position that has occurred before in the same turn is recognised by all
that the rules can tell apart, with how often chance was used; how often something was done this
turn does not count. Compiled rules do the same (`random_answers.c`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from interpreter.run.chance import GOLDEN, MASK, mix, stream_key
from interpreter.run.state import BaseState, Option

_AGENT, _LOTS = stream_key("agent"), stream_key("lots")
KEPT = 64  # offers and positions remembered in a turn, and answers of each
_ELSE = ("seed", "fuel", "probe", "base", "asides", "agent", "choice", "log", "options", "pins")
_FORMED = ("draws", "stack", "expiry")  # these are converted separately
_OTHER = frozenset((*_ELSE, *_FORMED, "mine", "answers", "used_at", "used_n", "ending"))
"""What tells no two positions apart, or has a form of its own."""


class RandomPlayer:
    """Answers for all seats; `asked` counts the questions, `forced` those with one answer."""

    __slots__ = ("asked", "base", "forced")

    def __init__(self, seed: int) -> None:
        self.base = mix(seed & MASK ^ _AGENT)
        self.asked = self.forced = 0

    def drawn(self, count: int) -> int:
        """Draw the place of the next answer among so many options."""
        self.asked += 1
        return (
            0 if count == 1 else (mix(self.base + self.asked * GOLDEN & MASK) >> 32) * count >> 32
        )

    def __call__(self, S: BaseState, options: Sequence[Option]) -> Option:
        """Draw the answer to the next question."""
        self.asked = asked = self.asked + 1
        count = len(options)
        if count == 1:
            self.forced += 1
            return options[0]
        # chance.mix, inlined: this is the innermost loop of every study
        bits = (self.base + asked * GOLDEN) & MASK
        bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & MASK
        return options[((bits ^ (bits >> 31)) >> 32) * count >> 32]

    def mixed(self, S: BaseState, candidates: Sequence[Option]) -> Sequence[Option]:
        """Draw the order in which the candidates of the next question are tried.

        Nothing is in it if all of them are to be tried.
        """
        if len(candidates) < 2:
            return ()
        made = list(candidates)
        base = mix((self.base ^ _LOTS) + (self.asked + 1) * GOLDEN & MASK)
        for last in range(len(made) - 1, 0, -1):
            at = (mix(base + last * GOLDEN & MASK) >> 32) * (last + 1) >> 32
            made[last], made[at] = made[at], made[last]
        return made


def mixed(S: BaseState, candidates: Sequence[Option]) -> Sequence[Option]:
    """List candidates in the order in which a random player tries them, who needs two that work.

    One of these two is drawn then, which is as likely for each as if all had been tried; and where
    only one works, the player has no choice. Nothing is listed if anybody else is asked.
    """
    player = S.agent
    return player.mixed(S, candidates) if player is not None else ()


@cache
def _parts(slots: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in slots if name not in _OTHER)


def position(S: BaseState) -> tuple[object, ...]:
    """Return a value that is equal for equal positions of one game."""
    made: list[object] = [_fixed(S.stack), _fixed(S.expiry), tuple(sorted(S.draws.items()))]
    for name in _parts(S.__slots__):
        part = getattr(S, name)
        if isinstance(part, list):  # of numbers, or of lists of them
            nested = part and isinstance(part[0], list)
            part = tuple(map(tuple, part)) if nested else tuple(part)
        made.append(part)
    return tuple(made)


def _fixed(value: object) -> object:
    """Convert nested lists to tuples, which are hashable."""
    if isinstance(value, list | tuple):
        return tuple(_fixed(one) for one in value)
    return value


class Rounds:
    """The positions of the present turn, for random players.

    `span` is what turns are counted by; empty where the rules have no turns, and then nothing is
    detected.
    """

    def __init__(self, span: str | None) -> None:
        self._clock = f"t_{span}" if span else ""
        self._turn = -1
        self._offered: set[object] = set()
        self._taken: dict[object, int] = {}

    def other(self, S: BaseState, options: Sequence[object], index: int) -> int:
        """Replace `index` if that answer was given before in this position of the turn.

        Returns `index` itself if it is new, or if all options were taken.
        """
        if not self._clock or len(options) < 2:
            return index
        if not self.offered_before(S, options):  # a cycle repeats an offer: that is cheaper to see
            return index
        here = (position(S), tuple(options))
        taken = self._taken.get(here)
        if taken is None:
            if len(self._taken) < KEPT:
                self._taken[here] = _bit(index)
            return index
        left = [at for at in range(len(options)) if not taken & _bit(at)]
        if left:
            index = left[index % len(left)]
            self._taken[here] = taken | _bit(index)
        return index

    def offered_before(self, S: BaseState, options: Sequence[object]) -> bool:
        """Tell whether the same was offered before in this turn, and remember that it is now."""
        if not self._clock:
            return False
        turn = getattr(S, self._clock)
        if turn != self._turn:
            self._turn = turn
            self._offered.clear()
            self._taken.clear()
        offer = tuple(options)
        if offer in self._offered:
            return True
        if len(self._offered) < KEPT:
            self._offered.add(offer)
        return False


def _bit(index: int) -> int:
    return 1 << index if index < KEPT else 0
