"""Lists are filtered before a loop where the filter does not depend on it, and questions are asked
the same."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from itertools import product
from textwrap import dedent
from types import SimpleNamespace
from typing import Any

import pytest

from interpreter.backends.python.early.hoisting import shorten
from interpreter.backends.target.printed_functions import PrintedFunction

QUESTIONS = """
def r1_guards(S, v_man, v_space):
    return any(S.colour[a] == S.colour[v_man] and S.strength[a] > v_space for a in S.men if a >= 0)

def r2_is_strong(S, v_man):
    return S.strength[v_man] > 1

def r3_shuffles(S, v_man):
    S.strength[v_man] += 1
    return True
"""


def shortened(text: str) -> tuple[Callable[..., Any], Callable[..., Any], str]:
    """Give a function as it is printed and as it is shortened, and what that looks like."""

    def functions() -> dict[str, PrintedFunction]:
        trees = ast.parse(QUESTIONS + dedent(text)).body
        return {
            one.name: PrintedFunction(one, []) for one in trees if isinstance(one, ast.FunctionDef)
        }

    plain, short = functions(), functions()
    names = iter(f"x{number}" for number in range(1, 99))
    shorten(short, frozenset(["r1_guards", "r2_is_strong"]), {}, lambda: next(names))
    made = []
    for game in (plain, short):
        space: dict[str, Any] = {}
        for one in game.values():
            exec(
                compile(ast.fix_missing_locations(ast.Module([one.tree], [])), "<r>", "exec"), space
            )
        made.append(space["r9_asks"])
    return made[0], made[1], ast.unparse(short["r9_asks"].tree)


def positions() -> Any:
    """Give positions of three men with colours and strengths, one of whom may not be there."""
    for colours in product(range(2), repeat=3):
        for strengths in product(range(3), repeat=3):
            for gone in range(4):
                men = [-1 if man == gone else man for man in range(3)]
                yield men, [*colours, 9], [*strengths, 9]


def same_answers(text: str) -> str:
    plain, short, looks = shortened(text)
    for men, colours, strengths in positions():
        for given in range(-1, 3):
            states = [
                SimpleNamespace(men=[*men], colour=[*colours], strength=[*strengths])
                for _ in range(2)
            ]
            assert plain(states[0], given) == short(states[1], given), (men, colours, strengths)
            assert vars(states[0]) == vars(states[1])
    return looks


@pytest.mark.parametrize(
    ("asked", "listed"),
    [
        (
            "[b for b in range(3) if any(S.strength[a] == v and S.colour[a] == b for a in S.men)]",
            "[a for a in S.men if S.strength[a] == v]",
        ),
        (
            "[b for b in range(3) if any(S.colour[a] == b for a in S.men if S.strength[a] == v)]",
            "[a for a in S.men if S.strength[a] == v]",
        ),
        (
            "[len([a for a in S.men if a >= 0 and r2_is_strong(S, a) and a > b]) for b in S.men]",
            "[a for a in S.men if a >= 0 and r2_is_strong(S, a)]",
        ),
        (
            "[b for b in S.men if b >= 0 and r1_guards(S, v, b)]",
            "[a for a in S.men if a >= 0 and S.colour[a] == S.colour[v]]",
        ),
        (
            "[c for b in S.men for c in S.men if any(S.colour[a] == v and a > c for a in S.men)]",
            "[a for a in S.men if S.colour[a] == v]",
        ),
    ],
)
def test_a_filter_that_is_the_same_for_all_is_applied_before(asked: str, listed: str) -> None:
    looks = same_answers(f"def r9_asks(S, v):\n    return {asked}\n")
    head, before, *_ = looks.splitlines()
    assert head == "def r9_asks(S, v):"
    plain = re.sub(r"\bx\d+", "a", before)  # what a written out question calls its own
    assert plain.split(" = ", 1)[1] == listed


@pytest.mark.parametrize(
    "asked",
    [
        # The filter hangs on the loop around.
        "[b for b in range(3) if any(S.strength[a] == b and S.colour[a] == v for a in S.men)]",
        # There is no loop around.
        "any(S.strength[a] == v and S.colour[a] == 1 for a in S.men)",
        # All of it is the same: whoever asks stops at the first.
        "[b for b in range(3) if any(S.strength[a] == v for a in S.men)]",
        # The filter changes the game.
        "[b for b in S.men if b >= 0 if any(r3_shuffles(S, a) and a > b for a in S.men)]",
        # A question may take long, and perhaps nobody asks it.
        "[b for b in range(3) if b > v and any(r2_is_strong(S, a) and a > b for a in S.men)]",
        # Only that somebody is there is asked of all.
        "[b for b in range(3) if any(a >= 0 and S.strength[a] == b for a in S.men)]",
    ],
)
def test_what_must_be_asked_each_time_stays(asked: str) -> None:
    looks = same_answers(f"def r9_asks(S, v):\n    return {asked}\n")
    assert looks == f"def r9_asks(S, v):\n    return {ast.unparse(ast.parse(asked))}"
