"""The product plays as the plain interpreter does: shipped games, small ones, and games made by
lot.

How far somebody looks ahead where chance, others or hidden cards decide is left open by the
language; a game is followed up to the first decision that hangs on it.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from interpreter.backends.c.native import native_plan
from interpreter.diagnostics import Report, Source
from interpreter.load.overlay_files import own_variants, read_overlay
from interpreter.run.machine import Runaway
from tests import soaking
from tests.native.lockstep import compiler, native, same_game
from tests.reference import programs
from tests.reference.shrink import made_small
from tests.reference.side_by_side import Played, play, read_twice

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SHARED = (
    "interpreter.ir.declared",
    "interpreter.ir.nodes",
    "interpreter.ir.program",
    "interpreter.ir.standing",
    "interpreter.ir.types",
    "interpreter.language.verbs",
    "tests.reference",
)
"""What the plain interpreter may know of the product: the checked program, and names of verbs."""
BESIDE = (
    "side_by_side.py",
    "asked_twice.py",
    "shrink.py",
    "test_reference.py",
    "test_sentences.py",
)
SHIPPED = sorted(path.parent for path in (ROOT / "games").rglob("game.yaml"))
SMALL = sorted(path.parent for path in (ROOT / "tests" / "silent").glob("*/game.yaml"))
LOTS = 8  # games made by lot in one test


def same(
    folder: Path, seed: int, most: int, compiled: bool = False, laid: Sequence[Source] = ()
) -> Played | None:
    """Play a game, with house rules `laid` on it, in both, and `compiled`; None for one that the
    checker refuses."""
    read = read_twice(folder, laid)
    if read is None:
        return None
    plan, program = read
    players = program.least + seed % (program.most - program.least + 1)
    try:
        if compiled:
            same_game(plan, native_plan(plan, compiler()), program.least, seed, most)
        return play(plan, program, players, seed, most)
    except Runaway:  # the rules of the game go on and on: another test tells where
        return Played(0, [], True)


def made_by_lot(folder: Path, seed: int, compiled: bool = False) -> tuple[int, list[str]]:
    """Play a game made by lot in both; give how many decisions were the same, and how it differs,
    with the game made as small as it can be."""
    played = 0
    programs.write(folder / "lot", seed)
    for deal in (1, 2, 3):
        game = same(folder / "lot", deal, 40, compiled)
        if game is None:
            break
        played += game.decisions
        if game.found:
            small = smallest(folder / "lot", deal)
            told = [f"game {seed}, deal {deal}: {one}" for one in game.found]
            return played, [*told, small]
    return played, []


def smallest(folder: Path, deal: int) -> str:
    """Make a game that differs as small as it can be, in its folder; give its rules."""
    rules = folder / "rules" / "lot.rules"

    def differs(text: str) -> bool:
        rules.write_text(text, encoding="utf-8")
        try:
            game = same(folder, deal, 40)
        except Exception:  # another fault than the one that is looked for
            return False
        return game is not None and bool(game.found)

    made = made_small(rules.read_text(encoding="utf-8"), differs)
    rules.write_text(made, encoding="utf-8")
    return made


def test_a_game_that_differs_is_made_small():
    text = "turn a\n    gain 1 gold\n    if so\n        lose 1 gold\n        pay 2 gold\nrule b\n"
    small = "turn a\n    if so\n        pay 2 gold\n"
    assert made_small(text, lambda one: "pay" in one) == small


def test_it_knows_the_checked_program_and_nothing_else_of_the_product():
    known = set()
    for path in HERE.glob("*.py"):
        if path.name in BESIDE:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                known.add(node.module)
            elif isinstance(node, ast.Import):
                known |= {name.name for name in node.names}
    ours = {name for name in known if name.startswith(("interpreter", "tests"))}
    assert [name for name in sorted(ours) if not name.startswith(SHARED)] == ["interpreter.ir"]


@pytest.mark.parametrize("folder", SHIPPED, ids=[path.name for path in SHIPPED])
def test_a_shipped_game_goes_the_same_way(folder):
    game = same(folder, 1, 12)
    assert game is not None
    assert game.found == []


@pytest.mark.parametrize("folder", SMALL, ids=[path.name for path in SMALL])
def test_a_small_game_goes_the_same_way(folder):
    game = same(folder, 1, 30)
    assert game is None or game.found == []


@pytest.mark.parametrize("first", range(0, 40, LOTS))
def test_games_made_by_lot_go_the_same_way(first, tmp_path):
    games = [made_by_lot(tmp_path, seed) for seed in range(first, first + LOTS)]
    assert [one for _, found in games for one in found] == []
    assert sum(played for played, _ in games) > 10 * LOTS, "hardly anything was played"


@native
@pytest.mark.soak
@pytest.mark.parametrize("part", range(8))
def test_many_games_made_by_lot_go_the_same_way_compiled_too(part, tmp_path, request):
    """Twenty thousand games; a run that was interrupted goes on where it was."""
    for seed in soaking.seeds(f"games_made_by_lot_{part}", 2_500, request.config.cache):
        _, found = made_by_lot(tmp_path, 10_000 + 2_500 * part + seed, compiled=True)
        assert found == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 6))
@pytest.mark.parametrize("folder", SHIPPED, ids=[path.name for path in SHIPPED])
def test_a_shipped_game_goes_the_same_way_for_long(folder, seed):
    game = same(folder, seed, 150)
    assert game is not None
    assert game.found == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("folder", SHIPPED, ids=[path.name for path in SHIPPED])
def test_a_shipped_game_goes_the_same_way_with_its_house_rules(folder, seed):
    """Some of the variants that come with the game are laid on, drawn by lot."""
    lot = random.Random(seed)
    paths = sorted(own_variants(folder))
    chosen = lot.sample(paths, min(len(paths), lot.randint(1, 3)))
    laid = [one for path in chosen if (one := read_overlay(path, Report())) is not None]
    game = same(folder, seed, 60, laid=laid)
    assert game is None or game.found == []
