"""How soon an editor hears of a fault in the largest games: rules after a key, tests after a pause.

`make bench` prints medians and 95th percentiles of 40 edits that were not read before, and how many
of the declarations of the game are parsed again. Memory is swept as the command sets it.
"""

from __future__ import annotations

import gc
import time
from statistics import quantiles
from typing import Any

import pytest

from interpreter.cli.main import SELDOM_SWEPT
from interpreter.load.resources import root
from interpreter.lsp.study import study
from interpreter.syntax import reading

pytestmark = pytest.mark.bench

FILES = {
    "root": "root/rules/3_battle.rules",
    "domination": "deities_domination/rules",
    "old kingdom": "deities_of_the_old_kingdom/rules/2_course.rules",
}
EDITS = 40


@pytest.fixture
def swept_as_in_the_command():
    before = gc.get_threshold()
    gc.set_threshold(*SELDOM_SWEPT)
    yield
    gc.set_threshold(*before)


@pytest.mark.usefixtures("swept_as_in_the_command")
@pytest.mark.parametrize("name", FILES)
def test_how_soon_an_editor_hears_of_a_fault(name, monkeypatch):
    path = root() / "games" / FILES[name]
    if path.is_dir():
        path = sorted(path.rglob("*.rules"))[1]
    text = path.read_text(encoding="utf-8")
    study(path, {path: text})
    read_again: list[str] = []
    run = time.time_ns()  # what another run has read is kept

    def read(text: str, *more: Any) -> object:
        read_again.append(text)
        return parse(text, *more)

    parse = reading.read
    monkeypatch.setattr(reading, "read", read)
    for tests in (False, True):
        took = []
        for number in range(EDITS):
            # Tests are read only where the rules have no faults.
            odd = f'procedure odd_{run}_{number} "Odd"\n    raise x by {number}'
            now = f"{text}\n{f'# {run} {number}' if tests else odd}\n"
            begun = time.perf_counter()
            found = study(path, {path: now}, tests)
            took.append(1000 * (time.perf_counter() - begun))
            assert found.program is not None
        cuts = quantiles(took, n=20)
        what = "with tests" if tests else "rules"
        again, every = len(read_again) / EDITS, len(found.rules())
        print(f"\n{name}, {what}: median {cuts[9]:.0f} ms, 95 of 100 within {cuts[18]:.0f} ms")
        print(f"parsed again: {again:.1f} declarations an edit; checked again: all {every} rules")
        read_again.clear()
