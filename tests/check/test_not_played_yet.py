"""A sentence that cannot be played yet is told, never skipped in silence."""

from __future__ import annotations

from interpreter.check.folder import check_folder
from interpreter.check.not_yet import not_played_yet
from interpreter.diagnostics import Report, Source, Span
from interpreter.diagnostics.render_text import render
from interpreter.ir.program import Program
from interpreter.load.game_folder import find_game

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
