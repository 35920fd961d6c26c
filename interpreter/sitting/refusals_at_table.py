"""The refusal of what cannot be done at a table."""

from __future__ import annotations


class NotSo(Exception):
    """A line is impossible or not understood: the reason, and what to type instead."""

    def __init__(self, words: str, help_: str = "") -> None:
        super().__init__(words)
        self.words = words
        self.help = help_
