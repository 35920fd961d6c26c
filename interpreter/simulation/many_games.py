"""Many games distributed over processes; the outcomes do not depend on how.

Takes a `Plan` and where it came from, since every other process loads the game for itself; yields
batches of outcomes as they are done. It must not print.
"""

from __future__ import annotations

import logging
import signal
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from types import FrameType
from typing import Generic, TypeAlias, TypeVar

from interpreter.diagnostics import Source
from interpreter.diagnostics.json_data import Json
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
from interpreter.simulation.sums import Sums
from interpreter.simulation.worker_pool import (
    as_worker,
    begin_quiet_tracker,
    uninterrupted,
    worker_pool,
)

Batch: TypeAlias = tuple[list[Outcome], float]
"""Games of a series, and the processor's seconds that they took."""
SumsBatch: TypeAlias = tuple[Sums, float]
_Played = TypeVar("_Played", list[Outcome], Sums)

_MOST_IN_BATCH = 8  # small, so that an interrupt loses little and is quick
_WORTH_COMING = 2.0  # seconds of work left that justify starting other processes
SLOW = 0.05  # seconds of a compiled game from which on Python is tried, too
_BATCH = 0.25  # target seconds of a batch for another process
_AHEAD = 4  # queued batches for each process
_LOOKING = 0.1  # seconds between two checks of `stop`
_LAST_GAMES = 0.5  # seconds to wait for games under way when all shall end


class RulesChanged(Exception):
    """Another process found other rules than this one: somebody has edited the game in between."""


@dataclass(frozen=True, slots=True)
class Series:
    """The games to play: numbers 0 to `games` - 1, at most `most` questions each."""

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
    """Create the player of a series for this process."""
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
    """Yield the outcomes of all games in batches, each with its CPU seconds.

    They are in order with one job, in any order with more. Other processes are started only for
    work that is long enough to be worth it, and until they are ready this one plays. Once `stop`
    returns true, only what is done is yielded; closing the iterator ends the other processes.
    """
    player = player_of(plan, series) if player is None else player
    return _batches(plan, series, jobs, player, stop, OUTCOMES)


def sums_of(
    plan: Plan,
    series: Series,
    jobs: int = 1,
    player: Player | None = None,
    stop: Callable[[], bool] = _never,
) -> Generator[SumsBatch, None, None]:
    """Yield the sums of all games in batches, as `batches` does: quicker, as no game is told."""
    player = player_of(plan, series) if player is None else player
    return _batches(plan, series, jobs, player, stop, SUMS)


@dataclass(frozen=True, slots=True)
class _How(Generic[_Played]):
    """What is wanted of the games: each by itself, or sums."""

    play: Callable[[Player, range], _Played]
    of: Callable[[Player, list[Outcome]], _Played]
    there: Callable[[range], tuple[_Played, float]]
    """Plays games in another process."""


def _batches(
    plan: Plan,
    series: Series,
    jobs: int,
    player: Player,
    stop: Callable[[], bool],
    how: _How[_Played],
) -> Generator[tuple[_Played, float], None, None]:
    if player.used == PYTHON and not player.may_gain and min(jobs, series.games) > 1:
        size = max(1, min(_MOST_IN_BATCH, series.games // (jobs * 4)))
        chunks = _Chunks(0, series.games, size)
        yield from _shared_out(plan, series, player, chunks, jobs, stop, how)
        return
    pace = Pace()
    at = 0
    try:
        while at < series.games and not stop():
            player.take_better()
            many = pace.size if player.used == NATIVE else 1
            numbers = range(at, min(at + many, series.games))
            done, cpu, clock = timed(partial(how.play, player), numbers)
            yield done, cpu
            at = numbers.stop
            pace.after(len(numbers), clock)
            each = clock / len(numbers)
            if each > SLOW and at < series.games and player.may_be_slower:
                games, cpu = player.in_both(at, each)
                yield how.of(player, games), cpu
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
                yield from _shared_out(plan, dealt, player, chunks, jobs, stop, how)
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
        """Take the next numbers, at most `most` of them unless it is 0; None if all are dealt."""
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
    how: _How[_Played],
) -> Iterator[tuple[_Played, float]]:
    """Play games in `jobs` other processes; `player` plays here until one of them is ready."""
    waiting: set[Future[tuple[_Played, float]]] = set()
    pace = Pace()
    begin_quiet_tracker()  # as the event would start a loud one
    ended = get_context("spawn").Event()
    with worker_pool(jobs, _begin, series, plan.hash_of_rules, ended) as pool:
        with uninterrupted():
            waiting |= {pool.submit(how.there, range(0)) for _ in range(jobs)}
        while not stop() and not any(one.done() for one in waiting):
            numbers = chunks.next(pace.size if player.used == NATIVE else 1)
            if numbers is None:
                return
            games, cpu, clock = timed(partial(how.play, player), numbers)
            pace.after(len(numbers), clock)
            yield games, cpu
        here = any(one.done() for one in waiting)
        while not stop():
            while len(waiting) < jobs * _AHEAD and (chunk := chunks.next()) is not None:
                waiting.add(pool.submit(how.there, chunk))
            if not waiting:
                return
            done, waiting = wait(waiting, _LOOKING, FIRST_COMPLETED)
            for one in done:
                yield one.result()
        ended.set()
        begun = {one for one in waiting if not one.cancel()}
        for one in wait(begun, _LAST_GAMES if here else 0).done:
            yield one.result()


# ------------------------------------------------------------------------ in another process

_here: Json = {}


def _begin(series: Series, hash_of_rules: str, ended: object) -> None:
    """Initialise a process and load the game once; errors are reported with the first batch."""
    from interpreter.diagnostics import Report
    from interpreter.pipeline import load_folder

    as_worker()
    signal.signal(signal.SIGTERM, _ended_early)
    _here["ended"], _here["pace"] = ended, Pace()
    plan = load_folder(series.folder, Report(), series.options, series.overlays)
    same = plan is not None and plan.hash_of_rules == hash_of_rules
    _here["player"] = player_of(plan, series) if plan is not None and same else None
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _ended_early(_: int, __: FrameType | None) -> None:
    """Exit on a signal while loading, together with any compiler that is running."""
    logging.disable()
    raise SystemExit


def _games_here(numbers: range) -> Batch:
    return _play_here(OUTCOMES, numbers)


def _sums_here(numbers: range) -> SumsBatch:
    return _play_here(SUMS, numbers)


OUTCOMES: _How[list[Outcome]] = _How(
    play=lambda player, numbers: player.play(numbers),
    of=lambda _, games: games,
    there=_games_here,
)
SUMS: _How[Sums] = _How(
    play=lambda player, numbers: player.sums(numbers),
    of=lambda player, games: Sums.of(player.players, games),
    there=_sums_here,
)


def _play_here(how: _How[_Played], numbers: range) -> tuple[_Played, float]:
    """Play these games in this process, or as many as are done before all shall end."""
    player: Player | None = _here["player"]
    if player is None:
        raise RulesChanged
    pace: Pace = _here["pace"]
    done = how.of(player, [])
    seconds = 0.0
    at = numbers.start
    while at < numbers.stop and not _here["ended"].is_set():
        many = pace.size if player.used == NATIVE else 1
        some = range(at, min(at + many, numbers.stop))
        games, cpu, clock = timed(partial(how.play, player), some)
        pace.after(len(some), clock)
        done += games
        seconds += cpu
        at = some.stop
    return done, seconds
