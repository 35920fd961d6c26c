"""Random games that measure which rules they reach.

Takes a game's files; returns the lines and ways that the games went. Every game is a pure function
of the seed and its number; the numbers of players take turns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from interpreter import pipeline
from interpreter.backends.python.explained import rules_of
from interpreter.backends.python.explaining import print_reaching
from interpreter.check.overlays.attribution import read_game
from interpreter.diagnostics import Report
from interpreter.load.game_folder import GameFiles
from interpreter.simulation.random_games import play_game
from interpreter.testing.answer_branches import mark
from interpreter.testing.coverage import Reached

MOST = 20_000  # decisions of one game


def played(
    files: GameFiles,
    options: Mapping[str, object],
    games: int,
    seed: int,
    told: Callable[[int], None] = lambda _: None,
    calm: int = 0,
) -> Reached:
    """Play random games of checked files and return what they reached.

    `told` is called with the number of games done. Games with endless rules count as well. If
    `calm` is not 0, no more are played once so many in a row have reached nothing new.
    """
    base = read_game(files, Report(), options)
    assert base is not None  # the files have been checked before
    ways = mark(base.program)
    plan = pipeline.build(base.program, files, print_reaching)
    rules = rules_of(plan)
    made = Reached()
    reached, since = 0, 0
    for number in range(games):
        players = plan.least + number % (plan.most - plan.least + 1)
        play_game(plan, players, seed, number, MOST)  # what an endless one reached counts as well
        made.games = number + 1
        told(made.games)
        before, reached = reached, len(rules.hits) + len(rules.ways)
        since = 0 if reached > before else since + 1
        if calm and since >= calm:
            break
    made.lines = {rules.lines[number] for number in rules.hits}
    made.ways = {ways[number] for number in rules.ways}
    return made
