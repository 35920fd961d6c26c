"""How many pairs of games a verdict takes, beside tests of a fixed size and fishtest's.

Pairs as fishtest plays them: two players meet twice with exchanged seats, so that a pair brings 0,
0.5, 1, 1.5 or 2 points. `make bench` prints how often a true difference is told apart in 4,000
pairs, and the median pairs it took, for

- `compare`: the interval by betting of `bots/verdicts`, looked at after every 50 pairs;
- fixed: one two-sided z-test after the pairs that find a difference of 5 % in 80 of 100 tries;
- repeated: that test looked at after every 50 pairs, which is what people do and must not;
- pentanomial: the generalized sequential probability ratio test on the five outcomes (normal
  approximation, as in fishtest), with hypotheses 0 and 5 % fixed in advance, risks of 5 %.

Source of the last: Van den Bergh, "The generalized maximum likelihood ratio for the expectation
value of a distribution", 2019.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import log, sqrt
from random import Random
from statistics import median

import pytest

from interpreter.bots.verdicts import Interval

pytestmark = pytest.mark.bench

RUNS, PAIRS, LOOK, RISK = 200, 4000, 50, 0.05
WANTED = 0.05  # the difference that fixed tests and the pentanomial one are made for
DECIDED = 0.4  # the share of pairs that are not shared evenly
Z = 1.959964


def pairs(rng: Random, true: float) -> Iterator[float]:
    """Give what pairs bring beyond an even share, from -1 to 1, with a mean of `true`."""
    whole, half = DECIDED / 4, DECIDED / 4  # on each side, of one win more and half a win more
    more = true / 2 / 0.75
    weights = (whole - more / 2, half - more / 2, 1 - DECIDED, half + more / 2, whole + more / 2)
    while True:
        yield from rng.choices((-1.0, -0.5, 0.0, 0.5, 1.0), weights, k=LOOK)


def by_betting(found: Iterator[float]) -> int:
    """After how many pairs `compare` tells a difference; 0 if it does not."""
    interval = Interval(RISK, steps=2)
    while interval.pairs < PAIRS:
        interval.add(list(islice(found, LOOK)))
        if interval.refutes_none():
            return interval.pairs
    return 0


def far(values: list[float]) -> float:
    """By how many standard errors the mean lies off 0."""
    mean = sum(values) / len(values)
    spread = sum((one - mean) ** 2 for one in values) / len(values)
    return abs(mean) / sqrt(max(spread, 1e-9) / len(values))


def fixed(found: Iterator[float]) -> int:
    """One look after as many pairs as 80 % power for `WANTED` takes."""
    variance = DECIDED * (1 + 0.25) / 2
    count = min(PAIRS, round((Z + 0.8416) ** 2 * variance / WANTED**2))
    return count if far(list(islice(found, count))) > Z else 0


def repeated(found: Iterator[float]) -> int:
    """Give the same test, looked at again and again."""
    seen: list[float] = []
    while len(seen) < PAIRS:
        seen += islice(found, LOOK)
        if far(seen) > Z:
            return len(seen)
    return 0


def pentanomial(found: Iterator[float]) -> int:
    """Give the sequential test of fishtest: pairs until it accepts the difference, 0 otherwise."""
    bound = log((1 - RISK) / RISK)
    count, total, squares = 0, 0.0, 0.0
    while count < PAIRS:
        for one in islice(found, LOOK):
            count, total, squares = count + 1, total + one, squares + one * one
        mean = total / count
        variance = max(squares / count - mean * mean, 1e-9)
        ratio = count * WANTED * (2 * mean - WANTED) / (2 * variance)
        if abs(ratio) > bound:
            return count if ratio > 0 else 0
    return 0


TESTS = {
    "compare": by_betting,
    "fixed": fixed,
    "repeated": repeated,
    "pentanomial": pentanomial,
}


def test_how_many_pairs_a_verdict_takes() -> None:
    print(f"\n{'true':>6}" + "".join(f"{name:>22}" for name in TESTS))
    told: dict[tuple[str, float], float] = {}
    for true in (0.0, 0.01, 0.02, 0.05):
        row = f"{true:6.0%}"
        for name, test in TESTS.items():
            rng = Random(f"{name} {true}")
            counts = [test(pairs(rng, true)) for _ in range(RUNS)]
            hits = [count for count in counts if count]
            told[name, true] = len(hits) / RUNS
            row += f"{len(hits) / RUNS:12.1%}{median(hits) if hits else 0:8,.0f}  "
        print(row)
    # What is promised, and what it costs to look again and again with the wrong test.
    assert told["compare", 0.0] <= RISK < told["repeated", 0.0]
    assert told["compare", 0.05] > 0.9
