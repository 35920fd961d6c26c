"""Well-formed games made by chance, in a process of their own: the checker tells what it refuses,
and what it accepts is played for 60 decisions in Python and compiled, with no difference, with
every component in its place, and with no complaint of the sanitizers."""

from __future__ import annotations

import pytest

from tests.fuzz import programs
from tests.native.lockstep import native
from tests.native.test_rough_handling import handled, watched

pytestmark = native

SOAK = 200_000
SHARE = 500  # games of one process


def test_a_game_is_the_same_each_time_and_no_two_are_alike():
    assert programs.game(7) == programs.game(7)
    assert len({programs.game(number)["rules/2_rules.rules"] for number in range(20)}) == 20


@pytest.mark.slow
def test_games_made_by_chance_are_told_or_played_alike():
    said = list(handled("programs", 0, 8).values())
    assert said.count("played") >= 4


@pytest.mark.soak
@pytest.mark.parametrize("first", range(8, SOAK, SHARE))
def test_many_games_made_by_chance_are_told_or_played_alike(first):
    said = list(handled("programs", first, first + SHARE).values())
    assert said.count("played") > SHARE / 2


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 5000, 100))
def test_games_made_by_chance_bring_no_complaint_of_the_sanitizers(first):
    handled("programs", first, first + 100, **watched())
