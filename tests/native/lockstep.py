"""One game in both back ends at once, compared after every decision."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from functools import cache
from operator import attrgetter, itemgetter
from random import Random
from struct import Struct
from typing import Any

import pytest

from interpreter.backends.c.compiled.carried import kept_expiry
from interpreter.backends.c.compiled.compilers import TCC, available
from interpreter.backends.c.compiled.engine import NativePlan
from interpreter.backends.c.compiled.states import NativeState
from interpreter.backends.c.kinds import NUMBER
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
    """Give the compiler that is ready sooner."""
    return TCC if TCC in available() else available()[0]


@cache
def both(name: str) -> tuple[Plan, NativePlan]:
    """Give a shipped game in Python and compiled."""
    plan = plan_of(name)
    return plan, native_plan(plan, compiler())


def same_game(plan: Plan, other: NativePlan, players: int, seed: int, most: int = 100_000) -> int:
    """Play one random game in both; all of the state is the same after every decision, and now and
    then its hash. Gives the number of decisions."""
    rng = Random(seed)
    state, twin = plan.start(players, seed), other.start(players, seed)
    compared = Compared(other, twin)
    for number in range(most):
        assert compared.differing(state) == [], f"decision {number}"
        if state.over or number % HASHED == 0:
            assert plan.hash(state) == plan.hash(other.take_back(twin)), f"decision {number}"
        if state.over:
            return number
        taken = rng.randrange(len(state.options))
        plan.choose(state, taken)
        assert other.choose(twin, taken) == (not state.over)
    return most


HASHED = 100
"""One of so many states is hashed; the others are compared as they lie in memory, a hundred times
as quickly."""
_CODES = {2: "h", 4: "i", 8: "q"}
_NUMBERS = ("n", "active", "over", "ending", "site", "actor")


class Compared:
    """A compiled game in play, and what Python has to have in its memory.

    How a list lies in memory is worked out when it has changed in Python; the memory itself is
    compared whole, each time.
    """

    def __init__(self, other: NativePlan, twin: NativeState) -> None:
        self.other, self.twin = other, twin
        layout, places = other.native.layout, other.places
        self.length = places["expiry"]
        self.numbers = Struct(f"={min(places[name] for name in (*layout.lists, 'winners')) // 8}q")
        singles = (*_NUMBERS, *layout.single)
        self.singles = attrgetter(*singles)
        self.single = itemgetter(*(places[name] // 8 for name in singles))
        self.lists = [
            (one.name, places[one.name], layout.bytes_of(one)) for one in layout.lists.values()
        ]
        self.values = attrgetter(*layout.lists, "n")
        self.seen: list[list[int]] = [[] for _ in self.lists]
        self.wanted = [b""] * len(self.lists)
        self.piles = [
            (one.name, places[one.name], layout.piece * (one.count + 1), one.piles)
            for one in layout.piles.values()
        ]
        self.piled = attrgetter(*layout.piles, "n")
        self.seen_piles: list[list[list[int]]] = [[] for _ in self.piles]
        self.memory_of_piles = [b""] * len(self.piles)
        self.code = _CODES[layout.piece]
        self.draws = Struct(f"={len(layout.streams)}q")

    def differing(self, state: Any) -> list[str]:
        """Give what of the compiled game is not as in Python, by the names of the state."""
        other, twin = self.other, self.twin
        memory = ctypes.string_at(twin.address, self.length)
        numbers = self.single(self.numbers.unpack_from(memory))
        found = [] if numbers == self.singles(state) else ["a number"]
        found += self._lists(memory, self.values(state))
        found += self._piles(memory, self.piled(state))
        options = other.options(twin)
        if options != state.options:
            listed = [tuple(one) if isinstance(one, list) else one for one in state.options]
            found += ["options"] * (options != listed)
        found += ["stack"] * (not self._same_stack(state.stack))
        if state.expiry or other.number(twin, "expiry_n"):
            found += ["expiry"] * (kept_expiry(other, twin) != state.expiry)
        draws = self.draws.unpack_from(memory, other.places["draws"])
        streams = other.native.layout.streams
        told = {
            "winners": other.winners(twin) == state.winners,
            "draws": draws == tuple(state.draws.get(name, 0) for name in streams),
        }
        return found + [name for name, alike in told.items() if not alike]

    def _lists(self, memory: bytes, values: Sequence[Any]) -> list[str]:
        found = []
        seen, wanted = self.seen, self.wanted
        for number, (name, place, size) in enumerate(self.lists):
            value = values[number]
            if value != seen[number]:
                seen[number] = value[:]
                wanted[number] = array(_CODES[size], value).tobytes()
            if not memory.startswith(wanted[number], place):
                found.append(name)
        return found

    def _piles(self, memory: bytes, values: Sequence[Any]) -> list[str]:
        """Of a pile's room only what lies there is compared."""
        found = []
        for number, (name, place, width, piles) in enumerate(self.piles):
            value = values[number]
            lies = memory[place : place + width * piles]
            if value == self.seen_piles[number] and lies == self.memory_of_piles[number]:
                continue
            for start, pile in zip(range(0, width * piles, width), value, strict=True):
                if not lies.startswith(array(self.code, (len(pile), *pile)).tobytes(), start):
                    found.append(name)
            self.seen_piles[number] = [pile[:] for pile in value]
            self.memory_of_piles[number] = lies
        return found

    def _same_stack(self, stack: Sequence[Sequence[Any]]) -> bool:
        """Whether the rules that wait do so at the same place, with the same in their hands."""
        kinds = self.other.native.frames
        wanted = []
        for frame in stack:
            one = [frame[0], frame[1]]
            for value, kind in zip(frame[2:], kinds[frame[0], frame[1]], strict=True):
                if kind == NUMBER:
                    one.append(value)
                else:
                    one += (len(value), *value)
            wanted += [*one, len(one)]
        used = self.other.number(self.twin, "used")
        start = self.twin.address + self.other.places["stack"]
        return (
            used == len(wanted)
            and ctypes.string_at(start, 8 * used) == array("q", wanted).tobytes()
        )
