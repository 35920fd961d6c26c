"""A keyboard with completion, history and command keys, where prompt_toolkit is installed.

What one player has typed is never offered to another: each seat has a history of its own, which
ends with the game.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.application import Application
    from prompt_toolkit.data_structures import Size
    from prompt_toolkit.history import History
    from prompt_toolkit.key_binding import KeyPressEvent
    from prompt_toolkit.output import Output

KEYS = {"f1": "?", "f2": "look", "f3": "hand", "f4": "log", "f5": "undo"}
RESIZED = "the window has another size"
TIME_IS_UP = "nothing was typed in time"
HELP = "Tab completes what can be typed, Up brings back what you typed before."


class Resized(Exception):
    """The window has another size: show the frame again."""


class TimeIsUp(Exception):
    """Nothing was typed in the time that there was."""


class Keyboard:
    """Reads lines at a terminal; `words` returns the current completions."""

    def __init__(self, words: Callable[[], list[str]]) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import DynamicCompleter, WordCompleter
        from prompt_toolkit.key_binding import KeyBindings
        from prompt_toolkit.output import create_output
        from prompt_toolkit.shortcuts import CompleteStyle

        bindings = KeyBindings()
        for key, command in KEYS.items():
            bindings.add(key)(_typing(command))
        output = create_output(sys.stdout)
        if hasattr(output, "enable_cpr"):
            output.enable_cpr = False  # no output depends on the cursor position
        self.output: Output = output
        self.size: Size | None = None
        self.begun = ""  # input at the time of a resize
        self.histories: dict[int, History] = {}
        self.session: PromptSession[str] = PromptSession(
            output=output,
            key_bindings=bindings,
            completer=DynamicCompleter(
                lambda: WordCompleter(words(), ignore_case=True, sentence=True)
            ),
            complete_style=CompleteStyle.READLINE_LIKE,
            complete_while_typing=False,
            reserve_space_for_menu=0,
        )
        self.session.app.before_render += self._look_at_size

    def sits(self, seat: int) -> None:
        """Switch to a seat's own history."""
        from prompt_toolkit.history import InMemoryHistory

        history = self.histories.setdefault(seat, InMemoryHistory())
        self.session.history = history
        self.session.default_buffer.history = history
        self.session.default_buffer.reset()

    def line(self, prompt: str, within: float | None = None) -> str:
        """Read a line; raises EOFError at the end of input, `Resized` if the window changes.

        What was typed before a change is kept for the next call. Raises `TimeIsUp` after `within`
        seconds.
        """
        self.size = self.output.get_size()
        begun, self.begun = self.begun, ""
        end = None if within is None else partial(_end_in, self.session.app, within)
        typed: str = self.session.prompt(prompt, default=begun, pre_run=end)
        if typed is TIME_IS_UP:
            raise TimeIsUp
        if typed is RESIZED:
            raise Resized
        return typed

    def _look_at_size(self, app: Application[str]) -> None:
        if self.size is None or self.output.get_size() == self.size or not app.is_running:
            return
        loop, future = app.loop, app.future
        if loop is None or future is None:
            return
        self.size, self.begun = None, app.current_buffer.text
        loop.call_soon(lambda: future.done() or app.exit(result=RESIZED))


def _end_in(app: Application[str], seconds: float) -> None:
    """End the input after so many seconds, as if something had been typed."""

    async def end() -> None:
        await asyncio.sleep(seconds)
        if app.future is not None and not app.future.done():
            app.exit(result=TIME_IS_UP)

    app.create_background_task(end())


def line(prompt: str, within: float | None = None) -> str:
    """Read a line at a terminal without `Keyboard`; raises the same."""
    if not hasattr(signal, "SIGWINCH") or threading.current_thread() is not threading.main_thread():
        return input(prompt)

    def resized(_: int, __: FrameType | None) -> None:
        raise Resized

    def ended(_: int, __: FrameType | None) -> None:
        raise TimeIsUp

    before = signal.signal(signal.SIGWINCH, resized)
    alarm = signal.signal(signal.SIGALRM, ended)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0 if within is None else max(0.01, within))
        return input(prompt)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, alarm)
        signal.signal(signal.SIGWINCH, before)


def help_on_keys() -> str:
    """Describe completion and the command keys in a sentence or two."""
    keys = ", ".join(f"{key.upper()} {command}" for key, command in KEYS.items())
    return f"{HELP} Keys: {keys}."


def hush() -> Callable[[], None]:
    """Turn off the terminal's echo; returns a function that restores it."""
    if sys.platform == "win32":
        return lambda: None
    import termios

    try:
        keyboard = sys.stdin.fileno()
        before = termios.tcgetattr(keyboard)
        hushed = [*before]
        hushed[3] &= ~termios.ECHO
        termios.tcsetattr(keyboard, termios.TCSANOW, hushed)
    except (termios.error, OSError, ValueError):  # not supported by this terminal
        return lambda: None
    return lambda: termios.tcsetattr(keyboard, termios.TCSANOW, before)


def drop_typed() -> bool:
    """Discard typed input that has not been read; returns whether there was any."""
    if sys.platform == "win32":
        import msvcrt

        found = False
        while msvcrt.kbhit():
            msvcrt.getwch()
            found = True
        return found
    import termios
    from fcntl import ioctl

    try:
        keyboard = sys.stdin.fileno()
        before = termios.tcgetattr(keyboard)
        by_key = [*before]
        by_key[3] &= ~termios.ICANON  # a line that is not ended counts, too
        termios.tcsetattr(keyboard, termios.TCSANOW, by_key)
        number = int.from_bytes(ioctl(keyboard, termios.FIONREAD, b"\0" * 4), sys.byteorder)
        termios.tcflush(keyboard, termios.TCIFLUSH)
        termios.tcsetattr(keyboard, termios.TCSANOW, before)
    except (termios.error, OSError, ValueError):  # not supported by this terminal
        return False
    return number > 0


def _typing(command: str) -> Callable[[KeyPressEvent], None]:
    """Make a key handler that enters a command as the whole line."""

    def typed(event: KeyPressEvent) -> None:
        event.app.exit(result=command)

    return typed


def keyboard(words: Callable[[], list[str]]) -> Keyboard | None:
    """Create a keyboard for this terminal; None without prompt_toolkit or a capable terminal."""
    if os.environ.get("TERM") == "dumb" or not sys.stdout.isatty():
        return None
    try:
        return Keyboard(words)
    except ImportError:
        return None
