"""The command line as a user types it, in an empty folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from interpreter.cli import main, progress
from interpreter.load.resources import root


class Said(NamedTuple):
    """What one command line gave."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """The answer, where it is JSON."""
        return json.loads(self.out)


@pytest.fixture
def rulewright(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Said]:
    """`rulewright("check", "my_game")`, in an empty folder that is the working folder. On a slow
    machine it says no more than on a fast one: progress is not told."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(progress, "_ELSEWHERE", 3600.0)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*words: str) -> Said:
        capsys.readouterr()
        code = main.run(words)
        told = capsys.readouterr()
        return Said(code, told.out, told.err)

    return run


@pytest.fixture
def my_game(rulewright: Callable[..., Said], tmp_path: Path) -> Path:
    """Give the small game of `rulewright new`, called my_game, in the working folder."""
    assert rulewright("new", "my_game").code == 0
    return tmp_path / "my_game"


@pytest.fixture(scope="session")
def fits() -> Callable[[Any, str], None]:
    """`fits(data, "check")`: whether data fit one of the schemas that travel with the program."""
    import jsonschema
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012

    loaded = {
        path.name: json.loads(path.read_text(encoding="utf-8"))
        for path in (root() / "schemas").glob("*.schema.json")
    }
    resources = [(name, DRAFT202012.create_resource(one)) for name, one in loaded.items()]
    registry: Any = Registry().with_resources(resources)

    def check(data: Any, name: str) -> None:
        jsonschema.Draft202012Validator(loaded[f"{name}.schema.json"], registry=registry).validate(
            data
        )

    return check
