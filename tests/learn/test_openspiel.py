"""OpenSpiel's algorithms run on our games and find what they find on its own."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.learn import gain_of, openspiel_game
from interpreter.learn.set_ups import Uneven

spiel = pytest.importorskip(
    "pyspiel", reason="runs OpenSpiel's algorithms: pip install 'rulewright[agreement]'"
)

CHIPS = gain_of("chips")


def value(game, iterations):
    """Give what the first player wins when both play as CFR+ has learned, and its policy."""
    from open_spiel.python.algorithms import cfr, expected_game_score

    solver = cfr.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    start = game.new_initial_state()
    return expected_game_score.policy_value(start, [policy] * 2)[0], policy


@pytest.fixture(scope="module")
def kuhn():
    return openspiel_game("kuhn_poker", reward=CHIPS, alike=True, bounds=(-2, 2))


def test_cfr_solves_our_kuhn_poker(kuhn):
    from open_spiel.python.algorithms import exploitability

    won, policy = value(kuhn, 300)
    assert won == pytest.approx(-1 / 18, abs=0.001)
    assert exploitability.nash_conv(kuhn, policy) < 0.005
    assert len(policy.state_lookup) == 12


def test_our_kuhn_poker_is_theirs_step_by_step(kuhn):
    theirs = spiel.load_game("kuhn_poker")
    for iterations in (1, 2, 10):
        assert value(kuhn, iterations)[0] == pytest.approx(value(theirs, iterations)[0], abs=1e-9)


@pytest.mark.soak
def test_cfr_solves_our_leduc_poker():
    """As after as many steps on OpenSpiel's own, and near the value that it has."""
    ours = openspiel_game("leduc_poker", reward=CHIPS, alike=True, starts=12_000, bounds=(-13, 13))
    theirs = spiel.load_game("leduc_poker(suit_isomorphism=True)")
    won, policy = value(ours, 60)
    assert len(policy.state_lookup) == 288
    assert won == pytest.approx(value(theirs, 60)[0], abs=1e-6)
    assert won == pytest.approx(-0.0856, abs=0.01)


@pytest.mark.slow
def test_a_sampling_solver_runs_on_drawn_starts():
    from open_spiel.python.algorithms import expected_game_score, external_sampling_mccfr

    game = openspiel_game("kuhn_poker", reward=CHIPS, starts=600, bounds=(-2, 2))
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(300):
        solver.iteration()
    both = [solver.average_policy()] * 2
    won = expected_game_score.policy_value(game.new_initial_state(), both)
    assert sum(won) == pytest.approx(0) and -0.3 < won[0] < 0.2


@pytest.mark.parametrize("name", ["tic_tac_toe", "pig", "love_letter"])
def test_games_are_played_to_their_end(name):
    game = openspiel_game(name, starts=5)
    rng = Random(1)
    state = game.new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node():
            assert state.information_state_string() and state.observation_string()
            assert any(state.observation_tensor())
        state = state.child(rng.choice(state.legal_actions()))
    assert sorted(state.returns()) == [-1, 1] or not any(state.returns())


def test_a_search_plays_where_nothing_is_hidden():
    """Green threatens three in a line, and blue wins first."""
    import numpy as np
    from open_spiel.python.algorithms import mcts

    game = openspiel_game("tic_tac_toe", alike=True, starts=2)
    assert game.get_type().information == spiel.GameType.Information.PERFECT_INFORMATION
    state = game.new_initial_state()
    for move in (0, 3, 1, 4):
        state.apply_action(move)
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 100, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    assert bot.step(state) == 2
    state.apply_action(2)
    assert state.is_terminal() and state.returns() == [1, -1]


def test_a_solver_in_cpp_runs_on_our_kuhn_poker(kuhn):
    solver = spiel.CFRPlusSolver(kuhn)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    policy = solver.tabular_average_policy()
    won = spiel.expected_returns(kuhn.new_initial_state(), policy, -1, True)
    assert won == pytest.approx([-1 / 18, 1 / 18], abs=0.002)


def test_a_copy_goes_its_own_way(kuhn):
    state = kuhn.new_initial_state()
    state.apply_action(0)
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert len(copy.history()) == 2 and len(state.history()) == 1


def test_each_deal_is_as_likely_as_it_is(kuhn):
    outcomes = kuhn.new_initial_state().chance_outcomes()
    assert [one for _, one in outcomes] == pytest.approx([1 / 6] * 6)


def test_dice_that_fall_later_are_not_taken_as_dealt():
    with pytest.raises(Uneven, match="after the start"):
        openspiel_game("pig", alike=True, starts=20)


def test_too_few_starts_are_told():
    with pytest.raises(Uneven, match="more starts"):
        openspiel_game("leduc_poker", alike=True, starts=100)
