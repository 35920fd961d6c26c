"""Run one test of a game against the unsaved texts of the editor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from interpreter.diagnostics import Report
from interpreter.load.files import unsaved
from interpreter.load.game_folder import find_game
from interpreter.lsp.study import around
from interpreter.testing.game_tests import load_suite


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """The outcome of a test run, with a message for the user."""

    passed: bool
    words: str


def tested(path: Path, texts: Mapping[Path, bytes], title: str) -> RunOutcome:
    """Run the test with this title; `passed` is False if there is no such test."""
    report = Report()
    with unsaved(texts):
        folder, overlays = around(path, report)
        found = find_game(str(folder), report) if folder is not None else None
        suite = load_suite(found, report, None, overlays) if found is not None else None
        results = suite.run([title]) if suite is not None else []
    mine = [one for one in results if one.test.title == title]
    if not mine:
        why = report.errors[0].message if report.errors else "there is no such test"
        return RunOutcome(False, f"`{title}` was not run: {why}")
    (problem, *_) = [*mine[0].problems, None]
    if mine[0].passed:
        return RunOutcome(True, f"`{title}` passes")
    said = f"{problem.message} ({problem.label.span.where()})" if problem is not None else ""
    return RunOutcome(False, f"`{title}` fails: {said}")
