"""The terminal of people at the keyboard: lines, the cleared screen between players, the prompt.

Writes to stdout, or to stderr where stdout is reserved for JSON. Reads lines.
"""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from interpreter.cli import output
from interpreter.cli.table.people.keyboard import (
    Keyboard,
    Resized,
    TimeIsUp,
    help_on_keys,
    keyboard,
    line,
)
from interpreter.diagnostics.paint import Paint

WIDEST = 100  # columns; longer lines are hard to read


class Screen:
    """A terminal, or files that stand in for one."""

    def __init__(self, plain: bool, to_stderr: bool = False) -> None:
        self.err = to_stderr
        stream = sys.stderr if to_stderr else sys.stdout
        self.aloud = plain  # one fact per line
        self.plain = plain or not output.colours(stream)
        self.paint = Paint(not self.plain)
        self.terminal = _terminal()
        # Plain reading wants no colours; a cleared screen is as good there as elsewhere.
        self.erases = output.is_terminal(stream) and os.environ.get("TERM") != "dumb"
        self._warned = False
        self.words: list[str] = []
        self.reader: Callable[[], str | None] | None = None  # replaces the keyboard
        self.draw_again: Callable[[], None] | None = None  # after a resize
        self.within: float | None = None  # seconds after which a terminal gives an empty line
        self._keyboard: Keyboard | None = None
        self._opens = self.terminal and not plain and not to_stderr  # a keyboard, at first use
        self._seat = -1
        self._held: list[str] | None = None  # lines to be shown later

    @property
    def width(self) -> int:
        """Columns to write in, as the terminal is now."""
        return min(output.width(), WIDEST)

    def say(self, text: str = "") -> None:
        """Show one line or several."""
        if self._held is not None:
            self._held += text.split("\n")
        else:
            click.echo(self.paint.shown(text), err=self.err)

    def in_place(self, text: str) -> None:
        """Show a line that replaces the last one shown by this method; empty erases it."""
        click.echo(f"\r\x1b[K{self.paint.shown(text)}", nl=False, err=self.err)

    @contextmanager
    def held(self) -> Iterator[list[str]]:
        """Collect lines instead of showing them."""
        self._held = []
        try:
            yield self._held
        finally:
            self._held = None

    def wrapped(self, text: str, indent: int = 0, after: int | None = None) -> None:
        """Show a paragraph within the width; lines after the first are indented by `after`."""
        for one in textwrap.wrap(
            text,
            self.width,
            initial_indent=" " * indent,
            subsequent_indent=" " * (indent if after is None else after),
            break_on_hyphens=False,
        ):
            self.say(one)

    def with_command(self, text: str, command: str) -> None:
        """Show a sentence that ends with a command, which is never broken across lines."""
        if len(text) + 1 + len(command) <= self.width:
            self.say(f"{text} {command}")
        else:
            self.wrapped(text)
            self.say(f"  {command}")

    def height(self) -> int:
        """Return the rows of the terminal, at least 12."""
        return max(12, shutil.get_terminal_size((80, 24)).lines)

    def clear(self) -> None:
        """Erase the screen and its scrollback.

        Where that is not possible, scroll the old text out of view, and warn about it once.
        """
        if not self.terminal:
            return
        if self.erases:
            click.echo("\x1b[2J\x1b[3J\x1b[H", nl=False, err=self.err)
            return
        self.say("\n" * max(60, shutil.get_terminal_size((80, 24)).lines))
        if not self._warned:
            self._warned = True
            self.wrapped(
                "This output cannot be cleared: what stands above the blank lines can be scrolled"
                " back to.",
                0,
            )

    def sits(self, seat: int) -> None:
        """Set the seat at the keyboard (-1: not known yet), with a history of its own."""
        self._seat = seat
        self.words = []
        if self._keyboard is not None:
            self._keyboard.sits(seat)

    def help(self) -> str:
        """Describe the special keys of this keyboard; empty if there are none."""
        return help_on_keys() if self._keyboard is not None else ""

    def _typed(self, prompt: str) -> str:
        """Read a line from the terminal, opening the keyboard at the first call."""
        if self._opens:
            self._opens = False
            self._keyboard = keyboard(lambda: self.words)
            if self._keyboard is not None:
                self._keyboard.sits(self._seat)
        if self._keyboard is not None:
            return self._keyboard.line(prompt, self.within)
        return line(prompt, self.within)

    def ask(self, prompt: str) -> str | None:
        """Prompt for a line; None at the end of input."""
        if self.terminal and self.reader is None:
            while True:
                try:
                    if self.err:
                        return self._read(f"{prompt} ")
                    return self._typed(f"{prompt} ")
                except TimeIsUp:
                    self.say()
                    return ""
                except EOFError:
                    self.say()
                    return None
                except Resized:
                    self.say()
                    if self.draw_again is not None:
                        self.draw_again()
        read = self._read(f"{prompt} ")
        if not self.terminal:
            # The input was not echoed: record it in the output.
            self.say(read.rstrip("\n") if read is not None else "")
        return read

    def line_in(self) -> str | None:
        """Read a line without a prompt, from another program; None at the end of input."""
        return self._read("")

    def _read(self, prompt: str) -> str | None:
        click.echo(self.paint.shown(prompt), nl=False, err=self.err)
        if self.reader is not None:
            return self.reader()
        try:
            read = sys.stdin.readline()
        except (UnicodeDecodeError, ValueError):
            return None
        return read.rstrip("\n") if read else None


def _terminal() -> bool:
    try:
        return sys.stdin.isatty()
    except (ValueError, AttributeError):  # closed, or there is none
        return False
