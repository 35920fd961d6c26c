"""How fast the large games are checked, played and copied: figures against our own limits.

`make bench` runs these alone and prints a table. Each figure is the best of several runs, so that
a busy machine harms it least; none of this is part of the test suite.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter.diagnostics import Report
from interpreter.load.game_folder import find_game
from interpreter.pipeline import check_folder, load
from interpreter.run.chance import mix

pytestmark = pytest.mark.bench

# Decisions in a second that random play of each takes at least.
GAMES = {"deities_of_the_old_kingdom": 30_000, "deus_ex_machina": 20_000}


def best(work: Callable[[], object], times: int) -> float:
    """Seconds of the quickest of several runs."""
    found = []
    for _ in range(times):
        begun = time.perf_counter()
        work()
        found.append(time.perf_counter() - begun)
    return min(found)


def told(name: str, figure: float, unit: str, limit: str) -> None:
    print(f"\n{name:<56} {figure:>10,.1f} {unit:<12} limit {limit}", end="")


@pytest.fixture(scope="module", autouse=True)
def machine() -> None:
    print(f"\nPython {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores")


@pytest.fixture(scope="module", params=GAMES)
def plan(request: pytest.FixtureRequest) -> Any:
    made = load(request.param, Report())
    assert made is not None
    return made


def play(plan: Any, players: int, seed: int) -> int:
    """One random game by a quick agent; gives its decisions."""
    state = plan.start(players, seed)
    asked = decisions = 0
    while not state.over:
        decisions += len(state.options) > 1
        plan.choose(state, mix(seed * 1_000_003 + asked) % len(state.options))
        asked += 1
    return decisions


@pytest.mark.parametrize("game", GAMES)
def test_check_in_a_cold_process(game: str) -> None:
    command = [sys.executable, "-m", "interpreter", "check", game]
    root = Path(__file__).parents[2]
    # Byte code is kept from the first run on, as it is for a user, whatever is set here.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def cold() -> None:
        subprocess.run(command, cwd=root, env=kept, check=True, capture_output=True)

    cold()  # the caches of a first run ever: byte code, grammar tables
    seconds = best(cold, 7)
    told(f"check {game}, cold", seconds * 1000, "ms", "300 ms")
    assert seconds <= 0.3


@pytest.mark.parametrize("game", GAMES)
def test_check_once_warm(game: str) -> None:
    folder = find_game(game, Report())
    assert folder is not None
    check_folder(folder, Report())
    seconds = best(lambda: check_folder(folder, Report()), 15)
    told(f"check {game}, once warm", seconds * 1000, "ms", "50 ms")
    assert seconds <= 0.05


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_play(plan: Any, players: int) -> None:
    """Whole games, the look-ahead that keeps dead ends out of the menus included."""
    rates = []
    for first in (0, 20, 40):
        begun = time.process_time()
        decisions = sum(play(plan, players, seed) for seed in range(first, first + 20))
        seconds = time.process_time() - begun
        rates.append((decisions / seconds, 20 / seconds, decisions / 20))
    rate, games, length = max(rates)
    limit = GAMES[plan.id]
    told(f"random play, {plan.id}, {players} players", rate, "decisions/s", f"{limit:,} at least")
    print(f"; {games:.1f} games/s of {length:,.0f} decisions", end="")
    assert rate >= limit


def test_copying_a_state_in_mid_turn(plan: Any) -> None:
    rng = Random(1)
    state = plan.start(3, 1)
    while not (state.over or len(state.stack) > 3):
        plan.choose(state, rng.randrange(len(state.options)))
    assert not state.over

    def copies() -> None:
        for _ in range(1000):
            plan.clone(state)

    seconds = best(copies, 15) / 1000
    told("copying a state in mid-turn", seconds * 1e6, "µs", "10 µs")
    assert seconds <= 10e-6


VARIANTS = [
    (game, path.stem)
    for game in GAMES
    for path in sorted((Path(__file__).parents[2] / "games" / game / "variants").glob("*.rules"))
]


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_diff_of_house_rules(game: str, variant: str, tmp_path: Path) -> None:
    """All that a variant changes, and which of its changes each test feels."""
    words = [sys.executable, "-m", "interpreter", "diff", game, "--variant", variant]
    nobody = os.environ | {"XDG_STATE_HOME": str(tmp_path)}  # without saved games
    begun = os.times()
    subprocess.run(
        words, cwd=Path(__file__).parents[2], env=nobody, check=True, capture_output=True
    )
    seconds = os.times().children_user - begun.children_user
    told(f"diff --variant {variant}", seconds, "s of CPU", "8 s")
    assert seconds <= 8
