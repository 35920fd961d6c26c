"""What cannot be done at a table, in words."""

from __future__ import annotations


class NotSo(Exception):
    """What somebody typed cannot be so, or is not understood: why, and what to type."""

    def __init__(self, words: str, help_: str = "") -> None:
        super().__init__(words)
        self.words = words
        self.help = help_
