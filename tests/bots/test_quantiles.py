"""Medians and tails of what has no bound: intervals hold at every look, and no verdict is drawn
from values that were cut off."""

from __future__ import annotations

from math import inf
from random import Random

import pytest

from interpreter.bots.paired_games import Measure
from interpreter.bots.verdicts import Sample, difference


def measure(risk: float = 0.05, bound: float = 30.0) -> Measure:
    """Give a measure of lengths after its pilot."""
    made = Measure("length", "turns", lambda o, _, __: float(o.turns), False, risk=risk)
    made.begin(bound)
    return made


def light(rng: Random) -> float:
    return rng.gauss(70, 10)


def heavy(rng: Random) -> float:
    """Give a length whose variance is infinite."""
    return 50 * rng.paretovariate(1.5)


def stormy(rng: Random) -> float:
    """Give a length which one game in a hundred multiplies by thirty."""
    return light(rng) * (30 if rng.random() < 0.01 else 1)


def alarms(law, runs: int, pairs: int = 1500, seed: int = 7) -> int:
    """How many comparisons of a law with itself tell of a difference, looked at after every 50."""
    rng, found = Random(seed), 0
    for _ in range(runs):
        length = measure()
        for _ in range(pairs // 50):
            length.add([law(rng) for _ in range(50)], [law(rng) for _ in range(50)])
            words = {length.verdict(0.05), length.usual(0.05)}
            if words & {"better", "worse"}:
                found += 1
                break
    return found


@pytest.mark.parametrize("law", [light, heavy, stormy])
def test_games_of_the_same_lengths_are_seldom_told_apart(law) -> None:
    assert alarms(law, 40, 600) <= 4


@pytest.mark.soak
@pytest.mark.parametrize("law", [light, heavy, stormy])
def test_two_thousand_comparisons_of_the_same_lengths(law) -> None:
    """At most 5 % are told apart, looked at after every batch."""
    assert alarms(law, 2000) <= 0.05 * 2000


def test_rare_long_games_keep_the_mean_open_and_show_in_it() -> None:
    """The median is the same; the mean is not, and nothing says that it is."""
    rng = Random(2)
    length = measure()
    for _ in range(20):
        before = [light(rng) for _ in range(50)]
        after = [one * (30 if rng.random() < 0.01 else 1) for one in before]
        length.add(before, after)
    assert length.begun_anew
    assert length.verdict(0.05) == "undecided"
    assert length.usual(0.05) == "same"
    assert length.usual_difference() == (0, 0)
    assert not length.is_open(0.05)  # more pairs would not tell more of the median
    assert length.level == pytest.approx(70, abs=2)
    assert length.other.mean > 80  # one in a hundred adds 29 times 70


def test_a_pair_far_apart_begins_the_interval_of_the_mean_anew() -> None:
    length = measure(0.04, 10)
    length.add([50.0] * 4, [52.0] * 4)
    assert length.interval.pairs == 4 and length.interval.risk == pytest.approx(0.01)
    length.add([50.0] * 2, [52.0, 90.0])
    assert length.interval.pairs == 0 and length.bound == 120
    assert length.interval.risk == pytest.approx(0.005)  # all of them add up to half the risk
    assert length.level == 50
    assert length.other.mean == pytest.approx(350 / 6)
    length.add([50.0], [52.0])
    assert length.interval.pairs == 1 and length.begun_anew == 1


def test_a_lower_median_is_found() -> None:
    rng, length = Random(5), measure()
    for _ in range(10):
        length.add([heavy(rng) for _ in range(50)], [0.6 * heavy(rng) for _ in range(50)])
    assert length.usual(0.05) == "worse"
    low, high = length.usual_difference()
    assert low < high < 0


def test_intervals_hold_the_quantile_at_every_look() -> None:
    rng, outside = Random(3), 0
    true = 50 * 10 ** (1 / 1.5)  # nine in ten of `heavy` are below
    for _ in range(100):
        sample, left = Sample(), False
        for _ in range(12):
            sample.add(heavy(rng) for _ in range(50))
            low, high = sample.interval(0.9, 0.05)
            left = left or not low <= true <= high
        outside += left
    assert outside <= 8  # of 100 by 5 in 100


def test_what_a_sample_says() -> None:
    sample = Sample()
    assert (len(sample), sample.mean, sample.median(), sample.quantile(0.5)) == (0, 0, 0, 0)
    sample.add([3.0, 1.0])
    sample.add([2.0, 10.0])
    assert (len(sample), sample.mean, sample.median()) == (4, 4, 2.5)
    assert [sample.quantile(share) for share in (0, 0.25, 0.5, 0.9, 1)] == [1, 1, 2, 10, 10]
    assert sample.interval(0.5, 0.05) == (-inf, inf)  # nothing is known from so few
    other = Sample()
    other.add([5.0] * 4)
    assert difference(sample, other, 0.5, 0.05) == (2.5, 5, -inf, inf)
