"""Diagnostics: the record for every problem a designer can meet, and the report that collects them.

Holds `Source` (a file's text and its lines), `Span`, `Label`, `Diagnostic` and `Report`. Takes
slugs of the catalogue; provides plain data for the renderers. It must not print or read files.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypedDict
from weakref import WeakValueDictionary

from interpreter.diagnostics.catalogue import CATALOGUE


class Source:
    """The text of one file as it was read; positions are offsets in characters from 0.

    Sources are interned: the same text of the same path is one object, so that results cached for
    it are found again.
    """

    __slots__ = ("__weakref__", "_starts", "path", "text")
    path: str
    text: str
    _starts: list[int] | None

    def __new__(cls, path: str, text: str) -> Source:
        """Return the interned source of this path and text, or create it."""
        made = _SOURCES.get((path, text))
        if made is None:
            made = super().__new__(cls)
            made.path, made.text, made._starts = path, text, None
            _SOURCES[path, text] = made
        return made

    def __reduce__(self) -> tuple[type[Source], tuple[str, str]]:
        """Copy and pickle it by path and text, so that a copy is the interned source itself."""
        return Source, (self.path, self.text)

    def starts(self) -> list[int]:
        """Offsets at which the lines begin; there is always at least one line."""
        if self._starts is None:
            starts = [0]
            at = self.text.find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = self.text.find("\n", at + 1)
            self._starts = starts
        return self._starts

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset, both counted from 1."""
        starts = self.starts()
        line = bisect_right(starts, min(offset, len(self.text)))
        return line, min(offset, len(self.text)) - starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Return a line (counted from 1) without its line end; empty if there is no such line."""
        starts = self.starts()
        if not 1 <= number <= len(starts):
            return ""
        end = starts[number] - 1 if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r")


_SOURCES: WeakValueDictionary[tuple[str, str], Source] = WeakValueDictionary()
MOST = 300  # errors, and warnings, that anybody would read


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of a source, from `start` up to but not including `end`, in characters."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line, counted from 1, on which the span starts."""
        return self.source.place(self.start)[0]

    @property
    def text(self) -> str:
        """The text that the span covers."""
        return self.source.text[self.start : self.end]

    @property
    def before(self) -> str:
        """The text before the span on the line on which it starts."""
        return self.source.text[: self.start].rpartition("\n")[2]

    def where(self) -> str:
        """Its position as `path:line:column`, which terminals make clickable."""
        line, column = self.source.place(self.start)
        return f"{self.source.path}:{line}:{column}"


@dataclass(frozen=True, slots=True)
class Label:
    """A span with a few words on what is to be seen there."""

    span: Span
    text: str = ""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem: its slug (a key of the catalogue), one sentence, and where to look."""

    slug: str
    message: str
    label: Label
    others: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    helps: tuple[str, ...] = ()
    fix: tuple[Span, str] | None = None
    subjects: tuple[str, ...] = ()
    """Names of what it speaks of and does not point at, for whoever asks what follows from it."""

    @property
    def code(self) -> str:
        """The short code of the catalogue, such as N201."""
        return CATALOGUE[self.slug].code

    @property
    def severity(self) -> str:
        """`error` or `warning`."""
        return CATALOGUE[self.slug].severity

    def repeats(self, other: Diagnostic) -> bool:
        """Check whether this is the same problem as another one, at another place."""
        return (self.slug, self.message) == (other.slug, other.message)


class MoreToSay(TypedDict, total=False):
    """What `Report.add` takes by name."""

    others: Iterable[Label]
    notes: Iterable[str]
    helps: Iterable[str]
    fix: tuple[Span, str] | None
    subjects: Iterable[str]
    meant: str | None
    write: str | None


@dataclass(slots=True)
class Report:
    """Collects diagnostics; the same fault at the same place is kept once."""

    found: list[Diagnostic] = field(default_factory=list)
    _seen: set[tuple[str, str, int]] = field(default_factory=set)
    _count: dict[str, int] = field(default_factory=dict)

    def add(
        self,
        slug: str,
        span: Span,
        message: str,
        label: str = "",
        *,
        others: Iterable[Label] = (),
        notes: Iterable[str] = (),
        helps: Iterable[str] = (),
        fix: tuple[Span, str] | None = None,
        subjects: Iterable[str] = (),
        meant: str | None = None,
        write: str | None = None,
    ) -> Literal[True]:
        """Add a problem.

        `slug` must be in the catalogue; `message` is lower case, one line. What was `meant` at the
        span, or what to `write` there, becomes both its help and its fix, if given. Returns True,
        so that callers can return what they reported.
        """
        instead = meant or write
        if instead:
            helps = (f"did you mean `{meant}`?" if meant else f"write `{write}`",)
            fix = span, instead
        if slug not in CATALOGUE:
            raise KeyError(f"no diagnostic is called {slug}")
        key = (slug, span.source.path, span.start)
        severity = CATALOGUE[slug].severity
        if key in self._seen or self._count.get(severity, 0) >= MOST:
            return True
        self._seen.add(key)
        self._count[severity] = self._count.get(severity, 0) + 1
        self.found.append(
            Diagnostic(
                slug,
                message,
                Label(span, label),
                tuple(others),
                tuple(notes),
                tuple(helps),
                fix,
                tuple(subjects),
            )
        )
        return True

    @property
    def full(self) -> bool:
        """Whether there are so many problems that checking on is pointless; later ones are lost."""
        return self._count.get("error", 0) >= MOST

    @property
    def errors(self) -> list[Diagnostic]:
        """Only the problems that keep the game from running."""
        return [d for d in self.found if d.severity == "error"]

    @property
    def warnings(self) -> list[Diagnostic]:
        """Only the problems that a designer may want to look at."""
        return [d for d in self.found if d.severity == "warning"]

    def sorted(self) -> list[Diagnostic]:
        """Return all problems in the order of files and lines."""
        return sorted(self.found, key=lambda d: (d.label.span.source.path, d.label.span.start))
