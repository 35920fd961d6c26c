"""The same seed gives the same record whatever the hash seed and whichever Python runs it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import interpreter

VERSIONS = ("3.11", "3.12", "3.13", "3.14")

# Plays the beginnings of three games of each; prints the name of every 10th state.
RECORD = """
from interpreter.diagnostics import Report
from interpreter.pipeline import load

from interpreter.run.chance import mix
for name in ("deities_of_the_old_kingdom", "deus_ex_machina"):
    plan = load(name, Report())
    print(plan.hash_of_rules)
    for seed, players in ((1, 2), (2, 3), (3, 4)):
        state = plan.start(players, seed, log=True)
        for number in range(400):
            if state.over:
                break
            if number % 10 == 0:
                print(plan.hash(state))
            plan.choose(state, mix(seed * 1000 + number) % len(state.options))
        print(plan.hash(state), len(state.log), state.log[-5:])
"""


def other_pythons() -> dict[str, str]:
    """Pythons at hand by version, those of pyenv included."""
    found = {}
    for version in VERSIONS:
        place = shutil.which(f"python{version}")
        shims = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python"))
        if shims:
            place = str(shims[-1])
        if place is not None:
            found[version] = place
    return found


def record(python: str, cache: Path, hash_seed: str) -> str:
    """Give what a fresh process prints. Other Pythons borrow the pure packages of this one; the
    cache spares them the schema library, which is compiled for one version."""
    import lark
    import yaml

    places = [Path(m.__file__).parents[1] for m in (interpreter, lark, yaml) if m.__file__]
    done = subprocess.run(
        [python, "-c", RECORD],
        env={
            "PATH": os.environ.get("PATH", ""),
            "HOME": str(Path.home()),
            "PYTHONPATH": os.pathsep.join(dict.fromkeys(map(str, places))),
            "PYTHONHASHSEED": hash_seed,
            "XDG_CACHE_HOME": str(cache),
        },
        cwd=cache,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def expected(cache):
    made = record(sys.executable, cache, "0")
    assert len(made.splitlines()) > 2 + 3 * 41 + 3 * 10  # games of the second are shorter
    return made


@pytest.mark.parametrize("hash_seed", ["random"])
def test_the_hash_seed_changes_nothing(expected, cache, hash_seed):
    assert record(sys.executable, cache, hash_seed) == expected


@pytest.mark.parametrize("version", VERSIONS)
def test_every_python_gives_the_same_record(expected, cache, version):
    python = other_pythons().get(version)
    if python is None:
        pytest.skip(f"no Python {version} here")
    works = subprocess.run([python, "-c", "import sys"], capture_output=True, check=False)
    if works.returncode != 0:
        pytest.skip(f"the Python {version} here does not start")
    assert record(python, cache, "random") == expected
