"""Damaged tables of components, laid-out positions and told positions.

Each case is a slip or two in a file that people write by hand: a spreadsheet of cards,
the `given` of a test, a position for `bot`. It is told at a place in the file, or it is carried
out; never anything else. A share runs with the other tests, two thousand of each with `make soak`.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from interpreter.diagnostics import Report, Source
from interpreter.load import result_cache
from interpreter.load.resources import root
from interpreter.sitting.positions import told_position
from interpreter.sitting.positions.position_file import PositionFile
from interpreter.testing.game_tests import load_suite, run_marked
from tests.fuzz import trial
from tests.fuzz.mutations import CHARACTERS, NUMBERS

FULL = 2_000
SHARE = 12
PARTS = re.compile(r'"[^"\n]*"|\w+|\n *|[^\w\s]| +')
POSITION = """\
with with_bot yes
given 2 players: red, blue
    clearing_12's standing holds 4 fury_warrior, 3 cat_warrior
    clearing_12's tokens holds 1 grudge
draws: fox_ambush
dice: 3 1
"""


def damaged(text: str, rng: Random) -> str:
    """Give a text with one to three slips, as hands and spreadsheets make them."""
    parts = PARTS.findall(text)
    for _ in range(rng.choice([1, 1, 2, 3])):
        at, sort = rng.randrange(len(parts)), rng.random()
        if sort < 0.2:
            del parts[at]
        elif sort < 0.35:
            parts.insert(at, rng.choice(parts))
        elif sort < 0.5:
            parts[at] = rng.choice(parts)
        elif sort < 0.6:
            parts[at] = rng.choice(NUMBERS)
        elif sort < 0.7:
            parts.insert(at, rng.choice(CHARACTERS))
        elif sort < 0.85 and len(parts[at]) > 2:
            cut = rng.randrange(1, len(parts[at]))
            parts[at] = parts[at][: cut - 1] + parts[at][cut:]
        else:
            lines = "".join(parts).split("\n")
            lines.insert(rng.randrange(len(lines)), rng.choice(lines))
            del lines[rng.randrange(len(lines))]
            parts = PARTS.findall("\n".join(lines))
    return "".join(parts)


def copied(name: str, path: str, rng: Random, into: Path) -> Path:
    """Give a shipped game in a folder of its own, with one file damaged."""
    folder = next((root() / "games").rglob(f"{name}/game.yaml")).parent
    target = into / name
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(folder, target)
    file = target / path
    made = damaged(file.read_text("utf-8"), rng)
    file.write_bytes(made.encode("utf-8", "surrogatepass"))
    return target


def table(number: int, into: Path) -> str:
    """Components in a table: the game is refused at a place, or played."""
    rng = Random(number)
    name = ("splendor", "oh_hell", "hanabi")[number % 3]
    folder = copied(name, "components/cards.csv", rng, into)
    return trial.attempt(folder, number).outcome


def layout(number: int, into: Path) -> str:
    """Give what a test lays out: its file is refused at a place, or its tests are run."""
    rng = Random(number)
    name, path = (
        ("hearts", "tests/hearts.rules"),
        ("coup", "tests/coup.rules"),
        ("splendor", "tests/days.rules"),
    )[number % 3]
    folder = copied(name, path, rng, into)
    report = Report()
    with trial._guarded():
        suite = load_suite(folder, report)
        for diagnostic in report.found:
            trial._well_placed(diagnostic)
        if suite is None:
            assert report.errors, "refused without a word"
            return "rejected"
        for test, group in suite.tests:
            result = run_marked(test, group)
            for problem in result.problems:
                trial._well_placed(problem)
    return "played"


def position(number: int, into: Path) -> str:
    """Give a position that is told: refused at a place, or the turn is played from it."""
    told = Source("told.rules", damaged(POSITION, Random(number)))
    folder, report = root() / "games" / "root", Report()
    with trial._guarded():
        found = told_position.read(folder, told, report)
        if found is not None and not report.errors:
            made = PositionFile(found, report)
            sitting = made.sitting()
            if sitting is not None and made.seats.played:
                made.play(sitting, 1)
    for diagnostic in report.found:
        trial._well_placed(diagnostic)
    return "rejected" if report.errors else "played"


SORTS: dict[str, Callable[[int, Path], str]] = {
    "table": table, "layout": layout, "position": position,
}  # fmt: skip


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(result_cache, "save", lambda: None)
    yield
    result_cache._answers.clear()


def tried(sort: str, numbers: range, into: Path) -> set[str]:
    """Give what became of the cases; a fault of ours names its case."""
    found = set()
    for number in numbers:
        try:
            found.add(SORTS[sort](number, into))
        except Exception as fault:
            fault.add_note(f"{sort}, case {number}")
            raise
    return found


@pytest.mark.slow
@pytest.mark.parametrize("sort", SORTS)
def test_a_slip_is_told_at_its_place_or_does_no_harm(sort, tmp_path):
    assert "rejected" in tried(sort, range(SHARE), tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, FULL, 100))
@pytest.mark.parametrize("sort", SORTS)
def test_two_thousand_slips(sort, first, tmp_path):
    assert "rejected" in tried(sort, range(first, first + 100), tmp_path)
