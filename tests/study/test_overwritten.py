"""A position that the first round deals away is told, with what moved it, beside what fails."""

from __future__ import annotations

import pytest

from interpreter.diagnostics import Report
from interpreter.load.game_folder import read_game
from interpreter.testing.game_tests import suite_of

GAME = """
id: mini
version: "1.0"
title: Mini
language: 1
players: {min: 2, max: 2}
"""
CARDS = "cards:\n" + "".join(f"- {{id: card_{n}, source: common}}\n" for n in range(1, 7))
RULES = """
kind card plural cards
the table has
    zone deck: pile of cards, seen by nobody
each player has
    zone hand: set of cards, seen by owner, number seen by all
    zone played: set of cards, seen by all
game mini "Mini"
    play one_deal
    have each player win
round one_deal "A deal"
    {}
    have each player
        choose card from their hand
        move card to their played
"""
TESTS = """
test "Given hands are what is chosen from"
    given 2 players: red, blue
        red's hand holds card_1, card_2
    red answers card is card_3
"""
NOTE = (
    "what line 3 lays out for `red's hand` was moved again by `move all cards to deck`"
    " (rules/mini.rules:11) and `deal 2 cards from deck to their hand` (rules/mini.rules:13),"
    " before anybody was asked"
)


def first_problem(folder, deal):
    return problems(folder, deal)[0]


def problems(folder, deal):
    files = {
        "game.yaml": GAME,
        "components/cards.yaml": CARDS,
        "rules/mini.rules": RULES.format(deal).lstrip(),
        "tests/mini.rules": TESTS.lstrip(),
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    report = Report()
    game = read_game(folder, report)
    assert game is not None
    suite = suite_of(game, report, marked=False)
    assert suite is not None
    [result] = suite.run()
    return result.problems


PLAYED = """
test "A card that the rules play at once"
    given 2 players: red, blue
        red's hand holds card_1, card_2
    red answers card is card_2
    expect red's played holds card_1, card_2
"""


@pytest.mark.parametrize(
    ("deal", "told"),
    [
        ("move card_1 to their played", []),
        ("move card_1 to deck", ["given-undone"]),
    ],
)
def test_what_the_rules_play_openly_is_not_told(tmp_path, monkeypatch, deal, told):
    lines = f"let one be the first player\n    have one\n        {deal}"
    monkeypatch.setitem(globals(), "TESTS", _without(PLAYED) if told else PLAYED)
    assert [one.slug for one in problems(tmp_path / "mini", lines)] == told


def _without(test: str) -> str:
    """Leave the card out that went to the deck."""
    return test.replace("played holds card_1, card_2", "played holds card_2")


DEAL = "move all cards to deck\n    have each player\n        deal 2 cards from deck to their hand"


@pytest.mark.parametrize(("deal", "told"), [(DEAL, True), ("shuffle deck", False)])
def test_what_was_laid_out_and_dealt_away_is_told(tmp_path, deal, told):
    folder = tmp_path / "mini"
    problem = first_problem(folder, deal)
    assert problem.slug == "not-offered"
    notes = " ".join(problem.notes).replace(f"{folder}/", "")
    assert (NOTE in notes) == told
    assert ("draws:" in notes) == told
