"""What a person at the keyboard sees: lines, the cleared screen between players, the prompt.

Takes texts; writes them to stdout, or to stderr where stdout is kept for JSON. Reads lines.
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
    help_on_keys,
    keyboard,
    line,
)
from interpreter.diagnostics.paint import Paint

WIDEST = 100  # columns; longer lines are hard to read


class Screen:
    """A terminal, or files that stand for one."""

    def __init__(self, plain: bool, to_stderr: bool = False) -> None:
        self.err = to_stderr
        stream = sys.stderr if to_stderr else sys.stdout
        self.aloud = plain  # one fact after the other
        self.plain = plain or not output.colours(stream)
        self.paint = Paint(not self.plain)
        self.terminal = _terminal()
        # Plain reading wants no colours; a cleared screen is as good there as elsewhere.
        self.erases = output.is_terminal(stream) and os.environ.get("TERM") != "dumb"
        self._warned = False
        self.words: list[str] = []
        self.reader: Callable[[], str | None] | None = None  # in place of the keyboard
        self.draw_again: Callable[[], None] | None = None  # when the window has another size
        self._keyboard: Keyboard | None = None
        self._opens = self.terminal and not plain and not to_stderr  # a keyboard, when first asked
        self._seat = -1
        self._held: list[str] | None = None  # lines that are to be shown later

    @property
    def width(self) -> int:
        """The columns to write in, as the terminal is now: it may have been resized."""
        return min(output.width(), WIDEST)

    def say(self, text: str = "") -> None:
        """Show a line, or several."""
        if self._held is not None:
            self._held += text.split("\n")
        else:
            click.echo(self.paint.shown(text), err=self.err)

    def in_place(self, text: str) -> None:
        """Show a line in place of the one that this has shown before; an empty one for none."""
        click.echo(f"\r\x1b[K{self.paint.shown(text)}", nl=False, err=self.err)

    @contextmanager
    def held(self) -> Iterator[list[str]]:
        """Gather lines instead of showing them."""
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
        """Show a sentence that ends with something to type, which is never broken."""
        if len(text) + 1 + len(command) <= self.width:
            self.say(f"{text} {command}")
        else:
            self.wrapped(text)
            self.say(f"  {command}")

    def height(self) -> int:
        """Give the rows of the terminal."""
        return max(12, shutil.get_terminal_size((80, 24)).lines)

    def clear(self) -> None:
        """Nothing of what was there can be read any more, not by scrolling back either; where the
        output cannot be cleared it is moved out of sight, and that is said."""
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
        """From here on this seat types (-1: whoever comes): what others can type and have typed is
        not offered to it."""
        self._seat = seat
        self.words = []
        if self._keyboard is not None:
            self._keyboard.sits(seat)

    def help(self) -> str:
        """Give what can be done at this keyboard besides typing lines; empty for nothing."""
        return help_on_keys() if self._keyboard is not None else ""

    def _typed(self, prompt: str) -> str:
        """Give a line typed at a terminal."""
        if self._opens:
            self._opens = False
            self._keyboard = keyboard(lambda: self.words)
            if self._keyboard is not None:
                self._keyboard.sits(self._seat)
        if self._keyboard is not None:
            return self._keyboard.line(prompt)
        return line(prompt)

    def ask(self, prompt: str) -> str | None:
        """Give a line that was typed; None when there is nothing more to read."""
        if self.terminal and self.reader is None:
            while True:
                try:
                    return self._typed(f"{prompt} ") if not self.err else self._read(f"{prompt} ")
                except EOFError:
                    self.say()
                    return None
                except Resized:
                    self.say()
                    if self.draw_again is not None:
                        self.draw_again()
        read = self._read(f"{prompt} ")
        if not self.terminal:
            # Nobody sees what was read: it stands in the record of the game.
            self.say(read.rstrip("\n") if read is not None else "")
        return read

    def line_in(self) -> str | None:
        """Give a line from another program, which is not asked in words."""
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
