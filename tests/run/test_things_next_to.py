"""Whether a player has something next to a space is seen on the spaces around it alone."""

from __future__ import annotations

from random import Random

import pytest

from tests.native.small_games import plan_of

STONES = "stones:\n- {id: stone_piece, copies: 12, source: common}\n"
ONE_EACH = """
kind stone plural stones, owned by a player
the table has
    board desk: grid 3 by 4 of stones, seen by all
each player has
    points: 0 to 1000

game main
    repeat 12 times
        have each player play my_turn

turn my_turn
    choose space from empty spaces in desk
        if none
            end the game
    if any your stones next to space
        gain 1 points
    place 1 of your stones from the box on space
"""


@pytest.mark.parametrize("seed", range(4))
def test_a_point_for_each_stone_laid_beside_an_own_one(seed):
    plan = plan_of(ONE_EACH, STONES)
    assert "in [S.z_table_desk[x] for x in NEAR_desk[" in plan.printed.source
    near, owner = plan.namespace["NEAR_desk"], plan.namespace["OWNER"]
    state, dice = plan.start(3, seed), Random(seed)
    points = [0, 0, 0]
    while not state.over:
        seat, space = state.actor, dice.choice(state.options)
        around = [state.z_table_desk[other] for other in near[space]]
        points[seat] += any(owner[stone] == seat for stone in around if stone >= 0)
        plan.answer(state, space)
        assert state.f_player_points[:3] == points
    assert sum(points) > 0
