"""One game in both back ends at once, compared after every decision."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from interpreter.backends.c.compiled.compilers import TCC, available
from interpreter.backends.c.compiled.engine import NativePlan
from interpreter.backends.c.native import native_plan
from interpreter.load.resources import root
from interpreter.run.plan import Plan
from tests.run.invariants import plan_of

native = pytest.mark.skipif(
    not available(), reason="there is no compiler here: pip install 'rulewright[fast]'"
)
"""For tests that need compiled rules."""

GAMES = sorted(path.parent.name for path in (root() / "games").rglob("game.yaml"))


def compiler() -> str:
    """The compiler that is ready sooner."""
    return TCC if TCC in available() else available()[0]


@cache
def both(name: str) -> tuple[Plan, NativePlan]:
    """A shipped game in Python and compiled."""
    plan = plan_of(name)
    return plan, native_plan(plan, compiler())


def same_game(plan: Plan, other: NativePlan, players: int, seed: int, most: int = 100_000) -> int:
    """Play one random game in both; the hash of the state is the same after every decision. Gives
    the number of decisions."""
    rng = Random(seed)
    state, twin = plan.start(players, seed), other.start(players, seed)
    for number in range(most):
        assert plan.hash(state) == plan.hash(other.take_back(twin)), f"decision {number}"
        if state.over:
            return number
        assert other.options(twin) == [
            tuple(one) if isinstance(one, (list, tuple)) else one for one in state.options
        ]
        taken = rng.randrange(len(state.options))
        plan.choose(state, taken)
        assert other.choose(twin, taken) == (not state.over)
    return most
