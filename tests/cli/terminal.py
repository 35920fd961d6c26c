"""A real terminal for tests: a game started at a pseudo-terminal, and what its screen shows."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path

import pyte

WITHOUT = "import sys; sys.modules['prompt_toolkit'] = None; "
START = "import sys; from interpreter.cli.start import main; sys.exit(main())"
PATIENCE = 90.0  # seconds; a loaded machine takes its time


class Terminal:
    """A terminal of so many columns and rows with `rulewright` running in it."""

    def __init__(
        self,
        words: Sequence[str],
        state: Path,
        size: tuple[int, int] = (80, 24),
        extra: bool = True,
    ) -> None:
        self.columns, self.rows = size
        self.screen = pyte.HistoryScreen(self.columns, self.rows, history=5000)
        self.stream = pyte.ByteStream(self.screen)
        self.sent = b""
        self.main, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", self.rows, self.columns, 0, 0))
        env = {**os.environ, "TERM": "xterm", "XDG_STATE_HOME": str(state)}
        for name in ("NO_COLOR", "COLUMNS", "LINES"):
            env.pop(name, None)
        program = (WITHOUT if not extra else "") + START
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, *words],
            stdin=other,
            stdout=other,
            stderr=other,
            env=env,
            start_new_session=True,
        )
        os.close(other)

    def read(self, seconds: float) -> bool:
        """Give what comes within so many seconds; whether anything did."""
        ready, _, _ = select.select([self.main], [], [], seconds)
        if not ready:
            return False
        try:
            got = os.read(self.main, 65536)
        except OSError:  # the other end is closed
            return False
        self.sent += got
        self.stream.feed(got)
        return bool(got)

    def lines(self) -> list[str]:
        """Give the screen as it stands, without what is empty below."""
        made = [line.rstrip() for line in self.screen.display]
        while made and not made[-1]:
            made.pop()
        return made

    def until(self, text: str, where: str = "") -> list[str]:
        """Wait until the screen ends with a text (or shows one anywhere: `where="any"`)."""
        end = time.monotonic() + PATIENCE
        ended = False
        while time.monotonic() < end:
            lines = self.lines()
            here = "\n".join(lines)
            shown = text in here if where else bool(lines) and lines[-1].strip() == text
            if shown and not self.read(0.2):
                return self.lines()
            if ended:
                break
            ended = not self.read(1.0) and self.process.poll() is not None
        raise AssertionError(f"waited for {text!r}, saw:\n" + "\n".join(self.lines()))

    def asked(self) -> list[str]:
        """Wait for the next question; the screen with it."""
        return self.until(">")

    def type(self, text: str) -> None:
        """Type something; `\\r` is the Enter key."""
        os.write(self.main, text.encode())

    def answer(self, text: str) -> list[str]:
        """Answer, and wait for the next question: not for the one that is still there while a
        loaded machine has not even echoed the answer."""
        before, end = len(self.sent), time.monotonic() + PATIENCE
        self.type(text + "\r")
        while len(self.sent) == before and time.monotonic() < end:
            self.read(1.0)
        return self.asked()

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size; the program, which this terminal does not control, is
        told."""
        self.screen.resize(rows, columns)
        fcntl.ioctl(self.main, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process.send_signal(signal.SIGWINCH)

    def close(self) -> None:
        """End the program, whatever it does."""
        self.process.kill()
        self.process.wait()
        os.close(self.main)
