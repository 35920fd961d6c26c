"""Each kind of small change of a rule that `rulewright test --mutants` tries, told in its words."""

from __future__ import annotations

import pytest

from interpreter.testing.mutants.switches import put_switches
from tests.native.small_games import cards, plan_of

TABLE = """
kind card plural cards
    printed worth: 0 to 9
    carries rules while in your shelf
the table has
    zone deck: pile of cards, seen by nobody
    zone discards: pile of cards, seen by all
    zone offers: pile of cards, seen by all
each player has
    zone hand: set of cards, seen by owner
    zone shelf: set of cards, seen by all
    zone attic: set of cards, seen by all
    gold: 0 to 99
game main
    have each player play day
turn day "A day"
    menu "Your day"
        must take one of rest
action rest "Rest"
"""
CARD = """cards:
- id: ann
  worth: 2
  copies: 4
  source: common
  rules: |
    after any player rest
        have them gain 2 gold
        gain 3 gold
"""


def changes_of(lines: str, things: str = "") -> set[str]:
    """Give the changes of `rest` with these lines below it, and of a card's rule."""
    body = "".join(f"    {line}\n" for line in lines.strip().split("\n"))
    program = plan_of(
        TABLE.strip("\n") + "\n" + body, things or cards(("ann", 4), worth=[2])
    ).program
    changes = put_switches(program, lambda func: bool(func.card) or func.name == "rest", {}, {})
    return {change.says for change in changes}


@pytest.mark.parametrize(
    ("line", "change"),
    [
        ("gain 2 gold", "`2` becomes 3"),
        ("gain 2 gold", "`2` becomes 1"),
        ("gain 2 gold", "`gain 2 gold` is left out"),
        ("requires your gold is more than 4", "`requires your gold is more than 4` is left out"),
        (
            "if your gold is more than 4\n    gain 1 gold",
            "`your gold is more than 4` is asked the other way round",
        ),
        (
            "if your gold is more than 4\n    gain 1 gold",
            "`your gold is more than 4` holds of an equal number, too",
        ),
        (
            "if your gold is 4 or your gold is 6\n    gain 1 gold",
            "`your gold is 4 or your gold is 6` goes without the case `your gold is 4`",
        ),
        ("have left of you gain 1 gold", "`left of you` goes to the other side"),
        (
            "have each other player gain 1 gold",
            "`have each other player gain 1 gold` means everybody",
        ),
        ("gain half of 5 rounded down gold", "`half of 5 rounded down` is rounded up"),
        ("pay 2 gold", "`pay 2 gold` is left out"),
        ("once per turn\ngain 1 gold", "`once per turn` is no limit"),
        (
            "choose card from your hand\nmove card to discards",
            "`move card to discards` is done with `offers`",
        ),
        (
            "draw 1 card from deck to your shelf",
            "`draw 1 card from deck to your shelf` is done with `attic`",
        ),
        ("gain (number of your shelf) gold", "`number of your shelf` is done with `attic`"),
        (
            "choose card from cards in your hand where its worth is 3\nmove card to discards",
            "`its worth is 3` is left out",
        ),
    ],
)
def test_a_slip_that_somebody_makes_who_writes_rules(line, change):
    assert change in changes_of(line)


def test_who_has_a_card_and_who_did_it_are_exchanged():
    changes = changes_of("gain 1 gold", CARD)
    assert "`them` means whoever has the card" in changes
    assert "`gain 3 gold` means whoever did it" not in changes  # nobody is named there
