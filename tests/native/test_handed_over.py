"""A game that is handed over in mid-turn, to compiled rules or back, goes on the same."""

from __future__ import annotations

from random import Random

import pytest

from tests.native.lockstep import GAMES, both, native

pytestmark = native


@pytest.mark.parametrize("name", GAMES)
def test_from_python_to_c_and_back_at_any_decision(name):
    plan, other = both(name)
    rng = Random(name)
    for seed in range(6):
        players = rng.randint(plan.least, plan.most)
        state = plan.start(players, seed)
        for _ in range(rng.randrange(60)):
            if not state.over:
                plan.choose(state, rng.randrange(len(state.options)))
        twin = other.bring(state)
        back = other.take_back(twin)
        assert plan.facts(back) == plan.facts(state)
        for _ in range(60):
            if state.over:
                break
            taken = rng.randrange(len(state.options))
            plan.choose(state, taken)
            plan.choose(back, taken)
            other.choose(twin, taken)
            here = plan.hash(state)
            assert here == plan.hash(back) == plan.hash(other.take_back(twin))


def test_a_turn_is_handed_over_between_two_questions_of_one_action():
    plan, other = both("deities_of_the_old_kingdom")
    handed = 0
    for seed in range(40):
        state = plan.start(3, seed)
        rng = Random(seed)
        for _ in range(200):
            if len(state.stack) >= 4:  # an action, its turn and the game wait
                twin = other.bring(state)
                plan.choose(state, 0)
                other.choose(twin, 0)
                assert plan.hash(state) == plan.hash(other.take_back(twin))
                handed += 1
                break
            plan.choose(state, rng.randrange(len(state.options)))
    assert handed > 20


def test_a_copy_of_a_compiled_game_goes_its_own_way():
    plan, other = both("deities_of_the_old_kingdom")
    state = other.start(2, 3)
    before = plan.hash(other.take_back(state))
    copy = other.clone(state)
    for _ in range(50):
        other.choose(copy, 0)
    assert plan.hash(other.take_back(state)) == before
    assert plan.hash(other.take_back(copy)) != before


def test_dice_fall_otherwise_in_a_copy_with_another_seed():
    plan, other = both("pig")
    state = other.start(2, 3)
    copies = [other.clone(state) for _ in range(40)]
    for seed, copy in enumerate(copies):
        other.reseed(copy, seed)
        assert other.options(copy) == other.options(state)
    for one in (state, *copies):
        other.choose(one, 0)
    after = {plan.hash(other.take_back(copy)) for copy in copies}
    assert 4 <= len(after) <= 6  # faces of the die
    again = plan.start(2, 3)
    plan.choose(again, 0)
    assert plan.hash(again) == plan.hash(other.take_back(state))
