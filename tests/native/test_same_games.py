"""Every shipped game, and every item that the language must express, is the same when compiled."""

from __future__ import annotations

import pytest
import yaml

from interpreter.backends.c.native import native_plan
from interpreter.diagnostics import Report
from interpreter.load.game_folder import list_games
from interpreter.pipeline import load
from interpreter.run.plan import Plan
from interpreter.simulation.random_players import player_for
from tests.language.worked_items import PLAYED, plan_of
from tests.native.lockstep import GAMES, both, compiler, native, same_game
from tests.run.invariants import plan_of as shipped_plan
from tests.silent.test_silent import GAMES as SILENT
from tests.silent.test_silent import HERE as SILENT_GAMES
from tests.silent.test_silent import is_refused
from tests.soaking import seeds

pytestmark = native

FULL = 1000
SHARE = 10
DECISIONS = 1000  # of each table; large games come to one long game, small ones to all ten
SIMULATED = {"deities_domination": 1, "deukalion": 2, "root": 2}
"""How many games of the largest are simulated twice, where six of the others are."""


WITHOUT_C = {"closed_ttt", "recursion_deep"}
"""A board that never fills up as its middle is shut, and calls too deep for compiled rules, which
are handed to Python's."""


def counts(name: str) -> list[tuple[str, int]]:
    (folder,) = (one for one in list_games() if one.name == name)
    players = yaml.safe_load((folder / "game.yaml").read_text(encoding="utf-8"))["players"]
    return [(name, number) for number in range(players["min"], players["max"] + 1)]


TABLES = [one for name in GAMES for one in counts(name)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_some_games_are_the_same_after_every_decision(name, players):
    left = DECISIONS
    for seed in range(SHARE):
        played = same_game(*both(name), players, seed, left)
        assert played > 0
        left -= played
        if left <= 0:
            break


@pytest.mark.soak
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_thousand_games_are_the_same_after_every_decision(name, players, pytestconfig):
    key = f"rulewright/native_{name}_{players}"
    for seed in seeds(key, FULL, pytestconfig.cache):
        same_game(*both(name), players, seed)


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4])
def test_five_hundred_games_with_a_bot_are_the_same_after_every_decision(players, pytestconfig):
    key = f"rulewright/native_root_bot_{players}"
    plan = shipped_plan("root", with_bot=True)
    other = native_plan(plan, compiler())
    for seed in seeds(key, FULL // 2, pytestconfig.cache):
        same_game(plan, other, players, seed)


@pytest.mark.parametrize("number", [int(stem.split("-")[0]) for stem in PLAYED])
def test_what_the_language_must_express_is_the_same(number):
    plan = plan_of(number)
    other = native_plan(plan, compiler())
    for players in range(plan.least, plan.most + 1):
        for seed in range(2):
            same_game(plan, other, players, seed, most=200)


ALIKE = [name for name in SILENT if not is_refused(name) and name not in WITHOUT_C]


@pytest.mark.parametrize("name", ALIKE)
def test_games_that_once_were_played_otherwise_than_they_read_are_the_same(name):
    plan = load(str(SILENT_GAMES / name), Report())
    assert plan is not None
    other = native_plan(plan, compiler())
    for players in {plan.least, plan.most}:
        for seed in range(2):
            same_game(plan, other, players, seed, most=60)


@pytest.mark.parametrize("name", GAMES)
def test_a_simulation_gives_the_same_outcomes(name):
    plan: Plan = shipped_plan(name)
    for players in (plan.least, plan.most):
        outcomes = [
            player_for(plan, players, 7, 1500, backend).play(range(SIMULATED.get(name, 6)))
            for backend in ("python", "native")
        ]
        # Of a game that is stopped, only Python knows which rule asked last.
        told = [[one._replace(story="") for one in some] for some in outcomes]
        assert told[0] == told[1]
        assert any(one.decisions for one in outcomes[0])
