"""What is said of a comparison holds at every look: false alarms, found differences, intervals."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.bots.verdicts import Interval


def differences(rng: Random, pairs: int, differ: float, true: float) -> list[float]:
    """Differences of -1, 0 and 1: so many pairs differ, and their mean is `true`."""
    plus, minus = (differ + true) / 2, (differ - true) / 2
    found = []
    for _ in range(pairs):
        u = rng.random()
        found.append(1.0 if u < plus else -1.0 if u < plus + minus else 0.0)
    return found


def stops(runs: int, differ: float, true: float, pairs: int = 1500) -> list[int]:
    """After how many pairs each of so many comparisons was told apart, looked at after every 50;
    those that were not are left out."""
    rng, found = Random(7), []
    for _ in range(runs):
        interval = Interval(0.05, steps=2)  # 0 is what matters
        for _ in range(pairs // 50):
            interval.add(differences(rng, 50, differ, true))
            if interval.refutes_none():
                found.append(interval.pairs)
                break
    return found


def test_a_game_against_itself_is_seldom_told_apart():
    """5 of 100 are promised; 300 comparisons with 30 looks each."""
    assert len(stops(300, 0.3, 0.0)) <= 0.05 * 300


def test_a_real_difference_is_found_sooner_the_larger_it_is():
    large, small = stops(60, 0.3, 0.15), stops(60, 0.3, 0.05)
    assert len(large) == 60 and sorted(large)[30] <= 400
    assert sorted(large)[30] < sorted(small)[len(small) // 2]


def test_the_interval_holds_the_true_mean_at_every_look():
    rng, outside = Random(3), 0
    for _ in range(40):
        interval = Interval(0.05)
        left = False
        for _ in range(6):
            interval.add(differences(rng, 50, 0.4, 0.1))
            left = left or not interval.low <= 0.1 <= interval.high
        outside += left
        assert interval.high - interval.low < 0.5
    assert outside <= 4  # of 40 by 5 in 100: four or fewer in 95 of 100 tries


def test_no_difference_is_told_once_it_is_small_for_sure():
    interval = Interval(0.05)
    rng = Random(4)
    for _ in range(16):
        interval.add(differences(rng, 50, 0.05, 0.0))
    assert interval.is_within(0.05) and not interval.refutes_none()


def test_differences_that_are_none_of_its_kind_are_refused():
    with pytest.raises(ValueError, match="between -1 and 1"):
        Interval().add([1.5])


@pytest.mark.soak
def test_two_thousand_games_against_themselves():
    """At most 5 % are told apart, looked at after every batch."""
    assert len(stops(2000, 0.3, 0.0, 4000)) <= 0.05 * 2000
