"""A change of looks is no change of the rules: saves stay, and a setting needs a rule."""

from __future__ import annotations

import shutil

import pytest

from interpreter.diagnostics import Report
from interpreter.load.resources import root
from interpreter.pipeline import check_folder, load_folder


@pytest.fixture
def hilltop(tmp_path):
    folder = tmp_path / "skeleton"
    shutil.copytree(root() / "interpreter" / "cli" / "skeleton", folder)
    return folder


def rewritten(folder, change):
    file = folder / "game.yaml"
    file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8")


def hash_of(folder):
    plan = load_folder(folder, Report())
    assert plan is not None
    return plan.hash_of_rules


def test_saves_of_a_game_stay_valid_when_its_looks_are_changed(hilltop):
    before = hash_of(hilltop)
    rewritten(hilltop, lambda text: text.replace("layout:", "layout:\n  hide: [climbed]"))
    assert hash_of(hilltop) == before
    rewritten(hilltop, lambda text: text[: text.index("# How the table looks")])
    without = hash_of(hilltop)
    rewritten(hilltop, lambda text: text + "layout:\n  hide: [climbed]\n")
    assert hash_of(hilltop) == without
    rewritten(hilltop, lambda text: text.replace("min: 2", "min: 3"))
    assert hash_of(hilltop) != without


def test_a_setting_that_only_the_layout_speaks_of_changes_nothing(hilltop):
    rules = hilltop / "rules" / "1_table.rules"
    rules.write_text(
        rules.read_text(encoding="utf-8") + '\nsetting slope: 20, from 5 to 60 "How it is drawn"\n',
        encoding="utf-8",
    )
    rewritten(hilltop, lambda text: text.replace("length: height", "length: slope"))
    report = Report()
    check_folder(hilltop, report)
    assert [(d.code, d.message) for d in report.found] == [
        ("G504", "the setting `slope` changes nothing")
    ]
