"""The search bot of the benchmarks is worth its time: it beats a player who decides by chance."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.backends.c.native import available, native_plan
from interpreter.diagnostics import Report
from interpreter.pipeline import load
from interpreter.simulation.random_games import wilson
from tests.benchmarks.search import Search, cubes

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(not available(), reason="no compiler: pip install 'rulewright[fast]'"),
]

GAMES = 8  # in each seat
ITERATIONS = 100  # of each decision at least, and
EACH = 8  # of each of its options
TREES = 2
PATIENCE = 40  # decisions in a turn; then the bot decides by chance, or it might exchange for ever
CUT = 30  # decisions of a playout


def test_the_search_plays_better_than_chance() -> None:
    """Old Kingdom, two players; a game without a single winner counts for neither."""
    plan = load("deities_of_the_old_kingdom", Report())
    assert plan is not None
    game = native_plan(plan)
    value = cubes(game, 2)
    all_won = 0
    for seat in (0, 1):
        won = 0
        for number in range(GAMES):
            rng = Random(number)
            state = game.start(2, 2000 + number)
            search = Search(game, value, CUT, number)
            turn = thought = 0
            while not game.number(state, "over"):
                count = game.count(state)
                if turn != game.number(state, "t_turn"):
                    turn, thought = game.number(state, "t_turn"), 0
                mine = count > 1 and game.number(state, "actor") == seat
                if mine and thought < PATIENCE:
                    thought += 1
                    option = search.think(state, max(ITERATIONS, EACH * count), TREES)
                else:
                    option = rng.randrange(count)
                game.choose(state, option)
            won += game.winners(state) == [seat]
        low, high = wilson(won, GAMES)
        print(f"seat {seat + 1}: {won} of {GAMES} won, {low:.0%} to {high:.0%}")
        all_won += won
    assert wilson(all_won, 2 * GAMES)[0] > 0.5
