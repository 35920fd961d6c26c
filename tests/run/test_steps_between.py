"""`number of steps from ... to ... through ...`: along the shortest way, in both back ends."""

from __future__ import annotations

import pytest

from tests.native.lockstep import native
from tests.native.small_games import both_of, played, rules

TABLE = """\
kind pawn plural pawns, owned by a player
kind wall plural walls

the table has
    board road: grid 3 by 3 of walls, seen by all
    told: 0 to 99
"""
THINGS = """\
walls:
- {id: brick, copies: 5, source: common}
pawns:
- {id: man, copies: 1, source: common}
"""
MORE = """\
define open_here of space
    answer space is empty
"""


def told(value: str, walls: str) -> int:
    """Give a number on a board of three by three with walls: its middle row, but for `walls` of
    them."""
    body = f"""\
pick start from spaces of road
    lowest row of it
    then lowest column of it
pick goal from spaces of road
    highest row of it
    then lowest column of it
for each space in road where row of space is 2 and column of space is at most {walls}
    place 1 wall from the box on space
set told to {value}
"""
    return int(played(both_of(rules(TABLE, body, MORE), THINGS, most=2)).f_table_told)


@native
@pytest.mark.parametrize(
    ("value", "walls", "steps"),
    [
        ("number of steps from start to goal", "0", 2),
        ("number of steps from start to goal", "3", 2),  # nothing is asked of the way
        ("number of steps from start to start through open_here spaces", "0", 0),
        ("number of steps from start to goal through open_here spaces", "0", 2),
        ("number of steps from start to goal through open_here spaces", "1", 4),
        ("number of steps from start to goal through open_here spaces", "2", 6),
        ("number of steps from start to goal through open_here spaces", "3", 9),  # no way: 9 spaces
        ("10 plus number of steps from start to goal through open_here spaces", "2", 16),
    ],
)
def test_the_steps_are_counted_around_what_is_in_the_way(value, walls, steps):
    assert told(value, walls) == steps


@native
def test_the_ends_of_the_way_are_not_asked_about():
    middle = "(whichever space in road has the most walls in it)"
    assert told(f"number of steps from start to {middle} through open_here spaces", "1") == 1
