"""What may be none is handed to rules that ask for a component: nothing is there, in both back
ends, and no other component or zone is taken for it."""

from __future__ import annotations

import pytest

from tests.native.lockstep import native
from tests.native.small_games import Pair, both_of, cards, played, rules

pytestmark = native

TABLE = """
    values fruit: apple, plum
    kind coin plural coins, alike
        printed content: fruit
        printed size: small or large
    kind helper plural helpers
    kind picker plural pickers
    the table has
        zone village: set of helpers, seen by all
        board garden: grid 2 by 2 of pickers, seen by all, pushed out to yard
        zone yard: set of pickers, seen by all
        boss: helper or none
        kid: picker or none
        way: lane or none
        whom: player or none
        liked: fruit or none
    each fruit has
        zone store: set of coins, seen by all
    each helper has
        mood: 0 to 5
        zone porch: row of 2 pickers, seen by all
    each player has
        zone crew: set of pickers, seen by all
        zone purse: set of coins, seen by all
        points: 0 to 20
    money coin of content "Coins"
        worth 1 for small, 5 for large
        kept in purse
        banked in store
"""
THINGS = (
    cards(("ann", 1), ("bob", 1)).replace("cards:", "helpers:")
    + """
pickers:
- {id: picker, copies: 4, source: common}
coins:
- {id: small_apple, copies: 5, content: apple, size: small, source: common}
- {id: large_apple, copies: 2, content: apple, size: large, source: common}
- {id: small_plum, copies: 5, content: plum, size: small, source: common}
- {id: large_plum, copies: 2, content: plum, size: large, source: common}
"""
)
SETUP = """
    move all helpers to village
    move 1 picker from the box to bob's porch
    for each fruit
        move all fruit coins to fruit's store
    let starter be the first player
    move 2 pickers from the box to starter's crew
    for each space in garden where row of it is 1 and column of it is 2
        move 1 picker from the box to space
"""
ASKED = """
    relation player knows helper
        answer any pickers on helper
    define crowd of helper
        answer number of helper's porch
    procedure visit helper
        let there be helper
        if there's porch is empty
            gain 1 points
        move 1 picker from your crew to there's porch
        if there is none
            gain 2 points
"""
COUNTED = "set your points to worth of coins in your purse"


def go(body: str) -> Pair:
    return played(both_of(rules(TABLE, body, ASKED, SETUP), THINGS))


@pytest.mark.parametrize(
    ("body", "points"),
    [
        ("if you knows boss\n    gain 1 points", 0),
        ("set boss to bob\nif you knows boss\n    gain 1 points", 1),
        ("gain crowd of boss points", 0),
        ("set boss to bob\ngain crowd of boss points", 1),
        ("visit boss", 3),
        ("set boss to bob\nvisit boss", 0),
        (f"gain 7 liked coins\n{COUNTED}", 0),
        (f"set liked to plum\ngain 7 liked coins\n{COUNTED}", 7),
        (f"gain 3 plum coins\npay 2 liked coins\n{COUNTED}", 3),
    ],
)
def test_of_none_there_is_nothing(body, points):
    assert go(body).f_player_points[0] == points


@pytest.mark.parametrize(
    ("asked", "points"),
    [
        ("first space of lane is last space of lane", 0),
        ("first space of lane is empty", 1),
        ("last space of lane is empty", 0),
        ("first space of lane is first space of way", 0),
        ("last space of way is none", 1),
    ],
)
def test_the_ends_of_a_line_are_spaces_and_those_of_no_line_are_none(asked, points):
    """The first line is the first row, from its left end."""
    pair = go(f"choose lane from lanes of garden\nif {asked}\n    gain 1 points").take(0)
    assert pair.f_player_points[0] == points


@pytest.mark.parametrize(
    "deed",
    [
        "remove kid",
        "remove boss",
        "swap boss with ann",
        "swap ann with boss",
        "set boss's mood to 3",
        "set boss's mood to 3 until end of game",
        "move kid to yard",
        "move boss to village",
        "move 1 picker from your crew to boss's porch",
        "move all pickers in boss's porch to your crew",
        "move all coins in whom's purse to apple's store",
        "move all coins in apple's store to whom's purse",
        "push kid from yard into way",
        "push 1 picker from your crew into way",
        "rotate way by 1",
        "reveal kid",
        "close_up boss's porch",
        "have whom win",
        "have whom gain 3 points",
    ],
)
def test_deeds_with_none_change_nothing(deed):
    def kept(pair: Pair) -> dict[str, object]:
        facts = pair.plan.facts(pair.python)
        return {name: facts[name] for name in facts if name[:2] in ("f_", "z_", "wi", "sh")}

    assert kept(go(deed)) == kept(go("gain 0 points"))
