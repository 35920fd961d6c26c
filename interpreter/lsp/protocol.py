"""Conversion to LSP types: UTF-16 positions, diagnostics, code actions, semantic tokens.

Takes our own data; produces `lsprotocol` objects. Must not know the server.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from urllib.parse import unquote, urlparse

from lsprotocol import types

from interpreter.diagnostics import Diagnostic, Span
from interpreter.load.overlay_files import path_of
from interpreter.lsp.completing import Suggestion
from interpreter.tools.colours import roles_in
from interpreter.tools.models import Model, in_lines

TOKENS = {
    "comment": "comment", "text": "string", "heading": "keyword", "declared": "function",
    "keyword": "keyword", "word": "keyword", "deed": "method", "pronoun": "variable",
    "value": "enumMember", "number": "number", "name": "variable", "citation": "label",
}  # fmt: skip
"""The kind of token, as editors know it, for each role of a word."""


def path_in(uri: str) -> Path:
    """Convert a file URI to a resolved path."""
    return Path(unquote(urlparse(uri).path).replace("\0", "\N{REPLACEMENT CHARACTER}")).resolve()


def sound(text: str) -> str:
    """Replace lone surrogates, which JSON can hold and no file can, by question marks."""
    return text.encode("utf-8", "replace").decode()


def lines_of(text: str) -> list[str]:
    """Split a text into lines where editors do, each with its end; other signs end no line."""
    return re.findall(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$", text)


def uri_of(span: Span) -> str:
    """Build the URI of the file that contains a span."""
    return path_of(span.source).resolve().as_uri()


def characters(line: str, units: int) -> int:
    """Convert a length in UTF-16 code units, which editors count, to characters of a line."""
    return len(line.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "ignore"))


def position(span: Span, offset: int) -> types.Position:
    """Convert an offset in the span's source to an LSP position."""
    line, column = span.source.place(offset)
    before = span.source.line(line)[: column - 1]
    return types.Position(line - 1, _units(before))


def range_of(span: Span) -> types.Range:
    """Convert a span to an LSP range, widened to one character if it is empty."""
    return types.Range(position(span, span.start), position(span, max(span.end, span.start + 1)))


def touches(one: types.Range, other: types.Range) -> bool:
    """Whether two ranges overlap or meet at a position."""

    def key(place: types.Position) -> tuple[int, int]:
        return place.line, place.character

    return key(one.start) <= key(other.end) and key(other.start) <= key(one.end)


def tokens(text: str) -> Iterator[int]:
    """Yield semantic tokens as the protocol encodes them: five integers each, relative."""
    legend = list(dict.fromkeys(TOKENS.values()))
    before = 0  # where the token before begins
    for start, end, role in roles_in(text):
        if role not in TOKENS:
            continue
        down = text.count("\n", before, start)
        along = _units(text[text.rfind("\n", before, start) + 1 if down else before : start])
        before = start
        length = _units(text[start:end])
        yield from (down, along, length, legend.index(TOKENS[role]), int(role == "declared"))


def _units(text: str) -> int:
    """Return the length of a text in UTF-16 code units."""
    return len(text.encode("utf-16-le")) // 2


def edits(text: str, better: str, first: int, last: int) -> Iterator[types.TextEdit]:
    """Yield the edits towards the formatted text that touch lines `first` to `last` (from 0)."""
    old, new = lines_of(text), lines_of(better)
    for sort, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if sort != "equal" and a <= last and b >= first:
            place = types.Range(types.Position(a, 0), types.Position(b, 0))
            yield types.TextEdit(place, "".join(new[c:d]))


def lens(line: int, title: str, command: str, args: list[str]) -> types.CodeLens:
    """Build a code lens above a line (from 0)."""
    place = types.Range(types.Position(line, 0), types.Position(line, 1))
    return types.CodeLens(place, types.Command(title, command, arguments=list(args)))


def in_markdown(one: Model) -> str:
    """Render a model sentence as Markdown, with what it does and its chapter of the reference."""
    lines = "\n".join(in_lines(one.shown))
    return f"```rulewright\n{lines}\n```\n{one.does} ({one.chapter})"


def item(
    one: Suggestion, place: types.Position, before: str, number: int, snippets: bool
) -> types.CompletionItem:
    """Build the completion item for a suggestion, replacing what was typed.

    `number` is its rank in the list. With `snippets`, the editor steps through the slots of a
    sentence.
    """
    written = _units(before[len(before) - one.replaces :])
    begin = types.Position(place.line, place.character - written)
    sentence = one.sort == "sentence"
    form = types.InsertTextFormat
    text = _as_snippet(one) if snippets else one.text
    return types.CompletionItem(
        one.label,
        kind=types.CompletionItemKind.Snippet if sentence else types.CompletionItemKind.Variable,
        detail=one.about,
        sort_text=f"{number:05}",
        filter_text=before.strip() if sentence else one.label,
        insert_text_format=form.Snippet if snippets else form.PlainText,
        insert_text_mode=types.InsertTextMode.AsIs,
        text_edit=types.TextEdit(types.Range(begin, place), text),
    )


def takes_snippets(able: types.ClientCapabilities) -> bool:
    """Whether the client declares support for snippets in completions."""
    completion = able.text_document.completion if able.text_document else None
    items = completion.completion_item if completion else None
    return bool(items and items.snippet_support)


def _as_snippet(one: Suggestion) -> str:
    """Format a suggestion's text in snippet syntax, with its slots as numbered placeholders."""

    def plain(text: str) -> str:
        return re.sub(r"([\\$}])", r"\\\1", text)

    made, at = [], 0
    for number, (start, end) in enumerate(one.slots, 1):
        made += [plain(one.text[at:start]), f"${{{number}:{plain(one.text[start:end])}}}"]
        at = end
    return "".join([*made, plain(one.text[at:])])


def new_file(title: str, file: Path, text: str) -> types.CodeAction:
    """Build a code action that creates a file with this text."""
    at = types.Range(types.Position(0, 0), types.Position(0, 0))
    document = types.OptionalVersionedTextDocumentIdentifier(file.as_uri())
    edit = types.WorkspaceEdit(
        document_changes=[
            types.CreateFile(file.as_uri()),
            types.TextDocumentEdit(document, [types.TextEdit(at, text)]),
        ]
    )
    return types.CodeAction(title, types.CodeActionKind.RefactorExtract, edit=edit)


def action_for_all(alike: list[Diagnostic]) -> types.CodeAction:
    """Build a code action that applies the fixes of all these diagnostics; each must have one."""
    changes: dict[str, list[types.TextEdit]] = {}
    for one in alike:
        assert one.fix is not None
        span, text = one.fix
        place = types.Range(position(span, span.start), position(span, span.end))
        changes.setdefault(uri_of(span), []).append(types.TextEdit(place, text))
    return types.CodeAction(
        f"Mend all {len(alike)} like this",
        types.CodeActionKind.QuickFix,
        [diagnostic(one) for one in alike],
        edit=types.WorkspaceEdit(changes),
    )


def remark(span: Span, told: str) -> types.Diagnostic:
    """Return what an editor shows without calling it a problem."""
    return types.Diagnostic(
        range_of(span), told, types.DiagnosticSeverity.Information, source="rulewright"
    )


def diagnostic(one: Diagnostic) -> types.Diagnostic:
    """Convert a diagnostic, with its notes, helps and related spans, to the LSP type."""
    told = [one.message, *([one.label.text] if one.label.text else [])]
    told += [f"note: {note}" for note in one.notes] + [f"help: {help_}" for help_ in one.helps]
    error = one.severity == "error"
    return types.Diagnostic(
        range_of(one.label.span),
        "\n".join(told),
        types.DiagnosticSeverity.Error if error else types.DiagnosticSeverity.Warning,
        code=f"{one.code} {one.slug}",
        source="rulewright",
        related_information=[
            types.DiagnosticRelatedInformation(
                types.Location(uri_of(other.span), range_of(other.span)), other.text or "see here"
            )
            for other in one.others
        ],
    )


def action(one: Diagnostic) -> types.CodeAction:
    """Build the quick fix for a diagnostic, which must have a fix."""
    assert one.fix is not None
    span, text = one.fix
    title = f"Write `{text.strip()}`" if text.strip() else "Remove it"
    edit = types.TextEdit(types.Range(position(span, span.start), position(span, span.end)), text)
    return types.CodeAction(
        title,
        types.CodeActionKind.QuickFix,
        [diagnostic(one)],
        edit=types.WorkspaceEdit({uri_of(span): [edit]}),
    )
