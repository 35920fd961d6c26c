"""`reverse deck`: what lay at the bottom of a pile lies on top, in both back ends."""

from __future__ import annotations

import pytest

from tests.native.lockstep import native
from tests.native.small_games import both_of, cards, played, rules

pytestmark = native

TABLE = """
    kind card plural cards
    the table has
        zone deck: pile of cards, seen by all
        zone hand: set of cards, seen by all
"""
THINGS = cards(("ann", 1), ("bob", 1), ("cid", 1))


@pytest.mark.parametrize(
    ("lines", "drawn"),
    [
        ("draw 1 card from deck to hand", [2]),
        ("reverse deck\ndraw 1 card from deck to hand", [0]),
        ("reverse deck\nreverse deck\ndraw 1 card from deck to hand", [2]),
        ("reverse deck\ndraw 3 cards from deck to hand\nreverse deck", [0, 1, 2]),
    ],
)
def test_the_bottom_card_is_on_top_of_a_pile_that_was_turned_over(lines, drawn):
    game = played(both_of(rules(TABLE, lines, setup="move all cards to deck"), THINGS))
    assert game.z_table_hand[0] == drawn
    assert sorted(game.z_table_hand[0] + game.z_table_deck[0]) == [0, 1, 2]
