"""What a question was answered is remembered until something changes that it asks of."""

from __future__ import annotations

import ast
from textwrap import dedent
from types import SimpleNamespace
from typing import Any

import pytest

from interpreter.backends.python.memory.copy_on_write import lending
from interpreter.backends.python.memory.memoization import (
    forgetting,
    questions,
    remembering,
    written,
)
from interpreter.run.machine import Runaway, burn
from tests.run.invariants import plan_of

PRINTED = """
def r1_strong(S, v_you, v_player):
    return any(S.f_player_might[c] > 2 for c in S.z_player_hand[v_player])
def r2_both(S, v_you, v_player):
    return r1_strong(S, v_you, v_player) and S.f_table_round > 1
def r3_short(S, v_you):
    return S.f_table_round
def r4_ahead(S, v_you):
    return any(S.probe for c in S.winners)
def r5_writes(S, v_you):
    for c in S.winners:
        S.f_table_round = c
    return 0
def r6_around(S, v_you):
    return r6_around(S, v_you)
def r7_dear(S, v_you):
    return len([c for c in burn(S, S.z_player_hand[v_you], 3)])
def r8_empty(S, v_you, v_space):
    return len([c for c in (S.z_table_board[v_space],) if c >= 0]) == 0
def deed(S, v_you):
    if v_you:
        S.f_table_round += 1
    S.z_player_hand[v_you].append(3)
    shuffle(S, S.z_table_deck[0], 'x', KEY, COPY)
    gain_money(S, MONEY_coin, v_you, 0, 1)
    v_x = r1_strong(S, v_you, v_you)
"""


@pytest.fixture(scope="module")
def printed():
    body = ast.parse(dedent(PRINTED)).body
    return {func.name: func for func in body if isinstance(func, ast.FunctionDef)}


@pytest.fixture(scope="module")
def asked(printed):
    return questions(printed, printed.keys() - {"deed"})


def test_questions_that_go_through_something_are_remembered(asked):
    assert asked.keys() == {"r1_strong", "r2_both", "r7_dear"}


def test_an_answer_hangs_on_what_is_asked_within(asked):
    assert asked["r2_both"].asks == {"f_player_might", "z_player_hand", "f_table_round"}
    assert asked["r2_both"].given == ("v_you", "v_player")
    assert asked["r1_strong"].given == ("v_player",)
    assert asked["r7_dear"].pays
    assert not asked["r1_strong"].pays


def test_what_changes_is_forgotten_behind_the_sentence(printed, asked):
    lines = ast.unparse(forgetting(printed["deed"], asked, printed.keys())).splitlines()
    gone = {name: f"S.answers[{asked[name].place}] = {{}}" for name in asked}
    told = [line.strip() for line in lines]
    assert told[told.index("S.f_table_round += 1") + 3] == gone["r2_both"]
    behind = told[told.index("S.z_player_hand[v_you].append(3)") + 3 :]
    assert behind[:5:2] == list(gone.values())
    assert told[-2:] == [gone["r7_dear"], "v_x = r1_strong(S, v_you, v_you)"]


@pytest.mark.parametrize("name", ["r1_strong", "r7_dear"])
@pytest.mark.parametrize(("often", "kept"), [(1, "anew"), (2, "kept")])
def test_answers_that_are_seldom_known_are_given_anew(printed, asked, name, often, kept):
    space: dict[str, Any] = {"burn": burn, "Runaway": Runaway}
    exec(ast.unparse(printed[name]), space)
    exec(ast.unparse(ast.Module(remembering(printed[name], asked[name]), [])), space)
    state = SimpleNamespace(
        f_player_might=[3, 1], z_player_hand=[[0], [1]], fuel=10**6, answers=[{}, {}, {}]
    )
    for number in range(600):
        if number % often == 0:
            state.answers = [{}, {}, {}]
        before = state.fuel
        told = (state, 0, 1) if name == "r1_strong" else (state, 0)
        assert space[name](*told) == (0 if name == "r1_strong" else 1)
        assert before - state.fuel == (0 if name == "r1_strong" else 3)
    assert space[name] is space[f"{name}_{kept}"]


def test_a_helper_that_is_not_known_changes_everything(printed):
    (sentence,) = ast.parse("gain_money(S, MONEY_coin, v_you, 0, 1)").body
    assert written(sentence, frozenset(), printed.keys()) == {"*"}


@pytest.mark.parametrize("game", ["deukalion", "deities_domination", "root"])
def test_what_is_remembered_is_what_would_be_answered_anew(game):
    plan = plan_of(game)
    space = plan.namespace
    space["first_call"].__self__.make_all()
    names = [name for name in space if f"{name}_anew" in space]
    assert len(names) > 10
    seen = 0

    def watched(known, anew):
        def asked(S, *args):
            nonlocal seen
            seen += 1
            answer = known(S, *args)
            assert answer == anew(S, *args)
            return answer

        return asked

    for name in names:
        space[name] = watched(space[f"{name}_kept"], space[f"{name}_anew"])
    state = plan.start(3, 5)
    for number in range(40):
        if state.over:
            break
        plan.choose(state, number * 7 % len(state.options))
        assert state.answers is None, "nothing is remembered while nothing goes on"
    assert seen > 100


def test_a_game_that_is_logged_from_the_start_remembers_as_well():
    plan = plan_of("deities_of_the_old_kingdom")
    state = plan.start(3, 1, log=True)
    for number in range(60):
        plan.choose(state, number * 7 % len(state.options))
    assert len(state.log) > 60


def test_a_copy_that_makes_a_list_its_own_forgets_nothing_for_that(printed, asked):
    lent = lending(printed["deed"])
    assert "own(S, 'z_player_hand')" in ast.unparse(lent)
    forgets = ast.unparse(forgetting(lent, asked, printed.keys())).count("S.answers[")
    assert forgets == ast.unparse(forgetting(printed["deed"], asked, printed.keys())).count(
        "S.answers["
    )
