"""Conversion of component files to single entries with source spans, and back.

What overlays do to entries stands in `component_changes`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from interpreter.check.overlays.changes import OverlayChange
from interpreter.diagnostics import Span
from interpreter.diagnostics.json_data import Json
from interpreter.load.spanned import EmbeddedText, Path, Spanned
from interpreter.syntax import ast
from interpreter.syntax.source_words import line_at

T = TypeVar("T")


@dataclass(slots=True)
class ComponentEntry:
    """One component: its data, and the spans of its parts by their path within the entry."""

    plural: str
    data: Json
    spans: dict[Path, Span] = field(default_factory=dict)
    keys: dict[Path, Span] = field(default_factory=dict)
    blocks: dict[Path, EmbeddedText] = field(default_factory=dict)
    by: OverlayChange | None = None

    def put(self, name: str, made: object, key: Span, span: Span) -> None:
        """Say something else in a line, or in one more, at these places of an overlay."""
        for places in (self.spans, self.keys, self.blocks):
            for path in [path for path in places if path[:1] == (name,)]:
                del places[path]
        self.data[name] = made
        self.keys[name,] = key
        self.spans[name,] = span

    def put_all(self, row: ComponentEntry) -> None:
        """Say all that a row of a table says, with its places."""
        for name, made in row.data.items():
            self.put(name, made, row.keys.get((name,), row.spans[()]), row.spans[name,])
            if (block := row.blocks.get((name,))) is not None:
                self.blocks[name,] = block

    def put_rules(self, node: ast.RulesLine) -> None:
        """Say other rules, as the text that stands in the overlay without its indentation."""
        source, first = node.span.source, node.lines[0]
        start = line_at(source.text, first.span.start)[0]
        key = source.text.rfind("rules", 0, start)
        lines = source.text[start : node.span.end].split("\n")
        margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
        offsets, at = [], start
        for line in lines:
            offsets.append(at + min(margin, len(line)))
            at += len(line) + 1
        text = "\n".join(line[margin:] for line in lines)
        self.put("rules", text, Span(source, key, key + 5), Span(source, start, node.span.end))
        self.blocks["rules",] = EmbeddedText(text, tuple(offsets))


def entries_of(document: Spanned) -> Iterator[ComponentEntry]:
    """Yield the components of a file; items of lists that are no mappings are skipped."""
    lists = document.data.items() if isinstance(document.data, dict) else ()
    spans = _by_entry(document.spans)
    keys = _by_entry(document.keys)
    blocks = _by_entry(document.blocks)
    for plural, items in lists:
        for at, item in enumerate(items if isinstance(items, list) else ()):
            if isinstance(item, dict):
                base = (plural, at)
                yield ComponentEntry(
                    plural, {**item}, spans.get(base, {}), keys.get(base, {}), blocks.get(base, {})
                )


def _by_entry(places: Mapping[Path, T]) -> dict[Path, dict[Path, T]]:
    """Group values by entry, the first two steps of their path, keyed by the rest of the path."""
    made: dict[Path, dict[Path, T]] = {}
    for path, one in places.items():
        made.setdefault(path[:2], {})[path[2:]] = one
    return made


def document_of(entries: Sequence[ComponentEntry], before: Spanned | None, salt: str) -> Spanned:
    """Build a component file from entries, in the order of its lists.

    Without a file `before`, it takes its source from the first entry. A file whose data is no
    mapping is returned unchanged.
    """
    source = before.source if before is not None else entries[0].spans[()].source
    data: Json = {}
    spans: dict[Path, Span] = {}
    keys: dict[Path, Span] = {}
    blocks: dict[Path, EmbeddedText] = {}
    if before is not None and isinstance(before.data, dict):
        data = {
            plural: [] if isinstance(items, list) else items
            for plural, items in before.data.items()
        }
        spans = {path: span for path, span in before.spans.items() if len(path) < 2}
        keys = {path: span for path, span in before.keys.items() if len(path) < 2}
    elif before is not None:
        return before
    for entry in entries:
        listed = data.setdefault(entry.plural, [])
        base = (entry.plural, len(listed))
        listed.append(entry.data)
        spans |= {(*base, *path): span for path, span in entry.spans.items()}
        keys |= {(*base, *path): span for path, span in entry.keys.items()}
        blocks |= {(*base, *path): block for path, block in entry.blocks.items()}
    spans.setdefault((), Span(source, 0, 0))
    return Spanned(data, source, spans, keys, blocks, salt)
