"""The lists of changes that make no difference name changes that are tried."""

from __future__ import annotations

import pytest

from interpreter.diagnostics import Report
from interpreter.load.game_folder import list_games
from interpreter.testing.game_tests import load_suite
from interpreter.testing.mutants.noticing import Mutants
from interpreter.testing.mutants.same import FILE, listed

LISTS = [folder for folder in list_games() if (folder / FILE).exists()]


@pytest.mark.parametrize("folder", LISTS, ids=lambda folder: folder.name)
def test_each_entry_names_a_change(folder):
    suite, report = load_suite(folder, Report()), Report()
    assert suite is not None
    made = Mutants.of(suite, lambda func: True)
    assert listed(folder, made.changes.values(), report)
    assert [found.message for found in report.found] == []
