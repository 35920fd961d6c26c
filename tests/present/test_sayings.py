"""How an option is told where the rules say it in several sayings, each with its condition."""

from __future__ import annotations

import pytest

from interpreter.diagnostics import Report
from interpreter.pipeline import load_folder
from interpreter.present import labels

GAME = """\
id: stall
version: "1.0"
title: Stall
language: 1
players: {min: 2, max: 2}
"""
RULES = """
each player has
    gold: 0 to 9, starts at 2

game stall
    have each player play day
    end the game

turn day
    choose count from 0 to 3, price from 0 to 1
        says "{count} plums:"
        says "for nothing" if price is 0
        says "for {price times count} of your {your gold} gold" if price times count is more than 0
        says ", and {first rich players} envies you" if any rich players
        says "."
    lose (price times count) gold

define rich of player
    answer player's gold is 9
"""


@pytest.mark.parametrize(
    ("gold", "told"),
    [
        (2, ["0 plums: for nothing.", "0 plums:.", "2 plums: for nothing."]),
        (9, ["0 plums: for nothing, and Blue envies you.", "0 plums:, and Blue envies you."]),
    ],
)
def test_sayings_stand_behind_one_another_where_their_conditions_hold(tmp_path, gold, told):
    folder = tmp_path / "stall"
    (folder / "rules").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    rules = RULES.replace("starts at 2", f"starts at {gold}")
    (folder / "rules" / "stall.rules").write_text(rules)
    report = Report()
    plan = load_folder(folder, report)
    assert plan is not None, [one.message for one in report.found]
    state = plan.start(2, 1)
    said = labels.option_labels(plan, state, state.actor)
    assert [one for one in said if one in told] == told
    assert "3 plums: for 3 of your 2 gold." in said or gold == 9
    assert "1 plum: for nothing." in said or gold == 9
    assert len(set(said)) == len(said) == 8
