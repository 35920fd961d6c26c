"""Stopping rule for comparisons: a confidence interval for a mean that is valid at every look.

Takes paired differences between -1 and 1, one after another, and maintains an interval for their
mean. Source: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting",
Journal of the Royal Statistical Society B, 2024.

For each candidate mean, two gamblers bet against it, one that the mean is higher, one that it is
lower, with stakes that depend on earlier observations only. If the candidate is the mean, their
joint capital stays 1 in expectation whatever they stake, and exceeds 1 / risk with probability
`risk` at most, over all looks together (Ville's inequality). The interval is every candidate whose
gamblers are still below that. Written here because maintained libraries for it need compiled code
of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import exp, inf, log, log1p, sqrt

STEPS = 200  # values of the mean from -1 to 1 that are bet against, and 0 among them


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
        self._means = [2 * n / self.steps - 1 for n in range(self.steps + 1)]
        self._higher, self._lower = ([0.0] * (self.steps + 1) for _ in range(2))
        self._out = [False] * (self.steps + 1)

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
        inside = [mean for mean, out in zip(self._means, self._out, strict=True) if not out]
        step = 2 / self.steps  # what lies between two values that are out is out, too
        if inside:
            self.low = max(self.low, inside[0] - step) if inside[0] > -1 else self.low
            self.high = min(self.high, inside[-1] + step) if inside[-1] < 1 else self.high

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
        return self._out[self.steps // 2]

    def is_within(self, bound: float) -> bool:
        """Tell whether differences of `bound` or more, either way, are ruled out."""
        return -bound < self.low and self.high < bound


def _both(higher: float, lower: float) -> float:
    """Compute the log of the gamblers' joint capital, if each began with a half.

    `higher` and `lower` are the logs of the factors by which their capital has grown.
    """
    top, other = (higher, lower) if higher > lower else (lower, higher)
    return -inf if top == -inf else top + log1p(exp(other - top)) - log(2)
