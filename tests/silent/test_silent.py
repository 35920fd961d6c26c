"""Small games whose rules once checked clean and were played otherwise than they read.

Each folder is a game. Its tests say what is right; where the text is refused instead, `told.txt`
holds what `check` says of it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.check.folder import check_folder
from interpreter.diagnostics import Report
from interpreter.diagnostics.render_text import render
from interpreter.testing.game_tests import load_suite, run_marked

HERE = Path(__file__).parent
GAMES = sorted(path.parent.name for path in HERE.glob("*/game.yaml"))


def is_refused(name: str) -> bool:
    """Whether `check` refuses a game, so that nobody can play it."""
    told = HERE / name / "told.txt"
    return told.exists() and "error[" in told.read_text(encoding="utf-8")


def said(report: Report) -> str:
    """Give all that a report says, with places from this folder on."""
    return "\n".join(render(one) for one in report.sorted()).replace(f"{HERE}/", "") + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_a_text_is_played_as_it_reads_or_refused(name, rewriting, monkeypatch):
    monkeypatch.chdir(HERE)
    told = Path(name) / "told.txt"
    report = Report()
    check_folder(Path(name), report, tests=True)
    if report.found:
        if rewriting:
            told.write_text(said(report), encoding="utf-8")
        assert told.exists(), said(report)
        assert said(report) == told.read_text(encoding="utf-8")
    if report.errors or (report.found and not Path(name, "tests").exists()):
        return
    assert report.found or not told.exists()
    suite = load_suite(Path(name), Report())
    assert suite is not None and suite.tests
    wrong = [
        render(problem)
        for test, ways in suite.tests
        for problem in run_marked(test, ways).problems
        if problem.slug != "taken-elsewhere"
    ]
    assert not wrong, "\n".join(wrong)
