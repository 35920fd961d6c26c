"""What is expected while the step before still asks for an answer is told with that question."""

from __future__ import annotations

from dataclasses import replace

import pytest

from interpreter.diagnostics import Report, Source
from interpreter.diagnostics.render_text import render
from interpreter.testing.game_tests import suite_of
from tests.study.test_game_test_messages import foxwood

ASKS = """\
rule gifts
    after you place_pawn
        either gain 1 score or gain 3 score
    after you play_card
        choose rival from opponents
        have rival
            choose share from 1 to 3
            gain share score
    after you roll_dice
        choose tribute from 1 to 2, place from spaces of meadow where it is empty
        gain tribute score
        move 1 pawn from your stock to place
"""
GIVEN = """\
test "Gifts"
    given 2 players: red, blue
        red's hand holds hare
        trump is rabbit
"""
PAWN = "red takes place_pawn: space is row_1_column_1"


def said(*lines: str) -> list[str]:
    """All that is wrong with a test of the small game in which more is asked."""
    files = foxwood(GIVEN + "".join(f"    {line}\n" for line in lines))
    report = Report()
    suite = suite_of(replace(files, rules=(*files.rules, Source("asks.rules", ASKS))), report)
    assert suite is not None, [render(d) for d in report.found]
    return [render(d) for one in suite.run() for d in one.problems]


def test_what_a_step_leaves_open_is_told_once():
    expect = "expect red's score is 1 and number of red's stock is 9"
    assert said(PAWN, expect, "expect row_1_column_2 holds red pawn") == [
        "error[T651 not-so]: this is not so\n"
        " --> story.rules:6:12\n"
        "  |\n"
        "5 |     red takes place_pawn: space is row_1_column_1\n"
        "  |     --------------------------------------------- an answer is still open\n"
        "  |                                                   after this\n"
        "6 |     expect red's score is 1 and number of red's stock is 9\n"
        "  |            ^^^^^^^^^^^^^^^^     -------------------------- nor is this so\n"
        "7 |     expect row_1_column_2 holds red pawn\n"
        "  |     ------------------------------------ nor is this so\n"
        "  |\n"
        "  = note: `red's score` is 0\n"
        "  = note: `number of red's stock` is 3\n"
        "  = note: there is: nothing\n"
        '  = note: red is asked now: "Gain 1 score" or "Gain 3 score"\n'
        "  = help: say which in line 5, such as: red takes place_pawn: space is\n"
        '          row_1_column_1, "Gain 1 score"'
    ]


@pytest.mark.parametrize(
    ("step", "expect"),
    [
        (PAWN, "expect red's score is 1"),
        ("red takes play_card: card is hare", "expect blue's score is 1"),
        ("red takes roll_dice", "expect row_1_column_1 holds red pawn"),
    ],
)
def test_the_answer_that_is_shown_is_taken(step, expect):
    (told,) = said(step, expect)
    help_ = " ".join(told.partition("= help: ")[2].split())
    written = help_.partition("such as: ")[2]
    more = [written] if help_.startswith("say which in line") else [step, written]
    assert said(*more, expect) == []


def test_what_is_so_may_be_asked_before_the_answer():
    assert said(PAWN, "expect red's score is 0", 'red answers "Gain 3 score"') == []
    (told,) = said(PAWN, 'red answers "Gain 3 score"', "expect red's score is 2")
    assert "open" not in told
