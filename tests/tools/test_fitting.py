"""Model sentences in the words of a game."""

from __future__ import annotations

import pytest

from interpreter.tools.declared_names import Names, names_in
from interpreter.tools.fitting import fitted
from interpreter.tools.models import models

GAME = """\
kind gem plural gems
values hue plural hues: red, green
each player has
    zone purse: set of gems, seen by owner
    zone stock: pile of gems, seen by nobody
    silver: 0 to 9
    asleep: yes or no
the table has
    zone bag: pile of gems, seen by nobody
    zone tray: set of gems, seen by all
    round_total: 0 to 99
setting most_gems: 5, from 1 to 9 "Most gems"
action barter "Barter"
    choose friend from opponents
    choose gem from your purse
"""


@pytest.fixture
def game() -> Names:
    return names_in([GAME])


def test_names_are_told_by_how_they_are_declared(game):
    assert {name: game.sorts[name] for name in ("gem", "gems", "hue", "hues", "red")} == {
        "gem": "thing", "gems": "things", "hue": "value", "hues": "values", "red": "member",
    }  # fmt: skip
    assert {name: game.sorts[name] for name in ("purse", "tray", "bag", "stock")} == {
        "purse": "zone", "tray": "place", "bag": "pile", "stock": "pile",
    }  # fmt: skip
    sorts = [game.sorts[name] for name in ("silver", "asleep", "barter", "friend")]
    assert sorts == ["number", "mark", "deed", "player"]
    assert "silver" in game.owned and "round_total" not in game.owned


@pytest.mark.parametrize(
    ("sentence", "line", "shown"),
    [
        ("gain 2 coins", "you get 5 silver", "gain 5 silver"),
        ("gain 2 coins", "you get something", "gain 2 silver"),
        ("raise your power by 1", "round_total goes up by two", "raise round_total by 2"),
        ("draw 1 card from deck to your hand", "grab a gem", "draw 1 gem from bag to your purse"),
        ("draw 1 card from deck to your hand", "get three gem of my stock",
         "draw 3 gems from your stock to your purse"),
        ("move all cards in your hand to rival's hand", "give it all to friend",
         "move all gems in your purse to friend's purse"),
        ("your hand is empty", "nothing in tray", "if tray is empty"),
        ("choose rival from opponents", "choose another one", "choose rival from opponents"),
        ("gain 2 coins", "get 4 round_total", "raise round_total by 4"),
        ("gain (face of die) points", "add it to round_total", "raise round_total by face of die"),
        ("shuffle deck", "mix", "shuffle bag"),
        ("discard down to 4 cards in your hand", "keep only most_gems gems",
         "discard down to most_gems gems in your purse"),
    ],
)  # fmt: skip
def test_slots_take_names_and_numbers_of_the_line_and_then_of_the_game(sentence, line, shown, game):
    (model,) = (one for one in models() if one.sentence == sentence)
    assert fitted(model, line, game) == shown
