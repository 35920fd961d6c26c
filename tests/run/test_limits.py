"""Rules that never come to a decision stop cleanly, and name their circle and its place."""

from __future__ import annotations

import shutil
from textwrap import dedent, indent

import pytest

from interpreter.diagnostics import Report
from interpreter.load.game_folder import find_game
from interpreter.pipeline import load_folder
from interpreter.run.chance import mix
from interpreter.run.limits import circle
from interpreter.run.machine import Runaway

GAME_YAML = """\
id: circle
title: Circle
version: 1.0.0
language: 1
players: {min: 2, max: 2}
description: A game that goes on and on.
"""


def plan_of(tmp_path, rules):
    folder = tmp_path / "circle"
    (folder / "rules").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME_YAML, encoding="utf-8")
    (folder / "rules" / "game.rules").write_text(dedent(rules).lstrip(), encoding="utf-8")
    report = Report()
    plan = load_folder(folder, report)
    assert plan is not None, [indent(d.message, "  ") for d in report.errors]
    return plan


def test_two_procedures_that_call_each_other(tmp_path):
    plan = plan_of(
        tmp_path,
        """
        the table has
            coins: 0 to 10

        game main
            hither
            have players win

        procedure hither
            if coins is at most 10
                thither

        procedure thither
            hither
        """,
    )
    with pytest.raises(Runaway) as fault:
        plan.start(2, 1)
    assert set(fault.value.rules) == {"hither", "thither"}
    place, line = fault.value.place.rsplit(":", 1)
    assert place.endswith("circle/rules/game.rules")
    assert int(line) in (9, 10, 13)
    assert "without end" in str(fault.value)


def test_a_loop_whose_condition_never_comes(tmp_path):
    plan = plan_of(
        tmp_path,
        """
        the table has
            coins: 0 to 10

        game main
            repeat until coins is 5
                set coins to 3
            have players win
        """,
    )
    with pytest.raises(Runaway) as fault:
        plan.start(2, 1)
    assert fault.value.rules == ("main",)
    assert fault.value.place.split(":")[1] == "5"


def test_a_circle_is_told_from_where_it_begins():
    assert circle(["r1_a", "r2_b", "r3_c", "r2_b"]) == ("b", "c")
    assert circle(["r1_a", "r2_b", "r2_b"]) == ("b",)
    assert circle(["r1_a_", "r2_a", "r3_card_moon__1", "r1_a_", "r2_a"]) == ("a", "moon")
    assert circle(["r1_a"]) == ("a",)
    assert circle([]) == ()


OMENS = """omens:
- {id: omen_reeds, symbol: reeds, source: common}
- {id: omen_scarab, symbol: scarab, source: common}
- {id: omen_temple, symbol: temple, source: common}
"""


def test_a_large_game_with_a_few_more_cards_is_not_stopped(tmp_path):
    """A house rule whose players choose an omen in secret; many Spells to look ahead through."""
    original = find_game("deities_of_the_old_kingdom", Report())
    assert original is not None
    folder = tmp_path / original.name
    shutil.copytree(original, folder)
    (folder / "components" / "omens.yaml").write_text(OMENS, encoding="utf-8")
    rules = folder / "rules" / "1_table.rules"
    text = rules.read_text(encoding="utf-8")
    for before, after in (
        (
            "kind blocker ",
            "kind omen plural omens, owned by a player\n    printed symbol: domain\n",
        ),
        ("    ascended: ", "    zone omens_left: set of omens, seen by owner\n"),
        (
            "    pick starter ",
            "    have each player\n        move all their omens to their omens_left\n",
        ),
    ):
        assert text.count(before) == 1
        text = text.replace(before, after + before)
    rules.write_text(text, encoding="utf-8")
    report = Report()
    plan = load_folder(folder, report, {"opening_spells": 6})
    assert plan is not None, [d.message for d in report.errors]
    for seed in range(4):
        state = plan.start(2, seed)
        number = 0
        while not state.over:
            plan.choose(state, mix(seed * 7919 + number) % len(state.options))
            number += 1
        assert state.over
