"""`end this turn`, said in what the turn calls, leaves every rule on the way back to it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from interpreter.backends.c.native import native_plan
from interpreter.diagnostics import Report
from interpreter.pipeline import load
from interpreter.run.plan import Plan
from tests.native.lockstep import compiler, same_game

YAML = """\
id: made
version: "1.0"
title: Made
language: 1
players: {min: 2, max: 3}
"""
RULES = """\
the table has
    begun: 0 to 999
    gone_on: 0 to 999
    ended: 0 to 999
each player has
    gold: 0 to 999, starts at 0
game main "Main"
    repeat 4 times
        have each player play short_turn
    have each player win
turn short_turn "A turn"
    raise begun by 1
    menu "Go"
        may take any of sleep, doze, hand_over
        may pass
    raise gone_on by 1
action sleep "Sleep"
    gain 1 gold
    fall_asleep
    gain 100 gold
action doze "Doze"
    choose count from 0 to 1
    repeat 2 times
        if count is 1
            fall_asleep
        gain 2 gold
action hand_over "Let another sleep"
    have left of you
        fall_asleep
    gain 100 gold
procedure fall_asleep "Fall asleep"
    for each rank from 1 to 3
        if rank is 2
            end this turn
        gain 0 gold
    gain 100 gold
rule watch
    at end of each player's turn
        raise ended by 1
"""


@pytest.fixture(scope="module")
def plan(tmp_path_factory) -> Plan:
    folder: Path = tmp_path_factory.mktemp("ends") / "made"
    (folder / "rules").mkdir(parents=True)
    (folder / "game.yaml").write_text(YAML, encoding="utf-8")
    (folder / "rules/a.rules").write_text(RULES, encoding="utf-8")
    report = Report()
    made = load(str(folder), report)
    assert made is not None and not report.errors
    return made


@pytest.mark.parametrize("seed", range(10))
def test_a_turn_that_is_ended_is_not_gone_on_with(plan, seed):
    state, rng = plan.start(2, seed), Random(seed)
    sleeps = gold = 0
    while not state.over:
        number = rng.randrange(len(state.options))
        asked, option = plan.sites[state.site].name, state.options[number]
        sleeps += (asked == "go" and option in (0, 2)) or (asked == "count" and option == 1)
        gold += 1 if asked == "go" and option == 0 else 0
        gold += 4 if asked == "count" and option == 0 else 0
        plan.choose(state, number)
    assert state.f_table_begun == state.f_table_ended == 8
    assert state.f_table_gone_on == 8 - sleeps
    assert sum(state.f_player_gold) == gold


def test_it_is_the_same_when_compiled(plan):
    other = native_plan(plan, compiler())
    for seed in range(10):
        assert same_game(plan, other, 2, seed) > 0
