"""Matching pieces with amounts, wild ones included, against trying every way."""

from __future__ import annotations

from itertools import combinations
from random import Random

from interpreter.run.tables import matchable


def covers(shown, wanted, wild):
    """By hand: each piece goes to one wanted place, wild ones anywhere."""
    places = [value for value, amount in enumerate(wanted) for _ in range(amount)]

    def fill(left, pieces):
        if not left:
            return True
        first, *others = left
        return any(
            fill(others, pieces[:at] + pieces[at + 1 :])
            for at, piece in enumerate(pieces)
            if piece == first or piece in wild
        )

    return fill(places, list(shown))


def test_it_says_yes_exactly_where_some_way_completes_the_set():
    rng = Random(5)
    seen = set()
    for _ in range(3000):
        picked = [rng.randrange(4) for _ in range(rng.randrange(4))]
        rest = [rng.randrange(4) for _ in range(rng.randrange(6))]
        wanted = [rng.randrange(3), rng.randrange(2), rng.randrange(2), 0]
        more = rng.randrange(2)
        size = sum(wanted) + more - len(picked)
        by_hand = size >= 0 and any(
            covers([*picked, *added], wanted, (3,)) for added in combinations(rest, size)
        )
        assert matchable(picked, rest, wanted, more, (3,)) == by_hand, (picked, rest, wanted, more)
        seen.add(by_hand)
    assert seen == {True, False}
