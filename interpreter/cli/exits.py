"""Exit codes, and the one exception by which a command stops early with one of them.

Takes and gives nothing else; must not know any command.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.diagnostics.model import Diagnostic

FINE = 0
FAILED = 1  # tests that failed, or warnings under --strict
USAGE = 2
GAME_ERRORS = 3  # errors in a game or variant
ILLEGAL_MOVE = 4  # an illegal move or a failed expectation in a script
LIMIT = 5  # a limit stopped it
DIVERGED = 6  # a replay does not come to the same states
FILES = 7  # files or disk
OUR_BUG = 70
INTERRUPTED = 130


class Stop(Exception):
    """Ends a command; the message, if there is one, goes to stderr after `error: `."""

    def __init__(self, code: int, message: str = "", help: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.help = help


class Misused(Stop):
    """The command line is wrong; `slips` are the diagnostics."""

    def __init__(self, slips: Sequence[Diagnostic]) -> None:
        super().__init__(USAGE)
        self.slips = slips


class NobodyListens(Exception):
    """The reader of our output has closed the pipe, as `| head` does. That is no failure."""
