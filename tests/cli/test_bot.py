"""`rulewright bot`: what a player does whom the rules play, from a position that is told."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from interpreter.cli import exits
from interpreter.diagnostics import Report, Source
from interpreter.load.game_folder import find_game
from interpreter.play import scripted_turn, told_position
from interpreter.testing.position_words import lines_between
from interpreter.testing.test_run import usual

GAME = """\
id: heaps
version: "1.0"
title: Heaps
author: a test
language: 1
minutes: 1
players: {min: 2, max: 3}
description: Stones are taken, by people and by a robot.
citations:
  H-1: The robot takes from the fullest heap
"""
RULES = """\
kind heap plural heaps
    printed rank: 1 to 9
    has stones: 0 to 9
the table has
    zone field: set of heaps, seen by all
each player has
    coins: 0 to 20
    robot: yes or no

game heaps_game "The course of the game"
    play opening
    repeat 3 times
        have each player play day

setup opening "Setting up"
    move all heaps to field
    let first_one be first players
    let last_one be right of first_one
    set last_one's robot to yes

turn day "A day"
    if you are robot
        grab
    otherwise
        menu "Your day"
            may take one of earn
            may pass

action earn "Earn a coin"
    gain 1 coins

procedure grab "Take a stone from the fullest heap" cites H-1
    pick heap from heaps
        highest heap's stones
        then lowest heap's rank
    lower heap's stones by 1
    gain 1 coins
    have each other player
        may "Protest"
            lose 1 coins
"""
HEAPS = """\
heaps:
- {id: north_heap, title: north heap, rank: 1, source: common}
- {id: east_heap, title: east heap, rank: 2, source: common}
- {id: west_heap, title: west heap, rank: 3, source: common}
"""
TOLD = """\
given 2 players: red, blue
    north_heap's stones is 2
    west_heap's stones is 5
    east_heap's stones is 5
    blue's coins is 4
"""


@pytest.fixture
def heaps(tmp_path: Path, rulewright) -> Path:
    for name, text in (
        ("game.yaml", GAME),
        ("rules/heaps.rules", RULES),
        ("components/heaps.yaml", HEAPS),
    ):
        file = tmp_path / "heaps" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (tmp_path / "told.rules").write_text(TOLD, encoding="utf-8")
    return tmp_path / "heaps"


def test_the_robot_takes_from_the_fullest_heap_and_says_why(rulewright, heaps):
    Path("told.rules").write_text(TOLD + "red answers no\n", encoding="utf-8")
    said = rulewright("bot", "heaps", "told.rules")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith(
        "The turn of Blue\n"
        "\n"
        "Take a stone from the fullest heap (H-1)  heaps/rules/heaps.rules:32\n"
        "  - pick heap from heaps: East heap\n"
        "      highest heap's stones: East heap 5, West heap 5, North heap 2\n"
        "      then lowest heap's rank: East heap 2, West heap 3\n"
    )
    assert "The position after it:" in said.out
    assert "decides" not in said.out


def test_the_position_after_a_turn_can_be_told_again(rulewright, heaps):
    Path("told.rules").write_text(TOLD + "red answers no\n", encoding="utf-8")
    said = rulewright("bot", "heaps", "told.rules").out
    assert said.endswith(
        "The same in words, to go on with:\n"
        "\n"
        "given 2 players: red, blue\n"
        "    north_heap's stones is 2\n"
        "    east_heap's stones is 4\n"
        "    west_heap's stones is 5\n"
        "    blue's coins is 5\n"
    )
    told_again = said.partition("to go on with:\n\n")[2] + "red answers no\n"
    Path("again.rules").write_text(told_again, encoding="utf-8")
    said = rulewright("bot", "heaps", "again.rules").out
    assert "    west_heap's stones is 4\n" in said and "    blue's coins is 6\n" in said


def test_an_answer_behind_the_end_of_the_turn_is_told(rulewright, heaps):
    Path("told.rules").write_text(TOLD + "red answers no\n" * 2, encoding="utf-8")
    said = rulewright("bot", "heaps", "told.rules")
    assert (said.code, said.out) == (exits.GAME_ERRORS, "")
    assert said.err.endswith(
        "error[T652 not-offered]: nobody is asked for this: the turn is over\n"
        " --> told.rules:7:1\n"
        "  |\n"
        "7 | red answers no\n"
        "  | ^^^^^^^^^^^^^^ an answer too many\n"
        "  |\n"
        "  = help: leave it out\n"
    )


def test_who_is_asked_in_the_turn_is_told_with_the_line_that_answers(rulewright, heaps):
    said = rulewright("bot", "heaps", "told.rules")
    assert said.code == 0
    assert "Red decides: " in said.out
    assert "answer in a line below the position: red answers" in said.out
    assert "The position so far:" in said.out


def test_the_same_is_read_from_a_pipe(rulewright, heaps, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TOLD.encode())))
    assert rulewright("bot", "heaps").out == rulewright("bot", "heaps", "told.rules").out


def test_a_slip_in_the_position_is_told_at_its_place(rulewright, heaps):
    Path("told.rules").write_text(TOLD.replace("west_heap", "wset_heap"), encoding="utf-8")
    said = rulewright("bot", "heaps", "told.rules")
    assert said.code == exits.GAME_ERRORS
    assert "--> told.rules:3:5\n" in said.err
    assert "3 |     wset_heap's stones is 5\n" in said.err


def test_a_position_with_the_heading_of_a_test_is_read_as_it_stands(rulewright, heaps):
    lines = "".join(f"    {line}\n" for line in TOLD.splitlines())
    Path("told.rules").write_text('test "Heaps"\n' + lines, encoding="utf-8")
    assert rulewright("bot", "heaps", "told.rules").code == 0


def test_lines_may_stand_as_far_in_as_in_a_test(rulewright, heaps):
    Path("told.rules").write_text(TOLD, encoding="utf-8")
    Path("in.rules").write_text(
        "".join(f"    {line}\n" for line in TOLD.splitlines()), encoding="utf-8"
    )
    first, second = (rulewright("bot", "heaps", name) for name in ("told.rules", "in.rules"))
    assert (second.code, second.out) == (0, first.out)


@pytest.mark.parametrize(
    ("text", "message", "help_"),
    [
        (
            TOLD + "    red takes turn\n",
            "red decides in this turn: it is not played by the rules alone",
            "leave out who takes the turn, or name a player whom the rules play",
        ),
        (
            TOLD + "    blue's robot is no\n",
            "nobody's turn is played by the rules alone in this position",
            "say whose turn it is below `given`: blue takes turn",
        ),
        ("\n", "no position was told", "begin with: given 2 players: red, blue"),
    ],
    ids=["a person decides", "the rules play nobody", "nothing is told"],
)
def test_a_position_in_which_nothing_can_be_played(rulewright, heaps, text, message, help_):
    Path("told.rules").write_text(text, encoding="utf-8")
    said = rulewright("bot", "heaps", "told.rules")
    assert (said.code, said.out) == (exits.USAGE, "")
    assert said.err == f"error: {message}\n  help: {help_}\n"


def test_a_file_that_is_not_there(rulewright, heaps):
    said = rulewright("bot", "heaps", "tld.rules")
    assert (said.code, said.out) == (exits.FILES, "")
    assert said.err == "error: no such file or directory: tld.rules\n"


@pytest.mark.skipif(os.name == "nt", reason="there are no such pipes")
def test_a_pipe_with_a_name_is_not_waited_for(rulewright, heaps):
    os.mkfifo("pipe.rules")
    said = rulewright("bot", "heaps", "pipe.rules")
    assert (said.code, said.out) == (exits.FILES, "")
    assert "this is a device or a pipe, not a file" in said.err


def test_what_no_reader_sees_is_not_read(rulewright, heaps):
    Path("told.rules").write_text(TOLD + "# \x1b[2J\n", encoding="utf-8")
    said = rulewright("bot", "heaps", "told.rules")
    assert (said.code, said.out) == (exits.FILES, "")
    assert "this file holds a character that cannot be seen" in said.err
    assert "\x1b" not in said.err


def test_json_fits_its_schema(rulewright, heaps, fits):
    Path("told.rules").write_text(TOLD + "red answers no\n", encoding="utf-8")
    said = rulewright("bot", "heaps", "told.rules", "--json")
    fits(said.data, "bot")
    (pick,) = [step for step in said.data["steps"] if step["compared"]]
    assert [each["title"] for each in pick["compared"] if each["taken"]] == ["East heap"]
    assert said.data["finished"] and said.data["player"] == "blue"


def test_dea_ex_machina_takes_its_turn(rulewright, tmp_path):
    text = (
        "with with_bot yes\n"
        "given 2 players: red, blue\n"
        "    clearing_12's standing holds 4 fury_warrior, 3 cat_warrior\n"
        "    clearing_12's tokens holds 1 grudge\n"
        "draws: fox_ambush\n"
        "dice: 3 1\n"
    )
    (tmp_path / "told.rules").write_text(text, encoding="utf-8")
    said = rulewright("bot", "root", "told.rules")
    assert (said.code, said.err) == (0, "")
    # tie of 6 and 8 with a cat each: the lower priority (DEM-5.1a, RB-04)
    assert "then lowest clearing's priority: 6 fox 6, 8 fox 8" in said.out
    assert "highest enemy_warriors of target: 12 fox 3," in said.out
    assert "(DEM-5.2.I, DEM-5.2.II, RB-07)" in " ".join(said.out.split())
    assert said.out.startswith("The turn of Blue (Fury)\n")
    assert "Fury: attack Marquise in 12 fox." in said.out
    assert said.out.count("grudge in 6 fox.") == 1  # a deed that does another is told once
    # Field Hospitals are the Marquise's own decision
    assert "Red (Marquise) decides: Field Hospitals" in said.out


def test_the_position_in_the_readme_of_root_is_answered(rulewright, tmp_path):
    """The bot battles where most of its warriors are (DEM-5.2.III), with the dice as they fell."""
    folder = find_game("root", Report())
    assert folder is not None
    readme = (Path(str(folder)) / "README.md").read_text(encoding="utf-8")
    Path("told.rules").write_text(readme.split("```")[1].lstrip("\n"), encoding="utf-8")
    said = rulewright("bot", "root", "told.rules")
    assert (said.code, said.err) == (0, "")
    assert "Fury: attack Marquise in 12 fox.\n" in said.out
    assert "Fury rolls 3 and 1.\n" in said.out


@pytest.mark.parametrize("many", [19, 444_444_444])
def test_more_warriors_than_there_are(rulewright, many):
    """The bot has fifteen warriors in the box of the game (DEM-C1)."""
    text = "with with_bot yes\ngiven 2 players: red, blue\n"
    text += f"    clearing_12's standing holds {many} fury_warrior\n"
    Path("told.rules").write_text(text, encoding="utf-8")
    said = rulewright("bot", "root", "told.rules")
    place = f"{many} fury_warrior"
    assert (said.code, said.out) == (exits.GAME_ERRORS, "")
    assert said.err == (
        "error[T657 too-few]: there are only 15 of these left\n"
        " --> told.rules:3:34\n"
        "  |\n"
        f"3 |     clearing_12's standing holds {place}\n"
        f"  |                                  {'^' * len(place)}\n"
    )


def test_cards_without_number_are_too_many(rulewright, heaps):
    text = TOLD.replace("    blue's coins", "    field holds 444444444 west_heap\n    blue's coins")
    Path("told.rules").write_text(text, encoding="utf-8")
    said = rulewright("bot", "heaps", "told.rules")
    assert "error[T657 too-few]: there is only 1 of these\n" in said.err


def test_a_position_told_again_is_the_same_position():
    """Root, after a turn of the bot: all that a player may see, and all that is kept."""
    told = read_position(
        "with with_bot yes\n"
        "given 2 players: red, blue\n"
        "    clearing_12's standing holds 12 fury_warrior, 3 cat_warrior\n"
        "    clearing_12's tokens holds 1 grudge\n"
        "    item_supply holds nothing\n"
        "    red's effects holds armorers\n"
        "    red's bond is allied\n"
        "draws: fox_ambush\n" + "red answers no\n" * 6
    )
    turn = scripted_turn.played(told, 1, Report())
    assert turn is not None
    while not turn.finished:
        turn._take(turn.run, turn.run.S, usual(turn.run, turn.run.S))
    told = read_position(turn.told_again())
    again = scripted_turn.ScriptedTurn(told.test, scripted_turn.plan_for(told), Report(), 1)
    again.run.seats = turn.run.seats
    assert lines_between(turn.run.plan, again._laid_out(), turn.run.S, turn.run.players) == []


def read_position(text: str) -> told_position.Told:
    folder, report = find_game("root", Report()), Report()
    assert folder is not None
    told = told_position.read(folder, Source("told.rules", text), report)
    assert told is not None, report.errors
    return told
