"""Games as OpenSpiel plays them by chance: its loop in C++, and driven from Python.

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
OTHERS = {
    "reversi": "othello",
    "mancala": "mancala",
    "kuhn_poker": "kuhn_poker",
    "leduc_poker": "leduc_poker",
    "liars_dice": "liars_dice",
    "hearts": "hearts",
    "go_fish": "go_fish(players=3)",
    "oh_hell": "oh_hell(players=3,num_tricks_fixed=10)",
    "nine_mens_morris": "nine_mens_morris",
    "pig": "pig",
}
"""Games whose rules may differ from ours in length: decisions are compared, not games."""

_seeds = numbers(1)


def in_cpp(spiel: Any, name: str) -> Work:
    """Its own search with a single simulation of many rollouts: whole games, all within C++.

    They begin where a player decides: what is dealt before that is dealt once, and costs nothing.
    How long they were it does not say; `decisions_a_game` does.
    """
    game = spiel.load_game({**NAMES, **OTHERS}[name])

    def work(count: int) -> int:
        seed = next(_seeds)
        evaluator = spiel.RandomRolloutEvaluator(count, seed)
        bot = spiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, seed, False)
        bot.step(_dealt(game, Random(seed)))
        return 0

    return work


def _dealt(game: Any, chance: Random) -> Any:
    """Begin a game, up to where a player decides."""
    state = game.new_initial_state()
    while state.is_chance_node():
        actions, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(actions, odds)[0])
    return state


def decisions_a_game(spiel: Any, name: str, games: int = 200) -> float:
    """Measure the mean number of questions with several answers in a game by chance."""
    game, chance, asked = spiel.load_game({**NAMES, **OTHERS}[name]), Random(1), 0
    for _ in range(games):
        state = _dealt(game, chance)
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, odds)[0])
                continue
            actions = state.legal_actions()
            asked += len(actions) > 1
            state.apply_action(chance.choice(actions))
    return asked / games


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
