"""A long search for options is no endless rule: work is counted for each decision."""

from __future__ import annotations

import pytest

from interpreter.diagnostics import Report
from interpreter.pipeline import load_folder
from interpreter.run.machine import AGAIN, FUEL, LIMIT_HELP, Runaway
from tests.language.reference import written

GAME = """\
id: crowds
version: "1.0"
title: Crowds
language: 1
players: {min: 2, max: 2}
"""
RULES = """\
kind stone plural stones, owned by a player
the table has
    board field: grid 8 by 8 of stones, seen by all
    laps: number
game crowds "Crowds"
    have each player
        repeat 20 times
            place 1 of their stones from the box in the first empty space in field
    have each player play player_turn
    have each player win
turn player_turn "A turn"
    menu "Your turn"
        may take one of jump, run_round
        may pass
action jump "Move a stone to a crowded space"
    choose stone from your stones in field, space from empty spaces in field
        requires crowd of space is at least 20 else "not crowded enough"
    move stone to space
action run_round "Run round and round"
    set laps to 0
    repeat until laps is 3000000
        raise laps by 1
define crowd of space "Pairs of neighbouring stones, counted slowly"
    let total be 0
    for each stone called first_one in field
        for each stone called other_one in field
            if first_one is next to other_one
                raise total by 1
    answer total
"""
STONES = "stones:\n- {id: stone, copies: 20, source: common}\n"


@pytest.fixture
def crowds(tmp_path):
    """Give the game with some lines more in game.yaml."""

    def made(more: str = ""):
        files = {
            "crowds/game.yaml": GAME + more,
            "crowds/rules/crowds.rules": RULES,
            "crowds/components/stones.yaml": STONES,
        }
        report = Report()
        plan = load_folder(written(files, tmp_path) / "crowds", report)
        assert plan is not None, [one.message for one in report.found]
        return plan

    return made


def test_a_search_through_all_pairs_comes_to_its_end(crowds):
    plan = crowds()
    state = plan.start(2, 1)
    spent = FUEL - state.fuel
    assert len(state.options) == 3  # both, and to pass
    plan.choose(state, 0)
    assert len(state.options) == 20 * 24  # each stone of one's own, each empty space
    assert spent < FUEL


def test_the_limit_is_told_and_can_be_raised(crowds):
    plan = crowds()
    state = plan.start(2, 1)
    state.fuel = 2_000_000 * AGAIN  # as if most of it were spent
    with pytest.raises(Runaway, match="`run_round` goes on without end"):
        plan.choose(state, 1)
    more = crowds("patience: 3\n")
    assert more.start(2, 1).fuel == 3 * FUEL
    assert any(f"{FUEL:,} steps" in one and "patience: 5" in one for one in LIMIT_HELP)
