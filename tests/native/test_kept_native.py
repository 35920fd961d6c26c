"""C texts and libraries are kept for later runs, and taken only for the very same game."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

import pytest

from interpreter.backends.c import module
from interpreter.backends.c.compiled import compilers
from interpreter.backends.c.compiled.compilers import SYSTEM, compile_text
from interpreter.backends.c.native import available, native_plan
from interpreter.backends.python import kept_code
from interpreter.diagnostics import Report
from interpreter.load.content_digest import state_of
from interpreter.pipeline import load
from tests.native.lockstep import compiler, native

pytestmark = [
    native,
    pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners here"),
]
with_cc = pytest.mark.skipif(SYSTEM not in available(), reason="there is no system compiler")
SEVEN = "void release(void) {}\nlong long seven(void) { return 7; }\n"


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the folder of the cache, empty."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    kept_code._CHANGED.clear()
    return tmp_path / "cache" / "rulewright"


@pytest.mark.parametrize("part", ["backends", "run", "check", "ir"])
def test_whatever_a_part_is_made_of_counts_for_what_is_kept(part: str) -> None:
    package = Path(kept_code.__file__).parents[2]
    made_of = [
        one
        for one in (package / part).rglob("*")
        if one.is_file() and one.suffix not in (".pyc", ".md", ".svg")
    ]
    assert {one.suffix for one in made_of} <= {".py", ".c", ".lark", ".yaml", ".json"}
    newest = max(one.stat().st_mtime_ns for one in made_of)
    assert int(state_of((part,))) >= newest


def games(name: str, **options: object) -> list[object]:
    """Load a game, compile it, and give some of its random games."""
    plan = load(name, Report(), options)
    assert plan is not None
    return list(native_plan(plan, compiler()).games(2, 3, 0, 20, 1_000, "turn"))


def test_a_game_is_printed_as_c_once(monkeypatch):
    printed: list[str] = []
    whole = module.print_native

    def noted(game):
        printed.append(str(game.woven.program.title))
        return whole(game)

    monkeypatch.setattr(module, "print_native", noted)
    first = games("pig")
    assert games("pig") == first
    assert printed == ["Pig"]
    other = games("pig", goal=20)
    assert other != first
    assert games("pig", goal=20) == other
    assert printed == ["Pig", "Pig"]


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give the texts that the system's compiler was run on."""
    found: list[str] = []
    whole = compilers._compile

    def noted(compiler, text, *more):
        found.append(text)
        whole(compiler, text, *more)

    monkeypatch.setattr(compilers, "_compile", noted)
    return found


def seven(text: str = SEVEN) -> int:
    library = compile_text(text, SYSTEM)
    return int(ctypes.PYFUNCTYPE(ctypes.c_int64)(library.address("seven"))())


@with_cc
def test_a_library_is_compiled_once(compiled):
    assert seven() == seven() == 7
    assert len(compiled) == 1
    assert seven(SEVEN.replace("7", "8")) == 8
    assert len(compiled) == 2


@with_cc
@pytest.mark.parametrize("damage", ["cut short", "one byte changed", "empty"])
def test_a_damaged_library_is_compiled_again(place, compiled, damage):
    seven()
    (kept,) = place.glob("library-*")
    data = bytearray(kept.read_bytes())
    if damage == "one byte changed":
        data[len(data) // 2] ^= 1
    kept.write_bytes({"cut short": data[:-9], "empty": b""}.get(damage, bytes(data)))
    assert seven() == 7
    assert len(compiled) == 2


@with_cc
def test_a_library_that_others_may_write_is_not_run(place, compiled):
    seven()
    (kept,) = place.glob("library-*")
    kept.chmod(0o666)
    assert seven() == 7
    assert len(compiled) == 2
