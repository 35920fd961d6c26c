"""Random games that measure which rules they reach.

Takes a game's files; returns the lines and ways that the games went. Every game is a pure function
of the seed and its number; the numbers of players take turns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from interpreter import pipeline
from interpreter.backends.python.explained import rules_of
from interpreter.backends.python.explaining import print_reaching
from interpreter.check.overlays.attribution import read_game
from interpreter.diagnostics import Report
from interpreter.load.game_folder import GameFiles
from interpreter.run.machine import Runaway
from interpreter.simulation.random_games import game_seed
from interpreter.testing.answer_branches import mark
from interpreter.testing.coverage import Reached

MOST = 20_000  # decisions of one game


def played(
    files: GameFiles,
    options: Mapping[str, object],
    games: int,
    seed: int,
    told: Callable[[int], None] = lambda _: None,
) -> Reached:
    """Play random games of checked files and return what they reached.

    `told` is called with the number of games done. Games with endless rules count as well.
    """
    base = read_game(files, Report(), options)
    assert base is not None  # the files have been checked before
    ways = mark(base.program)
    plan = pipeline.build(base.program, files, print_reaching)
    rules = rules_of(plan)
    made = Reached(games)
    for number in range(games):
        own = game_seed(seed, number)
        rng = Random(own)
        players = plan.least + number % (plan.most - plan.least + 1)
        try:
            state = plan.start(players, own)
            for _ in range(MOST):
                if state.over:
                    break
                alone = plan.asks_for_form(state)
                plan.choose(state, 0 if alone else rng.randrange(len(state.options)))
        except Runaway:
            pass  # what it reached counts all the same
        told(number + 1)
    made.lines = {rules.lines[number] for number in rules.hits}
    made.ways = {ways[number] for number in rules.ways}
    return made
