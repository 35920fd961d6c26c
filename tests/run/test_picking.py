"""`pick` picks from all that `choose` chooses from: also from a group and from numbers."""

from __future__ import annotations

from tests.native.lockstep import native
from tests.native.small_games import both_of, played, rules

TABLE = """\
kind pawn plural pawns, owned by a player

the table has
    board road: grid 1 by 6 of pawns, seen by all
    reached: 0 to 9
    furthest: 0 to 9
    number_picked: 0 to 9
"""
MORE = """\
define dry of space
    answer column of space is not 3
"""
BODY = """\
pick start from spaces of road
    highest column of it
pick goal from the group of spaces around start within 4 steps through dry spaces
    lowest column of it
set reached to column of goal
pick wet from the group of spaces around start where it is not dry
    highest column of it
    if none
        set furthest to 9
pick count from 4 to 7
    highest count
set number_picked to count
pick count from (reached plus 1) to (reached)
    lowest count
    if none
        raise number_picked by 2
"""


@native
def test_groups_and_numbers_are_picked_from_as_they_are_chosen_from():
    game = played(both_of(rules(TABLE, BODY, MORE), most=2))
    assert game.f_table_reached == 3  # the last step may lead into the wet, none behind it
    assert game.f_table_furthest == 9  # the group begins at a dry space, so it is empty
    assert game.f_table_number_picked == 9
