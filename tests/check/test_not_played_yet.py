"""A sentence that cannot be played yet is told, never skipped in silence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.backends.python.module import PLAIN
from interpreter.check import game
from interpreter.check.folder import check_folder
from interpreter.check.lints.not_yet import INSTEAD, not_played_yet
from interpreter.diagnostics import Report, Source, Span
from interpreter.diagnostics.render_text import render
from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.program import Program
from interpreter.ir.types import Type
from interpreter.load.game_folder import find_game
from tests.language.test_messages import Game, problems

MESSAGE = """\
error[P801 not-played-yet]: choosing pieces that match cannot be played yet
 --> rules/base.rules:1:1
  |
1 | choose cards that match
  | ^^^^^^^^^^^^^^^^^^^^^^^ understood, but not carried out
  |
  = help: say it in another way for now"""


def test_it_is_told_at_its_place():
    program = Program("circle", "Circle", "1", 2, 2)
    text = Source("rules/base.rules", "choose cards that match")
    program.not_run.append(("choosing pieces that match", Span(text, 0, 23)))
    report = Report()
    not_played_yet(program, report)
    assert [render(one) for one in report.found] == [MESSAGE]


def test_a_place_where_a_value_belongs_is_told():
    program = Program("circle", "Circle", "1", 2, 2)
    there = Span(Source("game.yaml", "mark: {deck}"), 7, 11)
    deck = Family("deck", "table", "list", "pile", (), there)
    program.looks.append(("thing", nodes.Zone((), Type("zone", "deck"), there, deck)))
    report = Report()
    not_played_yet(program, report)
    assert [one.message for one in report.found] == ["a place as a value cannot be played yet"]
    assert "`top of ...`" in report.found[0].helps[0]


def test_old_kingdom_is_played_whole():
    folder = find_game("deities_of_the_old_kingdom", Report())
    assert folder is not None
    checked = check_folder(folder, Report())
    assert checked is not None
    assert checked.program is not None
    assert checked.program.not_run == []


def test_what_is_waited_for_in_vain_has_a_way_out():
    program = Program("circle", "Circle", "1", 2, 2)
    program.not_run.append(("waiting for `push`", Span(Source("a.rules", "after"), 0, 5)))
    report = Report()
    not_played_yet(program, report)
    assert report.found[0].message == "waiting for `push` cannot be played yet"
    assert report.found[0].helps == (
        "wait for the procedure or action of the game in which it happens",
    )


NOT_YET = [
    (
        "rule debt\n    after you draw_card\n        pay 1 score from your hand\n",
        "paying from another place",
        "leave out `from ...`",
    ),
    (
        "procedure hand_on\n    pass places to left\nturn long_turn\n    hand_on\n"
        "each player has\n    zone places: row of 2 cards, seen by all\n",
        "passing on what lies in spaces",
        "declare it as a `set` or a `pile`",
    ),
]


@pytest.mark.parametrize(("rules", "what", "instead"), NOT_YET)
def test_it_is_told_with_what_can_be_written_instead(rules: str, what: str, instead: str):
    told = problems(Game(rules=rules)).errors
    assert [one.slug for one in told] == ["not-played-yet"], [one.message for one in told]
    assert told[0].message.startswith(what) and instead in told[0].helps[0]


def test_everything_that_is_not_carried_out_has_another_way():
    folder = Path(game.__file__).parent
    texts = [path.read_text(encoding="utf-8") for path in folder.rglob("*.py")]
    found = {what for text in texts for what in re.findall(r'not_run.append\(\(f?"([^"]+)"', text)}
    assert len(found) > 8
    assert [what for what in found if not what.startswith(tuple(INSTEAD))] == []


ENDS = """\
turn short_turn "A short turn"
    if you are ready
        end this turn
    gain 1 score
rule shorter
    at end of game
        have each player play short_turn
"""


def test_a_turn_ends_itself_unless_it_is_played_within_another():
    assert problems(Game(rules=ENDS)).errors == []
    longer = 'turn long_turn "A long turn"\n    play short_turn\n'
    again = ENDS.replace("play short_turn", "play long_turn")
    found = problems(Game(rules=again + longer)).errors
    assert [one.slug for one in found] == ["not-played-yet"]


PLACES = {
    nodes.AbsSlot, nodes.AllZones, nodes.Box, nodes.LaneZone, nodes.Slot, nodes.WayZone, nodes.Zone,
}  # fmt: skip
FOR_WEAVING = {nodes.EventPlace, nodes.SamePlace}
CUT = {nodes.Choose, nodes.Options, nodes.Menu, nodes.Pay}
WOVEN = {
    nodes.AnswerEvent, nodes.Ban, nodes.ChooseMatching, nodes.CloseFor, nodes.EndSpan, nodes.ForAll,
    nodes.ModifyFor, nodes.SetParam,
}  # fmt: skip
MARKS = {nodes.CallLeft, nodes.Given, nodes.LeaveCall, nodes.MoreRounds, nodes.Way}


def of_the_core(base: type) -> set[type]:
    """Give all nodes of the core: what the checker and the weaving make."""
    classes = [one for one in vars(nodes).values() if isinstance(one, type)]
    return {one for one in classes if issubclass(one, base) and hasattr(one, "op")}


def test_every_value_that_is_read_can_be_printed():
    """Places are no values: they are read, and turned into one before they are printed."""
    assert len(PLAIN.values) > 100
    assert of_the_core(nodes.Expr) - set(PLAIN.values) == PLACES | FOR_WEAVING | {nodes.Case}


def test_every_statement_that_is_read_can_be_printed():
    """Choices are cut out, and what waits or lasts is woven, before they are printed. Marks for
    those that look ahead, and for the print that explains, are no sentences."""
    assert len(PLAIN.sentences) > 40
    assert of_the_core(nodes.Stmt) - set(PLAIN.sentences) == CUT | WOVEN | MARKS


@pytest.mark.parametrize(
    "layout",
    [
        "seats: {counts: {Cards: their hand}}",
        "table: {counts: {Cards: deck}}",
        "table: {counts: {Cards: all cards in market}}",
        "table: {counts: {Card: meadow}}",
        "table: {counts: {Space: spaces of meadow}}",
        'card: {face: "{suits}"}',
    ],
)
def test_a_layout_that_is_taken_can_be_drawn(layout: str):
    told = problems(Game(game=f"layout:\n  {layout}\n"))
    assert [one.slug for one in told.errors] == ["wrong-kind-of-value"]
    assert "cannot be drawn" in told.errors[0].message
