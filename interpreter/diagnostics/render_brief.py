"""Renders diagnostics as one line each, for editors, logs and grep.

Takes a `Diagnostic`; produces `path:line:column: error[N201 unknown-name]: message`. It must not
read files or know where the line is printed.
"""

from __future__ import annotations

from interpreter.diagnostics.characters import one_line
from interpreter.diagnostics.model import Diagnostic


def render(diagnostic: Diagnostic) -> str:
    """Render one line without its line end; columns count characters from 1."""
    d = diagnostic
    line = f"{d.label.span.where()}: {d.severity}[{d.code} {d.slug}]: {d.message}"
    return one_line(line)
