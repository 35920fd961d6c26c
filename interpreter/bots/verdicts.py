"""Stopping rules for comparisons: confidence intervals that are valid at every look.

`Interval` takes paired differences between -1 and 1, one after another, and maintains an interval
for their mean. Source: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
betting", Journal of the Royal Statistical Society B, 2024.

For each candidate mean, two gamblers bet against it, one that the mean is higher, one that it is
lower, with stakes that depend on earlier observations only. If the candidate is the mean, their
joint capital stays 1 in expectation whatever they stake, and exceeds 1 / risk with probability
`risk` at most, over all looks together (Ville's inequality). The interval is every candidate whose
gamblers are still below that. Written here because maintained libraries for it need compiled code
of their own.

`Sample` has medians and other quantiles. Lengths of games can have no bound: then a mean says
little, and no interval for it is safe from a rare game that is far longer. A quantile can be told
however the lengths lie. Source: Howard and Ramdas, "Sequential estimation of quantiles with
applications to A/B testing and best-arm identification", Bernoulli 28 (2022), equations 1 and 2:
with probability 1 - risk, at all sizes of the sample at once, the quantile lies between those of
the sample that are `_margin` lower and higher.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import ceil, exp, floor, inf, log, log1p, sqrt
from typing import NamedTuple

STEPS = 200  # values of the mean from -1 to 1 that are bet against, and 0 among them
_NEAR_NONE = tuple(0.0005 * 1.25**power for power in range(14))
"""Values of either sign that are bet against, too: as small as anybody may ask about."""


@dataclass(slots=True)
class Interval:
    """A confidence interval for a mean difference.

    `risk` is the share of comparisons in which the true mean may ever leave the interval.
    """

    risk: float = 0.05
    pairs: int = 0
    low: float = -1.0
    high: float = 1.0
    _sum: float = 0.0
    _squares: float = 0.25
    steps: int = STEPS  # an even number: 0 is among the values
    _means: list[float] = field(init=False)
    _higher: list[float] = field(init=False)
    _lower: list[float] = field(init=False)
    _out: list[bool] = field(init=False)

    def __post_init__(self) -> None:
        means = {2 * n / self.steps - 1 for n in range(self.steps + 1)}
        if self.steps >= STEPS:
            means |= {sign * one for one in _NEAR_NONE for sign in (-1, 1)}
        self._means = sorted(means)
        self._higher, self._lower = ([0.0] * len(means) for _ in range(2))
        self._out = [False] * len(means)

    @property
    def mean(self) -> float:
        """The mean of the differences so far."""
        return self._sum / self.pairs if self.pairs else 0.0

    def add(self, differences: Iterable[float]) -> None:
        """Add more differences and shrink the interval accordingly.

        Raises `ValueError`, before any change, if a difference is not between -1 and 1.
        """
        found = list(differences)
        if any(not -1 <= one <= 1 for one in found):
            raise ValueError("differences lie between -1 and 1")
        stakes = []
        for one in found:
            self.pairs += 1
            before = self._squares / self.pairs
            stake = sqrt(2 * log(2 / self.risk) / (before * self.pairs * log(self.pairs + 1)))
            stakes.append(min(stake, 0.5))
            self._sum += one
            self._squares += (one - self._sum / (self.pairs + 1)) ** 2
        for at, mean in enumerate(self._means):
            if not self._out[at]:
                self._bet(at, mean, found, stakes)
        inside = [at for at, out in enumerate(self._out) if not out]
        if inside:  # what lies between two values that are out is out, too
            self.low = max(self.low, self._means[max(0, inside[0] - 1)])
            self.high = min(self.high, self._means[min(len(self._means), inside[-1] + 2) - 1])

    def _bet(self, at: int, mean: float, found: list[float], stakes: list[float]) -> None:
        higher, lower, bound = self._higher[at], self._lower[at], log(1 / self.risk)
        most = 0.9 / (1 + abs(mean))
        for one, stake in zip(found, stakes, strict=True):
            bet = min(stake, most) * (one - mean)
            higher += log1p(bet)
            lower += log1p(-bet)
        self._higher[at], self._lower[at] = higher, lower
        self._out[at] = _both(higher, lower) > bound

    def refutes_none(self) -> bool:
        """Tell whether 0 is outside of the interval: the difference is significant."""
        return self._out[self._means.index(0.0)]

    def is_within(self, bound: float) -> bool:
        """Tell whether differences of `bound` or more, either way, are ruled out."""
        return -bound < self.low and self.high < bound


def _both(higher: float, lower: float) -> float:
    """Compute the log of the gamblers' joint capital, if each began with a half.

    `higher` and `lower` are the logs of the factors by which their capital has grown.
    """
    top, other = (higher, lower) if higher > lower else (lower, higher)
    return -inf if top == -inf else top + log1p(exp(other - top)) - log(2)


class Difference(NamedTuple):
    """A quantile of two samples, and an interval for the second less the first."""

    one: float
    other: float
    low: float
    high: float


class Sample:
    """Values in the order of their size; `mean` is that of all of them."""

    def __init__(self) -> None:
        self._values = array("d")
        self._sorted = True
        self._sum = 0.0

    def __len__(self) -> int:
        return len(self._values)

    @property
    def mean(self) -> float:
        """The mean of the values; 0 for none."""
        return self._sum / len(self._values) if self._values else 0.0

    def add(self, values: Iterable[float]) -> None:
        """Add more values."""
        before = len(self._values)
        self._values.extend(values)
        self._sum += sum(self._values[before:])
        self._sorted = False

    def quantile(self, share: float) -> float:
        """Return the smallest value that at least this share of the values does not exceed.

        0 for no values; minus or plus infinity for a share below 0 or above 1.
        """
        if not self._values:
            return 0.0
        if share < 0 or share > 1:
            return -inf if share < 0 else inf
        self._sort()
        return self._values[max(0, ceil(share * len(self._values)) - 1)]

    def median(self) -> float:
        """Return the middle value, or the mean of the middle two; 0 for none."""
        if not self._values:
            return 0.0
        self._sort()
        middle = (len(self._values) - 1) / 2
        return (self._values[floor(middle)] + self._values[ceil(middle)]) / 2

    def interval(self, share: float, risk: float) -> tuple[float, float]:
        """Return an interval for the quantile of what the values are drawn from."""
        margin = _margin(share, len(self._values), risk)
        return self.quantile(share - margin), self.quantile(share + margin)

    def _sort(self) -> None:
        if not self._sorted:
            self._values = array("d", sorted(self._values))
            self._sorted = True


def difference(one: Sample, other: Sample, share: float, risk: float) -> Difference:
    """Compare a quantile of two samples, which may depend on one another."""
    low, high = one.interval(share, risk / 2)
    lower, higher = other.interval(share, risk / 2)
    middle = share == 0.5
    values = [each.median() if middle else each.quantile(share) for each in (one, other)]
    return Difference(values[0], values[1], lower - high, higher - low)


def _margin(share: float, size: int, risk: float) -> float:
    """How far the share of the sample below a quantile can be from that of the whole."""
    if not size:
        return 2.0
    scale = (1.4 * log(max(1.0, log(2.1 * size))) + log(10 / risk)) / size
    return 1.5 * sqrt(share * (1 - share) * scale) + 0.8 * scale
