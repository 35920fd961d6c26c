"""What ends a question without an answer: the person goes, or takes something back."""

from __future__ import annotations


class Left(Exception):
    """The person goes; `how` is quit or end (nothing more to read)."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


class Taken(Exception):
    """Decisions were taken back: somebody is to be asked anew."""
