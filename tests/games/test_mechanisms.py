"""The handbook of mechanisms: each page has its shape, and its game is well-formed and played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import interpreter as rw
from interpreter.check.folder import check_folder
from interpreter.diagnostics import Report, Source
from interpreter.diagnostics.render_text import render
from interpreter.load.game_folder import list_games
from interpreter.load.handbook import FOLDER, Mechanism, mechanism, mechanisms
from interpreter.load.resources import root
from interpreter.simulation.random_games import LIMIT, RUNAWAY
from interpreter.testing.game_tests import load_suite
from interpreter.tools import formatting

PAGES = mechanisms()
INDEX = (root() / FOLDER / "README.md").read_text(encoding="utf-8")
SHORTEST, LONGEST = 10, 40
GAMES = 200
MOST = 20_000
"""Questions of a game, of which none here asks nearly as many."""


def written(page: Mechanism, folder: Path) -> Path:
    """Write the game of a page into a folder of its own."""
    made = folder / page.id
    for path, text in page.files(page.id).items():
        (made / path).parent.mkdir(parents=True, exist_ok=True)
        (made / path).write_text(text, encoding="utf-8")
    return made


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.id)
def test_a_page_has_the_shape_of_all(page):
    labels = re.findall(r"^```(\S.*)$", page.page, re.MULTILINE)
    kinds = " ".join("table" if re.match("(csv|yaml) ", one) else one for one in labels)
    assert re.fullmatch(r"yaml( table)* rules( rules variant)+( rules test)+", kinds), kinds
    assert re.findall(r"^## (.*)$", page.page, re.MULTILINE) == ["Varied", "Test"]
    lines = [line for text in page.fences("rules") for line in text.splitlines() if line.strip()]
    assert SHORTEST <= len(lines) <= LONGEST, len(lines)
    assert len(re.findall(r"[.!?](?= |$)", page.about)) == 2, page.about
    assert page.id not in {folder.name for folder in list_games()}
    assert all(mechanism(name) is page for name in (page.id, page.title, *page.names))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.id)
def test_its_game_has_no_fault_and_its_tests_pass(page, tmp_path):
    folder, report = written(page, tmp_path), Report()
    check_folder(folder, report, tests=True)
    suite = load_suite(folder, report)
    assert [render(one) for one in report.sorted()] == []
    assert suite is not None
    results = suite.run() + [one for variant in suite.variants for one in variant.run()]
    assert results and [render(d) for one in results for d in one.problems] == []
    for path in sorted(folder.rglob("*.rules")):
        text = path.read_text(encoding="utf-8")
        assert formatting.rules(Source(path.name, text), Report()) == text, path.name


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.id)
def test_random_games_of_it_end(page, tmp_path):
    folder = written(page, tmp_path)
    for variants in ([], *([path.stem] for path in sorted(folder.glob("variants/*.rules")))):
        game = rw.load(str(folder), variants=variants)
        each = GAMES // (game.most - game.least + 1) if not variants else GAMES // 10
        for players in range(game.least, game.most + 1):
            outcomes = list(game.play_many(each, players, most=MOST))
            endings = {one.ending for one in outcomes}
            assert len(outcomes) == each and not endings & {LIMIT, RUNAWAY}, (variants, players)


def test_every_page_is_listed_and_every_listed_page_is_there():
    listed = re.findall(r"\]\(([a-z0-9_]+)\.md\)", INDEX)
    assert sorted(set(listed)) == sorted(page.id for page in PAGES)


def test_names_lead_to_one_page_each():
    named = [mechanism(name) for page in PAGES for name in (page.id, page.title, *page.names)]
    meant = [page for page in PAGES for _ in (page.id, page.title, *page.names)]
    assert named == meant
