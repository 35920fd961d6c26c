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
    striker: player or none
    target: player or none
each player has
    zone hand: set of cards, seen by owner
    zone shelf: set of cards, seen by all
    zone attic: set of cards, seen by all
    gold: 0 to 99
    iron: 0 to 9
    wood: 0 to 9
define bright_die
    answer 3
define dark_die
    answer 4
define coins_at of player at square: number
    answer player's gold minus square
procedure yawn
    gain 1 gold
procedure yawn_louder
    lose 1 gold
action stretch
    gain 1 gold
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
        (
            "may choose card from your hand\nif card is not none\n    move card to discards",
            "`may choose card from your hand` must be chosen",
        ),
        ('may "Take one"\n    gain 1 gold', '`may "Take one" ...` must be done'),
        (
            'menu "More"\n    may take one of stretch\n    may pass',
            "`may take one of stretch` may be taken any number of times",
        ),
        (
            'menu "More"\n    may take one of stretch\n    may pass',
            "`may take one of stretch` becomes `must`",
        ),
        (
            'menu "More"\n    may take any of stretch\n    may pass',
            "`may take any of stretch` may be taken once",
        ),
        ("yawn\nyawn_louder", "`yawn` comes after `yawn_louder`"),
        (
            "pick somebody from players\n    at random\nhave somebody gain 1 gold",
            "`pick somebody from players ...` takes the first one",
        ),
        (
            "have each player, starting with left of you\n    gain 1 gold",
            "`have each player, starting with left of you ...` begins one seat later",
        ),
        (
            "choose count from 1 to (number of your shelf)\ngain count gold",
            "`1 to (number of your shelf)` ends one earlier",
        ),
        (
            "gain (smaller of (your gold plus 2) and 5) gold",
            "`smaller of (your gold plus 2) and 5` is limited or divided before it is summed up",
        ),
        (
            "gain (half of your gold rounded down plus 2) gold",
            "`half of your gold rounded down plus 2` is limited or divided as a whole",
        ),
        ("have striker gain 1 gold", "`striker` means `target`"),
        ("gain (your iron) gold", "`your iron` means `wood`"),
        ("gain bright_die gold", "`bright_die` means `dark_die`"),
        (
            "pick friend from players\n    most coins_at of it at square, "
            "for each square from 1 to 3\n"
            "have friend gain 1 gold",
            "`coins_at of it at square` goes without the last",
        ),
    ],
)
def test_a_slip_that_somebody_makes_who_writes_rules(line, change):
    assert change in changes_of(line)


AFTER = CARD.replace("any player rest", "you rest, if your gold is 3").replace(
    "have them gain 2 gold", "gain 2 gold"
)


def test_what_waits_for_an_event_may_come_before_it():
    changes = changes_of("gain 1 gold", AFTER)
    assert "`after you rest, if your gold is 3 ...` comes before it" in changes


def test_who_has_a_card_and_who_did_it_are_exchanged():
    changes = changes_of("gain 1 gold", CARD)
    assert "`them` means whoever has the card" in changes
    assert "`gain 3 gold` means whoever did it" not in changes  # nobody is named there
