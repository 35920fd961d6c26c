"""A status line with who is thinking and since when, while a person at a terminal waits.

What is typed meanwhile would answer questions that nobody has seen yet: it is dropped.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from interpreter.cli.table.people.keyboard import drop_typed, hush
from interpreter.cli.table.people.screen import Screen

AFTER = 0.3  # seconds before anything is said
EVERY = 1.0  # seconds between two numbers
DROPPED = "What you typed while others were playing is dropped."


class ThinkingTime:
    """The time between two decisions of people, in which others decide one after another."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.who = ""
        self._since = 0.0
        self._thread: threading.Thread | None = None
        self._over = threading.Event()
        self._speak: Callable[[], None] = lambda: None

    def on(self, who: str) -> None:
        """Note that a seat which is no person is deciding now."""
        self.who = who
        if self._thread is None and self.screen.terminal:
            self._since = time.monotonic()
            self._over.clear()
            self._speak = hush()
            self._thread = threading.Thread(target=self._tell, daemon=True)
            self._thread.start()

    def end(self) -> bool:
        """Clear the line when the wait is over; returns whether input was dropped."""
        if self._thread is None:
            return False
        self._over.set()
        self._thread.join()
        self._thread = None
        dropped = time.monotonic() - self._since >= AFTER and drop_typed()
        self._speak()
        return dropped

    def _tell(self) -> None:
        if self._over.wait(AFTER):
            return
        if self.screen.aloud or not self.screen.erases:  # what is written there stays
            self.screen.say(f"{self.who} thinks ...")
            self._over.wait()
            return
        said = ""
        while True:
            seconds = int(time.monotonic() - self._since)
            said = f"{self.who} thinks ... {f'{seconds} s' if seconds else ''}".rstrip()
            self.screen.in_place(said)
            if self._over.wait(EVERY):
                self.screen.in_place("")
                return
