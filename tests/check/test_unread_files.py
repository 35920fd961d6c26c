"""A file that cannot be read is one fault: nobody is blamed for naming what stands in it, and
nothing is called missing or unused that it may hold."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from interpreter.check.folder import check_folder
from interpreter.diagnostics import Report
from interpreter.diagnostics.render_text import render
from interpreter.load.resources import root

GAME = "deities_of_the_old_kingdom"
FILES = ["spells.yaml", "enchantments.yaml", "dice.yaml"]
FAULTS = {
    "duplicate-key": lambda text: text.replace("  title: ", "  title: One\n  title: ", 1),
    "no-anchors": lambda text: text.replace("title: ", "title: &one ", 1),
    "no-tags": lambda text: text.replace("title: ", "title: !!str ", 1),
    "hidden-character": lambda text: text.replace("title: ", "title: \u202e", 1),
    "not-whole": lambda text: text.replace("title: ", "title: .inf #", 1),
    "not-utf8": lambda text: text.replace("title: ", "title: \udce9", 1),
    "second-document": lambda text: f"{text}\n---\nmore: []\n",
    "empty-file": lambda _: "",
    "wrong-kind": lambda _: "- pear\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of a game with components in several files."""
    return shutil.copytree(root() / "games" / GAME, tmp_path / GAME)


def told(folder: Path) -> list[str]:
    """The kinds of all problems."""
    report = Report()
    check_folder(folder, report, tests=True)
    return [d.slug for d in report.found]


def spoil(path: Path, text: str) -> None:
    path.write_bytes(text.encode("utf-8", "surrogateescape"))


@pytest.mark.parametrize("fault", FAULTS)
def test_a_component_file_that_cannot_be_read_is_one_fault(folder, fault):
    for name in FILES:
        path = folder / "components" / name
        text = path.read_text(encoding="utf-8")
        spoil(path, FAULTS[fault](text))
        assert told(folder) == [fault], name
        spoil(path, text)


@pytest.mark.parametrize("name", ["1_table.rules", "3_actions.rules"])
@pytest.mark.parametrize(
    ("fault", "text"), [("not-utf8", "# \udce9\n"), ("empty-file", "\n\n"), ("empty-file", "")]
)
def test_a_file_of_rules_that_cannot_be_read_is_one_fault(folder, name, fault, text):
    spoil(folder / "rules" / name, text)
    assert told(folder) == [fault]


def test_what_is_wrong_beside_it_is_told(folder):
    spells = folder / "components" / "spells.yaml"
    spoil(spells, FAULTS["duplicate-key"](spells.read_text(encoding="utf-8")))
    rules = folder / "rules" / "2_course.rules"
    text = rules.read_text(encoding="utf-8")
    spoil(rules, text.replace("have winners win", "have vinners win"))
    assert told(folder) == ["duplicate-key", "unknown-name"]


def test_an_empty_file_of_rules_is_told_in_these_words(folder, monkeypatch):
    monkeypatch.chdir(folder.parent)
    spoil(folder / "rules" / "3_actions.rules", "\n")
    report = Report()
    check_folder(folder, report, tests=True)
    said = "\n".join(render(d) for d in report.found)
    assert said == (
        "error[L043 empty-file]: there is nothing in this file\n"
        " --> deities_of_the_old_kingdom/rules/3_actions.rules:1:1\n"
        "  |\n"
        "1 |\n"
        "  | ^\n"
        "  |\n"
        "  = help: write something into it, or delete the file"
    )
