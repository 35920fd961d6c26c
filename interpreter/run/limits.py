"""Runaway rules: a clean stop that names the rules involved when nobody ever decides anything.

Takes the fault that a limit raised and the frames that were waiting; builds one `Runaway` with the
place in the rules and the cycle. Generated functions are called `r<number>_<name of the rule>`.
"""

from __future__ import annotations

import re
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from types import FrameType, TracebackType
from typing import TYPE_CHECKING

from interpreter.run.machine import Runaway

if TYPE_CHECKING:
    from interpreter.run.state import Frame

STEPS = 1_000_000  # frames executed between two decisions
FAR = 1_000_000  # a line number n * FAR + m is line m of the nth of the module's `FILES`
_MADE = re.compile(r"^r\d+_(?:card_)?(.+?)(?:__\d+|_)?$")


MOST_CALLS = 12_000  # nested rule calls; a rule with triggers takes two
_A_CALL = 700  # bytes of stack; twice the most that a call takes in Python 3.11
_CIRCLE = 250  # repeated rule calls; fewer cannot overflow the stack


class TooFar(Exception):
    """Raised when `STEPS` parts of rules ran without a decision."""


def deepest() -> int:
    """Return the recursion limit for generated rules.

    Up to Python 3.11 only this limit keeps them from overflowing the stack of the thread.
    """
    return MOST_CALLS if sys.version_info >= (3, 12) else min(MOST_CALLS, stack_size() // _A_CALL)


class DeepCalls:
    """Raises Python's recursion limit while any thread runs rules, and lowers it after the last.

    The limit is one for all threads. Lowered under a thread that is deep in rules and handles a
    recursion error, it would abort the whole process.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running = 0
        self._usual = 0
        self._own = threading.local()  # a thread's stack never grows: its size is asked for once

    def __enter__(self) -> None:
        try:
            wanted = self._own.deepest
        except AttributeError:
            wanted = self._own.deepest = deepest()
        with self._lock:
            now = sys.getrecursionlimit()
            if not self._running:
                self._usual = now
            self._running += 1
            if wanted > now:
                sys.setrecursionlimit(wanted)

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._running -= 1
            if not self._running and sys.getrecursionlimit() != self._usual:
                sys.setrecursionlimit(self._usual)


DEEP_CALLS = DeepCalls()


def stack_size() -> int:
    """Return the stack size of this thread in bytes; the platform's default where none is set."""
    if threading.current_thread() is not threading.main_thread():
        return threading.stack_size() or (1 << 19 if sys.platform == "darwin" else 1 << 21)
    if sys.platform == "win32":
        return 1 << 20
    import resource

    size = resource.getrlimit(resource.RLIMIT_STACK)[0]
    return 1 << 23 if size == resource.RLIM_INFINITY else size


def is_endless(fault: RecursionError) -> bool:
    """Check whether a recursion error comes from rules that call each other in a cycle.

    Other causes are the code of a player, or code that compiles the rules.
    """
    made: Counter[object] = Counter()
    traceback = fault.__traceback__
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if _MADE.match(code.co_name):
            made[code] += 1
        traceback = traceback.tb_next
    again = sum(times for times in made.values() if times > 1)
    return again >= _CIRCLE


def runaway(
    fault: BaseException, waiting: Sequence[Frame], code: Sequence[Callable[..., int]]
) -> Runaway:
    """Convert a fault into a `Runaway` that names the place and the rules that form the cycle."""
    frames = _frames(fault.__traceback__)
    names = [name for _, _, name in frames]
    place = f"{frames[-1][0]}:{frames[-1][1]}" if frames else ""
    if isinstance(fault, Runaway):
        return type(fault)(fault.place or place, tuple(_rule(name) for name in names[-1:]))
    names = [*(code[frame[0]].__code__.co_name for frame in waiting), *names]
    return Runaway(place, circle(names))


def circle(names: Iterable[str]) -> tuple[str, ...]:
    """Find the cycle at the end of a call chain: the rules since the last one's previous call.

    Returns only the last rule if it was not called before, and nothing for no names.
    """
    # A rule with triggers is two nested functions; the name of one ends with `_`.
    chain = [_rule(name) for name in names if not name.endswith("_")]
    for at in range(len(chain) - 2, -1, -1):
        if chain[at] == chain[-1]:
            return tuple(dict.fromkeys(chain[at:]))
    return tuple(chain[-1:])


def _frames(traceback: TracebackType | None) -> list[tuple[str, int, str]]:
    found = []
    while traceback is not None:
        made = traceback.tb_frame.f_code
        if _MADE.match(made.co_name):
            file, line = place_of(traceback.tb_frame, traceback.tb_lineno)
            found.append((file, line, made.co_name))
        traceback = traceback.tb_next
    return found


def place_of(frame: FrameType, line: int) -> tuple[str, int]:
    """Map a line of a generated function to the file and line of the rules it stands for."""
    if line < FAR:
        return frame.f_code.co_filename, line
    return frame.f_globals["FILES"][line // FAR - 1], line % FAR


def asked_by(frame: FrameType) -> tuple[str, str]:
    """Return the rule that a generated function's frame executes, and its place as `file:line`."""
    file, line = place_of(frame, frame.f_lineno)
    return _rule(frame.f_code.co_name.rstrip("_")), f"{file}:{line}"


def _rule(made: str) -> str:
    match = _MADE.match(made)
    return match.group(1) if match else made
