"""A keyboard with completion, history and keys for commands, where prompt_toolkit is installed.

Takes words that can be completed; gives lines that were typed. What one player has typed is never
offered to another one: each seat has a history of its own, which ends with the game.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

KEYS = {"f1": "?", "f2": "look", "f3": "hand", "f4": "log", "f5": "undo"}
HELP = "Tab completes what can be typed, Up brings back what you typed before."


class Keyboard:
    """Lines typed at a terminal; `words` gives what can be completed at this moment."""

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
            output.enable_cpr = False  # nothing is drawn that must know where the cursor is
        self.histories: dict[int, Any] = {}
        self.session: Any = PromptSession(
            output=output,
            key_bindings=bindings,
            completer=DynamicCompleter(
                lambda: WordCompleter(words(), ignore_case=True, sentence=True)
            ),
            complete_style=CompleteStyle.READLINE_LIKE,
            complete_while_typing=False,
            reserve_space_for_menu=0,
        )

    def sits(self, seat: int) -> None:
        """From here on, the one who types is this seat: lines of others are not offered."""
        from prompt_toolkit.history import InMemoryHistory

        history = self.histories.setdefault(seat, InMemoryHistory())
        self.session.history = history
        self.session.default_buffer.history = history
        self.session.default_buffer.reset()

    def line(self, prompt: str) -> str:
        """Give a line that was typed; raises EOFError when there is nothing more to read."""
        typed: str = self.session.prompt(prompt)
        return typed


def help_on_keys() -> str:
    """Give what keys do, in a sentence or two."""
    keys = ", ".join(f"{key.upper()} {command}" for key, command in KEYS.items())
    return f"{HELP} Keys: {keys}."


def _typing(command: str) -> Callable[[Any], None]:
    """Give what a key does that stands for a command: the line is that command."""

    def typed(event: Any) -> None:
        event.app.exit(result=command)

    return typed


def keyboard(words: Callable[[], list[str]]) -> Keyboard | None:
    """Give a keyboard for this terminal; None where prompt_toolkit or a terminal for it is
    missing."""
    if os.environ.get("TERM") == "dumb" or not sys.stdout.isatty():
        return None
    try:
        return Keyboard(words)
    except ImportError:
        return None
