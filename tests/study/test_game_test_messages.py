"""What Rulewright says of tests that are wrong, and of games that do not do as a test says.

A file `messages/<slug>.md` holds cases: the test of a game in a block `test`, read beside the small
game of `tests/language/foxwood`, and in the block `message` all that is said of it, to the letter.
`make snap` writes the messages anew.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.diagnostics import Report, Source
from interpreter.diagnostics.catalogue import CATALOGUE
from interpreter.diagnostics.model import Diagnostic
from interpreter.diagnostics.render_text import render
from interpreter.load.game_folder import GameFiles
from interpreter.load.spanned import Spanned
from interpreter.load.yaml_source import load_yaml
from interpreter.testing.game_tests import suite_of

HERE = Path(__file__).parent
FOLDER = HERE / "messages"
TABLE = HERE.parent / "language" / "foxwood"
BLOCK = re.compile(r"^```(test|message)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

# It takes a game of its own to show these.
ELSEWHERE = {"wrong-turn", "no-end", "pinned-late", "given-undone"}
ELSEWHERE |= {"unknown-change"}  # tests/cli/test_mutants.py
ELSEWHERE |= {"taken-elsewhere", "cannot-lie-so"}
# Kinds of problem that are not only of tests.
SHARED = {
    "unknown-sentence",
    "unexpected-word",
    "unknown-action",
    "unknown-board",
    "setting-range",
    "outside-range",
    "always-so",
    "never-true",
}


def _yaml(name: str) -> Spanned:
    report = Report()
    read = load_yaml(Source(name, (TABLE / name).read_text(encoding="utf-8")), report)
    assert read is not None and not report.found
    return read


def foxwood(test: str) -> GameFiles:
    """Give the small game with a file of tests."""
    rules = Source("table.rules", (TABLE / "table.rules").read_text(encoding="utf-8"))
    return GameFiles(
        Path("foxwood"),
        _yaml("game.yaml"),
        (rules,),
        (_yaml("components.yaml"),),
        (Source("story.rules", test),),
        (),
    )


def problems(test: str) -> list[Diagnostic]:
    """All that is said of a test."""
    report = Report()
    suite = suite_of(foxwood(test), report)
    found = report.sorted()
    if suite is not None:
        assert not report.errors
        found += [problem for result in suite.run() for problem in result.problems]
    return found


def cases(path: Path) -> list[tuple[str, str]]:
    """Give the tests of a file, each with its message."""
    found: list[tuple[str, str]] = []
    for block in BLOCK.finditer(path.read_text(encoding="utf-8")):
        if block.group(1) == "test":
            found.append((block.group(2), ""))
        else:
            found[-1] = (found[-1][0], block.group(2))
    return found


def rewrite(path: Path) -> None:
    """Write every message of a file anew."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"\n*^```message\n.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)

    def with_message(block: re.Match[str]) -> str:
        said = "\n\n".join(render(d) for d in problems(block.group(2)))
        return f"{block.group(0)}\n\n```message\n{said}\n```"

    path.write_text(BLOCK.sub(with_message, text), encoding="utf-8")


PATHS = sorted(FOLDER.glob("*.md"))
CASES = [(path, number) for path in PATHS for number in range(len(cases(path)))]


@pytest.mark.parametrize(("path", "number"), CASES, ids=[f"{p.stem}-{n + 1}" for p, n in CASES])
def test_a_fault_is_told_in_these_words(path: Path, number: int, rewriting: bool):
    if rewriting:
        if number == 0:
            rewrite(path)
        return
    test, message = cases(path)[number]
    found = problems(test)
    assert "\n\n".join(render(d) for d in found) + "\n" == message
    assert path.stem in {d.slug for d in found}


def test_every_kind_of_problem_of_tests_has_samples():
    wanted = {e.slug for e in CATALOGUE.values() if e.code.startswith("T")}
    assert {path.stem for path in PATHS} == (wanted - ELSEWHERE) | SHARED


def test_messages_are_short_and_in_small_letters():
    for path in PATHS:
        for _, message in cases(path):
            for line in re.findall(r"^(?:error|warning)\[.*$", message, re.MULTILINE):
                sentence = line.partition(": ")[2]
                assert len(sentence) <= 72 and not sentence[:1].isupper(), line
                assert not sentence.endswith("."), line
