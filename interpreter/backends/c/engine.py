"""A game that is played by compiled rules: states in memory, taken over from Python and given back.

Takes a `Plan`; gives a `NativePlan` with the same game. A state is one block of memory; `bring`
and `take_back` carry a game over in mid-turn, with everything that matters later. Memory is given
back when nothing uses it any more. Long, since the way in and the way out mirror one another.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from interpreter.backends.c.compilers import Library, compile_text
from interpreter.backends.c.fitness import Unfit, look_through
from interpreter.backends.c.kinds import LIST, NUMBER
from interpreter.backends.c.layout import MOST_LASTING, MOST_TOLD
from interpreter.backends.c.module import HEADER, TAIL, Native, print_native
from interpreter.run.chance import MASK
from interpreter.run.plan import IllegalMove, Plan

OVER, ASKS, FAULT = 0, 1, 16
KINDS = {
    4: "limit",
    5: "runaway",
    6: "too large",
    7: "too many",
    8: "bad place",
    9: "no memory",
    10: "too deep",
}
_OWN = ("n", "active", "over", "ending", "fuel", "site", "actor", "probe")
_LASTING = 6 + MOST_TOLD


class NativeFault(Exception):
    """The compiled rules stopped: what sort of fault (one of `KINDS`, or `not of this game` for a
    state that was brought), and the file and line of the rules, empty where none is known.

    The same game, played in Python, tells the story.
    """

    def __init__(self, kind: str, place: str = "") -> None:
        super().__init__(f"{kind} ({place})" if place else kind)
        self.kind = kind
        self.place = place


_take = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_size_t)(("PyMem_RawMalloc", ctypes.pythonapi))
_give_back = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(("PyMem_RawFree", ctypes.pythonapi))


class Memory:
    """Room for a state, given back with this object. Most of a state's room is never used; where it
    is not cleared it costs neither memory nor time, and a search can hold many thousand states."""

    __slots__ = ("_back", "address")

    def __init__(self, size: int, clear: bool = True) -> None:
        self._back = _give_back  # which outlives this module when Python ends
        self.address = _take(size)
        if not self.address:
            raise MemoryError
        if clear:
            ctypes.memset(self.address, 0, size)

    def __del__(self) -> None:
        if self.address:
            self._back(self.address)


@dataclass(slots=True)
class NativeState:
    """A game in progress, in memory that this object owns; for one library only."""

    memory: Memory
    address: int
    library: Library


@dataclass(slots=True)
class NativePlan:
    """A game with compiled rules. States are those of one process and one library."""

    plan: Plan
    native: Native
    library: Library
    places: dict[str, int]
    size: int
    _call: dict[str, Any] = field(default_factory=dict)
    _begun: dict[int, NativeState] = field(default_factory=dict)
    _thread: int = 0

    # -------------------------------------------------------------------------- states

    def empty(self) -> NativeState:
        """Room for a state."""
        memory = Memory(self.size)
        return NativeState(memory, memory.address, self.library)

    def fresh(self, players: int, seed: int) -> NativeState:
        """A state before the set-up."""
        if players not in self._begun:
            self._begun[players] = self.bring(self.plan.unplayed(players, 0))
        state = self.clone(self._begun[players])
        self.reseed(state, seed)
        return state

    def start(self, players: int, seed: int) -> NativeState:
        """A new game, run up to its first decision."""
        state = self.fresh(players, seed)
        self.run(state)
        return state

    def clone(self, state: NativeState) -> NativeState:
        """A copy of a state."""
        memory = Memory(self.size, clear=False)  # all of a state that can be looked at is copied
        self._call["copy"](memory.address, self._at(state))
        return NativeState(memory, memory.address, self.library)

    def reseed(self, state: NativeState, seed: int) -> None:
        """From here on dice and shuffles fall as this seed has it: for who plays ahead and must not
        know what comes."""
        self._whole(state, "seed", 1, ctypes.c_uint64)[0] = seed & MASK

    def _at(self, state: NativeState) -> int:
        """Where a state lies, for a call that goes on with it."""
        if state.library is not self.library:
            raise ValueError("a state of another game, or of the same one compiled another time")
        if threading.get_ident() != self._thread:  # each thread has a stack of its own
            self._thread = threading.get_ident()
            self._call["set_deep"](room_on_stack())
        return state.address

    def run(self, state: NativeState) -> bool:
        """Go on until somebody must decide; False when the game is over."""
        return self._done(self._call["run"](self._at(state)))

    def choose(self, state: NativeState, number: int) -> bool:
        """Take an option by its place and go on; False when the game is over.

        After a `NativeFault` the state can be looked at, and has no options any more.
        """
        how = self._call["choose"](self._at(state), number)
        if how == FAULT:
            raise IllegalMove(f"there is no option {number}")
        return self._done(how)

    def _done(self, how: int) -> bool:
        if how > FAULT:
            line = int(self._call["fault_line"]())
            raise NativeFault(KINDS.get(how - FAULT, "fault"), self.place(line))
        return how == ASKS

    def place(self, line: int) -> str:
        """The file and line of the rules that a line of the printed module comes from."""
        spans = self.plan.printed.spans
        span = spans[line - 1] if 0 < line <= len(spans) else None
        return f"{span.source.path}:{span.line}" if span is not None else ""

    # -------------------------------------------------------------------------- what is asked

    def _whole(self, state: NativeState, name: str, count: int, kind: Any = ctypes.c_int64) -> Any:
        return (kind * count).from_address(state.address + self.places[name])

    def number(self, state: NativeState, name: str) -> int:
        """A plain number of the state, such as `actor`, `site` or `over`."""
        return int(self._whole(state, name, 1)[0])

    def count(self, state: NativeState) -> int:
        """How many options there are."""
        return self.number(state, "options_n")

    def options(self, state: NativeState) -> list[Any]:
        """The options, as Python lists them."""
        count = self.number(state, "options_n")
        if not self.number(state, "options_lists"):
            return list(self._whole(state, "options", count))
        made: list[Any] = []
        at = 0
        data = self._whole(state, "options", self.native.layout.room_for_options)
        for _ in range(count):
            size = data[at]
            made.append(tuple(data[at + 1 : at + 1 + size]))
            at += size + 1
        return made

    def winners(self, state: NativeState) -> list[int]:
        """The seats that have won."""
        return list(self._whole(state, "winners", self.number(state, "winners_n")))

    # -------------------------------------------------------------------------- whole games

    def games(
        self, players: int, seed: int, first: int, count: int, most: int, span: str | None
    ) -> list[tuple[int, int, int, int, int, tuple[int, ...]]]:
        """Games by chance: status, decisions, seed, ending, turns, winners; fewer at a fault."""
        if players not in self._begun:
            self._begun[players] = self.bring(self.plan.unplayed(players, 0))
        width = 6 + self.plan.most + 1
        out = (ctypes.c_int64 * (width * count))()
        done = self._call["games"](
            self._at(self._scratch()),
            self._begun[players].address,
            seed & MASK,
            first,
            count,
            most,
            out,
            width,
            self.places[f"t_{span}"] if span else 0,
        )
        flat = out[: done * width]
        made = []
        for at in range(0, done * width, width):
            how, decisions, own, ending, turns, won = flat[at : at + 6]
            who = flat[at + 6 : at + 6 + won]
            made.append((how, decisions, own, ending, turns, tuple(sorted(who))))
        return made

    def _scratch(self) -> NativeState:
        if 0 not in self._begun:
            self._begun[0] = self.empty()
        return self._begun[0]

    def rollouts(
        self, state: NativeState, count: int, seed: int, most: int = 100_000
    ) -> tuple[int, list[int]]:
        """Play a game on by chance, `count` times, at most `most` decisions each: all decisions,
        and for each seat how often it won. Dice and decks fall anew each time."""
        wins = (ctypes.c_int64 * (self.plan.most + 1))()
        into, from_ = self._at(self._scratch()), self._at(state)
        decisions = self._call["rollouts"](into, from_, seed & MASK, count, most, wins)
        if decisions < 0:
            self._done(-decisions)
        return int(decisions), list(wins)[: self.number(state, "n")]

    def playout(
        self, into: NativeState, state: NativeState, number: int, seed: int, most: int
    ) -> bool:
        """Copy a waiting state into `into`, take option `number` there (-1: any) and play on by
        chance, at most `most` decisions. True when the game came to its end."""
        into_, from_ = self._at(into), self._at(state)
        how = self._call["playout"](into_, from_, number, seed & MASK, most)
        if how == FAULT:
            raise IllegalMove(f"there is no option {number}")
        if how == FAULT + 4:
            return False
        return not self._done(how)

    # -------------------------------------------------------------------------- from and to Python

    def bring(self, S: Any) -> NativeState:
        """A game of the Python back end, in mid-turn or not, to go on natively.

        Raises `NativeFault` for a state that is not of this game, or larger than there is room for.
        """
        made = self.empty()
        try:
            look_through(self.plan, self.native, S)
            self._fill(made, S)
        except Unfit as fault:
            raise NativeFault(fault.kind) from None
        except (AttributeError, KeyError, TypeError, ValueError, IndexError):
            raise NativeFault("not of this game") from None
        return made

    def _fill(self, made: NativeState, S: Any) -> None:
        layout = self.native.layout
        put = self._put
        for name in (*_OWN, *layout.single):
            put(made, name, [int(getattr(S, name))])
        self._whole(made, "seed", 1, ctypes.c_uint64)[0] = S.seed
        base = max(0, min(S.base, len(S.stack)))
        put(made, "base", [base])
        for member in layout.lists.values():
            kind = ctypes.c_int32 if member.type == "int" else ctypes.c_int64
            put(made, member.name, [int(x) for x in getattr(S, member.name)], kind)
        for member in layout.piles.values():
            flat: list[int] = []
            for pile in getattr(S, member.name):
                flat += [len(pile), *pile, *[0] * (member.count - len(pile))]
            put(made, member.name, flat, ctypes.c_int32)
        put(made, "winners", S.winners)
        put(made, "winners_n", [len(S.winners)])
        put(made, "draws", [S.draws.get(name, 0) for name in layout.streams])
        self._bring_expiry(made, S)
        self._bring_stack(made, S)
        self._bring_choice(made, S)

    def _put(self, state: NativeState, name: str, values: Sequence[int], kind: Any = None) -> None:
        self._whole(state, name, len(values), kind or ctypes.c_int64)[:] = values

    def _bring_expiry(self, made: NativeState, S: Any) -> None:
        spans = self.spans
        flat: list[int] = []
        for span, now, whose, number, who, value in S.expiry:
            values = list(value) if isinstance(value, tuple) else [value]
            count = len(values) if isinstance(value, tuple) else -1
            flat += [spans.index(span), now, whose, number, who, count]
            flat += [*map(int, values), *[0] * (MOST_TOLD - len(values))]
        self._put(made, "expiry", flat)
        self._put(made, "expiry_n", [len(S.expiry)])

    @property
    def spans(self) -> list[str]:
        """Spans of time, by number."""
        return [name[2:] for name in self.native.layout.single if name.startswith("t_")]

    def _bring_stack(self, made: NativeState, S: Any) -> None:
        flat: list[int] = []
        for frame in S.stack:
            one = [frame[0], frame[1]]
            for value, kind in zip(frame[2:], self.native.frames[frame[0], frame[1]], strict=True):
                if kind == NUMBER:
                    one.append(int(value))
                else:
                    one += [len(value), *value]
            flat += [*one, len(one)]
        self._put(made, "stack", flat)
        self._put(made, "used", [len(flat)])
        self._put(made, "frames", [len(S.stack)])

    def _bring_choice(self, made: NativeState, S: Any) -> None:
        choice = S.choice
        listed = isinstance(choice, (tuple, list))
        values = list(choice) if listed else [0 if choice is None else int(choice)]
        self._put(made, "choice", values)
        self._put(made, "choice_n", [len(values) if listed else -1])
        listed = bool(S.options) and isinstance(S.options[0], (tuple, list))
        flat = [x for one in S.options for x in (len(one), *one)] if listed else list(S.options)
        self._put(made, "options", [int(x) for x in flat])
        self._put(made, "options_n", [len(S.options)])
        self._put(made, "options_lists", [int(listed)])

    def take_back(self, state: NativeState) -> Any:
        """The same game for the Python back end."""
        layout = self.native.layout
        S = self.plan.fresh(self.number(state, "n"), 0)
        for name in (*_OWN, *layout.single, "base"):
            setattr(S, name, self.number(state, name))
        S.seed = int(self._whole(state, "seed", 1, ctypes.c_uint64)[0])
        for member in layout.lists.values():
            kind = ctypes.c_int32 if member.type == "int" else ctypes.c_int64
            setattr(S, member.name, list(self._whole(state, member.name, member.count, kind)))
        for member in layout.piles.values():
            width = member.count + 1
            flat = list(self._whole(state, member.name, member.piles * width, ctypes.c_int32))
            rows = [flat[k * width : (k + 1) * width] for k in range(member.piles)]
            setattr(S, member.name, [row[1 : 1 + row[0]] for row in rows])
        S.winners = self.winners(state)
        draws = list(self._whole(state, "draws", max(1, len(layout.streams))))
        S.draws = {name: n for name, n in zip(layout.streams, draws, strict=False) if n}
        S.expiry = self._expiry(state)
        S.stack = self._stack(state)
        count = self.number(state, "choice_n")
        data = list(self._whole(state, "choice", max(1, count)))
        S.choice = data[0] if count < 0 else tuple(data[:count])
        S.options = self.options(state)
        return S

    def _expiry(self, state: NativeState) -> list[Any]:
        made = []
        data = self._whole(state, "expiry", MOST_LASTING * _LASTING)
        for k in range(self.number(state, "expiry_n")):
            span, now, whose, number, who, count, *values = data[k * _LASTING : (k + 1) * _LASTING]
            told = values[0] if count < 0 else tuple(values[:count])
            made.append((self.spans[span], now, whose, number, who, told))
        return made

    def _stack(self, state: NativeState) -> list[Any]:
        used = self.number(state, "used")
        data = list(self._whole(state, "stack", max(1, used)))[:used]
        made: list[Any] = []
        while used:
            length = data[used - 1]
            numbers = data[used - 1 - length : used - 1]
            used -= length + 1
            frame: list[Any] = numbers[:2]
            at = 2
            for kind in self.native.frames[numbers[0], numbers[1]]:
                if kind == LIST:
                    size = numbers[at]
                    frame.append(tuple(numbers[at + 1 : at + 1 + size]))
                    at += size + 1
                else:
                    frame.append(numbers[at])
                    at += 1
            made.append(tuple(frame))
        return made[::-1]


DEEPEST = 1 << 21  # bytes that rules which call each other may take up on the stack of a thread


def room_on_stack() -> int:
    """How much of the stack of this thread compiled rules may take up, in bytes."""
    import resource

    if threading.current_thread() is threading.main_thread():
        whole = resource.getrlimit(resource.RLIMIT_STACK)[0]
        whole = 1 << 23 if whole == resource.RLIM_INFINITY else whole
    else:
        whole = threading.stack_size() or (1 << 19 if sys.platform == "darwin" else 1 << 21)
    return int(max(1 << 15, min(DEEPEST, whole // 4)))


def compile_plan(plan: Plan, compiler: str) -> NativePlan:
    """A plan with compiled rules. Raises `NotNative` and `CannotCompile`."""
    native = print_native(plan.printed)
    library = compile_text(native.source, compiler)
    place, whole, number = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int
    seed = ctypes.c_uint64
    calls: dict[str, tuple[Any, ...]] = {
        "run": (number, place),
        "choose": (number, place, whole),
        "copy": (None, place, place),
        "fault_line": (whole,),
        "set_deep": (None, whole),
        "games": (whole, place, place, seed, whole, whole, whole, place, whole, ctypes.c_size_t),
        "rollouts": (whole, place, place, seed, whole, whole, place),
        "playout": (number, place, place, whole, seed, whole),
        "where": (ctypes.POINTER(whole),),
    }
    # These calls hold Python's lock: the working memory is shared by all states of a library.
    made = {name: ctypes.PYFUNCTYPE(*types)(library.address(name)) for name, types in calls.items()}
    layout = native.layout
    names = ["n", "seed", "active", "over", "ending", "fuel", "site", "actor", "probe", "base"]
    names += HEADER + layout.single + list(layout.lists) + list(layout.piles) + TAIL
    at = made["where"]()
    size, places = at[0], {name: int(at[k]) for k, name in enumerate(names, 1)}
    return NativePlan(plan, native, library, places, int(size), made)
