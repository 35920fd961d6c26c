"""What lines mean: every node has its words, every line of every game is told, and where a text can
be read two ways the words cannot."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from interpreter import pipeline
from interpreter.diagnostics import Report
from interpreter.ir import nodes
from interpreter.ir.program import Program
from interpreter.meaning.course_words import LINES, block
from interpreter.meaning.phrase_words import PHRASES
from interpreter.meaning.told import Speaker, differs, meanings
from tests.native.small_games import BOX
from tests.reference.game import Game

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent for path in (ROOT / "games").rglob("game.yaml"))
SMALL = sorted(path.parent for path in (ROOT / "tests" / "silent").glob("*/game.yaml"))
SAYS_NOTHING = (nodes.Cannot, nodes.Let, nodes.If, nodes.Set, nodes.Call)
"""What the checker adds to a line says nothing of its own."""
INTERNAL = re.compile(r"\b_\w|\bNone\b|object at|[{}]|\bv_|__|_L\d")


def checked(folder: Path) -> Program | None:
    found = pipeline.check_folder(folder, Report())
    return None if found is None else found[0]


def test_every_node_of_a_checked_program_has_its_words():
    """The plain interpreter knows what a checked program consists of."""
    assert set(Game.meanings) - set(PHRASES) == set()
    assert set(Game.lines) - set(LINES) == set()


@pytest.mark.parametrize("folder", GAMES + SMALL, ids=[path.name for path in GAMES + SMALL])
def test_every_line_of_a_game_is_told_in_words(folder):
    program = checked(folder)
    if program is None:
        return
    for func in program.funcs.values():
        speaker = Speaker(program)
        speaker.func = func
        for s in func.body:
            told = list(block(speaker, [s]))
            assert told or isinstance(s, SAYS_NOTHING), f"nothing is said at {s.span.where()}"
    for one in meanings(program):
        assert not INTERNAL.search(re.sub(r'"[^"]*"|`[^`]*`', "", one.meaning)), one
        assert differs(one.text, one.meaning)


TABLE = """
kind card plural cards
    printed rank: 1 to 9
kind pawn plural pawns, owned by a player
the table has
    zone deck: pile of cards, seen by nobody, refilled from heap
    zone heap: pile of cards, seen by all
    board meadow: grid 3 by 3 of pawns, seen by all
each player has
    zone hand: set of cards, seen by owner
    gold: 0 to 20
    tired: yes or no
game main
    move all cards to heap
    have each player play a_turn
    have each player
        gain 1 gold
turn a_turn
    menu "Go"
        may take one of act
        may pass
action act "Act"
"""
THINGS = """
cards:
- {id: ace, rank: 1, copies: 1, source: common}
- {id: king, rank: 9, copies: 4, source: common}
pawns:
- {id: pawn, copies: 2, for_each_player: true, source: common}
"""
SAMPLES = yaml.safe_load((Path(__file__).parent / "samples.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("sample", SAMPLES, ids=[one["rules"].split("\n")[0] for one in SAMPLES])
def test_a_meaning_cannot_be_read_two_ways(sample, tmp_path):
    lines = "".join(f"    {one}\n" for one in sample["rules"].split("\n"))
    for name, text in (
        ("game.yaml", BOX.format(most=4)),
        ("rules/small.rules", TABLE.lstrip() + lines),
        ("components/things.yaml", THINGS),
    ):
        path = tmp_path / "small" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    program = checked(tmp_path / "small")
    assert program is not None
    number = TABLE.count("\n") + sample.get("line", 0)
    found = {one.line: one.meaning for one in meanings(program)}
    assert found.get(number, "") == sample["means"]
