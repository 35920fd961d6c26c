"""What a phrase stands for, asked apart from any course of a game: questions made by lot for the
names of each game, at positions made by lot, are answered alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import soaking
from tests.reference.asked_twice import ask_game

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
SHIPPED = sorted(path.parent for path in (ROOT / "games").rglob("game.yaml"))
SMALL = sorted(path.parent for path in (ROOT / "tests" / "silent").glob("*/game.yaml"))


@pytest.mark.parametrize("game", SHIPPED, ids=[path.name for path in SHIPPED])
def test_questions_about_a_shipped_game_are_answered_alike(game, tmp_path):
    asked = ask_game(game, tmp_path / game.name, 1, 22, 2)
    assert asked.found == []
    assert asked.number >= 30, "hardly anything was asked"


@pytest.mark.parametrize("first", range(5))
def test_questions_about_small_games_are_answered_alike(first, tmp_path):
    number = 0
    for game in SMALL[first::5]:
        asked = ask_game(game, tmp_path / game.name, 2, 12, 2)
        assert asked.found == [], game.name
        number += asked.number
    assert number > 500, "hardly anything was asked"


@pytest.mark.soak
@pytest.mark.parametrize("game", SHIPPED + SMALL, ids=[path.name for path in SHIPPED + SMALL])
def test_many_questions_about_a_game_are_answered_alike(game, tmp_path, request):
    for seed in soaking.seeds(f"questions_about_{game.name}", 20, request.config.cache):
        assert ask_game(game, tmp_path / game.name, 100 + seed, 60, 4).found == []
