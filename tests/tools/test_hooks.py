"""The hooks for pre-commit, carried out as they would be: from the built and installed wheel."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from configparser import ConfigParser
from pathlib import Path

import pytest
import yaml

from interpreter.load.resources import root
from interpreter.tools.pages import FOLDER

HOOKS = yaml.safe_load((root() / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
KNOWN = {"id", "name", "description", "entry", "language", "files", "require_serial"}


def hook(name: str):
    [found] = [one for one in HOOKS if one["id"] == name]
    return found


def test_a_hook_says_what_it_needs():
    for one in HOOKS:
        assert {"id", "name", "entry", "language", "files"} <= set(one) <= KNOWN
        assert one["language"] == "python" and one["entry"].startswith("rulewright ")


@pytest.mark.parametrize(
    ("path", "laid", "checked"),
    [
        ("my_game/rules/1_table.rules", True, True),
        ("house.rules", True, True),
        ("my_game/components/cards.yaml", True, True),
        ("components/cards.yaml", True, True),
        ("my_game/game.yaml", False, True),
        (".github/workflows/ci.yaml", False, False),
        ("my_game/README.md", False, False),
        ("old.rules.txt", False, False),
    ],
)
def test_a_hook_runs_for_the_right_files(path, laid, checked):
    assert bool(re.search(hook("rulewright-fmt")["files"], path)) == laid
    assert bool(re.search(hook("rulewright-check")["files"], path)) == checked


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """Give a folder in which the wheel of this checkout is installed, as pre-commit would do it."""
    folder: Path = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "-q"]
    made = [*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), str(root())]
    subprocess.run(made, check=True, capture_output=True, cwd=folder)
    [wheel] = folder.glob("rulewright-*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "site")
    return folder / "site"


def run(installed: Path, folder: Path, entry: str, *files: str):
    """Carry out the entry of a hook in a folder, with what is installed and nothing else."""
    [info] = installed.glob("rulewright-*.dist-info")
    points = ConfigParser()
    points.read_string((info / "entry_points.txt").read_text(encoding="utf-8"))
    command, *words = entry.split()
    module, _, name = points["console_scripts"][command].partition(":")
    code = f"import sys; from {module} import {name}; sys.exit({name}())"
    return subprocess.run(
        [sys.executable, "-c", code, *words, *files],
        cwd=folder,
        env={"PYTHONPATH": str(installed), "PATH": "", "HOME": str(folder)},
        capture_output=True,
        text=True,
    )


@pytest.mark.slow
def test_what_the_wheel_holds(installed):
    shipped = installed / "interpreter" / "_shipped"
    assert (shipped / "grammars" / "rulewright.tmLanguage.json").is_file()
    pages = installed / "interpreter" / "tools" / "pages"
    assert {path.name for path in pages.iterdir()} == {path.name for path in FOLDER.iterdir()}
    [info] = installed.glob("rulewright-*.dist-info")
    assert "RulewrightLexer" in (info / "entry_points.txt").read_text(encoding="utf-8")


@pytest.mark.slow
def test_pygments_finds_the_lexer_where_rulewright_is_installed(installed, tmp_path):
    code = (
        "from pygments.lexers import get_lexer_by_name as named, get_lexer_for_filename as of;"
        "print(of('a.rules').name, named('rulewright').name)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={"PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
    )
    assert done.stdout == "Rulewright Rulewright\n", done.stderr


@pytest.mark.slow
def test_the_hooks_find_what_is_wrong_and_mend_the_layout(installed, tmp_path):
    assert run(installed, tmp_path, "rulewright new my_game").returncode == 0
    files = sorted(
        path.relative_to(tmp_path).as_posix()
        for path in (tmp_path / "my_game").rglob("*")
        if path.is_file()
    )
    laying = [path for path in files if re.search(hook("rulewright-fmt")["files"], path)]
    checking = [path for path in files if re.search(hook("rulewright-check")["files"], path)]
    assert len(laying) == 4 and len(checking) == 5
    fmt, check = hook("rulewright-fmt")["entry"], hook("rulewright-check")["entry"]
    for entry, named in ((fmt, laying), (check, checking)):
        done = run(installed, tmp_path, entry, *named)
        assert (done.returncode, done.stdout) == (0, ""), done.stderr
    course = tmp_path / "my_game" / "rules" / "2_course.rules"
    text = course.read_text(encoding="utf-8")
    course.write_text(text.replace("    move card", "    move   crad"), encoding="utf-8")
    done = run(installed, tmp_path, fmt, *laying)
    assert done.returncode == 0 and "    move crad" in course.read_text(encoding="utf-8")
    done = run(installed, tmp_path, check, *checking)
    assert done.returncode == 3
    assert done.stdout.startswith("my_game/rules/2_course.rules:")
    assert done.stdout.count("\n") == 1, done.stdout
    page = run(installed, tmp_path, "rulewright explain N201")
    assert page.returncode == 0 and "\nRight, " in page.stdout
