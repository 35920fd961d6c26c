"""Wild values: whether what somebody has covers what is wanted, in both back ends."""

from __future__ import annotations

import pytest

from tests.native.small_games import Pair, both_of, rules

TABLE = """
values suit: fox, rabbit, bird wild
kind leaf plural leaves
    printed shown: suit
kind quest plural quests
    printed wanted: amounts of suit
each player has
    zone bag: set of leaves, seen by owner
    met: yes or no
"""
QUESTS = "quests:\n- {id: fetch, wanted: {fox: 2, bird: 1}}\n"
LEAVES = """\
leaves:
- {id: fox_leaf, shown: fox, copies: 3}
- {id: rabbit_leaf, shown: rabbit, copies: 3}
- {id: bird_leaf, shown: bird, copies: 3}
"""
GO = """
move {foxes} fox_leaf leaves from the box to your bag
move {rabbits} rabbit_leaf leaves from the box to your bag
move {birds} bird_leaf leaves from the box to your bag
if you have fetch's wanted in your bag
    mark you as met
"""


@pytest.mark.parametrize(
    ("foxes", "rabbits", "birds", "met"),
    [
        (2, 0, 1, 1),
        (1, 0, 2, 1),  # a bird for the second fox
        (0, 0, 3, 1),
        (2, 1, 0, 0),  # nothing stands for a bird
        (1, 3, 1, 0),
        (3, 0, 0, 0),
        (0, 0, 0, 0),
    ],
)
def test_a_wild_value_covers_any_other(foxes: int, rabbits: int, birds: int, met: int):
    body = GO.format(foxes=foxes, rabbits=rabbits, birds=birds)
    pair = Pair(both_of(rules(TABLE, body), QUESTS + LEAVES))
    assert pair.python.f_player_met[0] == met
