"""How far a long command has come, on stderr: one line that changes on a terminal, elsewhere a line
every second at first, and every ten seconds later on. Must not know any command.
"""

from __future__ import annotations

import sys
from time import monotonic

from interpreter.cli import output
from interpreter.diagnostics.characters import one_line

_ON_TERMINAL = 0.1  # seconds between two changes
_ELSEWHERE = 1.0
_LATER = 10.0  # seconds, once as many have passed


class Progress:
    """Shows the latest text now and then; used in a `with`, it leaves the terminal clean."""

    def __init__(self) -> None:
        self.terminal = output.is_terminal(sys.stderr)
        self.last = self.begun = monotonic()
        self.shown = 0

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self.shown:
            self._write("\r" + " " * self.shown + "\r")
            self.shown = 0

    def show(self, text: str) -> None:
        """Show how far things have come, unless it was shown a moment ago."""
        now = monotonic()
        early = now - self.begun <= _LATER
        if now - self.last < (_ON_TERMINAL if self.terminal else _ELSEWHERE if early else _LATER):
            return
        self.last = now
        if not self.terminal:
            output.message(text)
            return
        text = one_line(text)[: output.width() - 1]
        self._write("\r" + text.ljust(self.shown))
        self.shown = len(text)

    def at_once(self, text: str) -> None:
        """Say on a terminal what takes a few seconds without a word in between."""
        if self.terminal:
            self.last = -_LATER
            self.show(text)

    @staticmethod
    def _write(text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()
