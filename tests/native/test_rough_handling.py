"""Compiled rules under attack, each time in a process of its own: rules that somebody has damaged,
damaged states, and everything once more under the sanitizers of gcc."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from interpreter.load.resources import root
from tests.native.lockstep import GAMES, native
from tests.native.rough_handling import LARGE
from tests.soaking import seeds

pytestmark = native

SANITIZED = "-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-wrapv -O1 -g"

HUNDREDS = 50
"""Of changed large games; `SOAK_SEEDS` takes some of them."""


def handled(what: str, first: int, last: int, **more: str) -> dict[int, str]:
    """Give what came of each case; a crash fails the test with its case."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.native.rough_handling", what, str(first), str(last)],
        env={**os.environ, "PYTHONPATH": str(root()), **more},
        cwd=root(),
        capture_output=True,
        text=True,
        check=False,
    )
    begun = re.findall(r"(?m)^begun (\d+)$", done.stdout)
    told = done.stderr[:4000]
    assert done.returncode == 0, f"{what} {begun[-1:]}: exit {done.returncode}\n{told}"
    assert "runtime error" not in done.stderr and "Sanitizer" not in done.stderr, told
    found = dict(re.findall(r"(?m)^done (\d+): (.*)$", done.stdout))
    assert len(found) == last - first
    return {int(number): said for number, said in found.items()}


def watched() -> dict[str, str]:
    """Give what makes Python bear code with sanitizers; skips where gcc has none."""
    gcc = shutil.which("gcc")
    if gcc is None or not sys.platform.startswith("linux"):
        pytest.skip("sanitizers are asked of gcc on Linux only")
    names = [
        subprocess.run(
            [gcc, f"-print-file-name={name}"], capture_output=True, text=True, check=True
        )
        for name in ("libasan.so", "libubsan.so")
    ]
    paths = [Path(one.stdout.strip()) for one in names]
    if not all(path.is_absolute() for path in paths):
        pytest.skip("gcc has no sanitizers here")
    return {
        "LD_PRELOAD": ":".join(map(str, paths)),
        "ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=0",
        "CC": f"{gcc} {SANITIZED}",
    }


@pytest.mark.soak
def test_damaged_rules_are_played_alike_or_not_compiled():
    assert {"rejected", "played"} <= set(handled("mutations", 0, 10).values())
    assert any("played" in said for said in handled("slips", 0, 5).values())


@pytest.mark.soak
@pytest.mark.parametrize("first", range(10, 3000, 120))
def test_many_damaged_rules_are_played_alike_or_not_compiled(first):
    assert "played" in handled("mutations", first, first + 120).values()


@pytest.mark.soak
@pytest.mark.parametrize("first", range(5, 2600, 130))
def test_many_slips_in_shipped_games_are_played_alike_or_not_compiled(first):
    assert any("played" in said for said in handled("slips", first, first + 130).values())


@pytest.mark.slow
def test_changed_large_games_are_played_alike():
    """One each of two that are soonest ready."""
    said = list(handled("large", 1, 3).values())
    assert [one.split(":")[0] for one in said] == list(LARGE[1:3])
    assert any("played" in one for one in said)


@pytest.mark.soak
def test_many_changed_large_games_are_played_alike(pytestconfig):
    """`SOAK_SEEDS=0-39` tries the first 40 hundreds, of which four in ten are games."""
    for hundred in seeds("rulewright/changed_large_games", HUNDREDS, pytestconfig.cache):
        said = " ".join(handled("large", hundred * 100, hundred * 100 + 100).values())
        assert all(f"{name}: played" in said for name in LARGE)


@pytest.mark.slow
def test_a_game_is_played_without_a_complaint_of_the_sanitizers():
    number = GAMES.index("tic_tac_toe")
    assert handled("games", number, number + 1, **watched()) == {number: "tic_tac_toe"}


@pytest.mark.soak
def test_all_games_are_played_without_a_complaint_of_the_sanitizers():
    assert list(handled("games", 0, len(GAMES), **watched()).values()) == GAMES


@pytest.mark.soak
def test_what_the_language_must_express_is_played_without_a_complaint_of_the_sanitizers():
    handled("items", 0, 27, **watched())


@pytest.mark.soak
def test_damaged_states_bring_no_complaint_of_the_sanitizers():
    handled("states", 0, len(GAMES), **watched())


@pytest.mark.soak
def test_damaged_rules_bring_no_complaint_of_the_sanitizers():
    handled("mutations", 0, 300, **watched())


def test_a_crash_would_be_told():
    """The fence itself: code that reads where nothing is ends the other process, not this one."""
    crash = "import ctypes; print('begun 7', flush=True); ctypes.string_at(8)"
    done = subprocess.run(
        [sys.executable, "-c", crash], capture_output=True, text=True, check=False
    )
    assert done.returncode < 0 and "begun 7" in done.stdout
