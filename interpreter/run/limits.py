"""When rules go on without anybody deciding anything: a clean stop that names the rules involved.

Takes the fault that a limit raised and the frames that were waiting; gives one `Runaway` with the
place in the rules and the cycle. Generated functions are called `r<number>_<name of the rule>`.
"""

from __future__ import annotations

import re
import sys
import threading
from collections import Counter
from collections.abc import Iterable, Sequence
from types import FrameType, TracebackType
from typing import Any

from interpreter.run.machine import Runaway

STEPS = 1_000_000  # parts of rules carried out between two decisions
FAR = 1_000_000  # a line number n * FAR + m is line m of the nth of the module's `FILES`
_MADE = re.compile(r"^r\d+_(?:card_)?(.+?)(?:__\d+|_)?$")


MOST_CALLS = 12_000  # rules that wait for one another: two calls for each that has triggers
_A_CALL = 700  # bytes of the stack, twice what a call takes in Python 3.11 where it takes most
_CIRCLE = 250  # calls of rules that call one another: fewer do not fill a stack


class TooFar(Exception):
    """So many parts of rules were carried out that nobody will ever be asked."""


def deepest() -> int:
    """Give how many calls deep rules may go. Up to Python 3.11 nothing but this keeps them from
    filling the stack of the thread."""
    return MOST_CALLS if sys.version_info >= (3, 12) else min(MOST_CALLS, stack_size() // _A_CALL)


def stack_size() -> int:
    """Give the size of the stack of this thread, in bytes; what is usual where nobody says."""
    if threading.current_thread() is not threading.main_thread():
        return threading.stack_size() or (1 << 19 if sys.platform == "darwin" else 1 << 21)
    if sys.platform == "win32":
        return 1 << 20
    import resource

    size = resource.getrlimit(resource.RLIMIT_STACK)[0]
    return 1 << 23 if size == resource.RLIM_INFINITY else size


def is_endless(fault: RecursionError) -> bool:
    """Whether it is rules calling each other in a circle that has filled Python's stack, and not
    whoever plays the game, or what the rules are made by."""
    made: Counter[object] = Counter()
    traceback = fault.__traceback__
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if _MADE.match(code.co_name):
            made[code] += 1
        traceback = traceback.tb_next
    again = sum(times for times in made.values() if times > 1)
    return again >= _CIRCLE


def runaway(fault: BaseException, waiting: Sequence[Any], code: Sequence[object]) -> Runaway:
    """Give the fault as a story: where it happened, and which rules call each other in a circle."""
    frames = _frames(fault.__traceback__)
    names = [name for _, _, name in frames]
    place = f"{frames[-1][0]}:{frames[-1][1]}" if frames else ""
    if isinstance(fault, Runaway):
        return type(fault)(fault.place or place, tuple(_rule(name) for name in names[-1:]))
    names = [*(code[frame[0]].__code__.co_name for frame in waiting), *names]
    return Runaway(place, circle(names))


def circle(names: Iterable[str]) -> tuple[str, ...]:
    """Give the rules from the last one back to where it was called before; the last if it never
    was."""
    # A rule with triggers is two functions, one inside the other; the name of one ends with `_`.
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
    """Give the file and the line of the rules that a line of a generated function stands for."""
    if line < FAR:
        return frame.f_code.co_filename, line
    return frame.f_globals["FILES"][line // FAR - 1], line % FAR


def asked_by(frame: FrameType) -> tuple[str, str]:
    """Give the rule that asks in a frame of a generated function, and its place."""
    file, line = place_of(frame, frame.f_lineno)
    return _rule(frame.f_code.co_name.rstrip("_")), f"{file}:{line}"


def _rule(made: str) -> str:
    match = _MADE.match(made)
    return match.group(1) if match else made
