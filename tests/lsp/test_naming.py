"""Every use of a name, and another name for it: tried on the whole game first."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.check.folder import check_folder
from interpreter.diagnostics import Report, Source
from interpreter.load.overlay_files import path_of
from interpreter.load.resources import root
from interpreter.lsp.mentions import mentions
from interpreter.lsp.symbol_renaming import RenameRefused, renamed, used

PIG = root() / "games" / "classics" / "pig"


@pytest.fixture
def pig(tmp_path):
    """Give a copy of Pig, with its tests."""
    folder = tmp_path / "pig"
    for path in PIG.rglob("*"):
        if path.is_file():
            copy = folder / path.relative_to(PIG)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    return folder


def test_every_use_is_found_in_rules_and_tests_and_none_in_words_for_people(pig):
    spans = used(pig, {}, "turn_total")
    assert all(span.text == "turn_total" for span in spans)
    files = {path_of(span.source).parent.name for span in spans}
    assert files == {"pig", "rules", "tests", "variants"}  # game.yaml shows it
    there = sum(
        line.partition("#")[0].count("turn_total")
        for path in pig.glob("*/*.rules")
        for line in path.read_text(encoding="utf-8").splitlines()
        if '"' not in line
    )
    assert len(spans) >= there > 5
    assert used(pig, {}, "points") == []  # a word of titles alone


def test_a_name_is_exchanged_everywhere_and_the_game_stays_whole(pig):
    spans = renamed(pig, {}, "turn_total", "so_far_won")
    by_file: dict[Path, list] = {}
    for span in spans:
        by_file.setdefault(path_of(span.source), []).append(span)
    assert len(by_file) >= 2
    for path, there in by_file.items():
        text = path.read_text(encoding="utf-8")
        for span in reversed(there):
            text = text[: span.start] + "so_far_won" + text[span.end :]
        path.write_text(text, encoding="utf-8")
    assert used(pig, {}, "turn_total") == []
    report = Report()
    check_folder(pig, report, tests=True)
    assert report.found == []


@pytest.mark.parametrize(
    ("name", "new", "told"),
    [
        ("turn_total", "Total", "`Total` is no name: names are small letters, digits and `_`"),
        ("turn_total", "choose", "`choose` is a word of the language"),
        ("turn_total", "gain", "`gain` is a word of the language"),
        ("turn_total", "score", "`score` stands in this game already"),
    ],
)
def test_a_name_that_cannot_be_given_is_refused_with_the_reason(pig, name, new, told):
    with pytest.raises(RenameRefused, match="^" + told.replace("(", "\\(") + "$"):
        renamed(pig, {}, name, new)


@pytest.mark.parametrize(
    ("file", "marked"),
    [
        ("a.rules", 'gain 2 <silver> "silver" # silver'),
        ("a.rules", 'action sell says "sell silver for {<silver> of you}"'),
        ("game.yaml", "options:\n- name: <silver>\n- title: my silver"),
        ("game.yaml", "layout:\n  table: {counts: {silver: most <silver>}}"),
        ("game.yaml", "layout:\n  a:\n    counts:\n      silver: <silver> of it\nx: no silver"),
        ("game.yaml", 'layout:\n  hide: [card.<silver>]\n  <silver>: {face: "{<silver>} silver"}'),
        ("components/c.yaml", "- id: <silver>\n  text: has silver\n  cost: {<silver>: 2}"),
        ("components/c.yaml", "- rules: |\n    gain 1 <silver>\n  a: [<silver>]\n  text: a silver"),
        ("components/c.csv", "id,<silver>\n<silver>,my silver\nb,<silver>"),
    ],
)  # fmt: skip
def test_a_name_is_found_where_it_is_meant(file, marked):
    text = re.sub("[<>]", "", marked)
    found, at = "", 0
    for span in mentions(Source(file, text), "silver"):
        found += f"{text[at : span.start]}<{span.text}>"
        at = span.end
    assert found + text[at:] == marked


def test_unsaved_texts_count(pig):
    (rules,) = pig.glob("rules/*.rules")
    text = (
        rules.read_text(encoding="utf-8")
        + "\n# turn_total\ndefine twice_it: answer 2 times turn_total\n"
    )
    before, after = (
        used(pig, {}, "turn_total"),
        used(pig, {rules.resolve(): text.encode()}, "turn_total"),
    )
    assert len(after) == len(before) + 1
