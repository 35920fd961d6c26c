"""What is pushed out of a line lies where the board says, or the rule is stopped: in both back ends
at the same line, and nothing comes to lie nowhere."""

from __future__ import annotations

import pytest

from interpreter.backends.c.compiled.states import NativeFault
from interpreter.run.machine import NoRoom
from tests.native.lockstep import native
from tests.native.small_games import both_of, rules

pytestmark = native

TABLE = """
    kind die plural dice
        printed look: round or flat
    the table has
        board track: grid 1 by 2 of dice, seen by all, pushed out to spare
        zone spare: set of dice, seen by all, limit {limit}
        zone supply: set of dice, seen by all
"""
SETUP = """
    move all dice to supply
    place 1 die from supply in each empty space in track
"""
BODY = """
    choose lane from lanes of track
    push 1 flat die from supply into lane
    push 1 flat die from supply into lane
"""
DICE = "dice:\n- {id: token, copies: 6, look: flat, source: common}\n"


def begun(limit: int) -> tuple:
    made = both_of(rules(TABLE.format(limit=limit), BODY, "", SETUP), DICE)
    return *made, made[0].start(2, 1), made[1].start(2, 1)


def test_what_finds_no_room_stops_the_rule_at_its_line():
    plan, other, state, twin = begun(1)
    with pytest.raises(NoRoom, match="`go` pushes out what finds no room") as told:
        plan.choose(state, 0)
    with pytest.raises(NativeFault, match=r"^no room ") as fault:
        other.choose(twin, 0)
    said = plan.printed.woven.program.funcs["go"].span.source.text.split("\n")
    second = max(number for number, line in enumerate(said, 1) if "push 1" in line)
    assert told.value.place == fault.value.place == f"small.rules:{second}"


def test_what_finds_room_lies_in_its_zone():
    plan, other, state, twin = begun(2)
    plan.choose(state, 0)
    other.choose(twin, 0)
    assert len(state.z_table_spare[0]) == 2
    assert other.take_back(twin).z_table_spare == state.z_table_spare
    assert all(place >= 0 for place in state.loc[:6])


def test_compiled_rules_wait_with_a_long_list():
    """What a loop goes through is kept while somebody is asked, in either back end."""
    body = "for each step from 1 to 9000\n    choose count from 1 to 2\n    raise total by step"
    table = TABLE.format(limit=1) + "        total: number\n"
    plan, other = both_of(rules(table, body, "", ""), DICE)
    state, twin = plan.start(2, 1), other.start(2, 1)
    for _ in range(3):
        plan.choose(state, 0)
        other.choose(twin, 0)
    assert other.number(twin, "f_table_total") == state.f_table_total == 1 + 2 + 3
