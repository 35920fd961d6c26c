"""Whole random games keep what every position must keep."""

from __future__ import annotations

from random import Random

import pytest

from tests.run.invariants import plan_of, play_checked
from tests.soaking import seeds

GAMES = ["deities_of_the_old_kingdom", "deus_ex_machina"]
FULL = 2000
SHARE = FULL // 100
CHUNK = 10


SOAKED = [
    *((name, False, FULL) for name in (*GAMES, "deukalion")),
    ("deities_domination", False, 1000),
    ("root", False, 500),
    ("root", True, 500),
]
"""Games with how many of each number of players are played; Root without its bot and with it."""


@pytest.fixture(scope="module", params=GAMES)
def plan(request):
    return plan_of(request.param)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, SHARE, CHUNK))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_fixed_hundredth_of_the_random_games_holds(plan, players, first):
    for seed in range(first, first + CHUNK):
        play_checked(plan, players, seed, every=997)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_game_holds_with_every_option_tried(game, players):
    play_checked(plan_of(game, turn_limit=20), players, seed=1, every=17)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_with_an_expansion_hold(players):
    plan = plan_of("deus_ex_machina", mini_expansion=True)
    for seed in range(5):
        play_checked(plan, players, seed, every=31)


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("game", "bot", "full"), SOAKED)
def test_all_random_games_hold(game, bot, full, players, pytestconfig):
    plan = plan_of(game, **({"with_bot": True} if bot else {}))
    name = f"rulewright/random_games_{game}{'_bot' * bot}_{players}"
    for seed in seeds(name, full, pytestconfig.cache):
        play_checked(plan, players, seed, every=997)


def test_playing_the_same_decisions_again_gives_the_same_states(plan):
    for seed in range(5):
        rng = Random(seed)
        first, second = plan.start(3, seed), plan.start(3, seed)
        for _ in range(400):
            if first.over:
                break
            assert plan.hash(first) == plan.hash(second)
            number = rng.randrange(len(first.options))
            plan.choose(first, number)
            plan.choose(second, number)


def test_going_back_to_a_copy_gives_the_same_hash_up_to_the_start(plan):
    rng = Random(7)
    state = plan.start(2, 7)
    trail: list[tuple[object, str]] = []
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
