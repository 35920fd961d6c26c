"""A game is not read again for each setting that its tests are played with: the same is found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from interpreter.check import game
from interpreter.check.scenarios import scenario_files
from interpreter.diagnostics import Report, Source
from interpreter.diagnostics.render_text import render
from interpreter.load.game_folder import read_game
from tests.fuzz.mutations import letter_slips, line_goes, line_twice, other_name, small_number

GAMES = Path(__file__).parents[2] / "games"
SLIPS = (letter_slips, line_goes, line_twice, other_name, small_number)


def always_again(ctx, files, settings):
    return game.read_game(files, Report(), settings, linted=False)


def known(name):
    """Give the files of a game, and what the checker knows of it."""
    files = read_game(GAMES / name, Report())
    assert files is not None
    ctx = game.read_game(files, Report())
    assert ctx is not None
    return files, ctx


def slipped(files, name):
    """Give the files of a game with slips in one of its tests that have settings of their own."""
    tests = [one for one in files.tests if "\n    with " in one.text]
    for number in range(12):
        dice = Random(f"{name} {number}")
        test = dice.choice(tests)
        text = SLIPS[number % len(SLIPS)](test.text, dice)
        yield replace(files, tests=(Source(test.path, text),))


@pytest.mark.parametrize("name", ["classics/pig", "classics/hex", "modern/six_takes", "deukalion"])
def test_what_is_wrong_with_tests_is_the_same_if_the_game_is_read_again(name, monkeypatch):
    files, ctx = known(name)
    funcs, faulty = dict(ctx.program.funcs), 0
    for changed in slipped(files, name):
        shared, again = Report(), Report()
        scenario_files.look_at_tests(ctx, changed, shared)
        assert ctx.program.funcs == funcs
        with monkeypatch.context() as patch:
            patch.setattr(scenario_files, "with_settings", always_again)
            scenario_files.look_at_tests(ctx, changed, again)
        assert [render(d) for d in shared.sorted()] == [render(d) for d in again.sorted()]
        faulty += bool(shared.found)
    assert faulty > 2


def test_a_setting_that_decides_what_there_is_makes_another_game():
    files, ctx = known("classics/hex")
    smaller = scenario_files.with_settings(ctx, files, {"size": 3})
    assert smaller is not None
    (few,), (many,) = (one.program.boards.values() for one in (smaller, ctx))
    assert few.spaces == 9 < many.spaces


def test_a_setting_that_only_counts_does_not():
    files, ctx = known("classics/pig")
    name = next(iter(ctx.program.settings))
    again = scenario_files.with_settings(ctx, files, {name: ctx.program.settings[name].value + 1})
    assert again is not None
    assert again.program.funcs is ctx.program.funcs
    assert again.program.settings[name].value == ctx.program.settings[name].value + 1


def test_only_a_seat_that_not_every_game_has_makes_another_game():
    files, ctx = known("deukalion")
    fewest = ctx.program.least
    first, beyond = (
        scenario_files.with_settings(ctx, files, {"youngest": n}) for n in (1, fewest + 1)
    )
    assert first is not None and beyond is not None
    assert first.program.funcs is ctx.program.funcs
    assert (first.program.least, beyond.program.least) == (fewest, fewest + 1)
