"""Many games dealt to one or several processes; the outcomes do not depend on how.

Takes a `Plan` and where it came from, since every other process loads the game for itself; gives
batches of outcomes as they are done. It must not print.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from multiprocessing import active_children, get_context, parent_process, resource_tracker
from multiprocessing.connection import wait as wait_for
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any

from interpreter.diagnostics import Source
from interpreter.run.plan import Plan
from interpreter.simulation.random_games import Outcome
from interpreter.simulation.random_players import (
    AUTO,
    NATIVE,
    PAYS,
    PYTHON,
    Pace,
    Player,
    player_for,
    timed,
)

Batch = tuple[list[Outcome], float]

_MOST_IN_BATCH = 8  # so that little is lost, and little waited for, when somebody interrupts
_WORTH_COMING = 2.0  # seconds of work that are left, less than which other processes come too late
SLOW = 0.05  # seconds of a compiled game from which on it is worth asking whether Python is faster
_BATCH = 0.25  # seconds that a batch for another process takes
_AHEAD = 4  # batches for each process that wait to be played
_LOOKING = 0.1  # seconds between two looks at whether all shall end
_ENDING = 0.3  # seconds for another process to end by itself
_LAST_GAMES = 0.5  # seconds for the games that others are at when all shall end


class RulesChanged(Exception):
    """Another process found other rules than this one: somebody edited the game meanwhile."""


@dataclass(frozen=True, slots=True)
class Series:
    """Which games are to be played: numbers 0 to `games` - 1, `most` questions each."""

    folder: Path
    players: int
    seed: int
    games: int
    most: int
    options: Mapping[str, object] = field(default_factory=dict)
    overlays: tuple[Source, ...] = ()
    backend: str = AUTO
    compiler: str | None = None


def _never() -> bool:
    return False


def player_of(plan: Plan, series: Series) -> Player:
    """Who plays the games of a series in this process."""
    return player_for(
        plan, series.players, series.seed, series.most, series.backend, series.compiler
    )


def batches(
    plan: Plan,
    series: Series,
    jobs: int = 1,
    player: Player | None = None,
    stop: Callable[[], bool] = _never,
) -> Generator[Batch, None, None]:
    """Give the outcomes of all games, some at a time, with the seconds that one processor took.

    In order with one job, in any order with more. Other processes are asked only for work that is
    long enough to be worth their coming, and until they are there this one plays. Once `stop` says
    so, what is done is given, and that is all; closing the iterator ends the other processes.
    """
    player = player_of(plan, series) if player is None else player
    if player.used == PYTHON and not player.may_gain and min(jobs, series.games) > 1:
        size = max(1, min(_MOST_IN_BATCH, series.games // (jobs * 4)))
        yield from _shared_out(plan, series, player, _Chunks(0, series.games, size), jobs, stop)
        return
    pace = Pace()
    at = 0
    try:
        while at < series.games and not stop():
            player.take_better()
            many = pace.size if player.used == NATIVE else 1
            numbers = range(at, min(at + many, series.games))
            done, cpu, clock = timed(player, numbers)
            yield done, cpu
            at = numbers.stop
            pace.after(len(numbers), clock)
            each = clock / len(numbers)
            if each > SLOW and at < series.games and player.may_be_slower:
                done, cpu = player.in_both(at, each)
                yield done, cpu
                at += 1
                continue
            left = each * (series.games - at)
            gains = player.may_gain and left / jobs > PAYS
            if jobs > 1 and left > _WORTH_COMING:
                dealt = replace(series, compiler="cc" if gains else series.compiler)
                if player.used == PYTHON and not gains:
                    dealt = replace(series, backend=PYTHON, compiler=None)
                size = max(1, min(int(_BATCH / each), (series.games - at) // (jobs * 4)))
                chunks = _Chunks(at, series.games, size)
                yield from _shared_out(plan, dealt, player, chunks, jobs, stop)
                return
            if gains:
                player.compile_better()
    finally:
        player.do_without_better()


class _Chunks:
    """The numbers of games that are still to be dealt, `size` at a time."""

    def __init__(self, first: int, last: int, size: int) -> None:
        self.at, self.last, self.size = first, last, size

    def next(self, most: int = 0) -> range | None:
        """Give the next ones, no more than `most` if that is given; None if all are dealt."""
        if self.at >= self.last:
            return None
        size = min(self.size, most) if most else self.size
        numbers = range(self.at, min(self.at + size, self.last))
        self.at = numbers.stop
        return numbers


def _shared_out(
    plan: Plan,
    series: Series,
    player: Player,
    chunks: _Chunks,
    jobs: int,
    stop: Callable[[], bool],
) -> Iterator[Batch]:
    """Games dealt to `jobs` other processes; `player` plays here until one of them has come."""
    context = get_context("spawn")
    _begin_quiet_tracker()
    ended = context.Event()
    others = {child.pid for child in active_children()}
    executor = ProcessPoolExecutor(
        jobs, context, initializer=_begin, initargs=(series, plan.hash_of_rules, ended)
    )
    waiting: set[Future[Batch]] = set()
    pace = Pace()
    try:
        with _uninterrupted():
            waiting |= {executor.submit(_play_here, range(0)) for _ in range(jobs)}
        while not stop() and not any(one.done() for one in waiting):
            numbers = chunks.next(pace.size if player.used == NATIVE else 1)
            if numbers is None:
                return
            games, cpu, clock = timed(player, numbers)
            pace.after(len(numbers), clock)
            yield games, cpu
        here = any(one.done() for one in waiting)
        while not stop():
            while len(waiting) < jobs * _AHEAD and (chunk := chunks.next()) is not None:
                waiting.add(executor.submit(_play_here, chunk))
            if not waiting:
                return
            done, waiting = wait(waiting, _LOOKING, FIRST_COMPLETED)
            for one in done:
                yield one.result()
        ended.set()
        begun = {one for one in waiting if not one.cancel()}
        for one in wait(begun, _LAST_GAMES if here else 0).done:
            yield one.result()
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        ours = [child for child in active_children() if child.pid not in others]
        for child in ours:
            child.terminate()
        last = monotonic() + _ENDING
        for child in ours:
            child.join(max(0.0, last - monotonic()))
            child.kill()
            child.join()


def _begin_quiet_tracker() -> None:
    """Begin the process of Python's own that tidies up behind us. If a signal ends this one, it has
    something to do, which nobody needs to be warned of."""
    if os.name != "posix":
        return
    with _uninterrupted():
        sys.warnoptions.append("ignore:resource_tracker")  # is handed on to it
        try:
            resource_tracker.ensure_running()
        finally:
            sys.warnoptions.remove("ignore:resource_tracker")


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Keep Ctrl-C from processes that begin in here: this one alone decides when to end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# ------------------------------------------------------------------------ in another process

_here: dict[str, Any] = {}


def _begin(series: Series, hash_of_rules: str, ended: Any) -> None:
    """Load the game once; what is wrong is told with the first batch."""
    from interpreter.diagnostics import Report
    from interpreter.pipeline import load_folder

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _ended_early)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _here["ended"], _here["pace"] = ended, Pace()
    plan = load_folder(series.folder, Report(), series.options, series.overlays)
    same = plan is not None and plan.hash_of_rules == hash_of_rules
    _here["player"] = player_of(plan, series) if plan is not None and same else None
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _end_with_parent() -> None:
    """Note that a parent that is killed cannot end this process: it does so by itself."""
    parent = parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)


def _ended_early(_: int, __: FrameType | None) -> None:
    """Nobody waits for this process any more: a compiler that it has called ends with it, and
    leaves nothing behind."""
    logging.disable()
    raise SystemExit


def _play_here(numbers: range) -> Batch:
    """Give these games, or as many as are done once all shall end."""
    player: Player | None = _here["player"]
    if player is None:
        raise RulesChanged
    pace: Pace = _here["pace"]
    done: list[Outcome] = []
    seconds = 0.0
    at = numbers.start
    while at < numbers.stop and not _here["ended"].is_set():
        many = pace.size if player.used == NATIVE else 1
        some = range(at, min(at + many, numbers.stop))
        games, cpu, clock = timed(player, some)
        pace.after(len(some), clock)
        done += games
        seconds += cpu
        at = some.stop
    return done, seconds
