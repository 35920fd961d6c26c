"""What a person types finds the option that was meant, or none."""

from __future__ import annotations

import pytest

from interpreter.cli.table.script import read_script
from interpreter.diagnostics import Report
from interpreter.present.option_matching import match

LANES = [
    f"{line} {n} from the {end}"
    for line, ends in (("row", ("left", "right")), ("column", ("top", "bottom")))
    for n in (1, 2, 12)
    for end in ends
]
NAMES = [lane.replace(" from the ", " from ").replace(" ", "_") for lane in LANES]
CARDS = [
    "Swap (spell): Let two Field dice change places.",
    "Slide (spell): Shift a line.",
    "Swap meet (spell): Trade.",
]
CARD_NAMES = ["swap", "slide", "swap_meet"]


CARD_TITLES = [label.split(" (")[0] for label in CARDS]


def found(typed, labels=LANES, names=NAMES, titles=None):
    return [labels[n] for n in match(typed, labels, names, titles).found]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1", ["row 1 from the left"]),
        (" 12 ", ["column 12 from the bottom"]),
        ("row_2_from_right", ["row 2 from the right"]),
        ("Row 2 from the RIGHT", ["row 2 from the right"]),
        ("r 2 l", ["row 2 from the left"]),
        ("c 12 t", ["column 12 from the top"]),
        ("row 2", ["row 2 from the left", "row 2 from the right"]),
        ("r 1 l", ["row 1 from the left"]),
        ("c 12 top", ["column 12 from the top"]),
        ("left row", []),
        ("mn", []),
        ("13", []),
        ("-1", [lane for lane in LANES if " 1 " in lane]),
        ("", []),
        ("???", []),
    ],
)
def test_lanes(typed, meant):
    assert found(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("swap", CARDS[:1]),
        ("Swap", CARDS[:1]),
        ("swap m", CARDS[2:]),
        ("sw", [CARDS[0], CARDS[2]]),
        ("sl", CARDS[1:2]),
        ("me", CARDS[2:]),
        ("slide (spell): shift a line.", CARDS[1:2]),
    ],
)
def test_cards(typed, meant):
    assert found(typed, CARDS, CARD_NAMES, CARD_TITLES) == meant
    assert not match(typed, CARDS, CARD_NAMES, CARD_TITLES).by_text


@pytest.mark.parametrize(
    ("typed", "where"), [("dice", CARDS[:1]), ("shift a line", CARDS[1:2]), ("spell", CARDS)]
)
def test_what_only_the_text_of_a_card_says_is_no_way_to_choose_it(typed, where):
    assert found(typed, CARDS, CARD_NAMES, CARD_TITLES) == where
    assert match(typed, CARDS, CARD_NAMES, CARD_TITLES).by_text


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("wing", "Left wing"), ("win", "Winged lion"), ("row 1", "Row 1 of all")],
)
def test_whole_words_are_meant_before_beginnings_of_words(typed, meant):
    offered = ["Winged lion", "Left wing", "Row 10 of all", "Row 1 of all"]
    assert found(typed, offered, [one.lower().replace(" ", "_") for one in offered]) == [meant]


def test_a_number_beyond_the_options_can_still_be_what_an_option_says():
    assert match("7", ["5", "7"], ["5", "7"]).found == (1,)
    assert match("1", ["5", "1"], ["5", "1"]).found == (0,), "numbers in front come first"


def test_scripts_have_comments_seats_and_places():
    report = Report()
    text = b"\xef\xbb\xbf# first\nblue: 1_1  # where\n\n  row: 2  \ngreen:swap\nblue:\n"
    answers = read_script(text, "s.txt", ("blue", "green"), report)
    assert [(a.seat, a.text, a.span.line, a.span.text) for a in answers] == [
        ("blue", "1_1", 2, "blue: 1_1"),
        ("", "row: 2", 4, "row: 2"),
        ("green", "swap", 5, "green:swap"),
        ("", "blue:", 6, "blue:"),
    ]
    assert not report.found
