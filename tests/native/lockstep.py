"""One game in both back ends at once, compared after every decision."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from interpreter.backends.c.compiled.compilers import TCC, available
from interpreter.backends.c.compiled.engine import NativePlan
from interpreter.backends.c.compiled.states import NativeState
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
    """Play one random game in both; all of the state is the same after every decision, and now and
    then its hash. Gives the number of decisions."""
    rng = Random(seed)
    state, twin = plan.start(players, seed), other.start(players, seed)
    for number in range(most):
        assert differing(other, twin, state) == [], f"decision {number}"
        if state.over or number % HASHED == 0:
            assert plan.hash(state) == plan.hash(other.take_back(twin)), f"decision {number}"
        if state.over:
            return number
        taken = rng.randrange(len(state.options))
        plan.choose(state, taken)
        assert other.choose(twin, taken) == (not state.over)
    return most


HASHED = 100
"""One of so many states is hashed; the others are compared as they lie in memory, twenty times as
quickly."""
_CODES = {2: "h", 4: "i", 8: "q"}
_NUMBERS = ("n", "active", "over", "ending", "site", "actor")


def differing(other: NativePlan, twin: NativeState, state: Any) -> list[str]:
    """What of a compiled game is not as in Python, by the names of the state."""
    layout = other.native.layout
    found = [
        name
        for name in (*_NUMBERS, *layout.single)
        if other.number(twin, name) != getattr(state, name)
    ]
    for member in layout.lists.values():
        size = layout.bytes_of(member)
        values = array(_CODES[size], getattr(state, member.name)).tobytes()
        if _lying(other, twin, member.name, size * member.count) != values:
            found.append(member.name)
    for member in layout.piles.values():
        width = layout.piece * (member.count + 1)
        memory = _lying(other, twin, member.name, width * member.piles)
        for number, pile in enumerate(getattr(state, member.name)):
            values = array(_CODES[layout.piece], (len(pile), *pile)).tobytes()
            if not memory.startswith(values, number * width):
                found.append(member.name)
    options = [tuple(one) if isinstance(one, (list, tuple)) else one for one in state.options]
    draws = list(other._whole(twin, "draws", max(1, len(layout.streams))))
    told = {
        "winners": other.winners(twin) == state.winners,
        "options": other.options(twin) == options,
        "stack": other._stack(twin) == [_flat(frame) for frame in state.stack],
        "expiry": other._expiry(twin) == state.expiry,
        "draws": all(
            state.draws.get(name, 0) == number
            for name, number in zip(layout.streams, draws, strict=False)
        ),
    }
    return found + [name for name, alike in told.items() if not alike]


def _flat(frame: Sequence[Any]) -> tuple[Any, ...]:
    """A frame with its lists as tuples."""
    return tuple(tuple(one) if isinstance(one, list) else one for one in frame)


def _lying(other: NativePlan, twin: NativeState, name: str, size: int) -> bytes:
    return ctypes.string_at(twin.address + other.places[name], size)
