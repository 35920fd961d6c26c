"""Handling of Ctrl-C: end at once, or raise KeyboardInterrupt for code that saves its results.

A request to end, SIGTERM, is handled alike.

Imports only what is built into Python or loaded by it anyway, so that it is ready before anything
large: `signal` itself, or `__future__`, would read files first.
"""

import _thread
import os
import sys
import time

TYPE_CHECKING = False  # as `typing` has it, which is a file, too
if TYPE_CHECKING:
    import signal
    from sys import UnraisableHookArgs
    from types import FrameType
else:
    import _signal as signal

_INTERRUPTED = 130  # as in exits.py, which is not imported yet
_A_MOMENT = 0.001  # seconds, in which Python comes back from where it loses an interrupt


def end_at_once() -> None:
    """Let Ctrl-C end the process at once, without a traceback, as there is nothing to save.

    A process that was started to ignore it still does.
    """
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _end)
    if signal.getsignal(signal.SIGTERM) is _as_ctrl_c:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def tell() -> None:
    """Let Ctrl-C raise `KeyboardInterrupt`, for code that saves its results."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.unraisablehook = _not_lost
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _as_ctrl_c)


def is_behind(fault: BaseException | None) -> bool:
    """Whether an exception was caused by Ctrl-C, which Python wraps during class creation."""
    while fault is not None and not isinstance(fault, KeyboardInterrupt):
        fault = fault.__cause__
    return fault is not None


def _not_lost(lost: "UnraisableHookArgs") -> None:
    """Repeat an interrupt where Python would lose it.

    That is during finalization, such as after each import, where no exception can propagate.
    """
    if issubclass(lost.exc_type, KeyboardInterrupt):
        _thread.start_new_thread(_once_more, ())
    else:
        sys.__unraisablehook__(lost)


def _once_more() -> None:
    time.sleep(_A_MOMENT)
    if os.name == "nt":  # there a signal that a program sends ends it without a word
        _thread.interrupt_main()
    else:  # wakes a sleeper, too
        os.kill(os.getpid(), signal.SIGINT)


def _as_ctrl_c(_: int, __: "FrameType | None") -> None:
    """Handle a request to end, as `kill` or a scheduler sends it, as Ctrl-C: results are kept."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell starts what runs behind
        raise KeyboardInterrupt
    signal.raise_signal(signal.SIGINT)


def _end(_: int, __: "FrameType | None") -> None:
    os.write(2, b"interrupted\n")
    os._exit(_INTERRUPTED)
