"""Where something hidden would decide, compiled rules end looking ahead as Python does."""

from __future__ import annotations

from interpreter.backends.c.native import native_plan
from interpreter.check.folder import check_folder
from interpreter.diagnostics import Report
from interpreter.pipeline import build
from tests.native.lockstep import compiler, native, same_game
from tests.run import hidden_games

pytestmark = native


def test_games_made_by_lot_are_the_same_when_compiled(tmp_path):
    played = 0
    for seed in range(12):
        folder = hidden_games.made(tmp_path / str(seed), seed)
        report = Report()
        checked = check_folder(folder, report)
        assert checked is not None
        if checked.program is None or {one.slug for one in report.errors} - {"hangs-on-unseen"}:
            continue
        plan = build(checked.program, checked.files)
        other = native_plan(plan, compiler())
        played += same_game(plan, other, 3, seed) > 0
    assert played > 4
