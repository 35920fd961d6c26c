"""Several answers on one line: all of them or none, and none across what others do."""

from __future__ import annotations

import io
import sys

import pytest

from interpreter.present.option_matching import match
from tests.cli.kept_plans import keep_plans


@pytest.fixture
def play(rulewright, monkeypatch, tmp_path):
    """Play a game with these lines; gives what is shown."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    keep_plans(monkeypatch)

    def run(game, seats, *typed):
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join([*typed, "quit", ""])))
        words = ("play", game, "--seats", seats, "--seed", "3", "--save", "game.save")
        return rulewright(*words).out

    return run


def test_a_line_of_which_the_end_does_not_fit_takes_nothing(play):
    shown = play("coup", "human,random,random", "Steal zz")
    assert "`zz` does not fit; nothing of this line is taken." in shown
    assert shown.count("Blue: Your action") == 2
    assert "take back" not in shown, "nothing that was meant was taken back"


def test_a_line_of_which_the_end_fits_several_asks_which(play):
    shown = play("deities_of_the_old_kingdom", "human,random", "a1 row 2")
    told = " ".join(shown.split())
    assert "`row 2` fits several: a2, b2, c2, d2 or e2? Nothing of this line is taken." in told


def test_a_line_that_fits_is_taken_as_a_whole(play):
    shown = play("coup", "human,random,random", "Steal green")
    assert "does not fit" not in shown
    assert "choose a victim" not in shown


def test_what_was_typed_ahead_is_not_taken_after_others_have_acted(play):
    shown = play("nine_mens_morris", "human,random", "a1 d1")
    assert "Others have acted since: `d1` is not taken." in shown
    assert "You place a man on a1." in shown
    assert "You place a man on d1." not in shown


def test_where_chance_has_spoken_the_rest_alone_is_refused(play):
    shown = play("pig", "human,random", "Roll zz")
    assert "`zz` does not fit what is asked now." in shown


@pytest.mark.parametrize(
    ("typed", "found"), [("1", ()), ("13", (2,)), ("4", (0,)), ("5 ", (1,)), ("3", ())]
)
def test_a_number_is_typed_in_full(typed, found):
    values = ["4", "5", "13"]
    assert match(typed, values, values, values, values).found == found


def test_a_number_that_is_asked_for_is_typed_as_it_is_whatever_it_changes(play):
    shown = play("oh_hell", "human,random,random,random", "3")
    assert "You bid 3" in shown
