"""Options that are decided by reading are those that trying them out on copies would leave."""

from __future__ import annotations

import pytest

from interpreter.backends.python.module import PLAIN, begun, printed
from interpreter.diagnostics import Report
from interpreter.ir.weaving.weave import weave
from interpreter.load.game_folder import find_game
from interpreter.pipeline import build, check_folder
from tests.run.invariants import plan_of


def by_trying(program, logging, woven):
    """Give the print that tries out on copies whatever loops alone cannot tell."""
    printing = begun(woven if woven is not None else weave(program), logging, PLAIN)
    printing.reads_first = False
    return printed(printing)


@pytest.mark.parametrize(
    "game",
    [
        "deukalion",
        *(pytest.param(name, marks=pytest.mark.soak) for name in ("deities_domination", "root")),
    ],
)
def test_reading_comes_to_what_trying_comes_to(game):
    report = Report()
    folder = find_game(game, report)
    assert folder is not None
    checked = check_folder(folder, report)
    assert checked is not None
    reading, trying = plan_of(game), build(*checked, by_trying)
    one, other = reading.start(4, 5), trying.start(4, 5)
    for number in range(80):
        if one.over:
            break
        assert (one.site, one.actor, one.options) == (other.site, other.actor, other.options)
        for plan, state in ((reading, one), (trying, other)):
            plan.choose(state, number * 7 % len(state.options))
        if number % 20 == 0:
            assert reading.hash(one) == trying.hash(other)
