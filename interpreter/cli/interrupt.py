"""Ctrl-C as a request to stop: results so far are kept, and nobody waits for long.

A context manager; the work inside polls whether Ctrl-C was typed. Must not know any command.
"""

from __future__ import annotations

import _thread
import signal
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from types import FrameType
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 0.6  # seconds for the work to end by itself


class CtrlC:
    """Notes Ctrl-C; the second one raises `KeyboardInterrupt`, and so does too long a delay."""

    def __init__(self) -> None:
        self.typed = False
        self._before: Callable[[int, FrameType | None], object] | int | None = None
        self._later = threading.Timer(PATIENCE, self._now)
        self._later.daemon = True
        self._open = False

    def was_typed(self) -> bool:
        """Whether Ctrl-C was typed."""
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


def until_typed(found: Generator[T, None, None], ctrl_c: CtrlC) -> Iterator[T]:
    """Yield what work has found until Ctrl-C is typed; the work is ended in any case."""
    with closing(found), suppress(KeyboardInterrupt):
        for one in found:
            yield one
            if ctrl_c.was_typed():
                break
