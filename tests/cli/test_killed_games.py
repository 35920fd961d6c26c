"""A person's game that is killed costs at most the last decision, and goes on from its save."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys

import pytest

from interpreter.load.resources import root

pytestmark = pytest.mark.skipif(os.name == "nt", reason="processes are not forked there")


def kill(kills: int, folder) -> dict[str, int]:
    """Kill so many times in games one after the other; what was counted."""
    seed = int(os.environ.get("SOAK_KILLS") or random.getrandbits(32))
    print(f"seed {seed}")
    words = ["-m", "tests.cli.killed_games", str(kills), str(seed), str(folder / "games")]
    done = subprocess.run(
        [sys.executable, *words], cwd=root(), capture_output=True, text=True, timeout=3600
    )
    assert done.returncode == 0, done.stderr
    print(done.stdout)
    counted: dict[str, int] = json.loads(done.stdout)
    assert counted["kills"] >= kills
    return counted


@pytest.mark.slow
def test_a_game_that_is_killed_loses_one_decision_at_most(tmp_path):
    kill(8, tmp_path)


@pytest.mark.soak
def test_five_hundred_kills_cost_one_decision_each_at_most(tmp_path):
    counted = kill(520, tmp_path)
    assert counted["kills right after a decision"] > 300
    assert counted["last decision lost"] and counted["last decision kept"]
