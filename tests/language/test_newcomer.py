"""One slip at a time in the rules of a shipped game: one problem, at the slip, of the right kind.

The cases stand in `newcomer/<name>.md`: a heading, the file and the slug that is expected, and a
`diff` with whole lines. The problem must lie on a line that begins with `+`, or on the one that is
quoted below the diff behind `>`; warnings that follow from an error are allowed.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from interpreter.check.folder import check_folder
from interpreter.diagnostics import Report
from interpreter.diagnostics.render_text import render
from interpreter.load.resources import root

HERE = Path(__file__).parent / "newcomer"
GAMES = {"old_kingdom": "deities_of_the_old_kingdom"}
CASE = re.compile(
    r"^## (?P<title>[^\n]+)\n`(?P<file>[^`]+)` `(?P<slug>[^`]+)`\n```diff\n(?P<diff>.*?)^```\n"
    r"(?:> (?P<at>[^\n]+)\n)?",
    re.MULTILINE | re.DOTALL,
)
HONEST: dict[str, str] = {}
"""Slips that are told otherwise than one would wish, by title, with what is told and why."""
NOT_MENDED = {"A note without its sign", "The plural of a kind misspelt"}
"""Slips whose problem offers a fix that mends something else; its `help` says more."""


@dataclass(frozen=True)
class Slip:
    """One edit of one file of a game, and what is to be said of it."""

    game: str
    title: str
    file: str
    slug: str
    old: str
    new: str
    at: str


def slips() -> list[Slip]:
    """All cases, in the order of the files."""
    found = []
    for path in sorted(HERE.glob("*.md")):
        for case in CASE.finditer(path.read_text(encoding="utf-8")):
            lines = case["diff"].splitlines(keepends=True)
            old = "".join(line[1:] for line in lines if line.startswith("-"))
            new = "".join(line[1:] for line in lines if line.startswith("+"))
            at = (case["at"] or "").strip()
            slip = Slip(GAMES[path.stem], case["title"], case["file"], case["slug"], old, new, at)
            found.append(slip)
    return found


SLIPS = slips()


def problems(slip: Slip, folder: Path) -> tuple[Report, set[int]]:
    """Give what is wrong with the game after the edit, and the numbers of the lines that it
    wrote."""
    game = folder / slip.game
    # Without the tests of the game: they would name what is missing, too.
    shutil.copytree(root() / "games" / slip.game, game, ignore=shutil.ignore_patterns("tests"))
    path = game / slip.file
    text = path.read_text(encoding="utf-8")
    before, found, after = text.partition(slip.old)
    assert found, f"{slip.file} does not hold the lines of the diff"
    path.write_text(before + slip.new + after, encoding="utf-8")
    first = before.count("\n") + 1
    kept = slip.old.splitlines()
    lines = {first + at for at, line in enumerate(slip.new.splitlines()) if line not in kept} or {
        first,
        first + slip.new.count("\n"),
    }
    return checked(game), lines


def checked(game: Path) -> Report:
    """Every problem of a game's folder."""
    report = Report()
    check_folder(game, report)
    return report


@pytest.mark.parametrize("slip", SLIPS, ids=[s.title.replace(" ", "-") for s in SLIPS])
def test_one_slip_is_one_problem_where_it_was_made(slip: Slip, tmp_path: Path):
    report, lines = problems(slip, tmp_path)
    told = "\n\n".join(render(d) for d in report.sorted())
    wanted = report.errors or report.found
    assert [d.slug for d in wanted] == [slip.slug], told
    span = wanted[0].label.span
    if slip.at:
        assert span.source.line(span.line).strip() == slip.at, told
    else:
        assert span.source.path.endswith(slip.file), told
        assert span.line in lines, told


@pytest.mark.parametrize("slip", SLIPS, ids=[s.title.replace(" ", "-") for s in SLIPS])
def test_a_fix_mends_what_it_is_for(slip: Slip, tmp_path: Path):
    for d in problems(slip, tmp_path)[0].found:
        if d.fix is None or slip.title in NOT_MENDED:
            continue
        span, word = d.fix
        text = span.source.text
        path = Path(span.source.path)
        path.write_text(text[: span.start] + word + text[span.end :], encoding="utf-8")
        after = checked(tmp_path / slip.game)
        told = f"{word!r} in place of {span.text!r}\n" + "\n\n".join(map(render, after.found))
        if any(label.text == "here, too" for label in d.others):  # the next place is told
            assert all(one.label.span.start != d.label.span.start for one in after.errors), told
        else:
            assert not after.errors, told
        path.write_text(text, encoding="utf-8")


def test_there_are_many_slips_and_few_exceptions():
    assert len(SLIPS) - len(HONEST) >= 60
    assert len(HONEST) * 20 <= len(SLIPS)
    assert {s.title for s in SLIPS} >= set(HONEST)
