"""A line of an overlay with a fault in it, and what is said of it.

Takes the text and the place of the fault; gives what stands in the line and around it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from interpreter.diagnostics import Report
from interpreter.syntax.recovery.characters import Spans, without_comment
from interpreter.syntax.vocabulary import DEEDS, SENTENCES

NAME = r"[a-z][a-z0-9_]*"


class Line:
    """A line of an overlay with a fault in it."""

    def __init__(
        self, text: str, at: int, spans: Spans, report: Report, called: Mapping[str, str]
    ) -> None:
        self.text = text
        self.start = text.rfind("\n", 0, at) + 1
        stop = text.find("\n", self.start)
        raw = without_comment(text[self.start : stop if stop >= 0 else len(text)]).rstrip()
        self.words = raw.lstrip(" ")
        self.indent = len(raw) - len(self.words)
        self.start += self.indent
        self.fault = at - self.start
        """Where in its words the fault was found."""
        self.parent = parent_of(text, self.start, self.indent)
        self.above = parent_of(text, self.start, self.indent + 1)
        self.before = parent_of(text, self.start, len(text))
        """The line right above."""
        self.called = called
        self.spans = spans
        self.report = report

    def told(
        self,
        match: re.Match[str] | None,
        group: int,
        message: str,
        label: str,
        *helps: str,
        fix: str | None = None,
        slug: str = "unexpected-word",
    ) -> bool:
        """Report a slip at one group of what was found in the line."""
        first, last = match.span(group) if match else (0, len(self.words))
        place = self.spans(self.start + first, self.start + last)
        self.report.add(
            slug, place, message, label, helps=helps, fix=None if fix is None else (place, fix)
        )
        return True

    def find(self, pattern: str) -> re.Match[str] | None:
        """What a pattern finds at the beginning of the line."""
        return re.match(pattern, self.words)


def parent_of(text: str, start: int, indent: int) -> str:
    """The line to which the block of a line belongs."""
    for line in reversed(text[:start].split("\n")[:-1]):
        words = without_comment(line).strip()
        if words and len(line) - len(line.lstrip(" ")) < indent:
            return words
    return ""


def is_done(line: Line) -> bool:
    """Whether a line says what somebody does."""
    first = line.find(rf"({NAME})\b(?!\s*[:=])")
    word = first[1] if first else ""
    done = word in DEEDS or word in SENTENCES or line.called.get(word) in ("procedure", "action")
    return done and not line.find(r"(?:option|until|otherwise|end\s+of)\b")
