"""A sentence that cannot be played yet is told, never skipped in silence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.check import game
from interpreter.check.folder import check_folder
from interpreter.check.lints.not_yet import INSTEAD, not_played_yet
from interpreter.diagnostics import Report, Source, Span
from interpreter.diagnostics.render_text import render
from interpreter.ir.program import Program
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
