"""Files are opened in one place, which reads and replaces regular files only, inside the folder."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import interpreter
from interpreter.load.files import (
    LeadsOut,
    NotAFile,
    entries_of,
    make_folder,
    read_at_most,
    unsaved,
    write_whole,
)

pytestmark = pytest.mark.skipif(os.name == "nt", reason="not everybody may make links there")

PACKAGE = Path(interpreter.__file__).parent
OPENING = {"open", "fdopen", "read_text", "read_bytes", "write_text", "write_bytes", "mkstemp"}
OPENING |= {"mkdtemp", "TemporaryDirectory", "NamedTemporaryFile", "copyfile"}
# What opens something else than what a person or a game names, or holds it open.
OTHERS = ("self", "names", "fresh", "formatter", "cache", "dialog")  # what opens no file

ALLOWED = {
    "load/files.py": "the one place",
    "load/resources.py": "what travels with the program",
    "load/cache.py": "the cache, in a folder that is looked at first",
    "tools/pages.py": "what travels with the program",
    "backends/c/compiled/compilers.py": "a library, in a temporary folder of its own",
    "backends/c/module.py": "what travels with the program",
    "play/savefile.py": "a new name; what load/files.py has opened",
    "page/drafts.py": "a new name in the game's folder, which must not be there yet",
    "page/kept_drafts.py": "a lock beside what is unsaved, in the state folder of the user",
    "page/workshop_files.py": "none: it shows files in the editor, and a dialog",
    "present/sheets/svg_on_paper.py": "none: pictures of cards that were read already",
    "cli/main.py": "the null device, where a stream is closed",
    "cli/crash.py": "a report in the folder for such files",
    "cli/commands/new.py": "a new folder; regular files of the copied game",
}


def opened(tree: ast.AST) -> set[str]:
    """Give the functions by which something in a module is opened, methods of other things
    apart."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called, of = node.func, ""
            if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
                of = called.value.id
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name in OPENING and of not in (
                "self",
                "names",
                "fresh",
                "formatter",
                "cache",
                "dialog",
            ):
                found.add(name)
    return found


def test_files_are_opened_in_one_place():
    modules = {path.relative_to(PACKAGE).as_posix(): path for path in PACKAGE.rglob("*.py")}
    found = {name for name, path in modules.items() if opened(ast.parse(path.read_text("utf-8")))}
    assert found == set(ALLOWED)


@pytest.fixture
def game(tmp_path):
    (tmp_path / "game").mkdir()
    return tmp_path / "game"


def test_a_pipe_a_device_and_a_folder_are_not_read(game):
    os.mkfifo(game / "pipe")
    for path in (game / "pipe", Path("/dev/zero"), Path("/dev/null"), game):
        with pytest.raises(NotAFile):
            read_at_most(path, 10)
        with pytest.raises(NotAFile):
            write_whole(path, "x")
    assert (game / "pipe").is_fifo() and list(game.iterdir()) == [game / "pipe"]


def test_no_more_is_read_than_is_asked_for(game):
    (game / "a").write_text("0123456789", encoding="utf-8")
    assert read_at_most(game / "a", 4) == b"01234"
    assert read_at_most(game / "a", 10) == b"0123456789"


def test_a_link_out_of_the_folder_is_neither_read_nor_written(game):
    outside = game.parent / "outside"
    outside.write_text("precious", encoding="utf-8")
    (game / "link").symlink_to(outside)
    (game / "up").symlink_to(game.parent)
    (game / "new").symlink_to(game.parent / "not_there_yet")
    for path in (game / "link", game / "up" / "outside", game / "new"):
        with pytest.raises(LeadsOut):
            read_at_most(path, 10, game)
        with pytest.raises(LeadsOut):
            write_whole(path, "x", game)
    with pytest.raises(LeadsOut):
        make_folder(game / "up" / "folder", game)
    assert outside.read_text(encoding="utf-8") == "precious"
    assert sorted(path.name for path in game.parent.iterdir()) == ["game", "outside"]


def test_a_link_inside_the_folder_stays_and_its_file_is_written(game):
    (game / "a").write_text("old", encoding="utf-8")
    (game / "a").chmod(0o640)
    (game / "link").symlink_to("a")
    write_whole(game / "link", "new", game)
    assert (game / "link").is_symlink()
    assert (game / "a").read_text(encoding="utf-8") == "new"
    assert (game / "a").stat().st_mode & 0o777 == 0o640


def test_a_new_file_is_for_whom_the_user_wants_or_private(game):
    before = os.umask(0o027)
    try:
        write_whole(game / "a", "x")
        write_whole(game / "b", "x", private=True)
    finally:
        os.umask(before)
    modes = {path.name: path.stat().st_mode & 0o777 for path in game.iterdir()}
    assert modes == {"a": 0o640, "b": 0o600}


def test_nothing_is_left_of_what_could_not_be_written(game, monkeypatch):
    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    (game / "a").write_text("old", encoding="utf-8")
    with pytest.raises(OSError, match="No space left") as fault:
        write_whole(game / "a", "new")
    assert fault.value.filename == str(game / "a")
    assert [path.read_text("utf-8") for path in game.iterdir()] == ["old"]


# ------------------------------------------------------------------------------ by the commands

slow = pytest.mark.slow


def rulewright(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Give a command in its own process, which is not waited for longer than any may take."""
    command = [sys.executable, "-m", "interpreter", *words]
    path = os.environ | {"PYTHONPATH": str(PACKAGE.parent)}
    return subprocess.run(command, cwd=folder, env=path, capture_output=True, text=True, timeout=60)


@pytest.fixture
def hilltop(tmp_path):
    assert rulewright("new", "hilltop", folder=tmp_path).returncode == 0
    return tmp_path / "hilltop"


@slow
def test_a_schema_is_not_written_through_a_link(hilltop, tmp_path):
    precious = tmp_path / "precious"
    precious.write_text("keep me", encoding="utf-8")
    (hilltop / ".schema").mkdir()
    written = hilltop / ".schema" / "components.schema.json"
    written.symlink_to(precious)
    said = rulewright("schema", "hilltop", "--write", folder=tmp_path)
    assert (said.returncode, said.stdout) == (7, "")
    assert said.stderr == (
        "error: this link leads out of the game's folder: hilltop/.schema/components.schema.json\n"
    )
    written.unlink()
    os.mkfifo(written)
    said = rulewright("schema", "hilltop", "--write", folder=tmp_path)
    assert said.returncode == 7 and "this is a device or a pipe, not a file" in said.stderr
    written.unlink()
    written.parent.rmdir()
    (hilltop / ".schema").symlink_to(tmp_path)
    assert rulewright("schema", "hilltop", "--write", folder=tmp_path).returncode == 7
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hilltop", "precious"]
    assert precious.read_text(encoding="utf-8") == "keep me"


@slow
@pytest.mark.parametrize("what", ["pipe", "device"])
def test_a_game_beside_house_rules_is_read_as_every_file(tmp_path, what):
    (tmp_path / "x").mkdir()
    there = tmp_path / "x" / "game.yaml"
    if what == "pipe":
        os.mkfifo(there)
    else:
        there.symlink_to("/dev/zero")
    (tmp_path / "v.rules").write_text('variant "V" for nosuch 1\n', encoding="utf-8")
    said = rulewright("check", "v.rules", folder=tmp_path)
    assert said.returncode == 3 and "no game is called `nosuch`" in said.stdout + said.stderr


@slow
@pytest.mark.parametrize("part", ["rules/pipe.rules", "components/pipe.yaml", "variants/p.rules"])
def test_a_pipe_in_the_folder_of_a_game_is_told(hilltop, tmp_path, part):
    (hilltop / part).parent.mkdir(exist_ok=True)
    os.mkfifo(hilltop / part)
    said = rulewright("check", "hilltop", folder=tmp_path)
    assert said.returncode == 3
    assert "this is a device or a pipe, not a file" in said.stdout + said.stderr


@slow
@pytest.mark.parametrize("named", ["hilltop", "hilltop/rules/3_linked.rules"])
def test_a_file_is_not_laid_out_through_a_link_out_of_its_game(hilltop, tmp_path, named):
    outside = tmp_path / "outside.rules"
    outside.write_text("values  luck:  good,   bad\n", encoding="utf-8")
    (hilltop / "rules" / "3_linked.rules").symlink_to(outside)
    said = rulewright("fmt", named, folder=tmp_path)
    assert said.returncode == 3 and "this link leads out of the game's folder" in said.stderr
    assert outside.read_text(encoding="utf-8") == "values  luck:  good,   bad\n"


@slow
@pytest.mark.parametrize(
    "words",
    [
        ["play", "--load", "pipe"],
        ["replay", "pipe"],
        ["why", "pipe"],
        ["play", "hilltop", "--script", "pipe"],
        ["play", "hilltop", "--save", "pipe", "--seats", "random,random"],
        ["play", "hilltop", "--record", "pipe", "--seats", "random,random"],
        ["check", "hilltop", "--variant", "pipe"],
        ["fmt", "pipe.rules"],
    ],
)
def test_no_command_waits_for_a_pipe(hilltop, tmp_path, words):
    for name in ("pipe", "pipe.rules"):
        os.mkfifo(tmp_path / name)
    said = rulewright(*words, folder=tmp_path)
    assert said.returncode in (2, 3, 7) and "Traceback" not in said.stderr
    assert said.stderr


def test_a_folder_can_be_read_from_given_texts_alone(tmp_path):
    part = tmp_path / "rules"
    (part / "more").mkdir(parents=True)
    for name in ("a.rules", "b.rules"):
        (part / name).write_text("on disk", encoding="utf-8")
    texts = {(part / name).resolve(): b"given" for name in ("b.rules", "c.rules")}
    gone = tmp_path / "tests"
    texts[(gone / "d.rules").resolve()] = b""

    def names() -> list[str]:
        return [path.name for path in entries_of(part)]

    with unsaved(texts):
        assert names() == ["a.rules", "b.rules", "more"]
        with pytest.raises(FileNotFoundError):
            entries_of(gone)
        with unsaved(texts, alone=tmp_path):
            assert names() == ["b.rules", "c.rules", "more"]
            assert read_at_most(part / "c.rules", 9) == b"given"
            assert entries_of(gone) == [gone / "d.rules"]
    assert names() == ["a.rules", "b.rules", "more"]
