"""Many games dealt to one or several processes; the outcomes do not depend on how.

Takes a `Plan` and where it came from, since every other process loads the game for itself; gives
batches of outcomes as they are done. It must not print.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from interpreter.diagnostics import Source
from interpreter.run.plan import Plan
from interpreter.study.player import AUTO, NATIVE, PAYS, PYTHON, Pace, Player, player_for, timed
from interpreter.study.simulation import Outcome

Batch = tuple[list[Outcome], float]

_MOST_IN_BATCH = 8  # so that little is lost, and little waited for, when somebody interrupts
_WORTH_COMING = 2.0  # seconds of work that are left, less than which other processes come too late
_BATCH = 0.25  # seconds that a batch for another process takes
_AHEAD = 4  # batches for each process that wait to be played


class RulesChanged(Exception):
    """Another process found other rules than this one: somebody edited the game meanwhile."""


@dataclass(frozen=True, slots=True)
class Series:
    """Which games are to be played: numbers 0 to `games` - 1, `most` decisions each."""

    folder: Path
    players: int
    seed: int
    games: int
    most: int
    options: Mapping[str, object] = field(default_factory=dict)
    overlays: tuple[Source, ...] = ()
    backend: str = AUTO
    compiler: str | None = None


def player_of(plan: Plan, series: Series) -> Player:
    """Who plays the games of a series in this process."""
    return player_for(
        plan, series.players, series.seed, series.most, series.backend, series.compiler
    )


def batches(
    plan: Plan, series: Series, jobs: int = 1, player: Player | None = None
) -> Generator[Batch, None, None]:
    """The outcomes of all games, some at a time, with the seconds that one processor took.

    In order with one job, in any order with more. Closing the iterator ends the other processes
    after the games that they are at. Other processes are asked only for work that is long enough
    to be worth their coming.
    """
    player = player_of(plan, series) if player is None else player
    if player.used == PYTHON and not player.may_gain and min(jobs, series.games) > 1:
        size = max(1, min(_MOST_IN_BATCH, series.games // (jobs * 4)))
        yield from _shared_out(plan, series, _chunks(0, series.games, size), jobs)
        return
    pace = Pace()
    at = 0
    while at < series.games:
        many = pace.size if player.used == NATIVE else 1
        numbers = range(at, min(at + many, series.games))
        done, cpu, clock = timed(player, numbers)
        yield done, cpu
        at = numbers.stop
        pace.after(len(numbers), clock)
        each = clock / len(numbers)
        left = each * (series.games - at)
        gains = player.may_gain and left / jobs > PAYS
        if jobs > 1 and left > _WORTH_COMING:
            dealt = replace(series, compiler="cc" if gains else series.compiler)
            if player.used == PYTHON and not gains:
                dealt = replace(series, backend=PYTHON, compiler=None)
            size = max(1, min(int(_BATCH / each), (series.games - at) // (jobs * 4)))
            yield from _shared_out(plan, dealt, _chunks(at, series.games, size), jobs)
            return
        if gains:
            player.compile_better()


def _chunks(first: int, last: int, size: int) -> list[range]:
    return [range(at, min(at + size, last)) for at in range(first, last, size)]


def _play(player: Player, numbers: range) -> Batch:
    done, cpu, _ = timed(player, numbers)
    return done, cpu


def _shared_out(plan: Plan, series: Series, chunks: list[range], jobs: int) -> Iterator[Batch]:
    executor = ProcessPoolExecutor(
        jobs, get_context("spawn"), initializer=_begin, initargs=(series, plan.hash_of_rules)
    )
    waiting: set[Future[Batch]] = set()
    left = iter(chunks)
    try:
        while True:
            with _uninterrupted():
                while len(waiting) < jobs * _AHEAD and (chunk := next(left, None)) is not None:
                    waiting.add(executor.submit(_play_here, chunk))
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for one in done:
                yield one.result()
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Processes that begin in here never see Ctrl-C: this one alone decides when to end."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# ------------------------------------------------------------------------ in another process

_here: dict[str, Any] = {}


def _begin(series: Series, hash_of_rules: str) -> None:
    """Load the game once; what is wrong is told with the first batch."""
    from interpreter.diagnostics import Report
    from interpreter.pipeline import load_folder

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    plan = load_folder(series.folder, Report(), series.options, series.overlays)
    same = plan is not None and plan.hash_of_rules == hash_of_rules
    _here["player"] = player_of(plan, series) if plan is not None and same else None


def _play_here(numbers: range) -> Batch:
    if _here["player"] is None:
        raise RulesChanged
    return _play(_here["player"], numbers)
