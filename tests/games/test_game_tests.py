"""Every test of every shipped game, one by one, and what is asked of the tests of a game."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest

from interpreter.diagnostics import Report
from interpreter.diagnostics.render_text import render
from interpreter.load.game_folder import files_below, list_games
from interpreter.load.overlay_files import own_variants
from interpreter.pipeline import load_folder
from interpreter.testing.coverage import measure
from interpreter.testing.game_tests import ScenarioResult, Suite, load_suite, run_marked

FOLDERS = {folder.name: folder for folder in list_games()}
LARGE = [
    "deities_domination",
    "deities_of_the_old_kingdom",
    "deukalion",
    "deus_ex_machina",
    "root",
]  # those made from a rulebook


def titles(folder: Path) -> list[str]:
    """Give the titles of a game's tests, in the order of its files."""
    files = files_below(folder / "tests", ".rules")
    return [t for f in files for t in re.findall(r'^test "([^"\n]*)"', f.read_text(), re.MULTILINE)]


TESTS = [(name, title) for name, folder in FOLDERS.items() for title in titles(folder)]


@cache
def suite_of(name: str) -> Suite:
    """Give the tests of a game, made ready once."""
    report = Report()
    suite = load_suite(FOLDERS[name], report)
    assert suite is not None, "\n".join(render(d) for d in report.errors)
    return suite


@cache
def result_of(name: str, title: str, variant: str = "") -> ScenarioResult:
    """How one test of a game went, or of its variant: each is run once, whoever asks."""
    suite = variant_of(name, variant) if variant else suite_of(name)
    return run_marked(*next(one for one in suite.tests if one[0].title == title))


@cache
def variant_of(name: str, variant: str) -> Suite:
    """Give the tests of a variant of a game."""
    stems = {Path(s.files.overlays[0].path).stem: s for s in suite_of(name).variants}
    return stems[variant]


def results_of(name: str, variant: str = "") -> list[ScenarioResult]:
    """How all tests of a game went, or of its variant; all of them can be read."""
    suite = variant_of(name, variant) if variant else suite_of(name)
    assert suite.unfit == []
    return [result_of(name, test.title, variant) for test, _ in suite.tests]


@pytest.fixture
def ready(game: str) -> None:
    """Read a game before its first test begins: what that takes is not the test's."""
    suite_of(game)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(("game", "title"), TESTS, ids=[f"{g}-{t}" for g, t in TESTS])
def test_a_game_does_as_its_tests_say(game: str, title: str):
    result = result_of(game, title)
    assert result.passed, "\n\n".join(render(d) for d in result.problems)


VARIANTS = [(name, path.stem) for name, folder in FOLDERS.items() for path in own_variants(folder)]


@pytest.mark.parametrize(("game", "variant"), VARIANTS, ids=[f"{g}-{v}" for g, v in VARIANTS])
def test_a_variant_does_as_its_tests_say(game: str, variant: str):
    results = results_of(game, variant)
    assert len(results) >= 2
    problems = [render(d) for result in results for d in result.problems]
    assert problems == []


@pytest.mark.parametrize(("game", "variant"), VARIANTS, ids=[f"{g}-{v}" for g, v in VARIANTS])
def test_a_variant_is_played_to_the_end(game: str, variant: str):
    own = variant_of(game, variant)
    report = Report()
    plan = load_folder(FOLDERS[game], report, overlays=own.files.overlays)
    assert plan is not None and report.found == [], [render(d) for d in report.found]
    # Each variant is played by another number of players: together they try all of them.
    counts = range(plan.least, plan.most + 1)
    players = counts[VARIANTS.index((game, variant)) % len(counts)]
    rng = Random(players)
    state = plan.start(players, players)
    for _ in range(40_000):
        if state.over:
            break
        plan.choose(state, rng.randrange(len(state.options)))
    assert state.over, f"{players} players"


def test_every_large_game_has_four_variants():
    for game in LARGE:
        assert len(own_variants(FOLDERS[game])) >= 4


@pytest.mark.parametrize("game", FOLDERS)
def test_every_title_is_found_once(game: str):
    assert [test.title for test, _ in suite_of(game).tests] == titles(FOLDERS[game])


CANNOT_BE = {
    # Nobody sees which contract comes next; who gives cards or treasures for one has been found to
    # have them.
    "deukalion": [
        "nothing there for `choose card from your hand`",
        "nothing there for `choose colour from colours`",
    ],
    # What asks for a choice is only carried out where there is one; other factions may come to
    # lack what these have; and who revolts has cleared the place before.
    "root": [
        "not `room_for of building at clearing for you`",
        *(
            f"nothing there for `{question}`"
            for question in (
                "choose side from factions",
                "pick prize from rival's hand",
                "choose origin from clearings",
                "choose goal from clearings next to origin",
                "choose count from 1 to (warriors_of of you at origin)",
                "choose clearing from clearings",
                "choose rival from other players",
                "choose token from side tokens in battlefield's tokens",
                "choose building from side buildings in battlefield's built",
                "choose source from clearings in (the group of clearings around clearing where"
                " you rule it)",
                "choose card from your supporters",
            )
        ),
    ],
}
"""Ways that must be said, and that are never gone."""


@pytest.mark.parametrize("game", LARGE)
def test_every_rule_of_the_book_is_cited_and_every_line_is_reached(game: str):
    suite = suite_of(game)
    results = results_of(game)
    for name, variant in VARIANTS:
        results += results_of(game, variant) if name == game else []
    found = measure(suite.program, suite.ways, suite.cites, results)
    assert found.uncited == [] and found.unreached_cites == []
    assert {way.says for way in found.ways} == set(CANNOT_BE.get(game, []))
    assert [one.name for one in (*found.rules, *found.cards)] == []
    assert {path: lines for path, lines in found.missed.items() if lines} == {}


@pytest.mark.parametrize("game", LARGE)
def test_every_worked_example_has_a_test(game: str):
    suite = suite_of(game)
    examples = {cite for cite in suite.program.citations if cite.startswith("S-")}
    assert examples == {c for test, _ in suite.tests for c in test.cites if c.startswith("S-")}


MOST_LINES = {
    "deukalion": ("rules", 800),
    "deities_domination": ("rules", 1000),
    "root": (".", 2500),
}
"""How many lines of rules a game may have; of Root the components are counted, too."""


@pytest.mark.parametrize("game", MOST_LINES)
def test_the_rules_are_short_enough_to_be_read(game: str):
    below, most = MOST_LINES[game]
    counted = [below] if below == "rules" else ["rules", "components"]
    files = [f for name in counted for f in (FOLDERS[game] / name).rglob("*.*")]
    assert sum(len(f.read_text(encoding="utf-8").splitlines()) for f in files) < most


NAMED = {
    "deities_domination": ["god", "intensification", "card"],
    "deukalion": ["card", "contract"],
    "root": ["character", "fury_card", "leader"],
}
"""Kinds of which each distinct component is named by a test of the game: it is played there, or
what it does is refused."""


@pytest.mark.parametrize(("game", "kind"), [(g, k) for g, kinds in NAMED.items() for k in kinds])
def test_each_of_a_kind_is_named_by_a_test(game: str, kind: str):
    files = files_below(FOLDERS[game] / "tests", ".rules")
    words = {word for f in files for word in re.findall(r"\w+", f.read_text(encoding="utf-8"))}
    designs = [one.id for one in suite_of(game).program.kinds[kind].designs]
    assert designs and [one for one in designs if one not in words] == []
