"""A notice to a web hook of the host when it is somebody's turn.

Takes an address and tables; posts `{"game", "seat", "name"}`, and the link of the seat only where
the host wants that. Never what is hidden. What fails harms nothing, and is told once.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from queue import Full, Queue
from threading import Thread
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from interpreter.diagnostics.json_data import Json

if TYPE_CHECKING:
    from interpreter.page.shared_table import SharedTable

PATIENCE = 5.0  # seconds
MOST_WAITING = 100  # notices; of a hook that is slower, more are dropped
HEADERS = {"Content-Type": "application/json", "User-Agent": "rulewright"}
HOW = "Write an address such as https://example.org/my-hook."


class NoHook(ValueError):
    """A text that is no address of a web hook; the message says what to write."""


def check_hook(url: str) -> str:
    """Return the address of a web hook. Raises `NoHook`."""
    shown = url if len(url) <= 60 else f"{url[:57]}..."
    if not url.isascii() or any(ord(letter) <= 32 or ord(letter) == 127 for letter in url):
        raise NoHook(f"'{shown}' has letters that no address has. {HOW}")
    try:
        parts = urlsplit(url)
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        known = False
    if not known:
        raise NoHook(f"'{shown}' is no address of a web hook. {HOW}")
    if parts.username is not None or parts.password is not None:
        raise NoHook(f"an address with a name or a password in it is not used. {HOW}")
    return url


class TurnNotices:
    """Posts notices one after the other, beside the game."""

    def __init__(self, url: str, tell: Callable[[str], object], base: str = "") -> None:
        """With a `base`, the beginning of all links, each notice has the link of its seat."""
        self.url, self._tell, self._base = url, tell, base
        self._failed = False
        self._waiting: Queue[Json] = Queue(MOST_WAITING)
        Thread(target=self._post_all, name="notices", daemon=True).start()

    def attach(self, table: SharedTable) -> None:
        """Notify of the turns at a table from now on."""
        table.on_turn(lambda seat: self.turn(table, seat))

    def turn(self, table: SharedTable, seat: int) -> None:
        """Notify that a seat is asked, unless too many notices wait already."""
        data = {
            "game": table.game.id,
            "seat": table.state.seats[seat],
            "name": table.names.get(seat, ""),
        }
        if self._base:
            data["link"] = self._base + table.link_of(seat)
        try:
            self._waiting.put_nowait(data)
        except Full:
            self._fails("it is too slow")

    def _post_all(self) -> None:
        while True:
            data = self._waiting.get()
            try:
                self._post(data)
            except (OSError, HTTPException, ValueError) as fault:
                self._fails(_reason(fault))

    def _post(self, data: Json) -> None:
        """Post a notice. Raises `OSError` or `HTTPException`; another address is not followed."""
        parts = urlsplit(self.url)
        assert parts.hostname is not None
        connects = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        connection = connects(parts.hostname, parts.port, timeout=PATIENCE)
        try:
            where = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("POST", where, json.dumps(data).encode(), HEADERS)
            status = connection.getresponse().status
        finally:
            connection.close()
        if not 200 <= status < 300:
            raise HTTPException(f"it answers {status}")

    def _fails(self, why: str) -> None:
        """Say once that the hook does not work; its address may be a secret beyond its host."""
        if not self._failed:
            self._failed = True
            parts = urlsplit(self.url)
            self._tell(
                f"warning: {parts.scheme}://{parts.hostname} takes no notice of turns: {why};"
                " the games go on, and this is not told again"
            )


def _reason(fault: Exception) -> str:
    if isinstance(fault, TimeoutError):
        return f"it does not answer within {PATIENCE:.0f} seconds"
    return str(getattr(fault, "strerror", None) or fault) or type(fault).__name__
