"""A change of an overlay that cannot be read hides no fault of the others, and causes none."""

from __future__ import annotations

import pytest

from tests.language.test_messages import Game, problems, said

HEAD = 'variant "Calm evenings" for foxwood 1\n'
OTHERS = """\
    set hand_limt to 4
    remove action flye_away
    set cost of nosuch to 3
    add rule extra
        your hant holds at most 3 cards
"""
TOLD = ["unhit", "unhit", "unhit", "unknown-zone"]


def told(change: str, others: str = OTHERS) -> list[str]:
    """Give the kinds of what is said of an overlay, in the order of its lines."""
    report = problems(Game(overlays=[HEAD + change + others]))
    return [d.slug for d in report.sorted()]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("    replace action draw_card\n        draw cards wildly 3\n", "unexpected-word"),
        ("    replace action draw_card\n         gain 1 score\n", "indentation"),
        ('    replace action draw_card\n        requires you win else "oh\n', "unclosed-text"),
        ("    delete action draw_card\n", "unknown-sentence"),
        ("    set hand_limit = 4\n", "strange-character"),
        ("    set hand_limit\n", "unfinished-line"),
        ("    set hand_limit to 12345678901\n", "huge-number"),
        ('    add action fly "Fly\n        gain 1 score\n', "unclosed-text"),
    ],
)
def test_the_other_changes_are_looked_at(change, fault):
    assert told("", OTHERS) == TOLD
    assert told(change) == [fault, *TOLD]


@pytest.mark.parametrize(
    ("change", "later"),
    [
        (
            "    add action fly\n        gain 1 of\n",
            "    offer fly beside draw_card in turn player_turn\n"
            "    before action fly\n        gain 2 score\n",
        ),
        ("    add setting size: 3 from 1 to 5\n", "    set size to 4\n"),
        (
            "    add each player has\n        zone pocket set of cards\n",
            "    add rule room\n        your pocket holds at most 3 cards\n",
        ),
        (
            "    replace action draw_card\n        rest a while\n        shuffle deck\n",
            "    before shuffle deck in action draw_card\n        gain 2 score\n",
        ),
        (
            "    each player has\n        songs: 0 to 9\n",
            "    after action draw_card\n        gain 1 songs\n",
        ),
        ("    comes after winters tale\n", "    set cold to 3\n"),
    ],
)
def test_what_follows_from_a_lost_change_is_not_told(change, later):
    assert len(told(change, later)) == 1


def test_both_faults_are_told_in_these_words():
    overlay = HEAD + "    set hand_limit = 4\n    remove action flye_away\n"
    assert said(problems(Game(overlays=[overlay]))) == (
        "error[S004 strange-character]: `=` has no meaning here\n"
        " --> variants/calm.rules:2:20\n"
        "  |\n"
        "2 |     set hand_limit = 4\n"
        "  |                    ^\n"
        "  |\n"
        "  = help: write `to`\n"
        "\n"
        "error[O902 unhit]: the game has no action called `flye_away`\n"
        " --> variants/calm.rules:3:19\n"
        "  |\n"
        "3 |     remove action flye_away\n"
        "  |                   ^^^^^^^^^ nothing to change\n"
        "  |\n"
        "  = note: there are: `draw_card`, `place_pawn`, `play_card`, `roll_dice`\n"
    )
