"""One mutation of the rules, in readable form."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.diagnostics import Span

Key = tuple[str, int, int, str]
"""File, start and end of the words that are changed, and how."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """A mutation: what is changed, and how.

    `rule` and `card` say where it stands, as players call them. `how` is the rest of a sentence
    that begins with the words that are changed: "is left out".
    """

    number: int
    rule: str
    card: str
    span: Span
    how: str

    @property
    def key(self) -> Key:
        """The identity of the change in every reading of the same text."""
        return key_of(self.span, self.how)

    @property
    def place(self) -> tuple[str, int]:
        """The file and line of the change."""
        return self.span.source.path, self.span.line

    @property
    def words(self) -> str:
        """The changed words, on one line."""
        lines = [line.split("#")[0] for line in self.span.text.split("\n")]
        text = " ".join(lines[0].split())
        more = any(line.strip() for line in lines[1:])
        return f"{text} ..." if more else text

    @property
    def says(self) -> str:
        """The change as a sentence."""
        return f"`{self.words}` {self.how}"


def key_of(span: Span, how: str) -> Key:
    """Build the key of a change of these words."""
    return span.source.path, span.start, span.end, how
