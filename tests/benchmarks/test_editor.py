"""How soon an editor hears of a fault in the largest games: rules after a key, tests after a pause.

`make bench` prints medians and 95th percentiles of 40 edits that were not read before.
"""

from __future__ import annotations

import time
from statistics import quantiles

import pytest

from interpreter.load.resources import root
from interpreter.lsp.study import study

pytestmark = pytest.mark.bench

FILES = {
    "root": "root/rules/3_battle.rules",
    "domination": "deities_domination/rules",
    "old kingdom": "deities_of_the_old_kingdom/rules/2_course.rules",
}
EDITS = 40


@pytest.mark.parametrize("name", FILES)
def test_how_soon_an_editor_hears_of_a_fault(name):
    path = root() / "games" / FILES[name]
    if path.is_dir():
        path = sorted(path.rglob("*.rules"))[1]
    text = path.read_text(encoding="utf-8")
    study(path, {path: text})
    for tests in (False, True):
        took = []
        for number in range(EDITS):
            # Tests are read only where the rules have no faults.
            odd = f'procedure odd_{number} "Odd"\n    raise x by {number}'
            now = f"{text}\n{'# ' + str(number) if tests else odd}\n"
            begun = time.perf_counter()
            found = study(path, {path: now}, tests)
            took.append(1000 * (time.perf_counter() - begun))
            assert found.program is not None
        cuts = quantiles(took, n=20)
        what = "with tests" if tests else "rules"
        print(f"\n{name}, {what}: median {cuts[9]:.0f} ms, 95 of 100 within {cuts[18]:.0f} ms")
