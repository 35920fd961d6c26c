"""What a person is asked in Deus Ex Machina: never more than three questions for one move."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from interpreter.present import labels
from interpreter.run.plan import Plan
from tests.run.invariants import plan_of

DEEPEST = 3


@cache
def plan_with(expansion: bool) -> Plan:
    """The game, made ready once."""
    return plan_of("deus_ex_machina", mini_expansion=expansion)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("expansion", [False, True])
def test_a_move_is_never_more_than_three_questions_deep(players: int, expansion: bool):
    plan = plan_with(expansion)
    depths = set()
    for seed in range(8):
        rng = Random(seed)
        state = plan.start(players, seed)
        depth = 0
        while not state.over:
            site = plan.sites[state.site]
            depth = 1 if site.sort == "menu" else depth + 1
            if state.active >= 0:  # the set-up is over
                assert depth <= DEEPEST, (site.func, site.name)
                depths.add(depth)
            plan.choose(state, rng.randrange(len(state.options)))
    assert depths == {1, 2, 3}


def test_every_way_to_a_quest_says_what_it_costs_and_gives():
    plan = plan_with(False)
    rng = Random(5)
    state = plan.start(3, 5)
    told = 0
    while not state.over:
        site = plan.sites[state.site]
        if site.func == "complete_quest":
            said = labels.option_labels(plan, state, state.actor)
            assert len(set(said)) == len(said)
            for way in said:
                assert " with " in way and ": pay " in way and way.endswith(" GP"), way
            told += len(said)
        plan.choose(state, rng.randrange(len(state.options)))
    assert told > 20


def test_no_two_ways_with_a_hero_cost_the_same():
    """A way is offered once: one quest, one hero, one price."""
    plan = plan_with(False)
    for seed in range(6):
        rng = Random(seed)
        state = plan.start(4, seed)
        while not state.over:
            if plan.sites[state.site].func == "complete_quest":
                prices = [
                    label.split(", gain")[0]
                    for label in labels.option_labels(plan, state, state.actor)
                ]
                assert len(set(prices)) == len(prices)
            plan.choose(state, rng.randrange(len(state.options)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_ends_a_round_without_a_token_placed_and_a_promise_kept(players: int):
    plan = plan_with(True)
    passed = 0
    for seed in range(10):
        rng = Random(seed)
        state = plan.start(players, seed)
        active, tokens, turn = -1, 0, -1
        while not state.over:
            site = plan.sites[state.site]
            if (state.active, state.t_round) != (active, turn):
                active, turn = state.active, state.t_round
                tokens = len(state.z_player_supply[active])
            option = rng.choice(state.options)
            if site.sort == "menu" and site.items[option][1] == "pass":
                assert len(state.z_player_supply[active]) == tokens - 1
                assert state.f_player_pledge[active] == -1
                passed += 1
            plan.answer(state, option)
    assert passed > 50
