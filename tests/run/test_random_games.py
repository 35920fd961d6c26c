"""Whole random games of Old Kingdom keep what every position must keep."""

from __future__ import annotations

import os
from random import Random

import pytest

from tests.run.invariants import plan_of, play_checked

GAME = "deities_of_the_old_kingdom"
FULL = 2000
SHARE = FULL // 20


@pytest.fixture(scope="module")
def plan():
    return plan_of(GAME, turn_limit=12)


@pytest.fixture(scope="module")
def long_plan():
    return plan_of(GAME)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_fixed_twentieth_of_the_random_games_holds(plan, players):
    for seed in range(SHARE):
        play_checked(plan, players, seed, every=97)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_some_games_to_their_natural_end_hold(long_plan, players):
    for seed in range(2):
        play_checked(long_plan, players, seed, every=499)


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_random_games_hold(long_plan, players, pytestconfig):
    done = (
        pytestconfig.cache.get(f"rulewright/random_games_{players}", 0)
        if not os.environ.get("SOAK_ANEW")
        else 0
    )
    for seed in range(done, FULL):
        play_checked(long_plan, players, seed, every=499)
        pytestconfig.cache.set(f"rulewright/random_games_{players}", seed + 1)
    pytestconfig.cache.set(f"rulewright/random_games_{players}", 0)


def test_playing_the_same_decisions_again_gives_the_same_states(plan):
    for seed in range(5):
        rng = Random(seed)
        first, second = plan.start(3, seed), plan.start(3, seed)
        hashes = []
        while not first.over and len(hashes) < 400:
            number = rng.randrange(len(first.options))
            hashes.append(plan.hash(first))
            assert plan.hash(second) == hashes[-1]
            plan.choose(first, number)
            plan.choose(second, number)


def test_going_back_to_a_copy_gives_the_same_hash_up_to_the_start(plan):
    rng = Random(7)
    state = plan.start(2, 7)
    trail = []
    while not state.over and len(trail) < 300:
        trail.append((plan.clone(state), plan.hash(state)))
        plan.choose(state, rng.randrange(len(state.options)))
    for copy, digest in reversed(trail):
        assert plan.hash(copy) == digest


def test_a_copy_goes_its_own_way(plan):
    state = plan.start(2, 3)
    before = plan.hash(state)
    copy = plan.clone(state)
    for _ in range(50):
        plan.choose(copy, 0)
    assert plan.hash(state) == before
    assert plan.hash(copy) != before
