"""Root: whole random games with and without the bot, in both back ends, and what lies hidden."""

from __future__ import annotations

import pytest

import interpreter as rw
from tests.native.lockstep import both as both_of
from tests.native.lockstep import native, same_game
from tests.run.invariants import plan_of, play_checked

GAMES = 1
TRAITS = ("alectos_shield", "megareas_thorns", "tisiphones_echo", "archnemesis")
TABLES = [(2, False), (3, False), (2, True), (3, True), (4, True)]


@pytest.mark.parametrize(("players", "bot"), TABLES)
def test_random_games_hold_and_come_to_their_end(players: int, bot: bool):
    plan = plan_of("root", with_bot=bot)
    for seed in range(GAMES):
        play_checked(plan, players, seed, every=97)


@pytest.mark.parametrize("difficulty", ["easy", "challenging", "nightmare"])
def test_the_bot_with_all_its_traits_comes_to_the_end(difficulty: str):
    traits = dict.fromkeys(TRAITS, True)
    plan = plan_of("root", with_bot=True, difficulty=difficulty, **traits)
    for players in (2, 3, 4):
        for seed in range(1):
            state, _ = play_checked(plan, players, seed, every=197)
            assert state.winners


@native
@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_back_ends_play_the_same_games(players: int):
    for seed in range(2):
        assert same_game(*both_of("root"), players, seed) > 50


def test_why_names_what_the_rule_that_asks_is_about():
    """The braces of a title, and the names of a choice, are filled with what they stand for."""
    state = rw.load("root").start(players=2, seed=3)
    while not any(option.id == "march_twice" for option in state.options):
        passing = [option for option in state.options if option.id.startswith("pass")]
        state.choose((passing or state.options)[0])
    for name in ("march_twice", "clearing_1"):
        state.choose(name)
    assert state.why("clearing_3")[0].startswith(
        "Move warriors from 1 fox to a clearing next to it: 3 rabbit is not possible: it is not"
        " among clearings next to 1 fox."
    )
