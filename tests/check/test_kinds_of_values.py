"""Two words as the kind of a value, each with each, wherever a kind is said: read, or told."""

from __future__ import annotations

from itertools import product

import pytest

from interpreter.diagnostics import Report
from tests.checking import check_game
from tests.language.reference import game_files

WORDS = ("player", "number", "card", "hue", "red", "none", "lane", "space", "field", "what")
PLACES = ("the table has", "each player has", "each hue has", "each space of field has", "heading")
GAME = "id: g\nversion: '1.0'\ntitle: G\nlanguage: 1\nplayers: {min: 2, max: 3}\n"
RULES = """\
values hue: red, blue
kind card plural cards
{printed}the table has
    board field: grid 3 by 3 of cards
{declared}
game main
    have each player win
"""


@pytest.mark.parametrize("place", (*PLACES, "printed"))
def test_two_words_as_one_kind_of_value_are_read_or_told(place):
    told = set()
    for first, second in product(WORDS, repeat=2):
        kind, declared, printed = f"{first} or {second}", "", ""
        if place == "heading":
            declared = f"procedure give aim: {kind}\n    stop give"
        elif place == "printed":
            printed = f"    printed aim: {kind}\n"
        else:
            declared = f"{place}\n    aim: {kind}"
        report = Report()
        text = RULES.format(printed=printed, declared=declared)
        check_game(game_files({"game.yaml": GAME, "rules/a.rules": text}), report)
        told |= {d.slug for d in report.errors}
    assert "several-kinds" in told and "unknown-type" in told
