"""What is rolled or drawn behind a pass that makes itself is pinned above the step before it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from interpreter.diagnostics import Report, Source
from interpreter.diagnostics.render_text import render
from interpreter.testing.game_tests import suite_of
from tests.study.test_game_test_messages import foxwood

OMEN = """\
action boast "Boast"
    requires your score is at least 50 else "nobody listens"
    gain 1 score

rule omen
    after you place_pawn
        menu "Before the roll"
            may take one of boast
            may pass "Roll"
        roll tray
        gain (sum of face of dice in tray) score
    after you play_card
        menu "Before the draw"
            may take one of boast
            may pass "Draw"
        draw 1 card from deck to your hand
"""
GIVEN = """\
test "An omen"
    given 2 players: red, blue
        red has 1 hare card
        trump is rabbit
"""
PAWN = "red takes place_pawn: space is row_1_column_1"


def said(*lines: str) -> str:
    """All that is wrong with a test of the small game in which a pass makes itself."""
    files = foxwood(GIVEN + "".join(f"    {line}\n" for line in lines))
    report = Report()
    suite = suite_of(replace(files, rules=(*files.rules, Source("omen.rules", OMEN))), report)
    assert suite is not None, [render(d) for d in report.found]
    return "\n\n".join(render(d) for one in suite.run() for d in one.problems)


def test_dice_behind_the_step_that_rolls_them_are_told():
    assert said(PAWN, "dice: 3 1", 'red answers "Roll"', "expect red's score is 4") == (
        "error[T662 pinned-late]: these dice come too late\n"
        " --> story.rules:6:5\n"
        "  |\n"
        "5 |     red takes place_pawn: space is row_1_column_1\n"
        "  |     --------------------------------------------- the dice were rolled right\n"
        "  |                                                   after this\n"
        "6 |     dice: 3 1\n"
        "  |     ^^^^^^^^^\n"
        "  |\n"
        "  = note: the pass below was made by itself, since nothing else was offered\n"
        "  = help: write this line above that step\n"
        "  = help: if the next ones are meant, write it below the pass"
    )


def test_draws_behind_the_step_that_draws_them_are_told():
    told = said("red takes play_card: card is hare", "draws: old_fox", 'red answers "Draw"')
    assert told.startswith("error[T662 pinned-late]: these draws come too late\n")
    assert "cards were drawn right after this" in told


@pytest.mark.parametrize(
    "lines",
    [
        ("dice: 3 1", PAWN, 'red answers "Roll"', "expect red's score is 4"),
        ("dice: 3 1", PAWN, "red passes", "expect red's score is 4"),
        ("dice: 3 1", PAWN, 'allows red answers "Roll"', 'red answers "Roll"'),
        # the next dice, pinned behind the pass, and those of another sort before it
        (
            PAWN,
            'red answers "Roll"',
            "dice: 6 6",
            "blue takes roll_dice",
            "expect blue's score is 12",
        ),
        (PAWN, "dice: 6 6", "blue takes roll_dice", "expect blue's score is 12"),
        (PAWN, "draws: old_fox", 'red answers "Roll"', "blue takes draw_card"),
        # what was rolled long before the step that leads to the pass
        (
            "red takes roll_dice",
            "dice: 3 1",
            f"{PAWN.replace('red', 'blue')}",
            'blue answers "Roll"',
        ),
    ],
)
def test_dice_in_their_place_are_not(lines):
    assert said(*lines) == ""
