"""A copy that looks ahead shares the lists of its game, and changes none of them."""

from __future__ import annotations

import ast
from textwrap import dedent
from types import SimpleNamespace
from typing import Any

import pytest

from interpreter.backends.python.memory.copy_on_write import lending
from interpreter.run.state import own
from tests.run.invariants import plan_of


@pytest.mark.parametrize("game", ["deukalion", "deities_domination", "root"])
def test_looking_ahead_changes_nothing_of_the_game(game):
    """Whatever is tried out on copies, the position is as it was."""
    plan = plan_of(game)
    space = plan.namespace
    looks = 0

    def watched(look):
        def done(S, *args):
            nonlocal looks
            looks += 1
            before = plan.hash(S)
            answer = look(S, *args)
            assert plan.hash(S) == before
            return answer

        return done

    for name in ("probe", "probe_start", "try_out"):
        space[name] = watched(space[name])
    state = plan.start(3, 5)
    for number in range(400):  # what can be read is not tried out: tries are rare
        if state.over or looks > 20:
            break
        plan.choose(state, number * 7 % len(state.options))
    assert looks >= 3


def written(text: str) -> str:
    """Give a printed function with what makes lists a copy's own."""
    func = ast.parse(dedent(text)).body[0]
    assert isinstance(func, ast.FunctionDef)
    before = ast.dump(func)
    made = ast.unparse(ast.fix_missing_locations(lending(func)))
    assert ast.dump(func) == before
    return made


@pytest.mark.parametrize(
    ("sentence", "lists"),
    [
        ("S.f_x[1] = 2", ["f_x"]),
        ("S.f_x[1] += 2", ["f_x"]),
        ("S.loc[1], S.loc[2] = 3, 4", ["loc"]),
        ("S.z_hand[3].append(7)", ["z_hand"]),
        ("S.z_hand[3].remove(7)", ["z_hand"]),
        ("S.z_hand[3][:] = [1]", ["z_hand"]),
        ("z = S.z_hand[0]; z[1] = 2", ["z_hand"]),
        ("S.winners.append(1)", ["winners"]),
        ("rotate(S, LANES_row[1], 2, S.z_board, 0)", ["z_board"]),
        ("v = S.z_hand[0].pop()", ["z_hand"]),
        ("S.f_x = 3", []),
        ("S.stack.append((1, 2))", []),
        ("o = []; o.append(1)", []),
        ("v = S.z_hand[0][1]", []),
    ],
)
def test_what_is_written_is_made_ones_own_first(sentence, lists):
    made = written(f"def f(S):\n if 1:\n  {sentence}")
    assert [line for line in made.splitlines() if "own" in line] == [
        f"            own(S, '{name}')" for name in lists
    ]


def test_a_list_is_made_ones_own_once():
    """What is handed to a helper stays the list of the state while the helper goes on."""

    row, hand = [1, 2], [[1], [2]]
    S: Any = SimpleNamespace(mine=set(), z_row=row, z_hand=hand)
    own(S, "z_row")
    first = S.z_row
    own(S, "z_row")
    assert S.z_row is first is not row
    own(S, "z_hand")
    S.z_hand[0].append(3)
    assert hand == [[1], [2]]


def test_a_function_that_writes_nothing_stays_as_it_is():
    func = ast.parse("def f(S):\n if S.probe: raise Fail\n return S.f_x[1]").body[0]
    assert isinstance(func, ast.FunctionDef)
    assert lending(func) is func
