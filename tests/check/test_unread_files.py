"""A file that cannot be read is one fault: nobody is blamed for naming what stands in it, and
nothing is called missing or unused that it may hold."""

from __future__ import annotations

import re
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
    """Give a copy of a game with components in several files."""
    return shutil.copytree(root() / "games" / GAME, tmp_path / GAME)


def told(folder: Path) -> list[str]:
    """Give the kinds of all problems."""
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


SLIPS = {
    "an id without its colon": (r"^- id: ", "- id ", "missing-colon"),
    "an id without its dash": (r"^- id: ", "  id: ", "duplicate-key"),
    "a dash without its space": (r"^- id: ", "-id: ", "dash-space"),
    "an id that is misspelt": (r"^- id: ", "- di: ", "unknown-key"),
    "an id that is empty": (r"^- id: \w+", "- id:", "wrong-kind"),
    "a title without its colon": (r"^  title: ", "  title ", "missing-colon"),
    "a title behind a tab": (r"^  title: ", "\ttitle: ", "tab-indent"),
    "a title too far in": (r"^  title: ", "   title: ", "wrong-indent"),
    "a title without its space": (r"^  title: ", "  title:", "missing-colon"),
    "a quote that is not closed": (r"^  title: ", '  title: "', "open-quote"),
}
"""What is meant, what is written, and the one problem that this is."""
PLACES = [
    ("deus_ex_machina", "gods.yaml"),
    ("deus_ex_machina", "objectives.yaml"),
    (GAME, "dice.yaml"),
    (GAME, "eclipses.yaml"),
]


@pytest.mark.parametrize(("game", "name"), PLACES)
@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_the_second_component_of_a_file_is_one_fault(tmp_path, game, name, slip):
    meant, written, fault = SLIPS[slip]
    folder = shutil.copytree(root() / "games" / game, tmp_path / game)
    path = folder / "components" / name
    text = path.read_text(encoding="utf-8")
    second = list(re.finditer(meant, text, re.MULTILINE))[1]
    path.write_text(f"{text[: second.start()]}{written}{text[second.end() :]}", encoding="utf-8")
    assert told(folder) == [fault]


def test_a_component_that_nobody_has_is_told_beside_one_that_lost_its_name(tmp_path):
    folder = shutil.copytree(root() / "games" / "deus_ex_machina", tmp_path / "deus_ex_machina")
    gods, heroes = (folder / "components" / name for name in ("gods.yaml", "heroes.yaml"))
    spoil(gods, gods.read_text(encoding="utf-8").replace("- id: hera", "- di: hera"))
    text = heroes.read_text(encoding="utf-8").replace("favoured_by: zeus", "favoured_by: saturn", 1)
    spoil(heroes, text)
    assert told(folder) == ["unknown-key", "unknown-value"]
