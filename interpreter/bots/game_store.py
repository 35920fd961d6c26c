"""Stores played games in one file, so that no run has to begin again.

Takes the path of an SQLite file with one row per game, keyed by what it was played with (rules,
options, seats, seed, limit) and its number. Several runs may share the file: each claims numbers
before it plays them, and a claim without result expires. A run that is killed leaves complete games
only.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from time import sleep, time
from typing import Any

from interpreter.simulation.random_games import Outcome

VERSION = 1
CHUNK = 8  # game numbers per claim
CHUNK_BY_CHANCE = 256  # the same among random players, who take no time
WAITING = 0.2  # seconds between polls for games of other runs
STALE = 60.0  # seconds after which a claim expires
PATIENCE = 30.0  # seconds to wait for another run that writes
_TABLES = """
CREATE TABLE IF NOT EXISTS about (version INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS games (
    key TEXT NOT NULL, number INTEGER NOT NULL, outcome TEXT NOT NULL,
    PRIMARY KEY (key, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS claims (
    key TEXT NOT NULL, chunk INTEGER NOT NULL, owner TEXT NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (key, chunk)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS played (key TEXT PRIMARY KEY, told TEXT NOT NULL) WITHOUT ROWID;
"""


_UNREADABLE = (sqlite3.Error, UnicodeDecodeError)


class NotKept(Exception):
    """The file cannot be used; the message says why."""


def key_of(rules: str, seats: Sequence[str], seed: int, most: int) -> str:
    """Hash what identifies games of one kind.

    `rules` stands for all texts and options.
    """
    told = json.dumps([rules, list(seats), seed, most])
    return hashlib.blake2b(told.encode(), digest_size=12).hexdigest()


class GameStore(AbstractContextManager["GameStore"]):
    """The games of one key in a file.

    Raises `NotKept` for a file that is something else, or damaged, or cannot be written.
    """

    def __init__(self, path: Path, rules: str, seats: Sequence[str], seed: int, most: int) -> None:
        self._key = key_of(rules, seats, seed, most)
        self._owner = f"{platform.node()} {os.getpid()} {time()}"
        self._chunk = CHUNK_BY_CHANCE if set(seats) == {"random"} else CHUNK
        self.path = path
        try:
            self._file = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
        except sqlite3.Error as fault:
            raise NotKept(self._why(fault)) from None
        try:
            told = json.dumps({"rules": rules, "seats": list(seats), "seed": seed, "most": most})
            self._prepare(told)
        except NotKept:
            self._file.close()
            raise

    def _prepare(self, told: str) -> None:
        """Create the tables of a new file, or check those of another run; record what is played."""
        try:
            self._file.execute("PRAGMA journal_mode=WAL")
            self._file.executescript(_TABLES)
            row = self._file.execute("SELECT version FROM about").fetchone()
            if row is None:
                self._file.execute("INSERT INTO about VALUES (?)", (VERSION,))
            elif row[0] != VERSION:
                raise NotKept(f"{self.path} was written by another version: name another file")
            self._do("INSERT OR IGNORE INTO played VALUES (?, ?)", (self._key, told))
        except _UNREADABLE as fault:
            raise NotKept(self._why(fault)) from None

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _why(self, fault: Exception) -> str:
        told = str(fault)
        if "full" in told:
            return f"there is no room left for {self.path}: what was kept is kept"
        if isinstance(fault, sqlite3.OperationalError) and "decode" not in told:
            return f"{self.path} cannot be used: {told}"
        return f"{self.path} is no file of kept games, or damaged: name another file"

    def _do(self, words: str, values: Sequence[object] = ()) -> int:
        """Carry out a statement; returns how many rows it changed. Raises `NotKept`."""
        try:
            return self._file.execute(words, values).rowcount
        except _UNREADABLE as fault:
            raise NotKept(self._why(fault)) from None

    def _rows(self, words: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Read all rows of a query. Raises `NotKept`."""
        try:
            return self._file.execute(words, values).fetchall()
        except _UNREADABLE as fault:
            raise NotKept(self._why(fault)) from None

    def others(self) -> int:
        """Count the games in the file that have other rules, seats or seeds."""
        ((number,),) = self._rows("SELECT count(*) FROM games WHERE key <> ?", (self._key,))
        return int(number)

    def games(self, count: int) -> Iterator[Outcome]:
        """Yield the stored games with numbers below `count`, in order. Raises `NotKept`."""
        rows = self._rows(
            "SELECT number, outcome FROM games WHERE key = ? AND number < ? ORDER BY number",
            (self._key, count),
        )
        before = -1
        for number, text in rows:
            made = _outcome(text)
            if made.number != number or number <= before:
                raise NotKept(f"{self.path} is damaged: name another file")
            before = number
            yield made

    def claim(self, count: int) -> list[int] | None:
        """Claim a chunk of unplayed numbers below `count`, and return what is left of it to play.

        Empty if other runs have claimed everything that is left; None if nothing is left. Expired
        claims, and those of runs that have ended, are dropped.
        """
        there = {
            number
            for (number,) in self._rows(
                "SELECT number FROM games WHERE key = ? AND number < ?", (self._key, count)
            )
        }
        if len(there) >= count:
            return None
        now = time()
        self._do("DELETE FROM claims WHERE key = ? AND at < ?", (self._key, now - STALE))
        words = "SELECT chunk, owner FROM claims WHERE key = ?"
        claims = self._rows(words, (self._key,))
        taken = {chunk for chunk, owner in claims if not _has_ended(owner)}
        for chunk, owner in claims:
            if chunk not in taken:
                words = "DELETE FROM claims WHERE key = ? AND chunk = ? AND owner = ?"
                self._do(words, (self._key, chunk, owner))
        for chunk in range((count + self._chunk - 1) // self._chunk):
            numbers = range(chunk * self._chunk, min(count, (chunk + 1) * self._chunk))
            left = [number for number in numbers if number not in there]
            if not left or chunk in taken:
                continue
            words = "INSERT OR IGNORE INTO claims VALUES (?, ?, ?, ?)"
            if self._do(words, (self._key, chunk, self._owner, now)):
                return left
        return []

    def put(self, outcomes: Sequence[Outcome]) -> None:
        """Store claimed games and release their claims, in one transaction."""
        self._do("BEGIN IMMEDIATE")
        for one in outcomes:
            self._do(
                "INSERT OR IGNORE INTO games VALUES (?, ?, ?)",
                (self._key, one.number, json.dumps(one)),
            )
        chunks = {one.number // self._chunk for one in outcomes}
        for chunk in chunks:
            self._do(
                "DELETE FROM claims WHERE key = ? AND chunk = ? AND owner = ?",
                (self._key, chunk, self._owner),
            )
        self._do("COMMIT")


def _has_ended(owner: str) -> bool:
    """Tell whether a run on this machine has ended; False if that cannot be known."""
    node, _, rest = owner.partition(" ")
    if node != platform.node() or os.name != "posix":
        return False
    try:
        os.kill(int(rest.split()[0]), 0)
    except ProcessLookupError:
        return True
    except (OSError, ValueError):
        return False
    return False


def play_missing(
    kept: GameStore,
    count: int,
    play: Callable[[Sequence[int]], Sequence[Outcome]],
    stop: Callable[[], bool],
    progress: Callable[[int], None],
) -> bool:
    """Play the missing games below `count` that no other run has claimed; wait for the others.

    True when all games are there, False if `stop` says so before. `progress` is called with the
    number of games played here so far.
    """
    done = 0
    played: set[int] = set()
    while not stop():
        numbers = kept.claim(count)
        if numbers is None:
            return True
        if not numbers:
            sleep(WAITING)
            continue
        if not played.isdisjoint(numbers):
            raise NotKept(f"{kept.path} does not keep what is written there: name another file")
        played.update(numbers)
        kept.put(play(numbers))
        done += len(numbers)
        progress(done)
    return False


def _outcome(text: str) -> Outcome:
    try:
        values = [tuple(one) if isinstance(one, list) else one for one in json.loads(text)]
        made = Outcome._make(values)
    except (ValueError, TypeError):
        raise NotKept("a kept game cannot be read: name another file") from None
    return made


def as_csv(outcomes: Sequence[Outcome], seats: Sequence[str]) -> str:
    """Format games as CSV: a line per game, with the points of each seat in columns."""
    heads = ["game", "seed", "decisions", "turns", "ending", "winners"]
    heads += [f"points_{seat + 1}" for seat in range(len(seats))]
    lines = [",".join(heads)]
    for one in outcomes:
        winners = " ".join(str(seat + 1) for seat in one.winners)
        turns = str(one.turns) if one.turns >= 0 else ""
        points = [str(n) for n in one.points] or [""] * len(seats)
        row = [one.number + 1, one.seed, one.decisions, turns, one.ending, winners, *points]
        lines.append(",".join(str(cell) for cell in row))
    return "\n".join(lines) + "\n"
