"""Exceptions that end a question without an answer: the person leaves, or undoes something.

`Left` ends the playing; after `Resigned` a bot goes on, and after `DrawAgreed` the game is over.
"""

from __future__ import annotations


class Left(Exception):
    """The person leaves; `how` is quit, end (of input) or script."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


class Taken(Exception):
    """Decisions were undone: ask again."""


class Resigned(Exception):
    """A bot plays on for the person who is asked."""


class DrawAgreed(Exception):
    """All players have accepted the draw that the person who is asked has offered."""
