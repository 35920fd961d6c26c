"""Exceptions that end a question without an answer: the person leaves, or undoes something."""

from __future__ import annotations


class Left(Exception):
    """The person leaves; `how` is quit, end (of input) or script."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


class Taken(Exception):
    """Decisions were undone: ask again."""
