"""Renders diagnostics as a SARIF 2.1.0 log, a common exchange format of analysis tools.

Takes diagnostics in the order in which they are reported; produces plain data that `json.dumps`
accepts. It must not read files or know who reads the log. Columns count characters; a path is a
URI, relative to the working folder if it lies below it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath, PureWindowsPath
from urllib.parse import quote

from interpreter.diagnostics.catalogue import CATALOGUE
from interpreter.diagnostics.characters import visible
from interpreter.diagnostics.json_data import Json
from interpreter.diagnostics.model import Diagnostic, Label, Span

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def render(diagnostics: Iterable[Diagnostic], version: str) -> Json:
    """Build the whole log, with a single run of this version of Rulewright."""
    found = list(diagnostics)
    slugs = sorted({d.slug for d in found}, key=lambda slug: CATALOGUE[slug].code)
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "Rulewright",
                        "version": version,
                        "rules": [_rule(slug) for slug in slugs],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [_result(d, slugs.index(d.slug)) for d in found],
            }
        ],
    }


def _rule(slug: str) -> Json:
    entry = CATALOGUE[slug]
    return {
        "id": entry.code,
        "name": slug,
        "shortDescription": {"text": entry.title},
        "help": {"text": f"`rulewright explain {entry.code}` shows an example."},
        "defaultConfiguration": {"level": entry.severity},
    }


def _result(d: Diagnostic, number: int) -> Json:
    lines = [d.message, *(f"note: {text}" for text in d.notes), *(f"help: {t}" for t in d.helps)]
    made: dict[str, object] = {
        "ruleId": d.code,
        "ruleIndex": number,
        "level": d.severity,
        "message": {"text": visible("\n".join(lines))},
        "locations": [_location(d.label)],
    }
    related = [_location(other) for other in d.others]
    if related:
        made["relatedLocations"] = [{"id": n + 1, **one} for n, one in enumerate(related)]
    if d.fix is not None:
        made["fixes"] = [_fix(*d.fix)]
    return made


def _fix(span: Span, text: str) -> Json:
    change = {"deletedRegion": _region(span), "insertedContent": {"text": text}}
    return {
        "description": {"text": f"write `{text}`" if text else "delete it"},
        "artifactChanges": [{"artifactLocation": _artifact(span), "replacements": [change]}],
    }


def _location(label: Label) -> Json:
    place: dict[str, object] = {
        "physicalLocation": {
            "artifactLocation": _artifact(label.span),
            "region": _region(label.span),
        }
    }
    if label.text:
        place["message"] = {"text": visible(label.text)}
    return place


def _artifact(span: Span) -> Json:
    return {"uri": uri(span.source.path)}


def uri(path: str) -> str:
    """Convert a path to a URI: a relative reference for a relative path, else a `file:` URI."""
    windows = PureWindowsPath(path)
    if windows.drive:
        return "file:///" + _quoted(windows.as_posix(), "/:")
    return ("file://" if PurePath(path).is_absolute() else "") + _quoted(path, "/")


def _quoted(path: str, safe: str) -> str:
    """Percent-encode a path, except for `safe` characters; bytes that are not UTF-8 are kept."""
    try:
        return quote(path, safe, errors="surrogateescape")
    except UnicodeEncodeError:  # no name of a file
        return quote(path, safe, errors="replace")


def _region(span: Span) -> Json:
    line, column = span.source.place(span.start)
    end_line, end_column = span.source.place(max(span.start, span.end))
    return {
        "startLine": line,
        "startColumn": column,
        "endLine": end_line,
        "endColumn": end_column,
    }
