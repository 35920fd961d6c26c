"""A question with one answer is not asked; a test may name that answer, and no other."""

from __future__ import annotations

from dataclasses import replace

from interpreter.diagnostics import Report, Source
from interpreter.diagnostics.render_text import render
from interpreter.testing.game_tests import suite_of
from tests.language.reference import README, SHARED, fences, game_files, whole_games

CHEAP = """\
variant "Cheap helpers" for orchard 1
    replace action hire
        choose helper from helpers in market
        pay helper's cost, less 1 of your choice
        move helper to village
        choose any number of dice from dice in basket where it is apple
        roll all dice in dice

test "A story"
    given 2 players: red, blue
        market holds ladder, beehive, wheelbarrow
        basket has pear, pear, pear
        red has 1 small apple crate
"""

WRONG = """\
error[T652 not-offered]: `less 1 pear` is not offered
  --> cheap.rules:14:39
   |
14 |     red takes hire: helper is ladder, less 1 pear
   |                                       ^^^^^^^^^^^
   |
   = note: the only way to use it: less 1 apple"""


def said(*lines: str) -> str:
    """Give what is wrong with a story in which the ladder, for 2 apples, is hired for one."""
    overlay = Source("cheap.rules", CHEAP + "".join(f"    {line}\n" for line in lines))
    report = Report()
    files = game_files(whole_games(fences(README.read_text(encoding="utf-8")))[SHARED])
    suite = suite_of(replace(files, overlays=(overlay,), tests=(overlay,)), report)
    assert suite is not None, [render(one) for one in report.found]
    return "\n".join(render(one) for result in suite.run() for one in result.problems)


def test_the_only_way_to_use_a_reduction_is_named_or_left_out():
    assert said("red takes hire: helper is ladder", "expect village holds ladder") == ""
    assert said("red takes hire: helper is ladder, less 1 apple") == ""
    assert said("red takes hire: helper is ladder", "red answers less 1 apple") == ""


def test_another_way_is_refused_with_the_only_one():
    assert said("red takes hire: helper is ladder, less 1 pear") == WRONG
    assert said("refuses red takes hire: helper is ladder, less 1 pear") == ""
    assert "only way" in said("red takes hire: helper is ladder, less 2 apple")


def test_it_is_named_once_and_by_whoever_it_is():
    twice = said("red takes hire: helper is ladder, less 1 apple, less 1 apple")
    assert "nobody asks for `less 1 apple` now" in twice
    other = said("red takes hire: helper is ladder", "blue answers less 1 apple")
    assert "nobody asks for `less 1 apple` now" in other


def test_nothing_to_choose_from_is_none():
    assert said("red takes hire: helper is ladder, dice are none") == ""
    assert "nobody asks for `dice`" in said("red takes draw_trick", "red answers dice are none")
