"""Players of random games: the rules in Python, or compiled ones. The games are the same.

Takes a `Plan` and what was asked for; returns the outcomes of games by their numbers. What compiled
rules cannot finish is played again in Python, which tells what happened. It must not print.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Thread
from time import perf_counter, process_time
from typing import TypeVar

from interpreter.backends.c.compiled.engine import FAULT, GameRow, NativePlan
from interpreter.backends.c.compiled.states import KINDS, NativeFault
from interpreter.backends.c.native import (
    SYSTEM,
    TCC,
    AtWork,
    NoNative,
    available,
    native_plan,
    supported,
)
from interpreter.run.plan import Plan
from interpreter.simulation.random_games import (
    LIMIT,
    RUNAWAY,
    Outcome,
    Watch,
    finished,
    length_span,
    measured,
    of_seats,
    play_game,
)
from interpreter.simulation.sums import Sums

Played = TypeVar("Played")
PYTHON, NATIVE, AUTO = "python", "native", "auto"
VAIN = 3  # games that only Python could finish, until compiled rules are dropped
PAYS = 20.0  # seconds of work left that justify a slower compiler with faster code
_ENDING = 0.3  # seconds to wait for an unneeded compiler to end
_LIMIT = next(FAULT + number for number, kind in KINDS.items() if kind == "limit")


@dataclass(slots=True)
class Player:
    """Plays games 0, 1, 2 ... of a series with one seed."""

    plan: Plan
    players: int
    seed: int
    most: int
    backend: str = PYTHON
    compiler: str | None = None
    native: NativePlan | None = None
    why: str = ""  # why not native, unless Python was requested
    span: str | None = None
    watch: Watch | None = None  # for games in Python only
    looks: tuple[int, ...] = ()  # values to measure at the end
    by: int = -1  # a value to measure for each seat
    _upgrade: bool = field(default=False)
    _better: Better | None = None
    _vain: int = 0
    _compared: bool = False

    @property
    def used(self) -> str:
        """The back end that plays: `python` or `native`."""
        return NATIVE if self.native is not None else PYTHON

    def play(self, numbers: range) -> list[Outcome]:
        """Play the games of these numbers and return their outcomes in order."""
        found: list[Outcome] = []
        at = numbers.start
        while at < numbers.stop:
            if self.native is None or self.measures:
                found.append(self._in_python(at) if self.native is None else self._measured(at))
                at += 1
                continue
            rows = self.native.games(
                self.players, self.seed, at, numbers.stop - at, self.most, self.span
            )
            for row in rows:
                found.append(self._outcome(at, row))
                at += 1
        return found

    @property
    def measures(self) -> bool:
        """Whether anything is measured at the end of each game."""
        return bool(self.looks) or self.by >= 0

    def _measured(self, number: int) -> Outcome:
        """Play a compiled game and measure its end in Python, which plays what was not finished."""
        assert self.native is not None
        row, state = self.native.game(self.players, self.seed, number, self.most, self.span)
        if row[0] >= FAULT:
            return self._in_python(number)
        found = (*measured(self.plan, state, self.looks), *of_seats(self.plan, state, self.by))
        return self._outcome(number, row)._replace(measured=found)

    def _outcome(self, number: int, row: GameRow) -> Outcome:
        """Return the outcome of a compiled game; after a fault it is played again in Python."""
        how, asked, forced, own, ending, turns, winners, points = row
        if how < FAULT:
            said, made = finished(self.plan, ending), asked - forced
            return Outcome(number, own, made, asked, turns, winners, said, "", points)
        if how == _LIMIT:
            return Outcome(number, own, asked - forced, asked, turns, (), LIMIT)
        found = self._in_python(number)
        if found.ending != RUNAWAY:
            self._in_vain(KINDS.get(how - FAULT, "fault"))
        return found

    def sums(self, numbers: range) -> Sums:
        """Play the games of these numbers and return their sums."""
        found = Sums(self.players)
        at = numbers.start
        while at < numbers.stop:
            if self.native is None:
                found.add(self._in_python(at))
                at += 1
                continue
            one = self.native.sums(
                self.players, self.seed, at, numbers.stop - at, self.most, self.span
            )
            found += Sums(
                self.players,
                one.games,
                sum(decisions * many for decisions, many in one.lengths.items()),
                one.asked,
                Counter(dict(enumerate(one.wins))),
                one.shared,
                one.nobody,
                Counter({finished(self.plan, end): many for end, many in one.endings.items()}),
                Counter(one.turns),
                Counter(one.lengths),
                [Counter(seat) for seat in one.points],
                one.longest,
            )
            for number, row in one.rows:
                found.add(self._outcome(number, row))
            at += one.played
        return found

    @property
    def would_gain(self) -> bool:
        """Whether the games run in Python only because there is no libtcc."""
        asked = self.backend == AUTO and self.compiler is None
        return asked and self.used == PYTHON and supported() and TCC not in available()

    @property
    def may_be_slower(self) -> bool:
        """Whether it is still open, and may be tried, if Python is faster than compiled rules."""
        return self.backend == AUTO and self.native is not None and not self._compared

    def in_both(self, number: int, compiled: float) -> tuple[list[Outcome], float]:
        """Play a game in Python and switch to Python if that is faster than `compiled` seconds.

        Returns the outcome and the CPU seconds.
        """
        self._compared = True
        cpu, clock = process_time(), perf_counter()
        outcome = self._in_python(number)
        if perf_counter() - clock < compiled:
            self.do_without_better()
            self.native, self._upgrade = None, False
            self.why = "this game is played faster so"
        return [outcome], process_time() - cpu

    def _in_vain(self, kind: str) -> None:
        """Count a game that only Python could finish; drop compiled rules after `VAIN` of them."""
        self._vain += 1
        if self._vain >= VAIN:
            self.do_without_better()
            self.native, self._upgrade = None, False
            self.why = f"compiled rules have too little room for this game ({kind})"

    def _in_python(self, number: int) -> Outcome:
        return play_game(
            self.plan,
            self.players,
            self.seed,
            number,
            self.most,
            self.span,
            self.watch,
            self.looks,
            self.by,
        )

    @property
    def may_gain(self) -> bool:
        """Whether there is another compiler, which takes longer and makes faster code."""
        return self._upgrade

    def compile_better(self) -> None:
        """Start the better compiler in the background; `take_better` switches to its code."""
        self._upgrade = False
        self._better = Better(self.plan)

    def take_better(self) -> None:
        """Switch to the code of the better compiler as soon as it is ready."""
        if self._better is not None and self._better.ready():
            self.native, self._better = self._better.made or self.native, None

    def do_without_better(self) -> None:
        """Stop the better compiler: its code is not needed any more."""
        if self._better is not None:
            self._better.give_up()
            self._better = None


class Better:
    """Code that the system's compiler builds in the background; `made` is None if there is none."""

    def __init__(self, plan: Plan) -> None:
        self.made: NativePlan | None = None
        self._at_work = AtWork()
        self._thread = Thread(target=self._compile, args=(plan,), daemon=True)
        self._thread.start()

    def _compile(self, plan: Plan) -> None:
        with suppress(NoNative, NativeFault):
            self.made = native_plan(plan, SYSTEM, self._at_work)

    def ready(self) -> bool:
        """Check whether the compiler is done."""
        return not self._thread.is_alive()

    def give_up(self) -> None:
        """Stop waiting, and end the compiler if it is still running."""
        self._at_work.end()
        self._thread.join(_ENDING)


def player_for(
    plan: Plan,
    players: int,
    seed: int,
    most: int,
    backend: str = AUTO,
    compiler: str | None = None,
) -> Player:
    """Create a player: compiled rules where they can be had, unless Python is asked for."""
    made = Player(plan, players, seed, most, backend, compiler, span=length_span(plan))
    if backend == PYTHON:
        return made
    there = available()
    if backend == AUTO and compiler is None and TCC not in there:
        made.why = "" if there else "no compiler"
        made._upgrade = SYSTEM in there
        return made
    try:
        made.native = native_plan(plan, compiler)
    except (NoNative, NativeFault) as fault:
        made.why = str(fault)
        return made
    made._upgrade = compiler is None and made.native.library.compiler == TCC and SYSTEM in there
    return made


@dataclass(slots=True)
class Pace:
    """Batch size control, so that each batch takes a tenth of a second or so."""

    size: int = 1
    most: int = 20_000

    def after(self, games: int, seconds: float) -> None:
        """Adjust the size to how long a batch took."""
        if seconds < 0.05:
            self.size = min(self.most, max(self.size, games) * 4)
        elif seconds > 0.3:
            self.size = max(1, self.size // 2)


def timed(play: Callable[[range], Played], numbers: range) -> tuple[Played, float, float]:
    """Play games and return what comes of them, the CPU seconds and the elapsed seconds."""
    cpu, clock = process_time(), perf_counter()
    done = play(numbers)
    return done, process_time() - cpu, perf_counter() - clock
