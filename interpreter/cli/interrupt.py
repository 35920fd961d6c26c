"""Ctrl-C as a wish to come to an end: what is done is kept, and nobody waits for long.

Used in a `with`; whoever works in it asks now and then whether it was typed. Must not know any
command.
"""

from __future__ import annotations

import _thread
import signal
import threading
from types import FrameType
from typing import Any

PATIENCE = 0.6  # seconds for the work to end by itself


class CtrlC:
    """Notes that Ctrl-C was typed. What does not end soon after, or when it is typed once more, is
    interrupted where it is, by `KeyboardInterrupt`."""

    def __init__(self) -> None:
        self.typed = False
        self._before: Any = None
        self._later = threading.Timer(PATIENCE, self._now)
        self._later.daemon = True
        self._open = False

    def was_typed(self) -> bool:
        """Whether somebody wants an end."""
        return self.typed

    def __enter__(self) -> CtrlC:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._asked)
            self._open = True
        return self

    def __exit__(self, *_: object) -> None:
        if self._open:
            self._open = False
            self._later.cancel()
            signal.signal(signal.SIGINT, self._before)

    def _asked(self, _: int, __: FrameType | None) -> None:
        if not self._open:
            return
        if self.typed:
            raise KeyboardInterrupt
        self.typed = True
        self._later.start()

    def _now(self) -> None:
        if self._open:
            _thread.interrupt_main()
