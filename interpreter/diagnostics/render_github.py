"""Renders diagnostics as GitHub workflow commands, which GitHub shows beside the changed lines.

Takes a `Diagnostic`; produces `::error file=...,line=...::message`. It must not read files or know
where the line is printed. Whatever a file holds, it stays one command on one line: percent signs,
line ends and, in front of the message, colons and commas are escaped in the way of that language.
"""

from __future__ import annotations

from interpreter.diagnostics.characters import visible
from interpreter.diagnostics.model import Diagnostic

_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = {**_DATA, ":": "%3A", ",": "%2C"}


def render(diagnostic: Diagnostic) -> str:
    """Render one line without its line end; columns count characters from 1."""
    d = diagnostic
    span = d.label.span
    line, column = span.source.place(span.start)
    end_line, end_column = span.source.place(max(span.start, span.end))
    places = {"file": span.source.path, "line": line, "endLine": end_line}
    if line == end_line:  # GitHub takes columns only within one line
        places |= {"col": column, "endColumn": max(column, end_column - 1)}
    places["title"] = f"{d.code} {d.slug}"
    facts = ",".join(f"{key}={_written(str(value), _PROPERTY)}" for key, value in places.items())
    lines = [d.message + (f" ({d.label.text})" if d.label.text else "")]
    lines += [f"note: {text}" for text in d.notes] + [f"help: {text}" for text in d.helps]
    return f"::{d.severity} {facts}::{_written(chr(10).join(lines), _DATA)}"


def _written(text: str, escapes: dict[str, str]) -> str:
    """Make hidden characters visible, then escape the text for a workflow command."""
    shown = "\n".join(visible(line.replace("\t", " ")) for line in text.split("\n"))
    return "".join(escapes.get(letter, letter) for letter in shown)
