"""Faults in several parts of one declaration are told in one look."""

from __future__ import annotations

import pytest

from interpreter.diagnostics import Report, Source
from interpreter.syntax import ast
from interpreter.syntax.parser import parse_rules


def lines_told(text: str) -> list[int]:
    report = Report()
    parse_rules(Source("house.rules", text), report)
    return [d.label.span.line for d in report.sorted()]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            'variant "Busy" for pear 1\n'
            "    add rule hands\n"
            "        nobody may hold more than 4 cards\n"
            "    set size to 3\n"
            "    add rule more\n"
            "        every player's hand holds at most 4 cards, discard down at end of turn\n"
            "    add rule dear\n"
            "        the leader's cards cost 1 more\n",
            [3, 6, 8],
        ),
        (
            "rule busy\n"
            "    nobody may draw\n"
            "    after you draw\n"
            "        gain 1 score\n"
            "    the leader's cards cost 1 more\n",
            [2, 5],
        ),
        (
            "each player has\n"
            "    score: 0 to thirtysix\n"
            "    zone hand: set of cards\n"
            "    pears: 0 too 9\n",
            [2, 4],
        ),
        ("action busy\n    gain 1 of\n", [2]),
        ("each player has\n    score: 0 to thirtysix\n", [2]),
    ],
)
def test_each_faulty_part_is_told(text, lines):
    assert lines_told(text) == lines


def test_the_other_lines_of_what_each_player_has_are_read():
    report = Report()
    text = "each player has\n    score: 0 to thirtysix\n    pears: 0 to 9\n"
    nodes = parse_rules(Source("game.rules", text), report)
    assert len(report.found) == 1
    kept = [part.name.text for part in nodes[0].walk() if isinstance(part, ast.Field)]
    assert kept == ["pears"]
