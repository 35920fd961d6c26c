"""Room in a zone of pieces that are alike, in both back ends."""

from __future__ import annotations

import pytest

from tests.native.small_games import Pair, both_of, rules

TABLE = """
kind leaf plural leaves, alike
each player has
    zone bag: set of leaves, seen by all, limit 4
"""
LEAVES = "leaves:\n- {id: oak_leaf, copies: 9}\n"


@pytest.mark.parametrize(("first", "then", "held"), [(3, 3, 4), (1, 2, 3), (4, 1, 4), (9, 0, 4)])
def test_what_does_not_fit_stays(first: int, then: int, held: int):
    body = (
        f"move {first} leaves from the box to your bag\nmove {then} leaves from the box to your bag"
    )
    pair = Pair(both_of(rules(TABLE, body), LEAVES))
    assert pair.python.z_player_bag[0] == held
