"""`define aim of player`: what players that look ahead try for."""

from __future__ import annotations

import pytest

import interpreter as rw
from tests.small_game import YAML

RULES = """\
each player has
    coins: 0 to 99
    gems: 0 to 99

game day "The day"
    repeat 3 times
        have each player play one_turn

turn one_turn "A turn"
    menu "Your turn"
        must take one of earn, dig

action earn "Earn two coins"
    gain 2 coins

action dig "Dig a gem"
    gain 1 gems

"""
AIM = """\
define aim of player "What players try for"
    answer 3 times player's gems plus player's coins
"""


@pytest.fixture
def game(tmp_path):
    def made(rules: str) -> rw.Game:
        folder = tmp_path / "mine"
        (folder / "rules").mkdir(parents=True, exist_ok=True)
        (folder / "game.yaml").write_text(YAML, encoding="utf-8")
        (folder / "rules" / "day.rules").write_text(rules, encoding="utf-8")
        return rw.load(folder)

    return made


def greedy(game: rw.Game) -> str:
    from interpreter.bots.player_kinds import bot

    return bot("greedy", game).choose(game.start(2, 1)).id


def test_greedy_makes_large_what_the_rules_aim_at(game):
    """A gem is worth 3 and two coins are worth 2; weighed the other way, coins are better."""
    assert greedy(game(RULES + AIM)) == "dig"
    assert greedy(game(RULES + AIM.replace("3 times player's gems", "player's gems"))) == "earn"


def test_an_aim_is_asked_by_nobody_and_yet_used(game):
    assert [one.slug for one in game(RULES + AIM).warnings if one.slug == "unused-rule"] == []


@pytest.mark.parametrize(
    "other",
    [
        'define aim of player at rank: number "Of two things"\n'
        "    answer player's coins plus rank\n",
        'define aim of player "Yes or no"\n    if player\'s coins is 3\n        answer yes\n'
        "    answer no\n",
    ],
)
def test_a_question_of_this_name_about_something_else_is_no_aim(game, other):
    made = game(RULES + other)
    assert made.plan.program.aim is None
    assert "unused-rule" in {one.slug for one in made.warnings}


def test_a_house_rule_changes_what_is_aimed_at(game, tmp_path):
    game(RULES + AIM)
    variant = tmp_path / "other.rules"
    variant.write_text(
        'variant "Coins" for mine 1\n    replace define aim "What players try for"\n'
        "        answer player's coins\n",
        encoding="utf-8",
    )
    assert greedy(rw.load(tmp_path / "mine", variants=[variant])) == "earn"
