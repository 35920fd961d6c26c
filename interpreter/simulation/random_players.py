"""Who plays games by chance: the rules in Python, or compiled ones. The games are the same.

Takes a `Plan` and what was asked for; gives the outcomes of games by their numbers. What compiled
rules cannot finish is played again in Python, which tells what happened. It must not print.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from threading import Thread
from time import perf_counter, process_time

from interpreter.backends.c.compiled.engine import FAULT, NativePlan
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
    play_game,
)

PYTHON, NATIVE, AUTO = "python", "native", "auto"
VAIN = 3  # games that compiled rules could not finish and Python could, until they are given up
PAYS = 20.0  # seconds of work left from which on a slower compiler that makes faster code pays
_ENDING = 0.3  # seconds for a compiler to end that nobody needs any more
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
    why: str = ""  # why not native, where that was not what was asked for
    span: str | None = None
    watch: Watch | None = None  # of games in Python
    looks: tuple[int, ...] = ()  # what is measured at the end, which only Python does
    _upgrade: bool = field(default=False)
    _better: Better | None = None
    _vain: int = 0
    _compared: bool = False

    @property
    def used(self) -> str:
        """The back end that plays: `python` or `native`."""
        return NATIVE if self.native is not None else PYTHON

    def play(self, numbers: range) -> list[Outcome]:
        """Give these games."""
        found: list[Outcome] = []
        at = numbers.start
        while at < numbers.stop:
            if self.native is None:
                found.append(self._in_python(at))
                at += 1
                continue
            rows = self.native.games(
                self.players, self.seed, at, numbers.stop - at, self.most, self.span
            )
            for how, asked, forced, own, ending, turns, winners, points in rows:
                if how >= FAULT and how != _LIMIT:
                    found.append(self._in_python(at))
                    if found[-1].ending != RUNAWAY:
                        self._in_vain(KINDS.get(how - FAULT, "fault"))
                else:
                    said = LIMIT if how == _LIMIT else finished(self.plan, ending)
                    winners, points = ((), ()) if how == _LIMIT else (winners, points)
                    made = asked - forced
                    found.append(Outcome(at, own, made, asked, turns, winners, said, "", points))
                at += 1
        return found

    @property
    def would_gain(self) -> bool:
        """Whether the games were played in Python only because nothing compiles at once."""
        asked = self.backend == AUTO and self.compiler is None
        return asked and self.used == PYTHON and supported() and TCC not in available()

    @property
    def may_be_slower(self) -> bool:
        """Whether nobody has asked yet if compiled rules are the faster ones, and may ask it."""
        return self.backend == AUTO and self.native is not None and not self._compared

    def in_both(self, number: int, compiled: float) -> tuple[list[Outcome], float]:
        """Play a game in Python, which goes on if it is faster than `compiled`: the seconds that a
        compiled game took. Gives the outcome, and the seconds of the processor."""
        self._compared = True
        cpu, clock = process_time(), perf_counter()
        outcome = self._in_python(number)
        if perf_counter() - clock < compiled:
            self.do_without_better()
            self.native, self._upgrade = None, False
            self.why = "this game is played faster so"
        return [outcome], process_time() - cpu

    def _in_vain(self, kind: str) -> None:
        """Compiled rules stopped in a game that has an end: they have too little room for it."""
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
        )

    @property
    def may_gain(self) -> bool:
        """Whether there is another compiler, which takes longer and makes faster code."""
        return self._upgrade

    def compile_better(self) -> None:
        """Let the better compiler make its code while games go on; `take_better` uses it."""
        self._upgrade = False
        self._better = Better(self.plan)

    def take_better(self) -> None:
        """Use what the better compiler has made, as soon as it is ready."""
        if self._better is not None and self._better.ready():
            self.native, self._better = self._better.made or self.native, None

    def do_without_better(self) -> None:
        """Stop the better compiler: there is nothing left to be played."""
        if self._better is not None:
            self._better.give_up()
            self._better = None


class Better:
    """Code that the system's compiler makes meanwhile; None in `made` if there is none."""

    def __init__(self, plan: Plan) -> None:
        self.made: NativePlan | None = None
        self._at_work = AtWork()
        self._thread = Thread(target=self._compile, args=(plan,), daemon=True)
        self._thread.start()

    def _compile(self, plan: Plan) -> None:
        with suppress(NoNative, NativeFault):
            self.made = native_plan(plan, SYSTEM, self._at_work)

    def ready(self) -> bool:
        """Whether the compiler is done."""
        return not self._thread.is_alive()

    def give_up(self) -> None:
        """End the compiler, too, if it is at work."""
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
    """Who plays: compiled rules where they can be had, unless Python is asked for."""
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
    """How many games to play at a time, so that each batch takes a tenth of a second or so."""

    size: int = 1
    most: int = 20_000

    def after(self, games: int, seconds: float) -> None:
        """Note how long a batch took."""
        if seconds < 0.05:
            self.size = min(self.most, max(self.size, games) * 4)
        elif seconds > 0.3:
            self.size = max(1, self.size // 2)


def timed(player: Player, numbers: range) -> tuple[list[Outcome], float, float]:
    """Games, the seconds of one processor, and those of the clock."""
    cpu, clock = process_time(), perf_counter()
    done = player.play(numbers)
    return done, process_time() - cpu, perf_counter() - clock
