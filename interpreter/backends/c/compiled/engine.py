"""Plays a game with compiled rules.

`compile_plan` turns a `Plan` into a `NativePlan` of the same game: start it, take options, copy
states, play whole random games.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, TypeAlias

from interpreter.backends.c.compiled import carried
from interpreter.backends.c.compiled.compilers import AtWork, compile_text
from interpreter.backends.c.compiled.states import (
    KINDS,
    NativeFault,
    NativeState,
    StateMemory,
    States,
)
from interpreter.backends.c.module import HEADER, TAIL, native_of
from interpreter.diagnostics.json_data import Json
from interpreter.run.chance import MASK
from interpreter.run.limits import stack_size
from interpreter.run.plan import IllegalMove, Plan
from interpreter.run.state import BaseState

OVER, ASKS, FAULT = 0, 1, 16
GameRow: TypeAlias = tuple[int, int, int, int, int, int, tuple[int, ...], tuple[int, ...]]
"""A game: how it went, questions, those with one answer, seed, ending, turns, winners, points."""
ROOM = 1 << 12  # numbers that a table of counts has room for
LOWEST = -256  # the lowest points that a table has room for
ROWS = 64  # games of a call that are handed over one by one


@dataclass(frozen=True, slots=True)
class CompiledSums:
    """The sums of random games; `played` counts those too that are handed over as `rows`.

    `endings`, `turns`, `lengths` and `points` (for each seat) have how often each number occurred.
    `rows` are games that were stopped, or did not fit into the tables, with their numbers.
    """

    played: int
    games: int
    asked: int
    shared: int
    nobody: int
    longest: int
    wins: list[int]
    endings: dict[int, int]
    turns: dict[int, int]
    lengths: dict[int, int]
    points: list[dict[int, int]]
    rows: list[tuple[int, GameRow]]


@dataclass(slots=True)
class NativePlan(States):
    """A game with compiled rules. Its states belong to one process and one library."""

    _call: Json = field(default_factory=dict)
    _begun: dict[int, NativeState] = field(default_factory=dict)
    _thread: int = 0

    # -------------------------------------------------------------------------- states

    def fresh(self, players: int, seed: int) -> NativeState:
        """Create a state before its set-up, with the given seed.

        The state for each number of players is built once and cloned from then on.
        """
        if players not in self._begun:
            self._begun[players] = self.bring(self.plan.unplayed(players, 0))
        state = self.clone(self._begun[players])
        self.reseed(state, seed)
        return state

    def start(self, players: int, seed: int) -> NativeState:
        """Start a new game and run it up to its first decision."""
        state = self.fresh(players, seed)
        self.run(state)
        return state

    def bring(self, S: BaseState | SimpleNamespace) -> NativeState:
        """Convert a state of the Python back end, in mid-turn or not, into a native one.

        Raises `NativeFault` if the state is not one of this game, or does not fit into the native
        layout.
        """
        return carried.bring(self, S)

    def bring_alike(
        self, state: NativeState, of: BaseState, S: BaseState, sound: bool = False
    ) -> NativeState:
        """Copy `state`, the native one of `of`, and make the copy that of `S`.

        Quicker than `bring` where little differs. A `sound` S came of `of` by a deal, and is not
        checked. Raises `NativeFault` as `bring` does.
        """
        made = self.clone(state)
        carried.bring_alike(self, made, of, S, sound)
        return made

    def take_back(self, state: NativeState) -> BaseState:
        """Convert a native state into a state of the Python back end, to be played on there."""
        return carried.take_back(self, state)

    def clone(self, state: NativeState) -> NativeState:
        """Copy a state into memory of its own."""
        memory = StateMemory(self.size, clear=False)  # `copy` writes all that is ever read
        self._call["copy"](memory.address, self._at(state))
        return NativeState(memory, memory.address, self.library)

    def reseed(self, state: NativeState, seed: int) -> None:
        """Replace the seed of future dice and shuffles, for players that must not foresee them."""
        self.whole(state, "seed", 1, ctypes.c_uint64)[0] = seed & MASK

    def _at(self, state: NativeState) -> int:
        """Return a state's address for a call, and set the stack limit for the current thread.

        Raises `ValueError` for a state of another library.
        """
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
        """Take an option by its index and go on; False when the game is over.

        After a `NativeFault` the state can still be read, but has no options any more.
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
        """Map a line of the printed game to `path:line` in the rules; empty if there is none."""
        span = self.plan.printed.span(line)
        return f"{span.source.path}:{span.line}" if span is not None else ""

    # -------------------------------------------------------------------------- whole games

    def games(
        self, players: int, seed: int, first: int, count: int, most: int, span: str | None
    ) -> list[GameRow]:
        """Play random games and return a row for each.

        A row holds the status, the number of questions, how many of these were forced, the seed,
        the ending, the turns, the winners, and the points of each seat where the rules keep any.
        There are fewer than `count` rows if a game stops at a fault. `span` names the span that
        counts turns.
        """
        width = 7 + 2 * (self.plan.most + 1)
        out = (ctypes.c_int64 * (width * count))()
        clock = self.places[f"t_{span}"] if span else 0
        with self._tables(players) as tables:
            numbers = seed & MASK, first, count, most
            done = self._call["games"](*tables, *numbers, out, width, clock)
        return [self._row(out[at : at + width], players) for at in range(0, done * width, width)]

    def game(
        self, players: int, seed: int, number: int, most: int, span: str | None
    ) -> tuple[GameRow, BaseState]:
        """Play one random game; return its row, as `games` does, and the state at its end."""
        rows = self.games(players, seed, number, 1, most, span)
        if not rows:
            raise NativeFault("fault")
        return rows[0], self.take_back(self._begun[0])

    @contextmanager
    def _tables(self, players: int) -> Iterator[tuple[int, int]]:
        """Lend the addresses of a state to play in, and of one that has not begun."""
        if players not in self._begun:
            self._begun[players] = self.bring(self.plan.unplayed(players, 0))
        scratch = self._begun.pop(0, None) or self.empty()  # taken out while in use
        try:
            yield self._at(scratch), self._begun[players].address
        finally:
            self._begun[0] = scratch

    def _row(self, row: list[int], players: int) -> GameRow:
        """Read a game from the numbers that compiled rules have written of it."""
        how, asked, forced, own, ending, turns, won, *seats = row
        half = self.plan.most + 1
        scored = self.plan.program.points is not None
        points = tuple(seats[half : half + players]) if scored else ()
        return how, asked, forced, own, ending, turns, tuple(sorted(seats[:won])), points

    def sums(
        self, players: int, seed: int, first: int, count: int, most: int, span: str | None
    ) -> CompiledSums:
        """Play random games and return their sums; the arguments are those of `games`."""
        half, endings = self.plan.most + 1, len(self.plan.program.endings)
        width, counts = 8 + 2 * half, 7 + half + endings
        into = (ctypes.c_int64 * (counts + (2 + half) * (ROOM + 2)))()
        rows = (ctypes.c_int64 * (width * ROWS))()
        clock = self.places[f"t_{span}"] if span else 0
        with self._tables(players) as tables:
            numbers = seed & MASK, first, count, most
            sizes = endings, ROOM, LOWEST
            played = self._call["sums"](*tables, *numbers, clock, into, *sizes, rows, ROWS, width)
        head = into[:counts]
        ended = head[6 + half :]

        def table(number: int, low: int = 0) -> dict[int, int]:
            at = counts + number * (ROOM + 2)
            least, most = into[at], into[at + 1]
            found = enumerate(into[at + 2 + least : at + 2 + most], low + least)
            return {value: many for value, many in found if many}

        scored = self.plan.program.points is not None
        made = []
        for at in range(0, head[5] * width, width):
            number, *row = rows[at : at + width]
            made.append((number, self._row(row, players)))
        return CompiledSums(
            played=int(played),
            games=head[0],
            asked=head[1],
            shared=head[2],
            nobody=head[3],
            longest=head[4],
            wins=head[6 : 6 + players],
            endings={number - 1: many for number, many in enumerate(ended) if many},
            turns=table(0),
            lengths=table(1),
            points=[table(2 + seat, LOWEST) for seat in range(players)] if scored else [],
            rows=made,
        )

    def rollouts(
        self, state: NativeState, count: int, seed: int, most: int = 100_000
    ) -> tuple[int, list[int]]:
        """Play a game on at random, `count` times, for at most `most` questions each.

        Returns the total number of decisions, and how often each seat won. Dice and decks are
        seeded anew each time.
        """
        wins = (ctypes.c_int64 * (self.plan.most + 1))()
        scratch = self._begun.pop(0, None) or self.empty()
        into, from_ = self._at(scratch), self._at(state)
        decisions = self._call["rollouts"](into, from_, seed & MASK, count, most, wins)
        self._begun[0] = scratch
        if decisions < 0:
            self._done(-decisions)
        return int(decisions), list(wins)[: self.number(state, "n")]

    def playout(
        self,
        into: NativeState,
        state: NativeState,
        number: int,
        seed: int,
        most: int,
        clock: str = "",
        until: int = 0,
    ) -> bool:
        """Copy a waiting state into `into`, take an option there, and play on at random.

        `number` is the option's index, -1 for any. Stops after `most` questions; True if the game
        came to its end. `clock` names the member that counts turns: within a turn nobody goes round
        in circles, and from the turn `until` on nobody is asked any more.
        """
        into_, from_ = self._at(into), self._at(state)
        at = self.places[clock] if clock else 0
        how = self._call["playout"](into_, from_, number, seed & MASK, most, at, until)
        if how == FAULT:
            raise IllegalMove(f"there is no option {number}")
        if how == FAULT + 4:
            return False
        return not self._done(how)

    def judged(self, which: str, state: NativeState) -> tuple[int, ...]:
        """Return each seat's `aims`, `payoffs` or `outs`; empty where the rules define none."""
        out = (ctypes.c_int64 * (self.plan.most + 1))()
        if not self._call[which](self._at(state), out):
            return ()
        return tuple(out[: self.number(state, "n")])

    def think(
        self,
        deals: Sequence[NativeState],
        seed: int,
        iterations: int,
        told: bytes,
        spread: ctypes.Array[ctypes.c_double],
        rarely: ctypes.Array[ctypes.c_double],
    ) -> list[tuple[int, int, int, float]]:
        """Run the tree search on positions that the thinking seat cannot tell apart.

        Returns for each option how often it was taken, what is proven of it, whether it leads in a
        circle (1) or can be undone (2), and its total result. `told` is the packed struct `Told` of
        `search.c`; the tables are those of `bots/tree.py`. Raises `MemoryError`.
        """
        options = self.count(deals[0])
        places = (ctypes.c_void_p * len(deals))(*(self._at(one) for one in deals))
        out = (ctypes.c_int64 * (3 * options))()
        earned = (ctypes.c_double * options)()
        looks = self._call["think"](
            places, len(deals), seed & MASK, iterations, told, spread, rarely, out, earned
        )
        if looks < 0:
            raise MemoryError
        return [(out[3 * k], out[3 * k + 1], out[3 * k + 2], earned[k]) for k in range(options)]


_ASKED = ("PyErr_CheckSignals", "PyEval_SaveThread", "PyEval_RestoreThread")
"""What compiled rules ask of Python now and then: whether Ctrl-C was typed, and that other threads
have a turn. What a signal raises is raised by the call of the compiled rules."""

DEEPEST = 1 << 21  # bytes of a thread's stack that recursive rules may use


def room_on_stack() -> int:
    """Return how many bytes of this thread's stack compiled rules may use."""
    return max(1 << 15, min(DEEPEST, stack_size() // 4))


def compile_plan(plan: Plan, compiler: str, at_work: AtWork | None = None) -> NativePlan:
    """Compile a plan's rules and bind the library's functions.

    `at_work` lets another thread cancel the compiler. Raises `NotNative` for rules that the C back
    end cannot print, and `CannotCompile` if the compiler is missing or fails.
    """
    native = native_of(plan.printed)
    library = compile_text(native.source, compiler, at_work)
    place, whole, number = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int
    seed = ctypes.c_uint64
    calls: dict[str, tuple[Any, ...]] = {
        "run": (number, place),
        "choose": (number, place, whole),
        "copy": (None, place, place),
        "fault_line": (whole,),
        "set_deep": (None, whole),
        "set_python": (None, place, place, place),
        "games": (whole, place, place, seed, whole, whole, whole, place, whole, ctypes.c_size_t),
        "sums": (
            *(whole, place, place, seed, whole, whole, whole, ctypes.c_size_t),
            *(place, whole, whole, whole, place, whole, whole),
        ),
        "rollouts": (whole, place, place, seed, whole, whole, place),
        "playout": (number, place, place, whole, seed, whole, ctypes.c_size_t, whole),
        "aims": (number, place, place),
        "payoffs": (number, place, place),
        "outs": (number, place, place),
        "think": (whole, place, whole, seed, whole, ctypes.c_char_p, place, place, place, place),
        "where": (ctypes.POINTER(whole),),
    }
    # These calls hold the GIL: all states of a library share one arena.
    made = {name: ctypes.PYFUNCTYPE(*types)(library.address(name)) for name, types in calls.items()}
    layout = native.layout
    names = ["n", "seed", "active", "over", "ending", "fuel", "site", "actor", "probe", "base"]
    names += ["asides"]
    names += HEADER + layout.single + list(layout.lists) + list(layout.piles) + TAIL
    at = made["where"]()
    size, places = at[0], {name: int(at[k]) for k, name in enumerate(names, 1)}
    made["set_python"](*(ctypes.cast(getattr(ctypes.pythonapi, name), place) for name in _ASKED))
    return NativePlan(plan, native, library, places, int(size), made)
