"""All tables of one server: looking them up by link, and opening more.

Takes the first table; opens others like it. The holder of the host's link sees the links of all
seats. Safe to call from any thread.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import RLock

import interpreter as rw
from interpreter.page.kept_tables import kept_table
from interpreter.page.shared_table import SECRET, LinkTarget, SharedTable

MOST = 50  # tables


class Full(rw.Misuse):
    """The server has its maximum number of tables."""


class Hall:
    """The tables of a server.

    Each is kept in a file of its own, if the first one is: `FILE`, `FILE.2`, and so on; existing
    files are opened again.
    """

    def __init__(self, first: SharedTable, most: int = MOST) -> None:
        self.most = most
        if not first.host:
            first.host = secrets.token_urlsafe(SECRET)
            first.write()
        self.secret = first.host
        self._lock = RLock()
        self._attach: Callable[[SharedTable], object] | None = None
        self._tables = [first]
        while (path := self._file()) is not None and path.exists() and len(self._tables) < most:
            found = kept_table(first.game, path, first.kinds)
            assert found is not None
            self._tables.append(found)

    def __iter__(self) -> Iterator[SharedTable]:
        return iter(tuple(self._tables))

    def __len__(self) -> int:
        return len(self._tables)

    def place(self, secret: str) -> tuple[SharedTable, LinkTarget] | None:
        """Find the table and place of a link; None if there is none."""
        for table in self:
            place = table.place(secret)
            if place is not None:
                return table, place
        return None

    def is_host(self, secret: str) -> bool:
        """Whether this is the host's secret."""
        return secrets.compare_digest(self.secret.encode(), secret.encode())

    def open_another(self) -> SharedTable:
        """Open a table like the first one, with another seed. Raises `Full`."""
        with self._lock:
            if len(self._tables) >= self.most:
                raise Full(f"this server holds {self.most} tables, and all are taken")
            first = self._tables[0]
            made = SharedTable(
                first.game,
                first.kinds,
                secrets.randbits(32),
                self._file(),
                clock=first.clock,
                clock_ends=first.clock_ends,
            )
            self._tables.append(made)
            if self._attach is not None:
                self._attach(made)
            return made

    def attach(self, to: Callable[[SharedTable], object]) -> None:
        """Call `to` with each table, and with each that is opened from now on."""
        with self._lock:
            self._attach = to
            for table in self:
                to(table)

    def tick(self) -> None:
        """Tell whose time has run out, at all tables; call it several times a second."""
        for table in self:
            with suppress(OSError):  # a full disk is told with the next decision
                table.tick()

    def rest(self) -> None:
        """Keep all tables with the time that is left, as the server ends."""
        for table in self:
            with suppress(OSError):
                table.rest()

    def _file(self) -> Path | None:
        """Choose the file for the next table; None if tables are not kept."""
        keep = self._tables[0].keep
        return None if keep is None else keep.with_name(f"{keep.name}.{len(self._tables) + 1}")
