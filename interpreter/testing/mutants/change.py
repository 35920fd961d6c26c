"""One small change of a rule, as it can be read."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.diagnostics import Span

Key = tuple[str, int, int, str]
"""File, start and end of the words that are changed, and how."""


@dataclass(frozen=True, slots=True)
class Change:
    """What is changed, and how. `rule` and `card` say where it stands, as players call them.

    `how` is the rest of a sentence that begins with the words that are changed: "is left out".
    `lines` are the lines on any of which a test must have been to notice it; none if that is not
    known, as for what stands beside the rules.
    """

    number: int
    rule: str
    card: str
    span: Span
    how: str

    @property
    def key(self) -> Key:
        """What names it in every reading of the same text."""
        return key_of(self.span, self.how)

    @property
    def place(self) -> tuple[str, int]:
        """File and line."""
        return self.span.source.path, self.span.line

    @property
    def words(self) -> str:
        """The words that are changed, on one line."""
        lines = [line.split("#")[0] for line in self.span.text.split("\n")]
        text = " ".join(lines[0].split())
        more = any(line.strip() for line in lines[1:])
        return f"{text} ..." if more else text

    @property
    def says(self) -> str:
        """The change as a sentence."""
        return f"`{self.words}` {self.how}"


def key_of(span: Span, how: str) -> Key:
    """Give the key of a change of these words."""
    return span.source.path, span.start, span.end, how
