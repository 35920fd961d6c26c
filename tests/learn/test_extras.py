"""What is told where a library is missing; numbers are the same in every process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import interpreter as rw
from interpreter.learn import Missing, Numbers, aec_env, openspiel_game, parallel_env


@pytest.mark.parametrize(
    ("make", "module", "extra"),
    [
        (aec_env, "pettingzoo", "learn"),
        (parallel_env, "pettingzoo", "learn"),
        (openspiel_game, "pyspiel", "agreement"),
    ],
)
def test_a_missing_library_is_named_with_its_extra(monkeypatch, make, module, extra):
    monkeypatch.setitem(sys.modules, module, None)  # as if it were not there
    with pytest.raises(Missing, match=rf"{module} is not installed: .*rulewright\[{extra}\]"):
        make("pig")


def run(code, **env):
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, env=env, check=True, capture_output=True, text=True
    )
    return done.stdout


def test_nothing_is_imported_before_it_is_used():
    code = (
        "import sys, interpreter.learn;"
        "print({'numpy', 'gymnasium', 'pettingzoo', 'pyspiel'} & set(sys.modules))"
    )
    assert run(code) == "set()\n"


def test_numbers_are_the_same_in_every_process():
    code = (
        "import json, interpreter as rw; from interpreter.learn import Numbers;"
        "print(json.dumps(Numbers.found(rw.load('liars_dice'), 2, 300).to_json()))"
    )
    ours = Numbers.found(rw.load("liars_dice"), 2, 300).to_json()
    assert json.loads(run(code, PYTHONHASHSEED="17")) == ours
