"""States of compiled rules in memory: allocation, and reading values out of them.

A state is one block of memory, laid out as `layout` says, and freed when nothing uses it any more.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from interpreter.backends.c.compiled.compilers import Library
from interpreter.backends.c.module import Native
from interpreter.backends.target.names import SPAN, sort_of, thing_of
from interpreter.run.plan import Plan

KINDS = {
    4: "limit",
    5: "runaway",
    6: "too large",
    7: "too many",
    8: "bad place",
    9: "no memory",
    10: "too deep",
    11: "stopped",
    12: "no room",
}


class NativeFault(Exception):
    """The compiled rules stopped.

    `kind` is one of `KINDS`, or `not of this game` for a state that was brought in; `place` is the
    file and line of the rules, empty if unknown. The same game, played in Python, gives the full
    message.
    """

    def __init__(self, kind: str, place: str = "") -> None:
        super().__init__(f"{kind} ({place})" if place else kind)
        self.kind = kind
        self.place = place


_take = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_size_t)(("PyMem_RawMalloc", ctypes.pythonapi))
_take_clear = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t)(
    ("PyMem_RawCalloc", ctypes.pythonapi)
)
_give_back = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(("PyMem_RawFree", ctypes.pythonapi))


class StateMemory:
    """Memory for one state, freed with this object.

    Most of a state's room is never used, and unused pages cost neither memory nor time, so that a
    search can hold many thousand states. Zeroed memory comes from the system, which clears each
    page when it is first touched.
    """

    __slots__ = ("_back", "address")

    def __init__(self, size: int, clear: bool = True) -> None:
        self._back = _give_back  # kept, for at exit it must outlive this module
        self.address = _take_clear(1, size) if clear else _take(size)
        if not self.address:
            raise MemoryError

    def __del__(self) -> None:
        if self.address:
            self._back(self.address)


@dataclass(slots=True)
class NativeState:
    """A game in progress, in memory that this object owns; usable with one library only."""

    memory: StateMemory
    address: int
    library: Library


@dataclass(slots=True)
class States:
    """The memory layout of one compiled game's states, and access to their members."""

    plan: Plan
    native: Native
    library: Library
    places: dict[str, int]
    size: int

    def empty(self) -> NativeState:
        """Allocate memory for a state."""
        memory = StateMemory(self.size)
        return NativeState(memory, memory.address, self.library)

    def whole(self, state: NativeState, name: str, count: int, kind: Any = ctypes.c_int64) -> Any:
        """Map a member of the state as a C array; writes go straight to the state's memory.

        The array does not keep the state alive.
        """
        return (kind * count).from_address(state.address + self.places[name])

    def number(self, state: NativeState, name: str) -> int:
        """Read an integer member of the state, such as `actor`, `site` or `over`."""
        return int(self.whole(state, name, 1)[0])

    def count(self, state: NativeState) -> int:
        """Return the number of options."""
        return self.number(state, "options_n")

    def options(self, state: NativeState) -> list[object]:
        """List the options in the form of the Python back end: numbers, or tuples of numbers."""
        count = self.number(state, "options_n")
        if not self.number(state, "options_lists"):
            return list(self.whole(state, "options", count))
        made: list[object] = []
        at = 0
        data = self.whole(state, "options", self.native.layout.room_for_options)
        for _ in range(count):
            size = data[at]
            made.append(tuple(data[at + 1 : at + 1 + size]))
            at += size + 1
        return made

    def winners(self, state: NativeState) -> list[int]:
        """List the seats that have won."""
        return list(self.whole(state, "winners", self.number(state, "winners_n")))

    @property
    def spans(self) -> list[str]:
        """List the spans of time by number."""
        return [thing_of(name) for name in self.native.layout.single if sort_of(name) == SPAN]

    def put(self, state: NativeState, name: str, values: Sequence[int], kind: Any = None) -> None:
        """Write numbers to a member of the state."""
        self.whole(state, name, len(values), kind or ctypes.c_int64)[:] = values
