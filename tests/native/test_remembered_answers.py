"""Compiled rules remember what questions were answered, as Python does: they come to the same
games at the same charges, and are never the slower of the two."""

from __future__ import annotations

from time import process_time

import pytest

from interpreter.backends.c.module import print_native
from interpreter.backends.c.native import native_plan
from interpreter.simulation.random_players import NATIVE, PYTHON, player_for
from tests.native.lockstep import compiler
from tests.native.small_games import plan_of

STONES = """\
stones:
- {id: stone, copies: 64, for_each_player: true, source: common}
"""
CROWDED = """\
kind stone plural stones, owned by a player
the table has
    board field: grid 8 by 8 of stones, seen by all
    moves: 0 to 999
game small
    repeat 30 times
        have each player play player_turn
turn player_turn "A turn"
    menu "Your turn"
        may take one of place_stone, jump
action place_stone "Place a stone"
    choose space from empty spaces in field
    place 1 of your stones from the box on space
    if moves is at most 900
        raise moves by crowd of space
action jump "Move a stone anywhere"
    choose stone from your stones in field, space from empty spaces in field
        requires crowd of space is at least 40 else "not crowded enough"
    move stone to space
define crowd of space "Pairs of neighbouring stones, counted slowly"
    let total be 0
    for each stone called first_one in field
        for each stone called other_one in field
            if first_one is next to other_one
                raise total by 1
    answer total
"""


def played(plan, backend, games=4):
    player = player_for(plan, 2, 7, 100_000, backend)
    assert player.used == backend, player.why
    begun = process_time()
    outcomes = player.play(range(games))
    return outcomes, process_time() - begun


@pytest.fixture(scope="module")
def plan():
    return plan_of(CROWDED, STONES, most=2)


def test_games_are_the_same(plan):
    assert played(plan, NATIVE)[0] == played(plan, PYTHON)[0]


def test_compiled_rules_are_not_slower(plan):
    played(plan, PYTHON, 1), played(plan, NATIVE, 1)  # both are warm
    assert played(plan, NATIVE)[1] <= played(plan, PYTHON)[1]


def test_the_same_steps_are_paid_for_a_remembered_answer(plan):
    native = native_plan(plan, compiler())
    assert "r5_crowd_anew" in print_native(plan.printed).source
    ours, theirs = plan.start(2, 3), native.start(2, 3)
    while not ours.over:
        assert native.number(theirs, "fuel") == ours.fuel
        number = len(ours.options) // 2
        plan.choose(ours, number)
        native.choose(theirs, number)
    assert native.number(theirs, "over")


def test_what_changes_between_two_calls_is_seen(plan):
    native = native_plan(plan, compiler())
    state = native.start(2, 3)
    for _ in range(10):
        native.choose(state, 0)
    for option in range(3):
        copy = native.clone(state)
        ours = native.take_back(copy)
        for _ in range(4):
            native.choose(copy, option % native.number(copy, "options_n"))
            plan.choose(ours, option % len(ours.options))
        assert plan.hash(native.take_back(copy)) == plan.hash(ours)
