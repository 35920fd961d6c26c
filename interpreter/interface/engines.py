"""Engines for fast playouts: compiled rules, or Python where there is no compiler.

Players that look ahead use these. A handle is a position that may be changed. Both engines return
the same results, and games that are played on at random go the same way in both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol, TypeAlias, TypeVar

from interpreter.backends.c.compiled.engine import NativePlan
from interpreter.backends.c.compiled.states import NativeFault, NativeState
from interpreter.backends.c.native import NoNative, available, native_plan
from interpreter.run.chance import MASK
from interpreter.run.machine import Runaway
from interpreter.run.plan import Plan
from interpreter.run.random_answers import RandomPlayer, Rounds
from interpreter.run.state import BaseState, Option
from interpreter.simulation.random_games import length_span

_H = TypeVar("_H")
Judge = Callable[[BaseState, int], int]
"""What the rules say of a seat in a position, as a number."""
NEVER = 1 << 60  # a turn that never comes


class Stopped(Exception):
    """The rules cannot continue from here, or need more room than compiled rules have."""


class Engine(Protocol[_H]):
    """The interface of engines; each has handles of its own for positions."""

    name: str
    clock: str
    """What the turns are counted by, as a state calls it; empty where the rules have no turns."""

    def bring(self, position: BaseState) -> _H:
        """Create a handle for a position of Python's engine, which stays as it is."""

    def dealt(self, position: BaseState, deal: BaseState) -> _H:
        """Create a handle for a deal of a position; the deal is given away."""

    def clone(self, handle: _H) -> _H:
        """Copy a handle."""

    def reseed(self, handle: _H, seed: int) -> None:
        """Make dice and shuffles follow this seed from here on."""

    def options(self, handle: _H) -> Sequence[object]:
        """Return the values of the options; empty when the game is over."""

    def count(self, handle: _H) -> int:
        """Count the options."""

    def actor(self, handle: _H) -> int:
        """Return the seat that decides."""

    def site(self, handle: _H) -> int:
        """Return the number of the question."""

    def depth(self, handle: _H) -> int:
        """Count the rules that wait for the answer: more, where one has called another."""

    def choose(self, handle: _H, index: int) -> None:
        """Take an option by its index. Raises `Stopped`."""

    def playout(self, handle: _H, index: int, seed: int, most: int, until: int = NEVER) -> _H:
        """Take an option (-1: a random one), play on at random, and return a new handle.

        The playout asks at most `most` further questions, and none in the turn `until` or later.
        Raises `Stopped`. The handle may be reused by the next playout.
        """

    def turn(self, handle: _H) -> int:
        """Return the number of the turn, or round; 0 where the rules have neither."""

    def over(self, handle: _H) -> bool:
        """Check whether the game has ended."""

    def winners(self, handle: _H) -> Sequence[int]:
        """Return the seats that have won."""

    def aims(self, handle: _H) -> Sequence[int]:
        """Return what each seat aims at: its `aim`, else its `payoff`, else its points.

        Empty where the rules have none of these.
        """

    def payoffs(self, handle: _H) -> Sequence[int]:
        """Return the payoff of each seat; empty where only wins count."""

    def outs(self, handle: _H) -> Sequence[int]:
        """Return for each seat whether it is out of the game; empty where nobody ever is."""


AnyEngine: TypeAlias = "Engine[Any]"
"""An engine of either kind, whose handles only it can read."""


class NativeEngine:
    """An engine of compiled rules."""

    name = "native"

    def __init__(self, native: NativePlan) -> None:
        self.native = native
        span = length_span(native.plan)
        self.clock = f"t_{span}" if span else ""
        self.clone, self.reseed = native.clone, native.reseed
        self.options, self.count = native.options, native.count
        self.winners = native.winners
        self.aims = partial(native.judged, "aims")
        self.payoffs = partial(native.judged, "payoffs")
        self.outs = partial(native.judged, "outs")
        self._board = native.empty()
        self._last: tuple[BaseState, NativeState] | None = None  # which deals were made of last

    def bring(self, position: BaseState) -> NativeState:
        """See `Engine`."""
        try:
            return self.native.bring(position)
        except NativeFault as fault:
            raise Stopped(str(fault)) from None

    def dealt(self, position: BaseState, deal: BaseState) -> NativeState:
        """See `Engine`."""
        return self.native.bring_alike(self._known(position), position, deal, sound=True)

    def _known(self, position: BaseState) -> NativeState:
        """Return the handle of a position, made of the last one, from which little differs."""
        last = self._last
        if last is not None and last[0] is position:
            return last[1]
        if last is None or last[0].n != position.n:
            made = self.bring(position)
        else:
            try:
                made = self.native.bring_alike(last[1], last[0], position)
            except NativeFault as fault:
                raise Stopped(str(fault)) from None
        self._last = position, made
        return made

    def actor(self, handle: NativeState) -> int:
        """See `Engine`."""
        return self.native.number(handle, "actor")

    def site(self, handle: NativeState) -> int:
        """See `Engine`."""
        return self.native.number(handle, "site")

    def depth(self, handle: NativeState) -> int:
        """See `Engine`."""
        return self.native.number(handle, "frames")

    def over(self, handle: NativeState) -> bool:
        """See `Engine`."""
        return bool(self.native.number(handle, "over"))

    def choose(self, handle: NativeState, index: int) -> None:
        """See `Engine`."""
        try:
            self.native.choose(handle, index)
        except NativeFault as fault:
            raise Stopped(str(fault)) from None

    def turn(self, handle: NativeState) -> int:
        """See `Engine`."""
        return self.native.number(handle, self.clock) if self.clock else 0

    def playout(
        self, handle: NativeState, index: int, seed: int, most: int, until: int = NEVER
    ) -> NativeState:
        """See `Engine`; every call returns the same handle."""
        try:
            self.native.playout(self._board, handle, index, seed, most, self.clock, until)
        except NativeFault as fault:
            raise Stopped(str(fault)) from None
        return self._board


def _judged(look: Judge | None, handle: BaseState) -> Sequence[int]:
    return () if look is None else tuple(int(look(handle, seat)) for seat in range(handle.n))


class _Enough(Exception):
    """Raised when a playout has asked as many questions as it may."""


class _Playout(RandomPlayer):
    """Plays on at random for `most` questions, and up to turn `until` of what `clock` counts."""

    __slots__ = ("clock", "most", "rounds", "until")

    def __init__(self, seed: int, most: int, rounds: Rounds) -> None:
        super().__init__(seed)
        self.most, self.rounds = most, rounds
        self.clock, self.until = "", NEVER

    def place(self, count: int) -> int:
        """Draw the place of the next answer among so many options."""
        if self.asked >= self.most:
            raise _Enough
        return self.drawn(count)

    def __call__(self, S: BaseState, options: Sequence[Option]) -> Option:
        """Draw the answer to the next question; never the same twice in a position of a turn."""
        if self.clock and getattr(S, self.clock) >= self.until:
            raise _Enough
        return options[self.rounds.other(S, options, self.place(len(options)))]

    def mixed(self, S: BaseState, candidates: Sequence[Option]) -> Sequence[Option]:
        """Draw the order of trying; all are tried where they were offered before in this turn."""
        if len(candidates) < 2 or self.rounds.offered_before(S, candidates):
            return ()
        return super().mixed(S, candidates)


class PythonEngine:
    """An engine that runs the rules in Python."""

    name = "python"

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        program = plan.program
        looks = plan.looks
        kept = program.points
        judges = [program.aim, program.payoff, kept.look if kept is not None else None]
        self._aim = next((looks[one] for one in judges if one is not None), None)
        self._payoff = None if program.payoff is None else looks[program.payoff]
        self._out = None if program.layout.out < 0 else looks[program.layout.out]
        span = length_span(plan)
        self._span = span
        self.clock = f"t_{span}" if span else ""
        self.asked = 0
        """How many questions the last `playout` asked."""

    def bring(self, position: BaseState) -> BaseState:
        """See `Engine`."""
        return position.clone()

    def dealt(self, position: BaseState, deal: BaseState) -> BaseState:
        """See `Engine`."""
        return deal

    def clone(self, handle: BaseState) -> BaseState:
        """See `Engine`."""
        return handle.clone()

    def reseed(self, handle: BaseState, seed: int) -> None:
        """See `Engine`."""
        handle.seed = seed & MASK

    def options(self, handle: BaseState) -> Sequence[object]:
        """See `Engine`."""
        return handle.options

    def count(self, handle: BaseState) -> int:
        """See `Engine`."""
        return len(handle.options)

    def actor(self, handle: BaseState) -> int:
        """See `Engine`."""
        return int(handle.actor)

    def site(self, handle: BaseState) -> int:
        """See `Engine`."""
        return int(handle.site)

    def depth(self, handle: BaseState) -> int:
        """See `Engine`."""
        return len(handle.stack)

    def over(self, handle: BaseState) -> bool:
        """See `Engine`."""
        return bool(handle.over)

    def winners(self, handle: BaseState) -> Sequence[int]:
        """See `Engine`."""
        return sorted(handle.winners)

    def aims(self, handle: BaseState) -> Sequence[int]:
        """See `Engine`."""
        return _judged(self._aim, handle)

    def payoffs(self, handle: BaseState) -> Sequence[int]:
        """See `Engine`."""
        return _judged(self._payoff, handle)

    def outs(self, handle: BaseState) -> Sequence[int]:
        """See `Engine`."""
        return _judged(self._out, handle)

    def choose(self, handle: BaseState, index: int) -> None:
        """See `Engine`."""
        try:
            self._plan.choose(handle, index)
        except Runaway as fault:
            raise Stopped(str(fault)) from None

    def turn(self, handle: BaseState) -> int:
        """See `Engine`."""
        return int(getattr(handle, self.clock)) if self.clock else 0

    def playout(
        self, handle: BaseState, index: int, seed: int, most: int, until: int = NEVER
    ) -> BaseState:
        """See `Engine`."""
        copy = handle.clone()
        player = _Playout(seed, most, Rounds(self._span))
        try:
            first = index if index >= 0 else player.place(len(copy.options))
            player.clock, player.until = self.clock, until
            copy.agent = player
            copy.choice = copy.options[first]
            self._plan.run(copy)
        except _Enough:
            copy.options = []
        except Runaway as fault:
            raise Stopped(str(fault)) from None
        copy.agent = None
        self.asked = player.asked
        return copy


def engine_for(plan: Plan, wanted: str = "auto") -> AnyEngine:
    """Create an engine: compiled rules where libtcc can build them at once, else Python.

    `wanted` is `auto`, `python`, or `native`, which insists on any compiler: it raises `Stopped`
    where there is none, and `NativeFault` where the compiled rules fail to start.
    """
    if wanted != "python" and (wanted == "native" or "tcc" in available()):
        try:
            return NativeEngine(native_plan(plan))
        except NoNative as fault:
            if wanted == "native":
                raise Stopped(str(fault)) from None
        except NativeFault:
            if wanted == "native":
                raise
    return PythonEngine(plan)
