"""The 27 things that the language must be able to say, each as a small worked game.

All of them are checked without a single problem; those that run are played at random, and what
Old Kingdom is made of is also played by the book, in game tests that lie beside the snippets.
"""

from __future__ import annotations

import pytest

from interpreter.diagnostics.render_text import render
from tests.language.worked_items import (
    FOLDER,
    ITEMS,
    NOT_RUN_YET,
    PLAYED,
    checked,
    plan_of,
    random_play,
    results_of,
    said,
)


def test_all_27_items_are_there():
    assert [int(stem[:2]) for stem in ITEMS] == list(range(1, 28))


@pytest.mark.parametrize("stem", ITEMS)
def test_an_item_is_checked_without_any_problem(stem):
    program, report = checked(stem)
    assert program is not None and not report.found, said(report)


@pytest.mark.parametrize("stem", [s for s in ITEMS if (FOLDER / f"{s}.variant").exists()])
def test_an_overlay_is_checked_without_any_problem(stem):
    program, report = checked(stem, overlaid=True)
    assert program is not None and not report.found, said(report)


@pytest.mark.parametrize("stem", ITEMS)
def test_the_list_of_what_does_not_run_yet_is_right(stem):
    program, _ = checked(stem)
    assert program is not None
    waiting = ", ".join(sorted({what for what, _ in program.not_run}))
    assert waiting == NOT_RUN_YET.get(stem, "")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("stem", PLAYED)
def test_an_item_is_played_with_random_decisions(stem, players):
    plan = plan_of(int(stem[:2]))
    for seed in (1, 2, 3):
        state = random_play(plan, players, seed)
        assert state.over or len(state.options) >= 1
        again = random_play(plan, players, seed)
        assert plan.hash(again) == plan.hash(state)


@pytest.mark.parametrize("stem", [s for s in PLAYED if (FOLDER / f"{s}.tests").exists()])
def test_an_item_is_played_by_the_book(stem):
    results = results_of(stem)
    assert results
    problems = [problem for result in results for problem in result.problems]
    assert not problems, "\n\n".join(render(problem) for problem in problems)
