"""Plays games on the workers of a Dask scheduler: the same games, in the same order, as locally.

Takes the address of a scheduler and a `Match` and returns outcomes in the order of their numbers.
Each worker loads the game for itself and must find the same rules; the work of a worker that dies
is given to another. Needs the extra `cluster`. Prints nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from time import process_time
from typing import TYPE_CHECKING

import interpreter as rw
from interpreter.bots.matches import Match, chance_player, play_numbers
from interpreter.diagnostics import Report, Source
from interpreter.pipeline import load_folder
from interpreter.simulation.random_games import Outcome
from interpreter.simulation.random_players import PAYS, Player, timed
from interpreter.simulation.sums import Sums

if TYPE_CHECKING:
    from distributed import Future

PATIENCE = 10  # seconds to wait for a scheduler, and for its first worker
BY_CHANCE, SEATED = 64, 4  # games per batch
MOST_MATCHES = 4  # in a worker's cache
BATCH = 0.5  # seconds that a worker plays before it hands over its sums
MOST_SUMMED = 50_000  # games whose sums are handed over at once
AHEAD = 3  # queued batches per processor of the workers


class NoCluster(Exception):
    """The scheduler or its workers cannot play these games; the message says why."""


@dataclass(frozen=True, slots=True)
class Handed:
    """A match in a form that can be sent: the sources of its game, and all other settings.

    A worker loads the game from its sources once.
    """

    folder: Path
    overlays: tuple[Source, ...]
    options: Mapping[str, object]
    rules: str
    seats: tuple[str, ...]
    numbers: tuple[int, int]
    rotate: bool
    engine: str
    looks: tuple[int, ...]
    closely: bool
    by: int

    @classmethod
    def of(cls, match: Match) -> Handed:
        """Convert a match to a form that can be sent to workers."""
        game = match.game
        return cls(
            game.folder,
            game.overlays,
            game.options,
            game.rules,
            match.seats,
            (match.seed, match.most),
            match.rotate,
            match.engine,
            match.looks,
            match.closely,
            match.by,
        )

    def match(self) -> Match:
        """Rebuild the match, loading its game from files.

        Raises `NoCluster` if the game cannot be read, or if its rules are not the same here.
        """
        report = Report()
        plan = load_folder(self.folder, report, self.options, self.overlays)
        if plan is None:
            what = report.errors[0].message if report.errors else "it cannot be read"
            raise NoCluster(f"a worker cannot read the game: {what}")
        if plan.hash_of_rules != self.rules:
            raise NoCluster("a worker has other rules of this game: install the same files there")
        game = rw.Game(plan, self.folder, self.overlays, self.options)
        return Match(
            *(game, self.seats, *self.numbers),
            rotate=self.rotate,
            engine=self.engine,
            looks=self.looks,
            closely=self.closely,
            by=self.by,
        )


class Cluster(AbstractContextManager["Cluster"]):
    """The workers of one scheduler.

    Raises `NoCluster` if it cannot be reached, has no workers, or has workers with another version
    of Rulewright.
    """

    def __init__(self, address: str) -> None:
        from distributed import Client

        try:
            self._client = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, TimeoutError, ValueError, TypeError):
            raise NoCluster(f"no scheduler answers at {address}") from None
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
            self._check_versions()
        except TimeoutError:
            self._client.close()
            raise NoCluster(f"the scheduler at {address} has no workers") from None
        except NoCluster:
            self._client.close()
            raise
        except OSError:  # a worker ended at this moment
            self._client.close()
            raise NoCluster(f"a worker of the scheduler at {address} does not answer") from None

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def _check_versions(self) -> None:
        found: dict[str, str] = self._client.run(_version)
        for worker, version in sorted(found.items()):
            if version != rw.__version__:
                raise NoCluster(
                    f"the worker {worker} has Rulewright {version}; this is {rw.__version__}"
                )

    def outcomes(self, match: Match, first: int, count: int) -> Generator[Outcome, None, None]:
        """Play games `first` to `first + count - 1` of a match and yield their outcomes in order.

        Work is handed out as results are consumed; what is left is cancelled if the caller stops.
        Raises `NoCluster` if worker after worker dies.
        """
        from distributed.scheduler import KilledWorker

        handed, key = Handed.of(match), token_hex(8)
        size = BY_CHANCE if set(match.seats) == {"random"} else SEATED
        waiting: deque[Future] = deque()
        at, last = first, first + count
        try:
            while at < last or waiting:
                while at < last and len(waiting) < AHEAD * self._processors():
                    numbers = range(at, min(at + size, last))
                    waiting.append(
                        self._client.submit(_play_there, key, handed, numbers, pure=False)
                    )
                    at = numbers.stop
                done, seconds = self._finished([waiting[0]]).result()
                waiting.popleft()
                match.spent += seconds
                yield from done
        except KilledWorker:
            raise NoCluster("worker after worker died while it played these games") from None
        finally:
            self._client.cancel(list(waiting))

    def sums(self, match: Match, count: int) -> Generator[SumsThere, None, None]:
        """Play games 0 to `count - 1` of random players, and yield sums of them, in any order.

        Batches grow until each takes a worker about `BATCH` seconds. Where much is left, workers
        compile the rules with the better compiler, and play on meanwhile. Raises `NoCluster` if
        worker after worker dies.
        """
        from distributed.scheduler import KilledWorker

        handed, key = Handed.of(match), token_hex(8)
        at = size = 0
        better = False
        working: list[Future] = []

        def hand_out() -> None:
            nonlocal at
            numbers = range(at, min(at + max(1, size), count))
            at = numbers.stop
            work = self._client.submit(_sums_there, key, handed, numbers, better, pure=False)
            working.append(work)

        try:
            for _ in range(AHEAD * self._processors()):
                if at < count:
                    hand_out()
            while working:
                future = self._finished(working)
                working.remove(future)
                done: SumsThere = future.result()
                yield done
                if at >= count:
                    continue
                each = done.seconds / max(1, done.sums.games)
                size = max(size, min(MOST_SUMMED, int(BATCH / each) if each else MOST_SUMMED))
                better = better or each * (count - at) / self._processors() > PAYS
                hand_out()
        except KilledWorker:
            raise NoCluster("worker after worker died while it played these games") from None
        finally:
            self._client.cancel(working)

    def _finished(self, working: list[Future]) -> Future:
        """Wait for the first of some futures. Raises `NoCluster` if no worker is left to play."""
        from distributed import wait

        while True:
            try:
                with self._client.as_current():
                    done = wait(working, timeout=PATIENCE, return_when="FIRST_COMPLETED").done
            except TimeoutError:
                if not self._client.nthreads():
                    raise NoCluster("no worker is left to play these games") from None
            else:
                return next(one for one in working if one in done)

    def _processors(self) -> int:
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))


# ------------------------------------------------------------------------ on a worker


def _version() -> str:
    return rw.__version__


_here: dict[str, tuple[Player | None, Match]] = {}
"""The matches that this worker plays, by the keys under which they were handed to it."""


@dataclass(frozen=True, slots=True)
class SumsThere:
    """Sums of games that a worker has played, the processor's seconds, and by which back end."""

    sums: Sums
    seconds: float
    used: str


def _sums_there(key: str, handed: Handed, numbers: range, better: bool) -> SumsThere:
    player, _ = _taken(key, handed)
    assert player is not None  # the players are random
    player.take_better()
    if better and player.may_gain:
        player.compile_better()
    sums, seconds, _ = timed(player.sums, numbers)
    return SumsThere(sums, seconds, player.used)


def _taken(key: str, handed: Handed) -> tuple[Player | None, Match]:
    """Return the match of a key, which is loaded when it is first played."""
    if key not in _here:
        while len(_here) >= MOST_MATCHES:
            del _here[next(iter(_here))]
        match = handed.match()
        _here[key] = chance_player(match), match
    return _here[key]


def _play_there(key: str, handed: Handed, numbers: range) -> tuple[list[Outcome], float]:
    """Play games on a worker; gives their outcomes and the processor's seconds."""
    player, match = _taken(key, handed)
    begun = process_time()
    return play_numbers(match, player, numbers), process_time() - begun
