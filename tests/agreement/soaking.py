"""Ten thousand seeds, going on where a run was interrupted; SOAK_ANEW=1 begins again."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

FULL = 10_000


def seeds(name: str, cache: pytest.Cache) -> Iterator[int]:
    """The seeds that are still to be played under this name; every 50 of them are noted."""
    done = 0 if os.environ.get("SOAK_ANEW") else cache.get(name, 0)
    for seed in range(done, FULL):
        yield seed
        if seed % 50 == 49:
            cache.set(name, seed + 1)
    cache.set(name, 0)
