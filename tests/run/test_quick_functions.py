"""What is compiled as Python is quicker than what is printed; it does the same at the same cost."""

from __future__ import annotations

import ast
from copy import deepcopy
from textwrap import dedent
from types import FunctionType, SimpleNamespace
from typing import Any

import pytest

from interpreter.backends.python.fuel.rationed import rationed
from interpreter.backends.python.quick.quickening import Quick
from interpreter.backends.python.quick.trees import settled
from interpreter.backends.target.blocks import python_of
from interpreter.run.machine import Runaway, burn
from interpreter.run.sets import all_of, in_counts
from tests.run.invariants import plan_of

SHORT = """
def r1_holder(S, v_hex):
    for v_tile in [v_1 for v_1 in [c for c in (S.z_world[v_hex],) if c >= 0] if 2 <= v_1]:
        return OWNER[v_tile]
    return -1
def r2_borders(S, v_you, v_hex):
    return any(r1_holder(S, v_1) == v_you for v_1 in NEAR[v_hex])
"""


def quick(text: str) -> tuple[Any, Any, str]:
    """Give a function as it is printed and as it is quicker, and what that looks like."""
    body = ast.parse(SHORT + dedent(text)).body
    trees = {one.name: one for one in body if isinstance(one, ast.FunctionDef)}
    name = next(reversed(trees))
    before = ast.dump(trees[name])
    made = Quick(trees, trees.keys() - {name}, set(), {}).quickened(trees[name])
    assert ast.dump(trees[name]) == before
    seen = [node for node in ast.walk(made) if "lineno" in node._attributes]
    assert len({id(node) for node in seen}) == len(seen)  # each has a place of its own
    found = []
    for tree in (trees[name], made):
        space: dict[str, Any] = {"OWNER": (0, 1, 0, 1, 0, -1), "NEAR": ((1, 2), (0, 2), (0, 1), ())}
        space |= {"burn": burn, "Runaway": Runaway, "in_counts": in_counts, "all_of": all_of}
        for one in [*list(trees.values())[:-1], tree]:
            exec(compile(ast.Module([one], []), "<rules>", "exec"), space)
        found.append(space[name])
    return found[0], found[1], ast.unparse(made)


POSITIONS = [
    ([2, -1, 3, -1], [[], [1], [2, 3]], [0, 2, 0, 1]),
    ([-1, -1, -1, -1], [[4], [], []], [0, 0, 0, 0]),
    ([3, 3, 1, -1], [[0, 1, 2], [3], [4]], [3, 1, 1, 0]),
]


def state(world: list[int], hands: list[list[int]], box: list[int]) -> Any:
    """Give a position, as far as these functions ask."""
    return SimpleNamespace(z_world=world, z_hand=hands, z_box=box, fuel=10_000, n=2, f_led=[1, 0])


@pytest.mark.parametrize(
    ("text", "gone", "there"),
    [
        ("return [v for v in range(3) if r2_borders(S, v_you, v)]", ["any(", "r1_holder"], ["for"]),
        ("return [v for v in burn(S, range(3), 7) if S.z_world[v] < 0]", ["burn"], ["-= 21"]),
        ("return any(OWNER[c] == v_you for c in burn(S, S.z_hand[v_you], 3))", ["any("], ["break"]),
        (
            "return any(c > 2 for zone in S.z_hand for c in burn(S, zone, 2))",
            ["any(", "burn"],
            ["S.fuel -= len("],
        ),
        (
            "return any(c > 1 for c in [d for zone in S.z_hand for d in burn(S, zone, 2)])",
            ["any(", "burn"],
            ["all_of(S.z_hand)", "S.fuel -= len("],
        ),
        (
            "return [v for v in range(3) if v != v_you and any(c for c in burn(S, S.z_box, 5))]",
            ["any("],
            ["is None"],
        ),
        (
            "return max([v for v in range(2) if S.f_led[v] == v_you], key=lambda v: 0, default=-1)",
            ["max("],
            ["break"],
        ),
        ("return sum([S.z_box[c - 5] for c in in_counts(S.z_box, 1, 3, 6)])", [], ["range(6, 9)"]),
        (
            "return sum([S.z_box[c - 6] for c in in_counts(S.z_box, 0, 3, 6) if c == 7])",
            ["for "],
            ["S.z_box[1]"],
        ),
        (
            "return [d for d in [8 + i for i in range(4) if S.z_box[i]] if d == 9]",
            [],
            ["S.z_box[1]"],
        ),
        (
            "return [v for v in range(3) if S.z_world[v] >= 0 and S.z_world[v] < 3]",
            [],
            ["(q3 := S.z_world[q2]) >= 0 and q3 < 3"],
        ),
        (
            "return any(1 <= c < v_you + 2 for c in [d for d in (S.z_world[0],) if d >= 0])",
            ["any(", "for "],
            ["return S.z_world[0] >= 0 and 1 <= S.z_world[0] < v_you + 2"],
        ),
        (
            "return any(c for c in (S.z_world[0],))",  # a number, which is neither yes nor no
            [],
            ["= True"],
        ),
        (
            "return any([S.z_box[v] == 1 + v_you for v in range(1, 3)])",
            ["any(", "for "],
            ["1 + v_you in S.z_box[1:3]"],
        ),
        (
            "return any([S.z_box[v] == v for v in range(1, 3)])",
            [" in S.z_box[1:3]"],
            ["range(1, 3)"],
        ),
        ("return S.z_world[0] < 0 or not any(c for c in S.z_hand[1]) and v_you == 1", ["any("], []),
        ("return 5 if all(c >= 0 for c in S.z_world) else len(S.z_hand[0])", ["all("], ["else"]),
        ("return [any(a == b for b in S.z_box) for a in S.z_hand[2]]", ["any("], ["append"]),
        (
            "return len([v for v in range(3) if len([c for c in (S.z_world[v],) if c >= 0]) == 0])",
            ["(S.z_world"],
            ["+= 1"],
        ),
    ],
)
def test_it_is_quicker_and_comes_to_the_same(text, gone, there):
    plain, made, look = quick(f"def asked(S, v_you):\n    {text}")
    for words in gone:
        assert words not in look
    for words in there:
        assert words in look
    for position in POSITIONS:
        for you in (0, 1):
            one, other = state(*position), state(*position)
            assert plain(one, you) == made(other, you)
            assert one == other  # nothing changed, and the same was paid


STEPS = "S.fuel -= 7\n{indent}if S.fuel < 0:\n{indent}    raise Runaway('')"


NESTED = "for v in S.z_hand:\n    STEPS\n    for w in v:\n        STEPS\n        if w == 3:"


@pytest.mark.parametrize(
    ("loops", "there"),
    [
        ("for v in range(4):\n    STEPS\n    if S.z_world[v] == 3: return v", "(v + 1) * 7"),
        ("for v in range(4):\n    STEPS\n    if S.z_world[v] == 3: break", "S.fuel -= 28"),
        ("for v in S.z_world:\n    STEPS\n    if v == 3: return v", "enumerate(S.z_world, 1)"),
        ("for v in S.z_world:\n    STEPS\n    if v == 3: v_found = v", "len("),
        ("for v in S.z_world:\n    STEPS\n    S.f_led[0] = v", "    S.fuel -= 7"),
        (f"{NESTED} break", "S.fuel -= len("),
        (f"{NESTED} return 1", "S.fuel -= q1 * 7\n                S.fuel -= q2 * 7\n"),
    ],
)
def test_loops_that_change_nothing_pay_once(loops, there):
    lines = []
    for line in loops.split("\n"):
        indent = " " * (len(line) - len(line.lstrip()))
        lines.append("    " + line.replace("STEPS", STEPS.format(indent=indent + "    ")))
    text = "\n".join(lines)
    plain, made, look = quick(f"def asked(S, v_you):\n    v_found = -1\n{text}\n    return v_found")
    assert there in look
    for position in POSITIONS:
        for fuel in (10_000, 20):
            one, other = state(*deepcopy(position)), state(*deepcopy(position))
            one.fuel = other.fuel = fuel
            try:
                answer = plain(one, 1)
            except Runaway:
                with pytest.raises(Runaway):
                    made(other, 1)
            else:
                assert made(other, 1) == answer
                assert one == other


def test_what_changes_in_a_loop_is_asked_again():
    plain, made, look = quick("""
        def deed(S, v_you):
            for v_1 in range(3):
                S.z_world[v_1] = v_you if any(c == 2 for c in S.z_world) else 2
            return 0
    """)
    assert "is None" not in look
    for position in POSITIONS:
        other = state(*deepcopy(position))
        one = state(*deepcopy(position))
        assert plain(one, 1) == made(other, 1)
        assert one == other


def test_who_pays_too_much_is_stopped_as_before():
    plain, made, _ = quick("def asked(S, v_you): return [c for c in burn(S, S.z_world, 9)]")
    for function in (plain, made):
        poor = state([1] * 4, [], [])
        poor.fuel = 35
        with pytest.raises(Runaway):
            function(poor, 0)
        assert poor.fuel == -1


@pytest.mark.parametrize("game", ["deukalion", "deities_domination", "root"])
def test_questions_of_large_games_cost_the_same(game):
    """What is asked in a position, as printed and as compiled: same answers, same steps."""
    plan = plan_of(game)
    trees = rationed(plan.printed)
    space = plan.namespace
    plain = dict(space)
    asked = [
        name
        for name, tree in trees.items()
        if [one.arg for one in tree.args.args] == ["S", "v_you"] and not name.startswith("r0")
        if (name in plan.printed.questions or name.startswith("can_"))
    ]
    for name, tree in trees.items():
        body: list[ast.stmt] = [settled(python_of(tree))]
        exec(compile(ast.Module(body, []), "<rules>", "exec"), plain)
        assert isinstance(plain[name], FunctionType)
    S = plan.start(3, 11)
    compared = 0
    for number in range(60):
        if S.over:
            break
        for name in asked if number % 6 == 0 else ():
            told = []
            for functions in (space, plain):
                T = S.clone()
                T.fuel = 10**8
                told.append((functions[name](T, S.actor), T.fuel))
            assert told[0] == told[1], name
            compared += 1
        plan.choose(S, number * 7 % len(S.options))
    assert compared > 100
