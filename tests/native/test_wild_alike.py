"""Alike pieces that match amounts, wild ones included: each as often as it lies there."""

from __future__ import annotations

from itertools import product

import pytest

from tests.native.small_games import Pair, both_of, rules

TABLE = """
values suit: fox, rabbit, bird wild
kind leaf plural leaves, alike
    printed shown: suit
kind quest plural quests
    printed wanted: amounts of suit
each player has
    zone bag: set of leaves, seen by all
    zone spent: set of leaves, seen by all
    met: yes or no
    covered: yes or no
"""
THINGS = "".join(
    ["leaves:\n"]
    + [f"- {{id: {suit}_leaf, shown: {suit}, copies: 9}}\n" for suit in ("fox", "rabbit", "bird")]
    + ["quests:\n- {id: fetch, wanted: {fox: 2, rabbit: 1}}\n"]
)
BODY = """
repeat 4 times
    pick leaf from leaves
        at random
    move leaf from the box to your bag
if you have fetch's wanted in your bag
    mark you as covered
choose offering from leaves in your bag matching fetch's wanted
move all offering from your bag to your spent
mark you as met
"""


def sets_that_match(had: tuple[int, ...], wanted: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Give what can be given: each that is wanted in kind, or by a wild one (the third)."""
    owed = [value for value, amount in enumerate(wanted) for _ in range(amount)]
    ways = product(*({value, 2} for value in owed))
    made = {tuple(way.count(value) for value in range(3)) for way in ways}
    return {one for one in made if all(a <= b for a, b in zip(one, had, strict=True))}


@pytest.mark.parametrize("last", [0, -1])
def test_what_is_asked_for_is_matched_exactly_where_some_way_does(last: int):
    plans = both_of(rules(TABLE, BODY), THINGS)
    seen = set()
    for seed in range(120):
        pair = Pair(plans, seed=seed)
        S = pair.python
        taken: list[int] = []
        while not S.over:
            first = plans[0].program.kinds["leaf"].first
            taken.append(S.options[last] - first)
            pair.take(len(S.options) - 1 if last else 0)
        spent, left = tuple(S.z_player_spent[:3]), tuple(S.z_player_bag[:3])
        had = tuple(a + b for a, b in zip(spent, left, strict=True))
        ways = sets_that_match(had, (2, 1, 0))
        assert sum(had) == 4
        assert S.f_player_met[0] == S.f_player_covered[0] == bool(ways), (seed, had)
        assert spent in ways if ways else spent == (0, 0, 0)
        assert all(taken.count(value) <= spent[value] for value in range(3))
        seen.add(len(ways))
    assert {0, 1, 2} <= seen


def test_a_set_of_alike_pieces_is_not_moved_from_nowhere():
    body = BODY.replace("from your bag to", "to")
    with pytest.raises(AssertionError, match="it is not said where this comes from"):
        both_of(rules(TABLE, body), THINGS)
