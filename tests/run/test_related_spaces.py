"""What can move is asked before where to: only spaces that a board relates are gone through, and
the same comes out, at the same cost."""

from __future__ import annotations

import ast
from itertools import product
from textwrap import dedent
from types import SimpleNamespace
from typing import Any

import pytest

from interpreter.backends.python.quick.quickening import Quick
from interpreter.run.machine import Runaway, burn
from interpreter.run.tables import steps
from tests.native.small_games import plan_of

# A grid of three by three; piece 0 to 2, at places from 1 on, since 0 is a hand.
TABLES: dict[str, Any] = {
    "ROW_field": (1, 1, 1, 2, 2, 2, 3, 3, 3, 0),
    "COLUMN_field": (1, 2, 3, 1, 2, 3, 1, 2, 3, 0),
    "NEAR_field": (
        *((1, 3), (0, 2, 4), (1, 5), (0, 4, 6), (1, 3, 5, 7), (2, 4, 8)),
        *((3, 7), (4, 6, 8), (5, 7), ()),
    ),
    "BETWEEN_field": {(0, 2): (1,), (2, 0): (1,), (0, 6): (3,), (6, 0): (3,), (0, 8): (4,)},
    "CELL_man": (-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, -1, -1),
}
OUTFLANKS = """
def r1_outflanks(S, v_man, v_space):
    return v_space in NEAR_field[CELL_man[S.loc[v_man]]] and len(burn(S, S.hand, 3)) > 1
"""


def made(text: str) -> tuple[Any, Any, str]:
    """Give a function as it is printed and as it is quicker, and what that looks like."""
    body = ast.parse(OUTFLANKS + dedent(text)).body
    trees = {one.name: one for one in body if isinstance(one, ast.FunctionDef)}
    name = next(reversed(trees))
    quick = Quick(trees, trees.keys() - {name}, set(), TABLES).quickened(trees[name])
    found = []
    for tree in (trees[name], quick):
        space: dict[str, Any] = {**TABLES, "burn": burn, "steps": steps, "Runaway": Runaway}
        for one in [*list(trees.values())[:-1], tree]:
            exec(
                compile(ast.fix_missing_locations(ast.Module([one], [])), "<rules>", "exec"), space
            )
        found.append(space[name])
    return found[0], found[1], ast.unparse(quick)


def positions() -> Any:
    """Give every position of three men, in the hand or on spaces of their own."""
    for places in product(range(10), repeat=3):
        taken = [place for place in places if place]
        if len(set(taken)) == len(taken):
            yield places


def state(places: tuple[int, ...]) -> Any:
    """Give a position as far as these functions ask."""
    field = [-1] * 10
    for man, place in enumerate(places):
        if place:
            field[place - 1] = man
    hand = [man for man, place in enumerate(places) if not place]
    return SimpleNamespace(z_table_field=field, loc=[*places, 11], hand=hand, fuel=10_000)


STRAIGHT = "ROW_field[s] == ROW_field[{0}] or COLUMN_field[s] == COLUMN_field[{0}]"
CELL = "CELL_man[S.loc[m]]"
PLACE = "S.loc[m] - 1 + 0 if S.loc[m] >= 1 and S.loc[m] < 10 else -1"


@pytest.mark.parametrize(
    "asked",
    [
        f"[s for s in range(9) if S.z_table_field[s] < 0 and ({STRAIGHT.format(CELL)})]",
        f"[s for s in [t for t in range(9) if S.z_table_field[t] < 0] if {STRAIGHT.format(CELL)}]",
        f"[s for s in range(0, 9) if ({PLACE}) in NEAR_field[s - 0]]",
        "[s for s in range(9) if steps(NEAR_field, s, v_space, 0) == 2 and S.z_table_field[s] < 0]",
        "[s for s in range(9) if ROW_field[s] == 2]",
        "any(S.loc[p] > 1 and 4 in BETWEEN_field.get((CELL_man[S.loc[p]], v_space), ())"
        " for p in [q for q in S.z_table_field if q >= 0])",
        "any(p > 0 and r1_outflanks(S, p, v_space) for p in S.z_table_field if p >= 0)",
        "[p for p in S.z_table_field if p >= 0 and v_space in NEAR_field[CELL_man[S.loc[p]]]]",
    ],
)
def test_only_spaces_that_are_related_are_gone_through(asked: str) -> None:
    plain, quick, text = made(f"def r2_asks(S, m, v_space):\n    return {asked}\n")
    assert "range(" not in text
    assert "in S.z_table_field:" not in text
    for places in positions():
        for man, space in product(range(3), range(-1, 9)):
            before, after = state(places), state(places)
            assert plain(before, man, space) == quick(after, man, space), (places, man, space)
            assert before.fuel == after.fuel, (places, man, space)


@pytest.mark.parametrize(
    "asked",
    [
        # Steps are paid for what comes before: it is asked of every space.
        "[s for s in range(9) if len(burn(S, S.hand, 3)) > s and ROW_field[s] == 2]",
        # It hangs on more than the board.
        "[s for s in range(9) if ROW_field[s] == len(S.hand)]",
        # What is looked for in a list is no space of the board.
        "[s for s in range(9) if s in S.loc and s in S.hand]",
        # Another board has so many spaces.
        "[s for s in range(8) if ROW_field[s] == ROW_field[v_space]]",
        # The space asked by changes while the spaces are gone through.
        "[s for s in range(9) if ROW_field[s] == ROW_field[CELL_man[S.loc[s % 3]]]]",
    ],
)
def test_all_spaces_are_gone_through_where_they_must_be(asked: str) -> None:
    plain, quick, text = made(f"def r2_asks(S, m, v_space):\n    return {asked}\n")
    assert "range(" in text
    for places in positions():
        before, after = state(places), state(places)
        assert plain(before, 0, 4) == quick(after, 0, 4)
        assert before.fuel == after.fuel


def test_a_loop_asks_of_fewer_spaces_if_nothing_changes_in_it() -> None:
    loop = """
    def r2_can(S, m, v_space):
        for s in [t for t in range(9) if S.z_table_field[t] < 0]:
            if s in NEAR_field[CELL_man[S.loc[m]]]:
                {0}
        return False
    """
    plain, quick, text = made(loop.format("return True"))
    assert "range(" not in text
    for places in positions():
        assert plain(state(places), 1, 0) == quick(state(places), 1, 0)
    _, _, kept = made(loop.format("S.loc[m] = 0"))
    assert "range(" in kept


def test_a_list_within_a_test_keeps_the_names_of_its_own():
    """The other space may be found by a list, whose names are none of the spaces gone through."""
    board = """
    kind pawn plural pawns, owned by a player

    the table has
        board field: grid 4 by 4 of pawns, seen by all

    each player has
        score: 0 to 99

    game main
        let starter be the first player
        have starter go

    procedure go
        set your score to lonely of you

    define lonely of player
        answer number of pawns on field where not (the first pawns on field) is next to it
    """
    plan = plan_of(dedent(board), "pawns:\n- {id: pawn, copies: 3, source: common}\n")
    assert plan.start(2, 1).f_player_score[0] == 0
