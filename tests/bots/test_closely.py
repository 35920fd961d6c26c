"""What `compare` sees when it watches each decision: leads, options, what a choice decides."""

from __future__ import annotations

import pytest

import interpreter as rw
from interpreter.bots.decision_metrics import NAMES
from interpreter.bots.matches import Match

RULES = """\
kind die plural dice
    has face: 1 to 2

the table has
    zone tray: space for die, seen by all
    step: 0 to 10

each player has
    score: 0 to 100

game duel "A duel"
    move coin to tray
    repeat 2 times
        have each player play turn_of
    pick all winners from players
        highest its score

turn turn_of "A turn"
    choose one "What now?"
        option "One": one
        option "Other": other

procedure one "One"
    {one}

procedure other "Other"
    {other}

procedure coin_toss "Toss the coin"
    roll coin
    if face of coin is 1
        win
    otherwise
        have opponents win
    end the game
"""
YAML = "id: duel\nversion: '1'\ntitle: Duel\nlanguage: 1\nplayers: {min: 2, max: 2}\n"
COIN = "dice:\n- {id: coin, title: coin, copies: 1, source: common}\n"
WINS = "win\n    end the game"


@pytest.fixture
def duel(tmp_path):
    """Give a game of one question a turn, with what its two answers do."""

    def made(one: str, other: str) -> rw.Game:
        files = {
            "game.yaml": YAML,
            "components/dice.yaml": COIN,
            "rules/duel.rules": RULES.format(one=one, other=other),
        }
        for name, text in files.items():
            path = tmp_path / "duel" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return rw.load(tmp_path / "duel")

    return made


def found(game: rw.Game, games: int) -> dict[str, float]:
    match = Match(game, ("random", "random"), closely=True)
    rows = [match.play(number).measured for number in range(games)]
    means = [sum(column) / games for column in zip(*rows, strict=True)]
    return dict(zip((name for name, _ in NAMES), means, strict=True))


def test_a_choice_that_decides_everything_counts_as_100(duel):
    """Who says One wins at once; who says Other hands the win to the next: a choice is all."""
    game = duel(WINS, "have opponents win\n    end the game")
    assert found(game, 20)["what a choice decides"] == 100


def test_a_choice_between_equals_decides_nothing(duel):
    assert found(duel(WINS, WINS), 20)["what a choice decides"] == 0


def test_noise_does_not_count_as_what_a_choice_decides(duel):
    """Both answers toss the same coin. Single tries differ half the time; a square of what one try
    shows would be 50. The true difference is 0, and the mean of 400 games lies near it."""
    assert abs(found(duel("coin_toss", "coin_toss"), 400)["what a choice decides"]) < 10


def test_leads_and_options_are_counted(duel):
    """Turns bring 1, 2, 3 and 4 points: the first is ahead, then the second, then the first."""
    game = duel("raise step by 1\n    gain step score", "raise step by 1\n    gain step score")
    assert found(game, 3) | {"what a choice decides": 0} == {
        "lead changes": 2,
        "options of a decision": 2,
        "what a choice decides": 0,
    }
