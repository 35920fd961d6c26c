"""`play --record x.rules` gives a test that holds, of every shipped game.

All of it, a hundred games of each: `python -m pytest tests/cli/test_recorded_games.py -m soak`
"""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from interpreter.diagnostics import Report, Source
from interpreter.diagnostics.render_text import render
from interpreter.load.game_folder import read_game
from interpreter.load.resources import root
from interpreter.pipeline import load_folder
from interpreter.play.recorded_scenario import game_test
from interpreter.play.session import Session
from interpreter.testing.game_tests import suite_of

GAMES = sorted(
    (path.parent for path in (root() / "games").rglob("game.yaml")), key=lambda p: p.name
)
FULL = 100

every_game = pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)


def recorded(seed: int, plan) -> str:
    """Give a game played by chance, and a third of them left in the middle, as a test."""
    chance = random.Random(seed)
    players = chance.randint(plan.least, min(plan.most, 8))
    session = Session.begin(plan, ("random",) * players, seed - FULL // 2, {})
    most = chance.choice([30, 100_000, 100_000])
    while not session.state.over and len(session.steps) < most:
        session.take(chance.randrange(len(session.state.options)))
    return game_test(session, f"Game {seed}")


def problems(folder: Path, text: str) -> list[str]:
    """Give what is wrong with these tests, played with a game."""
    report = Report()
    files = read_game(folder, report)
    assert files is not None
    files = replace(files, tests=(Source("recorded.rules", text),), variants=())
    suite = suite_of(files, report, marked=False)
    assert suite is not None, [render(one) for one in report.found[:3]]
    return [render(one) for result in suite.run() for one in result.problems]


@every_game
def test_a_recorded_game_is_a_test_that_holds(folder):
    plan = load_folder(folder, Report(), for_play=True)
    assert problems(folder, recorded(2, plan)) == []


@pytest.mark.soak
@every_game
def test_a_hundred_recorded_games_are_tests_that_hold(folder):
    plan = load_folder(folder, Report(), for_play=True)
    assert plan is not None
    text = "\n".join(recorded(seed, plan) for seed in range(FULL))
    assert problems(folder, text) == []


def test_a_test_with_a_seed_is_the_game_that_the_seed_gives():
    pig = root() / "games" / "classics" / "pig"
    begun = 'test "Pig"\n    given 2 players: ann, ben, with seed 7\n'
    assert problems(pig, begun) == []
    told = problems(pig, begun + "    ben passes\n")
    assert "it is ann who decides now, not ben" in told[0]
    laid = begun + "        ann takes turn\n"
    with pytest.raises(AssertionError, match="a game with a seed begins as it was dealt"):
        problems(pig, laid)
