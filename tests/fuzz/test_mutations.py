"""Twenty thousand damaged games: each is rejected with a code and a line, or can be played.

A fixed hundredth runs with the other tests, all of them with `make soak`, which goes on where it
was interrupted. What once went wrong is kept below as a case of its own or in `test_hostile.py`.
"""

from __future__ import annotations

from functools import cache

import pytest

from interpreter.load import result_cache
from tests.fuzz import trial
from tests.fuzz.bases import KINGDOM, LARGE, bases, write
from tests.fuzz.mutations import FULL, SAVES, case, is_save, save_case
from tests.run.invariants import plan_of
from tests.run.test_saves import written
from tests.soaking import seeds

SHARE = FULL // 100
CHUNK = 50
STEP = 97  # the same ones every time, saves among them


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory):
    """Give a folder for the games, and a cache folder that is not the user's."""
    made = tmp_path_factory.mktemp("mutated")
    patch = pytest.MonkeyPatch()
    patch.setenv("XDG_CACHE_HOME", str(made / "cache"))
    patch.setattr(result_cache, "save", lambda: None)
    yield made
    patch.undo()
    result_cache._answers.clear()


@cache
def kingdom():
    """Give the game of the saves, and a save of it."""
    plan = plan_of(KINGDOM, turn_limit=6)
    return plan, written(plan, seed=3, players=3)[0]


def in_time(attempted, told):
    """Give the verdict, which must not take long; again and anew, in case the machine was busy."""
    try:
        verdict = attempted(False)
        if verdict.seconds >= trial.SLOWEST:
            verdict = attempted(True)
    except (Exception, trial.TooLong) as fault:
        fault.add_note(told)
        raise
    assert verdict.seconds < trial.SLOWEST, f"{told}: {verdict}"
    return verdict


def attempt_save(number):
    plan, text = kingdom()
    damaged, told = save_case(number, text)
    data = damaged.encode("utf-8", "surrogatepass")
    return in_time(lambda again: trial.attempt_save(plan, data, number), told)


def attempt(folder, number):
    """Try one case; every tenth as if nothing had ever been read before."""
    if is_save(number):
        return attempt_save(number)
    made = case(number)
    write(folder / made.game, made.files)
    anew = number % 10 == 0
    played = made.game
    return in_time(lambda again: trial.attempt(folder / played, number, anew or again), str(made))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, SHARE, CHUNK))
def test_a_fixed_hundredth_is_rejected_or_played(folder, first):
    outcomes = [attempt(folder, n * STEP).outcome for n in range(first, first + CHUNK)]
    assert {"rejected", "played"} <= set(outcomes)
    assert any(is_save(n * STEP) for n in range(first, first + SAVES))


@pytest.mark.soak
def test_all_are_rejected_or_played(folder, pytestconfig):
    for number in seeds("rulewright/mutated_games", FULL, pytestconfig.cache):
        attempt(folder, number)


@pytest.mark.parametrize("game", bases())
def test_what_is_not_mutated_can_be_played_or_says_why_not(folder, game):
    write(folder / game, bases()[game])
    verdict = trial.attempt(folder / game)
    if game in LARGE:
        assert verdict.outcome == "played"


def test_a_case_is_always_the_same():
    assert case(4711) == case(4711)
    assert str(case(4711)) == str(case(4711))
