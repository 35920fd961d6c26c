"""Pages about problems: every kind has one, and each of its examples does what the page says.

`make snap` writes the messages of the pages anew.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from interpreter.check.lints.not_yet import not_played_yet
from interpreter.check.overlays.attribution import read_game as read_rules
from interpreter.cli import main
from interpreter.diagnostics import Report, Source
from interpreter.diagnostics.catalogue import CATALOGUE
from interpreter.diagnostics.render_text import render
from interpreter.load.game_folder import GameFiles, find_game, schema, validate_game
from interpreter.load.json_schema import validate
from interpreter.load.overlay_files import find_overlay
from interpreter.load.yaml_source import load_yaml
from interpreter.testing.game_tests import suite_of
from interpreter.tools import pages
from interpreter.tools.pages import FOLDER, UnknownKind, find, page_of
from tests.language.test_messages import NOT_OF_THE_TABLE, Game, texts_of

ODD = {
    "type": "object",
    "properties": {"odd": {"not": {"const": 3}, "description": "any number but 3"}},
}


def found_in(examples, tmp_path) -> Report:
    """Everything that is wrong with an example, whatever it is."""
    report = Report()
    for label, text in examples.items():
        if label == "name":
            find_game(text.strip(), report)
            return report
        if label == "variant name":
            (tmp_path / "variants").mkdir(exist_ok=True)
            (tmp_path / "variants" / "quick_game.rules").write_text("# a variant\n")
            find_overlay(text.strip(), tmp_path, report)
            return report
        if label.startswith("yaml"):
            read = load_yaml(Source("game.yaml", text), report)
            forms = {"yaml game": schema("game"), "yaml odd": ODD}
            if read is not None and label in forms:
                validate(read, forms[label], report, "game")
            if read is not None and label == "yaml components":
                small = files_of({}, tmp_path)
                validate_game(replace(small, components=(read,)), report)
            return report
    files = files_of(examples, tmp_path)
    if "test" in examples:
        suite = suite_of(files, report)
        if suite is not None:
            report.found += [problem for result in suite.run() for problem in result.problems]
        return report
    overlays = tuple(
        Source(f"{label.replace(' ', '_')}.rules", text)
        for label, text in examples.items()
        if label.startswith("variant")
    )
    context = read_rules(replace(files, overlays=overlays), report)
    program = context.program if context is not None and not report.errors else None
    told = {(d.label.span.source.path, d.label.span.start) for d in report.errors}
    more = Report()
    validate_game(files, more)
    report.found += [
        d
        for d in more.found
        if d.code.startswith("C")
        and d.label.span.source.path == "more.yaml"
        and "source: " in examples.get("components", "")
        and (d.label.span.source.path, d.label.span.start) not in told
    ]
    if program is not None and not report.errors:
        not_played_yet(program, report)
    return report


def files_of(examples, tmp_path) -> GameFiles:
    """Give the small game with an example."""
    alone = "rules alone" in examples
    texts = texts_of(
        Game(
            examples.get("rules alone") or examples.get("rules", ""),
            examples.get("card", ""),
            examples.get("components", ""),
            examples.get("game", ""),
            alone=alone,
        )
    )
    read = {
        path: load_yaml(Source(path, text), Report())
        for path, text in texts.items()
        if path.endswith(".yaml")
    }
    yaml = {path: one for path, one in read.items() if one is not None}
    files = GameFiles(
        Path("foxwood"),
        yaml.pop("game.yaml"),
        tuple(Source(path, text) for path, text in texts.items() if path.endswith(".rules")),
        tuple(yaml.values()),
        (),
        (),
    )
    if "test" not in examples:
        return files
    return replace(files, tests=(Source("story.rules", examples["test"]),))


def typed(text: str, capsys, monkeypatch, tmp_path) -> str:
    """Give what the last of some commands says; they are carried out in an empty folder."""
    folder = tmp_path / f"run_{len(list(tmp_path.iterdir()))}"
    folder.mkdir()
    monkeypatch.chdir(folder)
    said = ""
    for line in text.splitlines():
        assert line.startswith("$ ")
        capsys.readouterr()
        if line.startswith("$ rulewright "):
            main.run(line.split()[2:])
            told = capsys.readouterr()
            said = f"{told.out}\n{told.err}"
        else:
            subprocess.run(["sh", "-c", line[2:]], check=True, cwd=folder)
    return said


CODE = re.compile(r"(?:error|warning)\[([A-Z]\d+) ")
BY_HAND = sorted(slug for slug in CATALOGUE if "console" in page_of(slug).wrong)
BY_CHECK = sorted(set(CATALOGUE) - set(BY_HAND))


def rewrite(slug: str, message: str) -> None:
    path = FOLDER / f"{slug}.md"
    text = path.read_text(encoding="utf-8")
    new = re.sub(
        r"^```message\n.*?^```$",
        lambda _: f"```message\n{message}```",
        text,
        flags=re.MULTILINE | re.DOTALL,
    )
    path.write_text(new, encoding="utf-8")
    page_of.cache_clear()


@pytest.mark.parametrize("slug", BY_CHECK)
def test_the_wrong_example_gets_this_message_and_the_right_one_does_not(slug, tmp_path, rewriting):
    page = page_of(slug)
    report = found_in(page.wrong, tmp_path)
    message = "\n\n".join(render(d) for d in report.sorted()) + "\n"
    if rewriting:
        rewrite(slug, message)
    else:
        assert message == page.message
    assert [d.slug for d in report.found] == [slug], message
    after = found_in({**page.wrong, **page.right}, tmp_path)
    told = "\n\n".join(render(d) for d in after.sorted())
    assert not after.errors and slug not in {d.slug for d in after.found}, told


@pytest.mark.parametrize("slug", BY_HAND)
def test_what_is_typed_gets_this_message_and_the_right_way_does_not(
    slug, capsys, monkeypatch, tmp_path, rewriting
):
    page = page_of(slug)
    said = typed(page.wrong["console"], capsys, monkeypatch, tmp_path)
    parts = r"\n\n(?=\S)|(?=^\d+ files?: )|(?=^(?:error|warning)\[)"
    problem = re.split(parts, said.strip("\n") + "\n", flags=re.MULTILINE)
    kept = [part for part in problem if CODE.match(part)]
    message = "".join(kept).rstrip("\n") + "\n"
    if rewriting:
        rewrite(slug, message)
    else:
        assert message == page.message
    assert set(CODE.findall(said)) == {CATALOGUE[slug].code}, said
    after = typed(page.right["console"], capsys, monkeypatch, tmp_path)
    assert not CODE.findall(after), after


def test_no_kind_of_problem_lacks_a_page():
    assert {path.stem for path in FOLDER.glob("*.md")} == set(CATALOGUE)


@pytest.mark.parametrize("slug", sorted(CATALOGUE))
def test_a_page_is_whole_and_speaks_of_the_table(slug):
    text = (FOLDER / f"{slug}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {slug}\n")
    page = page_of(slug)
    assert page.paragraphs and page.wrong and page.right and page.message
    assert page.wrong != page.right
    words = re.sub(r"`[^`]*`", "", " ".join(page.paragraphs))
    ours = NOT_OF_THE_TABLE.sub(
        lambda m: "" if m.group() in {"YAML", "JSON", "wrong", "type"} else m.group(), words
    )
    assert not NOT_OF_THE_TABLE.search(ours), NOT_OF_THE_TABLE.search(ours)


@pytest.mark.parametrize(
    "name", ["N201", "n201", "unknown-name", "Unknown-Name", "[N201 unknown-name]"]
)
def test_a_kind_is_found_by_code_and_slug(name):
    assert find(name).slug == "unknown-name"


@pytest.mark.parametrize(
    ("name", "close"), [("unknown-nam", "unknown-name"), ("N20l", "N201"), ("qqq", None)]
)
def test_a_slip_in_the_name_of_a_kind(name, close):
    with pytest.raises(UnknownKind) as told:
        find(name)
    assert told.value.close == close or (close == "N201" and told.value.close)


def test_labels_are_known():
    from interpreter.cli.commands.explain import STAGES, WHERE

    for slug in CATALOGUE:
        page = page_of(slug)
        assert set(page.wrong) | set(page.right) <= set(WHERE)
    assert {entry.code[0] for entry in CATALOGUE.values()} == set(STAGES)
    assert pages.FOLDER.is_dir()
