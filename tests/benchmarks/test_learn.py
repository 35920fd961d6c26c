"""How fast games are as environments for programs that learn, beside PettingZoo's and OpenSpiel's.

Takes what is installed: without pygame PettingZoo's classic games are left out, without the extra
`agreement` OpenSpiel's. One agent acts by chance; what each sees is asked for, as a learner would.
"""

from __future__ import annotations

from importlib import import_module
from itertools import count as numbers
from random import Random
from typing import Any

import pytest

from interpreter.learn import aec_env, openspiel_game, parallel_env
from tests.benchmarks import open_spiel
from tests.benchmarks.measures import Work, heading, in_turns, row

pytestmark = [pytest.mark.bench, pytest.mark.filterwarnings("ignore")]

THEIRS = {"tic_tac_toe": "tictactoe_v3", "connect_four": "connect_four_v3"}


@pytest.fixture(scope="module", autouse=True)
def machine() -> None:
    heading()


def one_by_one(env: Any) -> Work:
    """Play an AEC environment by chance."""
    seeds = numbers(1)

    def work(count: int) -> int:
        moves, rng = 0, Random(next(seeds))
        for _ in range(count):
            env.reset(seed=rng.randrange(1 << 30))
            while True:
                seen, _, over, cut, _ = env.last()
                if over or cut:
                    break
                env.step(rng.choice(seen["action_mask"].nonzero()[0]))
                moves += 1
        return moves

    return work


def all_at_once(env: Any) -> Work:
    """Play a parallel environment by chance."""
    seeds = numbers(1)

    def work(count: int) -> int:
        moves, rng = 0, Random(next(seeds))
        for _ in range(count):
            seen, _ = env.reset(seed=rng.randrange(1 << 30))
            while env.agents:
                masks = {agent: seen[agent]["action_mask"] for agent in env.agents}
                chosen = {one: rng.choice(mask.nonzero()[0]) for one, mask in masks.items()}
                seen, *_ = env.step(chosen)
                moves += 1
        return moves

    return work


def as_spiel(game: Any) -> Work:
    """Play a game of OpenSpiel's by chance, and ask for no observation."""
    rng = Random(1)

    def work(count: int) -> int:
        moves = 0
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                moves += not state.is_chance_node()
                state.apply_action(rng.choice(state.legal_actions()))
        return moves

    return work


@pytest.mark.parametrize("name", THEIRS)
def test_decisions_in_a_second(name: str) -> None:
    works: dict[str, Work] = {
        "ours, one by one": one_by_one(aec_env(name)),
        "ours, all at once": all_at_once(parallel_env(name)),
    }
    try:
        theirs = import_module(f"pettingzoo.classic.{THEIRS[name]}")
        works["PettingZoo's"] = one_by_one(theirs.raw_env())
    except ImportError:
        print("\nPettingZoo's own game needs pygame", end="")
    try:
        spiel: Any = import_module("pyspiel")
        works["ours, as OpenSpiel's"] = as_spiel(openspiel_game(name))
        works["OpenSpiel's, from Python"] = open_spiel.from_python(spiel, name)
    except ImportError:
        print("\nOpenSpiel is not installed", end="")
    rates = in_turns(works)
    ours = rates["ours, one by one"].decisions
    for work, rate in rates.items():
        row(f"{name}: {work}", rate, ours / rate.decisions)
