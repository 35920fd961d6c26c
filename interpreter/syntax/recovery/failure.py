"""A word that does not fit where it stands, and what was read around it.

Takes what the parser saw; gives what it asks of the text. What was slipped is recognised elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.diagnostics import Report, Span
from interpreter.syntax.recovery.characters import Spans, without_comment
from interpreter.syntax.vocabulary import CHANGES, FORMS, FRIENDLY

if TYPE_CHECKING:  # the library takes time to import, and is needed for faulty texts only
    from lark import Token

Mends = Callable[[Span, str], bool]
"""Whether a sentence is read without a fault once another word stands in one place."""
Reads = Callable[[str], int]
"""How far a text can be read: the offset of its first fault, or its length."""


@dataclass(slots=True)
class ParseFailure:
    """A word that does not fit where it stands, and all that was read before it."""

    text: str
    token: Token
    at: int
    end: int
    accepts: set[str]
    history: list[Token]
    spans: Spans
    report: Report
    reserved: frozenset[str]
    reads: Reads
    start: int
    """Where the sentence begins, lines that it goes on counted in."""

    @property
    def word(self) -> str:
        """What stands there, as it is written."""
        return str(self.token)

    @property
    def line(self) -> str:
        """The sentence up to the end of the line with the fault."""
        stop = self.text.find("\n", max(self.at, self.start))
        return self.text[self.start : stop if stop >= 0 else len(self.text)]

    @property
    def head(self) -> tuple[str, int, int]:
        """The first word of the sentence and where it stands; articles do not count."""
        found = re.match(r"\s*(?:(?:a|an|the)\s+)*([a-z_0-9]*)", self.line)
        assert found is not None
        return found.group(1), self.start + found.start(1), self.start + found.end(1)

    @property
    def at_margin(self) -> bool:
        """Whether the sentence stands at the margin of a file."""
        return bool(self.line[:1].strip())

    @property
    def legal(self) -> list[str]:
        """The words of the language that could stand here."""
        return [
            name.lower()
            for name in self.accepts
            if name.isupper() and name.isalpha() and name not in FRIENDLY
        ]

    @property
    def of_house_rules(self) -> bool:
        """Whether the sentence is a change of an overlay."""
        return (
            self.text.startswith("variant")
            and self.line.startswith("    ")
            and (self.line[4:5] != " ")
        )

    def form_help(self) -> tuple[str, ...]:
        """How the sentence, or the deed that it begins with, is written."""
        word = self.head[0]
        if self.of_house_rules and word in CHANGES:
            return (f"`{word}` is written like: {CHANGES[word]}",)
        return form_help(word)

    def meant(
        self, code: str, start: int, end: int, word: str, message: str, label: str, fix: bool = True
    ) -> bool:
        """Tell that another word was meant in one place; always True: the slip is recognised."""
        place = self.spans(start, end)
        helps = (f"did you mean `{word}`?",)
        self.report.add(
            code, place, message, label, helps=helps, fix=(place, word) if fix else None
        )
        return True

    def reparses_with(self, start: int, end: int, word: str) -> bool:
        """Whether the sentence can be read with another word in one place."""
        stop = self.start + len(self.line)
        text = self.text[:start] + word + self.text[end:]
        return self.reads(text) >= stop + len(word) - (end - start)

    def gets_further(self, start: int, end: int, word: str) -> bool:
        """Whether another word in one place lets the sentence, and the first line of a block that
        it opens, be read."""
        stop = self.start + len(self.line)
        if self.token.type == "_INDENT":
            below = self.text.find("\n", stop + 1)
            stop = below if below >= 0 else len(self.text)
        text = self.text[:start] + word + self.text[end:]
        return self.reads(text) >= stop + len(word) - (end - start)


def short(word: str) -> str:
    """A word that fits into a message."""
    return word if len(word) <= 24 else word[:23] + "…"


def sentence_start(text: str, at: int) -> int:
    """Where the sentence around a place begins, going up over lines that go on with another."""
    start = text.rfind("\n", 0, at) + 1
    while start > 0:
        above = text.rfind("\n", 0, start - 1) + 1
        goes_on = re.match(r" *(else|unless|and|or|less|but|because)(?![a-z0-9_])", text[start:])
        if not goes_on and not without_comment(text[above : start - 1]).rstrip().endswith(","):
            break
        start = above
    return start


def form_help(head: str) -> tuple[str, ...]:
    """How a sentence with this first word is written."""
    if head in FORMS:
        return (f"`{head}` is written like: {FORMS[head]}",)
    return ()
