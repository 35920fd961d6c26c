"""Enumerates a game's set-ups by starting it many times.

The public interface tells no probabilities. So what is found is checked as far as possible: all
set-ups have come up about equally often, and they determine what chance brings later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

import interpreter as rw

SURE = 6  # standard deviations beyond which set-ups are not equally likely


class Uneven(rw.Misuse):
    """A game's set-ups cannot be taken as equally likely, or are not all known."""


def set_ups(starts: Iterable[rw.State], most: int) -> list[rw.State]:
    """Collect the distinct set-ups among some starts, ordered by hash.

    Raises `Uneven` if they are not equally likely, not all known, or do not determine what chance
    brings later. That is checked along lines of at most `most` decisions.
    """
    counts: Counter[str] = Counter()
    first: dict[str, rw.State] = {}
    for state in starts:
        counts[state.hash] += 1
        if counts[state.hash] == 2:
            _same_line(first[state.hash], state, most)
        first.setdefault(state.hash, state)
    _check(first, counts)
    return [first[name] for name in sorted(first)]


def _check(first: dict[str, rw.State], counts: Counter[str]) -> None:
    """Check that each set-up came up more than once, and all about equally often."""
    made, found = counts.total(), len(counts)
    title = next(iter(first.values())).game.title
    if min(counts.values()) < 2:
        raise Uneven(
            f"{title}: {made} starts brought {found} set-ups, some of them only once; ask for more"
            " starts, or leave `alike` out"
        )
    even = made / found
    far = sum((count - even) ** 2 / even for count in counts.values()) - (found - 1)
    if far > SURE * (2 * (found - 1)) ** 0.5:
        raise Uneven(f"{title}: its {found} set-ups are not equally likely; leave `alike` out")


def _same_line(one: rw.State, other: rw.State, most: int) -> None:
    """Play two equal states on with the same options, and check that they stay equal."""
    one, other, rng = one.copy(), other.copy(), Random(0)
    for _ in range(most):
        if one.hash != other.hash:
            raise Uneven(
                f"{one.game.title}: chance decides something after the start; leave `alike` out"
            )
        if one.over:
            return
        option = rng.choice(one.options).id
        one.choose(option)
        other.choose(option)
