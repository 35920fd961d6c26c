"""What a test is told to write can be written: things of players, pins, and two places of one
player that are laid out each in its line."""

from __future__ import annotations

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
PLACES = "places:\n" + "".join(
    f"- {{id: place_{n}, for_each_player: true, source: common}}\n" for n in (1, 2)
)
RULES = """
kind card plural cards
kind place plural places, owned by a player
    zone holding: space for card, seen by all
the table has
    zone deck: pile of cards, seen by nobody
each player has
    zone rack: row of 2 places, seen by all
    zone hand: set of cards, seen by all
    points: 0 to 9
setup opening "Opening"
    move all cards to deck
    have each player
        move all their places to their rack
game mini "Mini"
    play opening
    repeat 2 times
        have each player play one_turn
    pick all winners from players
        highest its points
    have winners win
turn one_turn "A turn"
    menu "Your turn"
        must take one of give_hint, get_card
action give_hint
    choose rival from other players, place from places in rival's rack
    choose one "What do you tell?"
        option "A little"
            gain 1 points
        option "Much"
            gain 2 points
action get_card
    draw 1 card from deck to your hand
"""


def problems(folder, test):
    """Give what is wrong with a test of a small game in which each player has two places."""
    files = {
        "game.yaml": GAME,
        "components/cards.yaml": CARDS,
        "components/places.yaml": PLACES,
        "rules/mini.rules": RULES.lstrip(),
        "tests/mini.rules": test.lstrip(),
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    report = Report()
    game = read_game(folder, report)
    assert game is not None
    suite = suite_of(game, report, marked=False)
    assert suite is not None and not report.errors, [one.message for one in report.errors]
    [result] = suite.run()
    return result.problems


TWO_PLACES = """
test "Two places"
    given 2 players: ann, ben
        ben's place_1's holding holds card_1
        ben's place_2's holding holds card_2
    expect number of ben's place_1's holding is 1
"""


def test_two_places_of_one_player_are_laid_out_in_two_lines(tmp_path):
    assert problems(tmp_path / "mini", TWO_PLACES) == []


def test_what_is_to_be_answered_is_told_in_words_that_are_read(tmp_path):
    step = """
test "Where"
    given 2 players: ann, ben
    ann takes give_hint: {}
    ann answers "Much"
    expect ann's points is 2
"""
    [problem] = problems(tmp_path / "mini", step.format("rival is ben"))
    assert problem.slug == "not-offered"
    for said in ("rival is ben, place is place_1", "rival is ben, place is ben's place_1"):
        assert problems(tmp_path / "mini", step.format(said)) == []


def test_an_open_choice_of_things_of_players_is_told_with_their_names(tmp_path):
    test = """
test "Open"
    given 2 players: ann, ben
    ann takes give_hint
    expect ann's points is 2
"""
    [problem] = problems(tmp_path / "mini", test)
    assert "such as: ann takes give_hint: rival is ben, place is place_1" in problem.helps[0]


def test_a_pin_below_its_step_is_told_to_stand_above_it(tmp_path):
    test = """
test "Late"
    given 2 players: ann, ben
    ann takes get_card
    draws: card_3
    expect number of ann's hand is 1
"""
    [problem] = problems(tmp_path / "mini", test)
    assert problem.slug == "never-used"
    assert [label.text for label in problem.others] == ["cards were drawn by chance in this step"]
    assert problem.helps == ("a line of these stands above its step: write it above that one",)


def test_a_pin_that_nothing_draws_is_told_without_a_step(tmp_path):
    test = """
test "None"
    given 2 players: ann, ben
    draws: card_3, card_4
    ann takes get_card
    expect number of ann's hand is 1
"""
    [problem] = problems(tmp_path / "mini", test)
    assert problem.slug == "never-used" and problem.others == () and problem.helps == ()
