"""The cache is data, read only where nobody else can write; damage to it changes no answer."""

from __future__ import annotations

import ast
import os
import random
from pathlib import Path

import pytest

import interpreter
from interpreter.check.lints import whole_game
from interpreter.diagnostics import Report
from interpreter.diagnostics.render_text import render
from interpreter.load import cache, result_cache, user_folders, yaml_source
from interpreter.pipeline import check_folder
from interpreter.syntax import parser, parser_tables
from interpreter.testing.game_tests import load_suite
from tests.fuzz.bases import bases, write

PACKAGE = Path(interpreter.__file__).parent


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """Give the folder of the cache, empty; nothing is remembered of earlier tests, nor after
    this."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    forget()
    yield tmp_path / "cache" / "rulewright"
    forget()


def forget() -> None:
    """All that a process knows of texts that it has read."""
    result_cache._answers.clear()
    result_cache._lines.clear()
    result_cache._fresh.clear()
    result_cache._files["now"] = None
    parser._TREES.clear()
    yaml_source._KNOWN.clear()


def test_one_module_reads_what_could_run():
    """No module reads pickled or marshalled data but the one of compiled rules, which reads none
    that somebody else can have written. The processes of one command do."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            reads = {"pickle", "marshal", "shelve", "dill"} & set(names)
            found |= {(path.name, name) for name in reads}
    assert found == {("kept_code.py", "marshal")}


def test_relative_folders_are_no_folders(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, "here")
    assert user_folders.cache_folder() == tmp_path / ".cache" / "rulewright"
    assert user_folders.state_folder() == tmp_path / ".local" / "state" / "rulewright"


posix = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="owners and modes are of Unix")


@posix
def test_the_cache_is_for_its_user_alone(place):
    place.mkdir(parents=True)
    place.chmod(0o777)
    assert cache.folder() == place
    assert place.stat().st_mode & 0o777 == 0o700
    result_cache.keep_large("sort", "name", "text")
    assert result_cache.find_large("sort", "name") == "text"
    (file,) = place.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o620)
    assert result_cache.find_large("sort", "name") is None


@posix
@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root gives files away")
@pytest.mark.parametrize("what", ["folder", "file"])
def test_what_belongs_to_somebody_else_is_not_read(place, what):
    result_cache.keep_large("sort", "name", "text")
    (file,) = place.iterdir()
    os.chown(place if what == "folder" else file, 12345, -1)
    assert result_cache.find_large("sort", "name") is None
    if what == "folder":
        assert cache.folder() is None
        before = sorted(place.iterdir())
        result_cache.keep_large("sort", "other", "text")
        assert sorted(place.iterdir()) == before


@posix
def test_a_pipe_in_the_cache_is_not_waited_for(place):
    result_cache.keep_large("sort", "name", "text")
    (file,) = place.iterdir()
    file.unlink()
    os.mkfifo(file)
    assert result_cache.find_large("sort", "name") is None


def test_where_no_folder_can_be_made_nothing_is_kept(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    result_cache.keep_large("sort", "name", "text")
    assert cache.folder() is None and result_cache.find_large("sort", "name") is None


def checked(folder: Path) -> list[str]:
    forget()
    report = Report()
    check_folder(folder, report)
    result_cache.save()
    return [render(one) for one in report.sorted()]


@pytest.mark.parametrize("game", ["g01_push_dice", "deities_of_the_old_kingdom"])
def test_a_damaged_cache_changes_no_answer(place, tmp_path, game):
    """Bits flipped, bytes cut out, lines exchanged: the game is told the same."""
    folder = tmp_path / game
    write(folder, bases()[game])
    expected = checked(folder)
    (file,) = place.glob("kept-*")
    whole = file.read_bytes()
    assert checked(folder) == expected and len(whole) > 1000
    rng = random.Random(7)
    for _ in range(12):
        broken = bytearray(whole)
        for _ in range(40):
            at = rng.randrange(len(broken))
            how = rng.randrange(3)
            if how == 0:
                broken[at] ^= 1 << rng.randrange(7)  # stays ASCII, so that the file is not refused
            elif how == 1:
                del broken[at : at + rng.randrange(1, 30)]
            else:
                broken[at:at] = rng.choice([b"0", b"[", b" ", b"\n", b'"', b"null"])
        file.write_bytes(bytes(broken))
        assert checked(folder) == expected
    file.write_bytes(os.urandom(5000))
    assert checked(folder) == expected


def test_what_is_known_of_a_game_is_known_to_its_tests(place, tmp_path, monkeypatch):
    """A game is not looked through as a whole again to run its tests."""
    folder = tmp_path / "g01_push_dice"
    write(folder, bases()["g01_push_dice"])
    looked: list[bool] = []
    noting = whole_game.Lint(lambda ctx, files: looked.append(True), ())
    monkeypatch.setattr(whole_game, "ALWAYS", (*whole_game.ALWAYS, noting))
    for _ in range(2):
        forget()
        report = Report()
        assert load_suite(folder, report) is not None, report.found
    assert looked == [True]


GRAMMAR = r"""
file: (WORD _NL)+
card_rules: WORD
loose: WORD
WORD: /[a-z]+/
_NL: /\n */
%declare _INDENT _DEDENT
"""


def test_tables_are_the_same_when_they_are_read_again(place):
    made = parser_tables.built(GRAMMAR)
    (file,) = place.glob("grammar-*")
    again = parser_tables.built(GRAMMAR)
    assert again.source_path == "<deserialized>" != made.source_path
    text = "fox\nowl\n"
    assert again.parse(text, start="file") == made.parse(text, start="file")
    whole = file.read_text("utf-8")
    for at in range(0, len(whole), len(whole) // 50):
        file.write_text(whole[:at] + chr(ord(whole[at]) ^ 1) + whole[at + 1 :], encoding="utf-8")
        anew = parser_tables.built(GRAMMAR)
        assert anew.source_path != "<deserialized>"


def test_tables_are_shipped_for_one_grammar_and_no_other(place, tmp_path, monkeypatch):
    (tmp_path / "grammars").mkdir()
    rules = tmp_path / "grammars" / "rules.lark"
    rules.write_text(GRAMMAR, encoding="utf-8")
    monkeypatch.setattr(parser_tables, "root", lambda: tmp_path)
    parser_tables.ship(tmp_path)
    shipped = tmp_path / parser_tables.SHIPPED
    written = shipped.stat().st_mtime_ns
    parser_tables.ship(tmp_path)
    assert shipped.stat().st_mtime_ns == written  # what fits is left alone
    assert parser_tables.built(GRAMMAR).parse("fox\n", start="file").children
    assert not list(place.glob("grammar-*"))
    other = GRAMMAR.replace("a-z", "a-x")
    assert parser_tables.built(other).source_path != "<deserialized>"  # a stale table is never used
    assert list(place.glob("grammar-*"))
    with pytest.MonkeyPatch.context() as newer:
        newer.setattr("lark.__version__", "1.9.9")
        assert parser_tables.built(GRAMMAR).source_path != "<deserialized>"
    shipped.write_text(shipped.read_text("utf-8")[:-9], encoding="utf-8")
    assert parser_tables.built(GRAMMAR).source_path != "<deserialized>"


def test_of_each_sort_the_last_few_files_are_kept(place):
    for number in range(result_cache.LARGE + 3):
        result_cache.keep_large("sort", str(number), "text")
        os.utime(place / f"sort-{number}", (number, number))
    assert len(list(place.iterdir())) <= result_cache.LARGE + 1
