"""Games of very many files: the work grows with their number, not as its square."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from interpreter.check.folder import check_folder
from interpreter.cli.commands.new import SKELETON
from interpreter.diagnostics import Report
from interpreter.diagnostics.model import MOST
from interpreter.load import result_cache
from tests.effort import effort

pytestmark = pytest.mark.slow

EVENLY = 9.0  # for four times as many: between four and sixteen times as much


@pytest.fixture(autouse=True)
def nothing_is_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(result_cache, "find", lambda _: None)


def game(folder: Path, part: str, suffix: str, text: str, many: int) -> Path:
    """Give the game of `rulewright new` with so many files more in one of its folders."""
    shutil.copytree(SKELETON, folder)
    path = folder / "game.yaml"
    named = path.read_text("utf-8").replace(f"id: {SKELETON.name}", f"id: {folder.name}")
    path.write_text(named, encoding="utf-8")
    (folder / part).mkdir(exist_ok=True)
    for number in range(many):
        (folder / part / f"f{number}{suffix}").write_text(text.format(number), encoding="utf-8")
    return folder


def work(folder: Path) -> tuple[float, Report]:
    """How long a check takes, and what it finds."""
    reports: list[Report] = []

    def check() -> None:
        reports.append(Report())
        check_folder(folder, reports[-1], None, True)

    return effort(check, attempts=2), reports[-1]


BROKEN = 'variant "V" for x 1\n '
CARD = "cards:\n- {{id: card_{0}, title: K, steps: 1, weather: sun, source: common}}\n"


@pytest.mark.parametrize(
    ("part", "suffix", "text", "few"),
    [("variants", ".rules", BROKEN, 60), ("components", ".yaml", CARD, 250)],
)
def test_four_times_the_files_are_four_times_the_work(tmp_path, part, suffix, text, few):
    work(game(tmp_path / "first", part, suffix, text, 1))  # what is imported and built once
    some, _ = work(game(tmp_path / "some", part, suffix, text, few))
    more, report = work(game(tmp_path / "more", part, suffix, text, 4 * few))
    assert more <= EVENLY * some
    assert len(report.errors) == (4 * few if part == "variants" else 0)


def test_of_very_many_broken_variants_no_more_are_told_than_anybody_reads(tmp_path):
    _, report = work(game(tmp_path / "g", "variants", ".rules", BROKEN, MOST + 40))
    assert len(report.errors) == MOST
