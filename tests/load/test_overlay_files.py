"""Files of house rules: which they are, for which game, and what is said where there is none."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from interpreter.diagnostics import Report, Source
from interpreter.diagnostics.render_text import render
from interpreter.load.overlay_files import (
    base_of,
    digest_of,
    find_overlay,
    game_around,
    is_overlay,
    neighbours,
    part_of,
    read_overlay,
    rules_of,
    title_of,
)
from interpreter.syntax.parser import parse_rules

CALM = 'variant "Calm seas" for pirates 1\n    set wind to 0\n'


@pytest.fixture
def pirates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the folder of a game with two variants."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "pirates"
    for name in ("rules", "tests", "variants"):
        (folder / name).mkdir(parents=True)
    (folder / "game.yaml").write_text("id: pirates\n")
    for name in ("calm_seas", "storm"):
        (folder / "variants" / f"{name}.rules").write_text(CALM)
    for name in ("rules", "tests"):
        (folder / name / "base.rules").write_text("")
    return folder


def test_rules_and_tests_of_a_game_are_no_overlays(pirates: Path):
    assert not is_overlay(pirates / "rules" / "base.rules")
    assert not is_overlay(pirates / "tests" / "base.rules")
    assert not is_overlay(pirates / "game.yaml")
    assert is_overlay(pirates / "variants" / "storm.rules")
    lone = pirates.parent / "rules.rules"
    lone.write_text(CALM)
    assert is_overlay(lone)


def test_a_file_belongs_to_the_part_of_the_game_in_which_it_lies(pirates: Path):
    for part in ("rules", "tests"):
        for inside in ("ships", "ships/tall"):
            (pirates / part / inside).mkdir(parents=True, exist_ok=True)
            path = pirates / part / inside / "sloop.rules"
            path.write_text("")
            assert part_of(path) == part
            assert game_around(path) == pirates
            assert not is_overlay(path)
    drafts = pirates / "house" / "rules"
    drafts.mkdir(parents=True)
    (drafts / "mine.rules").write_text(CALM)
    assert part_of(drafts / "mine.rules") is None
    assert is_overlay(drafts / "mine.rules")
    assert part_of(pirates / "variants" / "storm.rules") == "variants"
    assert part_of(pirates / "game.yaml") is None


@pytest.mark.parametrize("gaps", list(product(("", " ", "  ", " the ", " a an "), repeat=3)))
@pytest.mark.parametrize("first", ["", "a ", "the an "])
def test_a_heading_is_read_as_the_grammar_reads_it(pirates: Path, first: str, gaps):
    text = '{}variant{}"Calm"{}for{}pirates 1\n    set wind to 0\n'.format(first, *gaps)
    source = Source(str(pirates.parent / "mine.rules"), text)
    read = parse_rules(source, Report())
    path = base_of(pirates.parent / "mine.rules", source, Report())
    assert (path == pirates) == bool(read)
    if read:
        assert title_of(source) == "Calm"
        tested = f'{text}a test "It is calm"\n    given 2 players: ann, ben\n'
        assert rules_of(Source("", tested)) == text.strip()


def found(given: str, folder: Path) -> str:
    report = Report()
    path = find_overlay(given, folder, report)
    if path is None:
        [problem] = report.found
        return render(problem)
    assert not report.found
    return path.name


def test_a_variant_is_found_by_its_name_or_as_a_file(pirates: Path):
    for given in ("storm", "Storm", " storm ", "pirates/variants/storm.rules"):
        assert found(given, pirates) == "storm.rules"
    assert found("calm-seas", pirates) == "calm_seas.rules"


def test_a_variant_that_is_not_there(pirates: Path):
    assert found("strom", pirates) == (
        "error[O906 missing-variant]: this game has no variant called `strom`\n"
        " --> command line:1:1\n"
        "  |\n"
        "1 | strom\n"
        "  | ^^^^^\n"
        "  |\n"
        "  = note: the variants are: `calm_seas`, `storm`\n"
        "  = help: did you mean `storm`?"
    )
    assert "did you mean `pirates/variants/storm.rules`?" in found(
        "pirates/variants/strom.rules", pirates
    )
    assert "there is no file `" in found("x" * 5000 + ".rules", pirates)


def test_the_game_of_an_overlay(pirates: Path):
    report = Report()
    inside = pirates / "variants" / "storm.rules"
    assert base_of(inside, Source("storm.rules", CALM), report) == pirates
    lone = pirates.parent / "mine.rules"
    lone.write_text(CALM)
    shipped = base_of(lone, Source("mine.rules", CALM.replace("pirates", "hex")), report)
    assert shipped is not None and shipped.name == "hex"
    assert not report.found


def test_an_overlay_in_the_folder_of_a_game_may_be_for_a_shipped_one(pirates: Path):
    beside = pirates / "mine.rules"
    beside.write_text(CALM)
    other = base_of(beside, Source("mine.rules", CALM.replace("pirates", "hex")), Report())
    assert other is not None and other.name == "hex"
    within = pirates / "variants" / "storm.rules"
    assert base_of(within, Source("x", CALM.replace("pirates", "hex")), Report()) == pirates


def test_a_game_of_ones_own_is_found_beside_an_overlay_or_further_up(pirates: Path):
    report = Report()
    for place in (".", "mine", "mine/deep/deeper"):
        lone = pirates.parent / place / "mine.rules"
        lone.parent.mkdir(parents=True, exist_ok=True)
        lone.write_text(CALM)
        found = base_of(lone, Source(lone.as_posix(), CALM), report)
        assert found is not None and found.resolve() == pirates.resolve(), place
    # A shipped game has to wait while one of its name lies beside the file.
    hexes = pirates.parent / "hex"
    hexes.mkdir()
    (hexes / "game.yaml").write_text("id: hex\n")
    own = base_of(
        pirates.parent / "mine.rules", Source("x", CALM.replace("pirates", "hex")), report
    )
    assert own == hexes
    assert not report.found


def test_a_game_may_lie_in_a_folder_of_another_name(pirates: Path):
    pirates.rename(pirates.parent / "my second try")
    found = base_of(pirates.parent / "mine.rules", Source("mine.rules", CALM), Report())
    assert found == pirates.parent / "my second try"


def test_a_game_beside_an_overlay_may_have_been_meant(pirates: Path):
    report = Report()
    text = CALM.replace("pirates", "priates")
    assert base_of(pirates.parent / "mine.rules", Source("mine.rules", text), report) is None
    [problem] = report.found
    assert problem.fix is not None and problem.fix[1] == "pirates"
    assert problem.helps == ("did you mean `pirates`?",)


def test_neighbours_are_the_other_overlays_of_a_folder(pirates: Path):
    for name in ("1 a", "b"):
        (pirates.parent / f"{name}.rules").write_text(CALM)
    found = neighbours([Source("b.rules", CALM), Source("gone.rules", CALM)], pirates)
    assert [path.name for path in found] == ["1 a.rules"]


def test_the_variants_of_a_game_are_known_without_looking(pirates: Path):
    (pirates / "variants").mkdir(exist_ok=True)
    for name in ("a", "b"):
        (pirates / "variants" / f"{name}.rules").write_text(CALM)
    assert neighbours([Source("pirates/variants/a.rules", CALM)], pirates) == []


def test_a_game_that_is_not_there(pirates: Path):
    report = Report()
    text = 'variant "X" for go_fihs 1\n    set wind to 0\n'
    assert base_of(pirates.parent / "mine.rules", Source("mine.rules", text), report) is None
    [problem] = report.found
    told = render(problem)
    assert told.startswith(
        "error[O907 missing-base]: no game is called `go_fihs`\n"
        " --> mine.rules:1:17\n"
        "  |\n"
        '1 | variant "X" for go_fihs 1\n'
        "  |                 ^^^^^^^ the game to change\n"
    )
    assert told.endswith("  = help: did you mean `go_fish`?")
    assert problem.fix is not None and problem.fix[1] == "go_fish"


def test_a_link_out_of_the_folder_of_variants_is_not_followed(pirates: Path):
    secret = pirates.parent / "secret.txt"
    secret.write_text("secret\n")
    link = pirates / "variants" / "link.rules"
    link.symlink_to(secret)
    report = Report()
    assert read_overlay(link, report) is None
    assert [one.slug for one in report.found] == ["outside-folder"]


def test_the_tests_of_an_overlay_are_no_part_of_its_rules():
    test = '\ntest "A test"\n    given 2 players: red, blue\n\n    expect wind is 0\n'
    assert title_of(Source("x.rules", CALM)) == "Calm seas"
    assert rules_of(Source("x.rules", test + CALM + test)) == CALM.strip()
    assert digest_of(Source("x", CALM)) == digest_of(Source("x", CALM + test))
    assert digest_of(Source("x", CALM)) != digest_of(Source("x", CALM.replace("0", "1")))
