"""Seeds of long tests: they go on where a run was interrupted.

`SOAK_ANEW=1` begins again. `SOAK_SEEDS=500-999` plays these alone, so that a long test can be split
among machines.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

NOTED = 10


def seeds(name: str, full: int, cache: pytest.Cache) -> Iterator[int]:
    """Give the seeds that are still to be played under this name; every ten of them are noted."""
    first, last = 0, full - 1
    if part := os.environ.get("SOAK_SEEDS"):
        first, last = map(int, part.split("-"))
        name += f"_{part}"
    done = first if os.environ.get("SOAK_ANEW") else max(first, cache.get(name, first))
    for seed in range(done, min(full, last + 1)):
        yield seed
        if seed % NOTED == NOTED - 1:
            cache.set(name, seed + 1)
    cache.set(name, first)
