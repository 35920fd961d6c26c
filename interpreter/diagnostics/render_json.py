"""Renders diagnostics as plain data; the format is `schemas/diagnostics.schema.json`.

Takes diagnostics; produces lists and dicts that `json.dumps` accepts. It must not read files or
know how the data are used.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.diagnostics.json_data import Json
from interpreter.diagnostics.model import Diagnostic, Label, Span


def render(diagnostics: Iterable[Diagnostic]) -> list[Json]:
    """Render one dict per diagnostic, in the given order.

    Lines and columns count from 1, in characters; the end is exclusive.
    """
    return [_one(diagnostic) for diagnostic in diagnostics]


def _one(d: Diagnostic) -> Json:
    fix = None
    if d.fix is not None:
        span, text = d.fix
        fix = {**_place(span), "text": text}
    return {
        "code": d.code,
        "slug": d.slug,
        "severity": d.severity,
        "message": d.message,
        **_place(d.label.span),
        "label": d.label.text,
        "others": [_label(other) for other in d.others],
        "notes": list(d.notes),
        "helps": list(d.helps),
        "fix": fix,
    }


def _label(label: Label) -> Json:
    return {**_place(label.span), "label": label.text}


def _place(span: Span) -> Json:
    line, column = span.source.place(span.start)
    end_line, end_column = span.source.place(max(span.start, span.end))
    return {
        "path": span.source.path,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }
