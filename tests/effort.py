"""How much work something is, told apart from how busy the machine is: time of the processor only.

Tests of speed stand in `benchmarks/`. What is asserted elsewhere is that work does not grow as a
square, with limits so wide that a slow machine keeps them.
"""

from __future__ import annotations

import time
from collections.abc import Callable

GOOD_TIME = 20.0  # seconds of the processor; what takes a square of its size would take minutes


def effort(deed: Callable[[], object], attempts: int = 1) -> float:
    """Seconds of the processor that `deed` takes, the least of so many `attempts`."""
    taken = []
    for _ in range(attempts):
        start = time.process_time()
        deed()
        taken.append(time.process_time() - start)
    return min(taken)
