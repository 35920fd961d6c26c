"""`rulewright bot GAME FILE`: the turn of a seat that the rules play, from a position."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from interpreter.cli import exits
from interpreter.diagnostics import Report, Source
from interpreter.load.game_folder import find_game
from interpreter.sitting.positions import told_position
from interpreter.sitting.positions.position_file import PositionFile, position_text
from interpreter.testing.position_words import lines_between

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
        "Take a stone from the fullest heap (H-1)\n"
        "     East heap: most stones, 5, as West heap; lowest rank, 2.\n"
        "  1. east heap: stones 5 -> 4.\n"
        "  2. Blue: coins 4 -> 5.\n"
        "     Red - Take a stone from the fullest heap: No.\n"
        "\n"
        "The position after it:\n"
    )


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


@pytest.mark.parametrize(
    ("answers", "place", "refused", "try_this"),
    [
        (
            "red answers no\nred answers no\n",
            "7",
            "nobody is asked for this: the turn is over",
            "leave it out",
        ),
        (
            "blue answers no\n",
            "6",
            "blue is not asked: red decides",
            "begin the line with `red`",
        ),
    ],
    ids=["behind the end of the turn", "of somebody else"],
)
def test_an_answer_that_nobody_asked_for_is_told(
    rulewright, heaps, answers, place, refused, try_this
):
    Path("told.rules").write_text(TOLD + answers, encoding="utf-8")
    said = rulewright("bot", "heaps", "told.rules")
    assert (said.code, said.out) == (exits.GAME_ERRORS, "")
    line = answers.splitlines()[-1]
    assert said.err.endswith(
        f"error[T652 not-offered]: {refused}\n"
        f" --> told.rules:{place}:1\n"
        "  |\n"
        f"{place} | {line}\n"
        f"  | {'^' * len(line)}\n"
        "  |\n"
        f"  = help: {try_this}\n"
    )


def test_an_answer_that_is_not_offered_is_told(rulewright, heaps):
    Path("told.rules").write_text(TOLD + "red takes earn\n", encoding="utf-8")
    said = rulewright("bot", "heaps", "told.rules")
    assert (said.code, said.out) == (exits.GAME_ERRORS, "")
    assert "error[T652 not-offered]: `earn` cannot be answered here\n" in said.err
    assert "= help: it can be Protest or No\n" in said.err


def test_who_is_asked_in_the_turn_is_told_with_the_line_that_answers(rulewright, heaps):
    said = rulewright("bot", "heaps", "told.rules")
    assert said.code == 0
    assert (
        "Red: Take a stone from the fullest heap?\n"
        "  Protest\n"
        "  No\n"
        "  answer in a line below the position: red answers protest\n"
        "\n"
        "The position so far:\n"
    ) in said.out


def test_the_same_is_read_from_a_pipe(rulewright, heaps, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TOLD.encode())))
    assert rulewright("bot", "heaps", "-").out == rulewright("bot", "heaps", "told.rules").out


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
            "Red is no seat that the rules play",
            "people play their turns themselves: tell what has changed",
        ),
        (
            TOLD + "    blue's robot is no\n",
            "Blue decides in this turn: it is not played by the rules alone",
            "name a player whom the rules play",
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
    (pick,) = [step for step in said.data["steps"] if step["sort"] == "reason"]
    assert [one["title"] for one in pick["data"]["compared"] if one["taken"]] == ["East heap"]
    assert [(step["number"], step["says"]) for step in said.data["steps"] if step["number"]] == [
        (1, "east heap: stones 5 -> 4."),
        (2, "Blue: coins 4 -> 5."),
    ]
    assert said.data["finished"] and said.data["player"] == "blue"


def root_turn(rulewright, text: str, *words: str) -> str:
    """Play a position of Root; gives what is printed."""
    Path("told.rules").write_text(text, encoding="utf-8")
    said = rulewright("bot", "root", "told.rules", *words)
    assert (said.code, said.err) == (0, "")
    return str(said.out)


def test_dea_ex_machina_takes_its_turn(rulewright, tmp_path):
    out = root_turn(
        rulewright,
        "with with_bot yes\n"
        "given 2 players: red, blue\n"
        "    clearing_12's standing holds 4 fury_warrior, 3 cat_warrior\n"
        "    clearing_12's tokens holds 1 grudge\n"
        "draws: fox_travel_gear\n"
        "dice: 3 1\n"
        "red answers trap is none\n",
    )
    # tie of 6 and 8 with a cat each: the lower priority (DEM-5.1a, RB-04)
    assert "6 fox: fewest enemy pieces, 1, as 8 fox; lowest priority marker, 6." in " ".join(
        out.split()
    )
    assert "12 fox: most enemy warriors, 3;" in out
    assert out.startswith("The turn of Blue (Fury)\n")
    assert "Fury: attack Marquise in 12 fox.\n" in out
    assert out.count("Place a grudge in 6 fox") == 1
    # Field Hospitals are the Marquise's own decision
    assert "Marquise: Field Hospitals at 12 fox, 3 lost: a card of its suit?\n" in out


def test_what_a_position_leaves_out_is_named(rulewright, tmp_path):
    out = root_turn(
        rulewright,
        "with with_bot yes\ngiven 2 players: red, blue\n    clearing_1's standing holds nothing\n",
    )
    assert out.split("\n\n")[1] == (
        "Of these the position says nothing, so they are as after the set-up: 2 mouse, 3\n"
        "rabbit, 4 rabbit, 5 rabbit, 6 fox, 7 mouse, 8 fox, 9 mouse, 10 rabbit, 11 mouse\n"
        "and 12 fox."
    )


def test_the_keep_lies_where_the_position_says(rulewright, tmp_path):
    """Nobody else places pieces where the Keep stands (RC-103)."""
    out = root_turn(
        rulewright,
        "with with_bot yes\n"
        "given 2 players: red, blue\n"
        "    clearing_1's tokens holds nothing\n"
        "    clearing_2's tokens holds keep\n"
        "    clearing_2's standing holds nothing\n"
        "draws: mouse_travel_gear\n",
    )
    assert "Place a grudge in 7 mouse" in out  # 2 mouse is free, and fewest, but for the Keep


def test_a_position_says_who_plays(rulewright, tmp_path):
    """The factions of a position are those of its set-up: no roost, no Decree of the Eyrie."""
    out = root_turn(
        rulewright,
        "with with_bot yes\n"
        "given 3 players: red, blue, green\n"
        "    red's faction is marquise\n"
        "    blue's faction is alliance\n",
    )
    assert "Alliance" in out and "Eyrie" not in out and "roost" not in out


def test_doubles_are_told_as_they_fell(rulewright, tmp_path):
    out = root_turn(
        rulewright,
        "with with_bot yes\n"
        "given 2 players: red, blue\n"
        "    clearing_12's standing holds 4 fury_warrior, 3 cat_warrior\n"
        "    red's hand holds nothing\n"
        "draws: fox_travel_gear\n"
        "dice: 1 1\n",
    )
    assert "Roll 2 dice: 1 and 1.\n" in out
    assert "Roll 2 dice. How did they fall?\n" in out  # what the file does not say is asked for


def test_with_a_seed_what_a_position_does_not_say_is_left_to_chance(rulewright, tmp_path):
    text = (
        "with with_bot yes\n"
        "given 2 players: red, blue\n"
        "    clearing_12's standing holds 4 fury_warrior, 3 cat_warrior\n"
        "    red's hand holds nothing\n"
    )
    assert "Draw a card from the deck. Which is it?\n" in root_turn(rulewright, text)
    one, again, other = (root_turn(rulewright, text, "--seed", seed) for seed in "448")
    assert "The position after it:" in one
    assert one == again != other


def test_two_placements_in_one_clearing_are_two_steps(rulewright, tmp_path):
    """Remind and Recruit both place a warrior in 6 (DEM-5.1b, DEM-6.1): a hand does it twice."""
    out = root_turn(
        rulewright,
        "with with_bot yes\n"
        "with punishments 0\n"
        "given 2 players: red, blue\n"
        "    clearing_6's standing holds 4 fury_warrior, 1 cat_warrior\n"
        "    clearing_6's tokens holds 1 grudge\n"
        "    clearing_8's tokens holds 1 grudge\n"
        "    clearing_12's tokens holds 1 grudge\n"
        "    blue's retribution is 7\n"
        "    blue's furies holds alectric\n"
        "draws: fox_ambush\n",
    )
    assert out.count("Place a Fury in 6 fox") == 2
    assert "Fury: VP 0 -> 2.\n" in out  # seven pieces: two points (DEM-6.2)
    assert "Fury: retribution 7 -> 0.\n" in out
    assert "Fury: track (of 10) 1 -> 2.\n" in out


def test_what_the_game_never_has_is_refused(rulewright, tmp_path):
    Path("told.rules").write_text(
        "with with_bot yes\ngiven 2 players: red, blue\n    clearing_1's built holds 3 sawmill\n",
        encoding="utf-8",
    )
    said = rulewright("bot", "root", "told.rules")
    assert (said.code, said.out) == (exits.GAME_ERRORS, "")
    assert said.err == (
        "error[T666 cannot-lie-so]: 1 fox: there are more buildings than slots\n"
        " --> told.rules:3:5\n"
        "  |\n"
        "3 |     clearing_1's built holds 3 sawmill\n"
        "  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
    )


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
    text = (
        "with with_bot yes\n"
        "given 2 players: red, blue\n"
        "    clearing_12's standing holds 12 fury_warrior, 3 cat_warrior\n"
        "    clearing_12's tokens holds 1 grudge\n"
        "    item_supply holds nothing\n"
        "    red's effects holds armorers\n"
        "    red's bond is allied\n"
        "draws: fox_ambush\n" + "red answers no\n" * 2
    )
    report = Report()
    first = PositionFile(read_position(text), report)
    sitting = first.sitting()
    assert sitting is not None
    first.play(sitting, 1)
    while (question := sitting.question) is not None:
        sitting.say("no" if question.sort == "decide" else "r")
    again = PositionFile(
        read_position(position_text(first.plan, sitting, first.names, first.position.settings)),
        report,
    )
    laid = again.sitting()
    assert laid is not None, report.errors
    unknown = {("player_hand", 0)}
    found = lines_between(first.plan, laid.table, sitting.table, first.names, unknown)
    assert found == []


def read_position(text: str) -> told_position.ToldPosition:
    folder, report = find_game("root", Report()), Report()
    assert folder is not None
    told = told_position.read(folder, Source("told.rules", text), report)
    assert told is not None, report.errors
    return told


def test_a_game_in_which_nobody_takes_a_turn_has_no_seat_for_the_rules(rulewright, tmp_path):
    file = tmp_path / "position.rules"
    file.write_text("given 4 players: ann, ben, cat, dan\n", encoding="utf-8")
    said = rulewright("bot", "hearts", str(file))
    assert said.code == 2
    assert said.err == (
        "error: nobody takes a turn in this game\n  help: a turn is a rule: `turn day ...`\n"
    )
