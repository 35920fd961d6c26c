"""Deukalion: what its tests reach, and what ends its random games."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.run.plan import Plan
from tests.run.invariants import plan_of

GOALS = {2: 16, 3: 14, 4: 12}


def glory(state, plan: Plan, seat: int) -> int:
    """Give the victory points of a player, counted from what lies there."""
    program = plan.program
    reward = program.kinds["contract"]
    worth = {piece: d.printed["reward"] for d in reward.designs for piece in range(d.first, d.last)}
    settled = [p for lying in state.z_settlement_garrison for p in lying]
    return int(
        state.z_player_honours[seat]
        + sum(worth[piece] for piece in state.z_player_fulfilled[seat])
        + sum(program.owner_of[piece] == seat for piece in settled)
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_random_game_ends_when_one_player_has_reached_the_goal(players: int):
    plan = plan_of("deukalion")
    for seed in range(3):
        rng = Random(seed)
        state = plan.start(players, seed)
        while not state.over:
            plan.choose(state, rng.randrange(len(state.options)))
        (winner,) = state.winners
        assert glory(state, plan, winner) >= GOALS[players]
        others = [seat for seat in range(players) if seat != winner]
        assert all(glory(state, plan, seat) < GOALS[players] for seat in others)


def test_the_weights_of_the_toss_are_options():
    plan = plan_of("deukalion", toss_up=20, toss_standing=0)
    assert "(2, 20, 0)" in plan.printed.source
