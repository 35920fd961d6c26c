"""Compiled rules sum up the games that they play: the sums are those of the single games."""

from __future__ import annotations

import pytest

from interpreter.backends.c.compiled import engine
from interpreter.simulation.random_games import length_span
from interpreter.simulation.random_players import Player
from interpreter.simulation.sums import Sums
from tests.native.lockstep import GAMES, both

NUMBERS = range(30)


def player(name: str, most: int = 2_000) -> Player:
    """Give a player of a shipped game with compiled rules, at its fewest players."""
    plan, native = both(name)
    return Player(plan, plan.least, 5, most, native=native, span=length_span(plan))


@pytest.mark.parametrize("name", GAMES)
def test_the_sums_are_those_of_the_single_games(name):
    one = player(name)
    assert one.sums(NUMBERS) == Sums.of(one.players, one.play(NUMBERS))


@pytest.mark.parametrize("name", ["pig", "splendor", "deukalion", "cant_stop", "hearts"])
def test_games_beyond_the_tables_are_counted_by_themselves(name, monkeypatch):
    monkeypatch.setattr(engine, "ROOM", 40)
    monkeypatch.setattr(engine, "LOWEST", 0)
    monkeypatch.setattr(engine, "ROWS", 3)
    one = player(name)
    assert one.sums(NUMBERS) == Sums.of(one.players, one.play(NUMBERS))


def test_games_that_are_stopped_are_told_one_by_one():
    one = player("pig", most=60)
    sums = one.sums(NUMBERS)
    stopped = [game for game in one.play(NUMBERS) if game.ending == "limit"]
    assert stopped and sums.stopped == stopped
