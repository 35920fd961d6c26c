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
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from time import process_time
from typing import Any

from interpreter.diagnostics import Source
from interpreter.run.plan import Plan
from interpreter.study.simulation import Outcome, length_span, play_game

Batch = tuple[list[Outcome], float]

_MOST_IN_BATCH = 8  # so that little is lost, and little waited for, when somebody interrupts
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


def batches(plan: Plan, series: Series, jobs: int = 1) -> Generator[Batch, None, None]:
    """The outcomes of all games, some at a time, with the seconds that one processor took.

    In order with one job, in any order with more. Closing the iterator ends the other processes
    after the games that they are at.
    """
    size = max(1, min(_MOST_IN_BATCH, series.games // (jobs * 4)))
    chunks = [range(at, min(at + size, series.games)) for at in range(0, series.games, size)]
    if min(jobs, len(chunks)) > 1:
        yield from _shared_out(plan, series, chunks, min(jobs, len(chunks)))
        return
    for number in range(series.games):
        yield _play(plan, series, range(number, number + 1))


def _play(plan: Plan, series: Series, numbers: range) -> Batch:
    span = length_span(plan)
    before = process_time()
    done = [
        play_game(plan, series.players, series.seed, number, series.most, span)
        for number in numbers
    ]
    return done, process_time() - before


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
    _here.update(series=series, plan=plan if same else None)


def _play_here(numbers: range) -> Batch:
    if _here["plan"] is None:
        raise RulesChanged
    return _play(_here["plan"], _here["series"], numbers)
