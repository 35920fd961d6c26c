"""The product plays as the plain interpreter does: shipped games, small ones, and games made by
lot.

How far somebody looks ahead where chance, others or hidden cards decide is left open by the
language; a game is followed up to the first decision that hangs on it.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from interpreter.run.machine import Runaway
from tests.reference import programs
from tests.reference.side_by_side import Played, play, read_twice

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SHARED = (
    "interpreter.ir.nodes",
    "interpreter.ir.program",
    "interpreter.ir.standing",
    "interpreter.ir.types",
    "interpreter.language.verbs",
    "tests.reference",
)
"""What the plain interpreter may know of the product: the checked program, and names of verbs."""
BESIDE = ("side_by_side.py", "asked_twice.py", "test_reference.py", "test_sentences.py")
SHIPPED = sorted(path.parent for path in (ROOT / "games").rglob("game.yaml"))
SMALL = sorted(path.parent for path in (ROOT / "tests" / "silent").glob("*/game.yaml"))
LOTS = 8  # games made by lot in one test


def same(folder: Path, seed: int, most: int) -> Played | None:
    """Play a game in both; None for one that the checker refuses."""
    read = read_twice(folder)
    if read is None:
        return None
    plan, program = read
    players = program.least + seed % (program.most - program.least + 1)
    try:
        return play(plan, program, players, seed, most)
    except Runaway:  # the rules of the game go on and on: another test tells where
        return Played(0, [], True)


def made_by_lot(folder: Path, seeds: range) -> list[str]:
    """Play games made by lot in both; give how they differ."""
    found: list[str] = []
    played = 0
    for seed in seeds:
        programs.write(folder / "lot", seed)
        for deal in (1, 2):
            game = same(folder / "lot", deal, 40)
            if game is None:
                break
            played += game.decisions
            found += [f"game {seed}, deal {deal}: {one}" for one in game.found]
    assert played > 10 * len(seeds), "hardly anything was played"
    return found


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
    assert made_by_lot(tmp_path, range(first, first + LOTS)) == []


@pytest.mark.soak
@pytest.mark.parametrize("first", range(10_000, 10_800, LOTS))
def test_many_games_made_by_lot_go_the_same_way(first, tmp_path):
    assert made_by_lot(tmp_path, range(first, first + LOTS)) == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 6))
@pytest.mark.parametrize("folder", SHIPPED, ids=[path.name for path in SHIPPED])
def test_a_shipped_game_goes_the_same_way_for_long(folder, seed):
    game = same(folder, seed, 150)
    assert game is not None
    assert game.found == []
