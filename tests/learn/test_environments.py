"""Every shipped game passes the tests that PettingZoo has for environments."""

from __future__ import annotations

from pathlib import Path
from warnings import catch_warnings, simplefilter

import pytest

import interpreter as rw
from interpreter.learn import Numbers, aec_env, by_points, by_winning, parallel_env
from interpreter.learn.agent_game import Table
from interpreter.learn.numbering import Index

with catch_warnings():
    simplefilter("ignore")  # they import a game of PettingZoo's by a way of which it warns
    from pettingzoo.test import api_test, parallel_api_test, seed_test
    from pettingzoo.test.seed_test import parallel_seed_test

# PettingZoo's tests prefer plain arrays, and its own classic games have dictionaries with masks.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]

GAMES = Path(__file__).parents[2] / "games"
FOLDERS = sorted(path.parent for path in [*GAMES.glob("*/game.yaml"), *GAMES.glob("*/*/game.yaml")])
QUICK = {"connect_four", "go_fish", "kuhn_poker", "pig", "tic_tac_toe"}
CASES = [
    pytest.param(folder, id=folder.name, marks=() if folder.name in QUICK else pytest.mark.slow)
    for folder in FOLDERS
]


@pytest.fixture(scope="module")
def tic_tac_toe():
    return rw.load("tic_tac_toe")


@pytest.mark.parametrize("folder", CASES)
def test_a_game_is_an_environment(folder):
    game = rw.load(folder)
    numbers = Numbers.found(game, game.least, decisions=500)
    for make in (aec_env, parallel_env):
        whole = make(game, numbers=numbers, most=30)
        if make is aec_env:
            api_test(whole, num_cycles=20)
            seed_test(lambda: aec_env(game, numbers=numbers), num_cycles=10)
        else:
            parallel_api_test(whole, num_cycles=40)
            parallel_seed_test(lambda: parallel_env(game, numbers=numbers), num_cycles=10)


@pytest.mark.slow
def test_an_environment_for_most_players():
    env = aec_env("love_letter", players=4, most=20)
    assert env.possible_agents == ["player_0", "player_1", "player_2", "player_3"]
    api_test(env, num_cycles=20)


def play(env, choose):
    """Play a game to its end; give what each agent got."""
    env.reset(seed=3)
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        got[agent] += reward
        env.step(None if over or cut else choose(seen["action_mask"]))
    return got


def test_winners_take_from_losers(tic_tac_toe):
    env = aec_env(tic_tac_toe)
    got = play(env, lambda mask: int(mask.argmax()))
    (winner,) = env.table.state.result.winners
    assert got == {f"player_{winner}": 1.0, f"player_{1 - winner}": -1.0}


def test_a_game_that_is_too_long_is_truncated(tic_tac_toe):
    env = aec_env(tic_tac_toe, most=3)
    assert set(play(env, lambda mask: int(mask.argmax())).values()) == {0.0}
    assert env.table.decisions == 3 and not env.table.state.over


def test_what_is_not_offered_ends_the_game(tic_tac_toe):
    env = aec_env(tic_tac_toe)
    got = play(env, lambda mask: int(mask.argmin()))
    assert got == {"player_0": -1.0, "player_1": 0.0}
    both = parallel_env(tic_tac_toe)
    both.reset(seed=3)
    _, rewards, over, _, _ = both.step({"player_0": 0, "player_1": 0})
    assert rewards == got and all(over.values()) and not both.agents


def test_who_is_not_asked_can_only_wait(tic_tac_toe):
    both = parallel_env(tic_tac_toe)
    seen, _ = both.reset(seed=3)
    assert list(seen["player_1"]["action_mask"].nonzero()[0]) == [0]
    assert list(seen["player_0"]["action_mask"].nonzero()[0]) == list(range(1, 10))
    seen, *_ = both.step({"player_0": 5, "player_1": 7})
    assert list(seen["player_0"]["action_mask"].nonzero()[0]) == [0]
    assert seen["player_1"]["action_mask"].sum() == 8


def test_an_action_means_one_option_for_ever(tic_tac_toe):
    """The space in the middle keeps its number in every position and after a way through JSON."""
    numbers = Numbers.found(tic_tac_toe, 2)
    again = Numbers.from_json(numbers.to_json())
    assert again == numbers and len(numbers.actions) == 10
    env = aec_env(tic_tac_toe, numbers=again)
    env.reset(seed=1)
    meant: dict[int, str] = {}
    while not env.table.state.over:
        for action, option in env.table.offered.items():
            assert meant.setdefault(action, option.id) == option.id
        env.step(min(env.table.offered))
    assert len(meant) == 9


def test_names_that_nobody_has_found_keep_their_numbers():
    index = Index.of(["a"], ["a", "b"])
    assert (index["a"], index["b"], len(index)) == (0, 1, 4)
    assert index["elsewhere"] == Index.of(["a"], ["b"])["elsewhere"] in (2, 3)


def test_options_that_share_a_number_are_told(tic_tac_toe):
    few = Numbers(tic_tac_toe.rules, 2, Index((), 2), Numbers.found(tic_tac_toe, 2).features)
    env = aec_env(tic_tac_toe, numbers=few)
    env.reset(seed=1)
    assert env.infos["player_0"]["merged"] == 9 - len(env.table.offered) > 0
    assert env.infos["player_1"]["merged"] == 0


def test_numbers_of_other_rules_are_refused(tic_tac_toe):
    with pytest.raises(rw.OtherRules, match=r"Numbers\.found"):
        aec_env("pig", numbers=Numbers.found(tic_tac_toe, 2))


def test_a_wrong_number_of_players_is_told(tic_tac_toe):
    with pytest.raises(rw.WrongPlayers):
        aec_env(tic_tac_toe, players=3)


def test_points_may_be_the_reward():
    env = aec_env("pig", reward=by_points)
    got = play(env, lambda mask: int(mask[:2].argmax()))
    assert tuple(got.values()) == env.table.state.result.points


def test_who_shares_a_win_shares_the_reward():
    state = rw.load("pig").start(3, 1)
    while not state.over:
        state.choose(state.options[0] if state.in_turn < 3 else state.options[-1])
    (winner,) = state.result.winners
    assert by_winning(state) == tuple(1.0 if seat == winner else -0.5 for seat in range(3))


def test_a_table_takes_a_game_by_its_name():
    assert Table.of("pig", None, by_winning, None, 10).game.id == "pig"
