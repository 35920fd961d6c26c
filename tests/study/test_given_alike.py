"""Alike pieces of a position come from where they are supplied, and from no place unsaid."""

from __future__ import annotations

from interpreter.diagnostics import Report
from interpreter.diagnostics.render_text import render
from interpreter.load.game_folder import read_game
from interpreter.testing.game_tests import suite_of

GAME = """
id: mini
version: "1.0"
title: Mini
language: 1
players: {min: 2, max: 2}
"""
BEADS = "beads:\n- {id: bead, copies: 12, source: common}\n"
RULES = """
values shade: light, dark
kind bead plural beads, alike
TABLE
each player has
    zone pouch: set of beads, seen by all
game mini "Mini"
    play opening
    have each player play one_turn
    have each player win
setup opening
    have each player
        move SOME beads from the box to their pouch
turn one_turn "A turn"
    choose shade from shade
"""


def told(folder, dealt: int, *lines: str, table: str = "") -> str:
    """Give what a test tells if its position has these lines, after so many beads are dealt to each
    player; nothing if it passes."""
    test = ['test "A position"', "    given 2 players: red, blue"]
    test += [" " * (4 if line.startswith("expect") else 8) + line for line in lines]
    files = {
        "game.yaml": GAME,
        "components/beads.yaml": BEADS,
        "rules/mini.rules": RULES.replace("SOME", str(dealt)).replace("TABLE\n", table).lstrip(),
        "tests/mini.rules": "\n".join(test) + "\n",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    report = Report()
    game = read_game(folder, report)
    suite = None if game is None else suite_of(game, report, marked=False)
    assert suite is not None, "\n".join(map(render, report.found))
    [result] = suite.run()
    return "\n".join(map(render, result.problems)).replace(f"{folder}/", "")


def test_alike_pieces_come_from_the_box_and_go_there(tmp_path):
    blue = "expect blue's pouch has 4 beads"
    assert told(tmp_path, 4, "red's pouch holds 8 beads", blue) == ""
    assert told(tmp_path, 4, "red's pouch holds 1 bead", blue) == ""


def test_they_come_from_a_supply_on_the_table(tmp_path):
    table = "the table has\n    zone bowl: set of beads, seen by all\n"
    lines = "red's pouch holds 2 beads", "blue's pouch holds 1 bead", "bowl holds 9 beads"
    for order in (lines, lines[::-1]):
        assert told(tmp_path, 4, *order, "expect bowl has 9 beads", table=table) == ""


def test_the_order_of_the_lines_does_not_matter(tmp_path):
    lines = "red's pouch holds 9 beads", "blue's pouch holds 3 beads"
    for order in (lines, lines[::-1]):
        assert told(tmp_path, 6, *order, "expect blue's pouch has 3 beads") == ""
