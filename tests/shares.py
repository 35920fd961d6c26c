"""Long tests: which ones `make check` leaves out, and of which ones `make test` runs a share.

Takes `slow.txt`, the tests with a case of half a second or with four seconds together, and
`shares.toml`: for each test with many cases, of how many cases one runs every time. The first case
of each test is another one, so that every game is looked at by some of them. What keeps the house
in shape (`test_house.py`) is never left out, however long it takes. Gives marks.
"""

from __future__ import annotations

import os
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest

TABLE = Path(__file__).parent / "shares.toml"
SLOW = Path(__file__).parent / "slow.txt"
# Seconds of the processor that one test may take without being marked. A runner of CI is shared and
# may be half as fast as the machine where the test was written: what passes there must pass here.
MOST_SECONDS = 40.0 if os.environ.get("CI") else 20.0


def read_shares() -> dict[str, int]:
    """Map tests (`folder/file.py::name`) to the number of cases of which one runs every time."""
    data = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    return {f"{file}::{name}": of for file, tests in data.items() for name, of in tests.items()}


def read_slow() -> list[str]:
    """Give the tests that `make check` leaves out, as `folder/file.py::name`."""
    return SLOW.read_text(encoding="utf-8").split()


def mark_slow(items: list[pytest.Item]) -> None:
    """Mark as `slow` what takes long, besides what says so itself."""
    slow = set(read_slow())
    for item in items:
        if item.nodeid.partition("[")[0].removeprefix("tests/") in slow:
            item.add_marker(pytest.mark.slow)


def mark_shares(items: list[pytest.Item]) -> None:
    """Mark as `soak` the cases that do not run every time."""
    shares = read_shares()
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        test = item.nodeid.partition("[")[0].removeprefix("tests/")
        if test in shares and item.get_closest_marker("soak") is None:
            cases[test].append(item)
    for number, (test, of) in enumerate(shares.items()):
        for place, item in enumerate(cases[test]):
            if place % of != number % of:
                item.add_marker(pytest.mark.soak)
