"""Progress of a long command, on stderr.

On a terminal it is a line that changes, elsewhere a line every second at first, and every ten
seconds later on. Must not know any command.
"""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING

from interpreter.cli import output
from interpreter.diagnostics.characters import one_line

if TYPE_CHECKING:
    from rich.status import Status

_ON_TERMINAL = 0.1  # seconds between two changes
_ELSEWHERE = 1.0
_LATER = 10.0  # seconds, once as many have passed


class Progress:
    """Shows the latest text now and then; as a context manager, it cleans up the terminal."""

    def __init__(self) -> None:
        self.terminal = output.is_terminal(sys.stderr)
        self.last = self.begun = monotonic()
        self._status: Status | None = None  # of a terminal, once something has been shown

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._status is not None:
            self._status.stop()
            self._status = None

    def show(self, text: str) -> None:
        """Show the progress, unless it was shown a moment ago."""
        now = monotonic()
        early = now - self.begun <= _LATER
        if now - self.last < (_ON_TERMINAL if self.terminal else _ELSEWHERE if early else _LATER):
            return
        self.last = now
        if self.terminal:
            self._change(text)
        else:
            output.message(text)

    def at_once(self, text: str) -> None:
        """Announce, on a terminal, a step that takes a few seconds."""
        if self.terminal:
            self._change(text)

    def _change(self, text: str) -> None:
        from rich.text import Text

        line = Text(one_line(text), no_wrap=True, overflow="ellipsis")
        if self._status is not None:
            self._status.update(line)
            return
        self._status = output.console(sys.stderr).status(line, spinner="line", spinner_style="")
        self._status.start()
