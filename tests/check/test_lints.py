"""Each check of the whole game reports what its line in the list says, and has samples of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.check.lints import whole_game
from interpreter.check.lints.whole_game import Lint
from interpreter.diagnostics.catalogue import CATALOGUE
from tests.language.test_messages import FOLDER, cases_of, problems

LISTS = ("ALWAYS", "FAULTLESS", "LAST")
OF_GAME_YAML = {"repeated-value"}
"""Shown in tests/load, since the samples here have one game.yaml."""


def test_each_kind_of_problem_that_a_check_reports_has_samples():
    for name in LISTS:
        for lint in getattr(whole_game, name):
            for slug in lint.reports:
                assert slug in CATALOGUE, slug
                assert slug in OF_GAME_YAML or (FOLDER / f"{slug}.md").exists(), slug


def test_checks_report_what_they_say_and_no_more(monkeypatch: pytest.MonkeyPatch):
    seen: dict[int, set[str]] = {}

    def spied(lint: Lint, number: int) -> Lint:
        def check(ctx, files):
            before = len(ctx.report.found)
            lint.check(ctx, files)
            seen.setdefault(number, set()).update(d.slug for d in ctx.report.found[before:])

        return Lint(check, lint.reports)

    lints: list[Lint] = []
    for name in LISTS:
        own = getattr(whole_game, name)
        monkeypatch.setattr(
            whole_game, name, tuple(spied(o, len(lints) + n) for n, o in enumerate(own))
        )
        lints += own
    slugs = {slug for lint in lints for slug in lint.reports}
    for path in sorted(Path(FOLDER).glob("*.md")):
        if path.stem in slugs:
            for case in cases_of(path):
                problems(case.faulty)
    for number, lint in enumerate(lints):
        assert seen.get(number, set()) | OF_GAME_YAML == {*lint.reports} | OF_GAME_YAML, lint
