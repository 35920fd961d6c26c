"""Processes that work for this one: how they begin, how they end, and what ends them early.

Takes a function that prepares each process; gives an executor. Must not know what is worked on.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process, resource_tracker
from multiprocessing.connection import wait as wait_for
from multiprocessing.process import BaseProcess

_A_MOMENT = 1.0  # seconds in which an interrupt reaches this process, too; see `cli.interrupt`
_ENDING = 0.3  # seconds that another process has to end by itself
HELP = "if memory ran short: `--jobs 1` needs the least"


class WorkerEnded(Exception):
    """Somebody, or the system for want of memory, ended a process that worked for this one."""

    def __init__(self) -> None:
        super().__init__("one of the processes that worked for this command was ended from outside")


@contextmanager
def worker_pool(
    jobs: int, begin: Callable[..., object], *args: object
) -> Iterator[ProcessPoolExecutor]:
    """Start `jobs` processes when the first work is submitted; they are gone afterwards.

    Each calls `begin(*args)`, which calls `as_worker`. Raises `WorkerEnded`.
    """
    begin_quiet_tracker()
    others = {child.pid for child in active_children()}
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), begin, args)
    with minding_ended_workers():
        try:
            yield pool
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            _end([child for child in active_children() if child.pid not in others])


def _end(children: list[BaseProcess]) -> None:
    for child in children:
        child.terminate()
    last = time.monotonic() + _ENDING
    for child in children:
        child.join(max(0.0, last - time.monotonic()))
        child.kill()
        child.join()


@contextmanager
def minding_ended_workers() -> Iterator[None]:
    """Turn a broken pool into `WorkerEnded`, or into the interrupt that broke it.

    Whoever ends a worker often ends all processes of the command: a scheduler or a terminal does.
    The signal of this process may be a moment behind, and then its handler raises
    `KeyboardInterrupt` here.
    """
    try:
        yield
    except BrokenProcessPool as broken:
        time.sleep(_A_MOMENT)
        raise WorkerEnded from broken


def begin_quiet_tracker() -> None:
    """Start Python's resource tracker process with its warnings disabled.

    If a signal ends this process, the tracker has to clean up, which nobody needs to be warned of.
    """
    if os.name != "posix":
        return
    with uninterrupted():
        sys.warnoptions.append("ignore:resource_tracker")  # inherited by the tracker
        try:
            resource_tracker.ensure_running()
        finally:
            sys.warnoptions.remove("ignore:resource_tracker")


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Block Ctrl-C for processes that start within: this one alone decides when to end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def as_worker() -> None:
    """Leave Ctrl-C to the parent of this process, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when its parent ends: a parent that is killed cannot do it."""
    parent = parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)
