"""The four classics as OpenSpiel plays them by chance: its loop in C++, and driven from Python.

Takes OpenSpiel's module; nothing here measures.
"""

from __future__ import annotations

from itertools import count as numbers
from random import Random
from typing import Any

from tests.benchmarks.measures import Work

NAMES = {
    "tic_tac_toe": "tic_tac_toe",
    "connect_four": "connect_four",
    "breakthrough": "breakthrough",
    "hex": "hex(board_size=11)",
}

_seeds = numbers(1)


def in_cpp(spiel: Any, name: str) -> Work:
    """Its own search with a single simulation of many rollouts: whole games, all within C++.
    How long they were it does not say."""
    game = spiel.load_game(NAMES[name])

    def work(count: int) -> int:
        seed = next(_seeds)
        evaluator = spiel.RandomRolloutEvaluator(count, seed)
        bot = spiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, seed, False)
        bot.step(game.new_initial_state())
        return 0

    return work


def from_python(spiel: Any, name: str) -> Work:
    """Each move asked for and made from Python."""
    game = spiel.load_game(NAMES[name])

    def work(count: int) -> int:
        chance = Random(next(_seeds)).random
        moves = 0
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(chance() * len(actions))])
                moves += 1
        return moves

    return work


def played(spiel: Any, name: str, count: int) -> tuple[list[int], list[float]]:
    """Games by chance: how many moves each took, and what the first player got."""
    game = spiel.load_game(NAMES[name])
    rng = Random(next(_seeds))
    lengths, results = [], []
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        lengths.append(state.move_number())
        results.append(state.returns()[0])
    return lengths, results
