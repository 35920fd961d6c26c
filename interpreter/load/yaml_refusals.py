"""Reports YAML features that game files may not use: references, tags, merge keys, directives.

Takes a place in a file; produces one diagnostic. Each of these lets a short file stand for a huge
or a harmful one. It must not know whether the parser itself noticed them.
"""

from __future__ import annotations

import re

from interpreter.diagnostics import Report, Source, Span


def anchor(source: Source, report: Report, at: int) -> None:
    """Report `&name` or `*name`: a value that is used in several places."""
    span = _word(source, at)
    report.add(
        "no-anchors",
        span,
        f"`{source.text[at : at + 1]}` at the start of a value refers to another place",
        "not possible in the files of a game",
        helps=["write the value out again, or put it in quotes if it is meant as a text"],
    )


def merge(source: Source, report: Report, span: Span) -> None:
    """Report `<<:`: the keys of another mapping."""
    report.add(
        "no-anchors",
        span,
        "`<<` takes over the keys of another group",
        "not possible in the files of a game",
        helps=["write the keys out again"],
    )


def tag(source: Source, report: Report, at: int) -> None:
    """Report `!name`: a value with an explicit type."""
    report.add(
        "no-tags",
        _word(source, at),
        "`!` at the start of a value names a kind of value",
        "not possible in the files of a game",
        helps=["leave it out, or put the value in quotes if it is meant as a text"],
    )


def directive(source: Source, report: Report, at: int) -> None:
    """Report `%YAML` or `%TAG` above the document."""
    found = re.search(r"^%.*$", source.text[: at + 1], re.MULTILINE)
    start = found.start() if found else at
    report.add(
        "no-directives",
        to_line_end(source, start),
        "a line of a game's file cannot begin with `%`",
        "instructions to the reader are not possible",
        helps=["delete this line"],
    )


def dash_space(source: Source, report: Report, at: int) -> None:
    """Report `-name`: a list item without a space behind its `-`."""
    report.add(
        "dash-space",
        _word(source, at),
        "a `-` that begins an item needs a space behind it",
        "no space behind `-`",
        helps=["write `- ` before the item"],
        fix=(Span(source, at + 1, at + 1), " "),
    )


def _word(source: Source, at: int) -> Span:
    found = re.compile(r"[^\s,\]}]+").match(source.text, at)
    return Span(source, at, found.end() if found else at)


def to_line_end(source: Source, at: int) -> Span:
    """Return the span from an offset to the last word of its line."""
    end = source.text.find("\n", at)
    line = source.text[at : len(source.text) if end < 0 else end].rstrip()
    return Span(source, at, at + len(line))
