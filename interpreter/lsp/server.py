"""The language server on standard input and output, by pygls (extra `lsp`).

Takes what an editor says; answers with faults, fixes, places of names, names to complete, sentences
of the language and the one layout.
"""

from __future__ import annotations

import re
from pathlib import Path
from threading import RLock
from urllib.parse import unquote, urlparse

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

import interpreter as rw
from interpreter.diagnostics import Diagnostic, Span
from interpreter.lsp.naming import Refused, renamed, used
from interpreter.lsp.study import Study, explained, laid_out, path_of, study

WORD = re.compile(r"[a-z][a-z0-9_]*")


class Server(LanguageServer):
    """Texts that are open, and what was found about each."""

    def __init__(self) -> None:
        super().__init__("rulewright", rw.__version__)
        self.open: dict[Path, str] = {}
        self.found: dict[Path, Study] = {}
        self.told: dict[Path, set[str]] = {}
        self.lock = RLock()

    def examine(self, uri: str) -> None:
        """Check a file, and say what is wrong with it and with the others of its game."""
        path = _path(uri)
        with self.lock:
            found = study(path, self.open)
            self.found[path] = found
            by_file: dict[str, list[types.Diagnostic]] = {uri: []}
            for one in found.problems:
                if one.label.span.source.path != "command line":
                    by_file.setdefault(_uri(one.label.span), []).append(_diagnostic(one))
            gone = self.told.get(path, set()) - set(by_file)
            self.told[path] = set(by_file)
        for file, problems in [*by_file.items(), *((file, []) for file in gone)]:
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(file, problems))

    def texts(self) -> dict[Path, bytes]:
        """Give the texts that are open, as they would be read."""
        return {path: text.encode() for path, text in self.open.items()}

    def study_of(self, uri: str) -> Study:
        """Give what was found about a file."""
        path = _path(uri)
        if path not in self.found:
            self.examine(uri)
        return self.found[path]

    def word_at(self, uri: str, place: types.Position) -> str:
        """Give the word at a place of an open text; empty if there is none."""
        lines = self.open.get(_path(uri), "").splitlines()
        if place.line >= len(lines):
            return ""
        at = _characters(lines[place.line], place.character)
        words = WORD.finditer(lines[place.line])
        return next((one[0] for one in words if one.start() <= at <= one.end()), "")


def serve() -> None:
    """Speak with an editor until it ends."""
    server().start_io()


def server() -> Server:
    """Give a server that knows what to answer."""
    made = Server()
    _follow_documents(made)
    _answer_questions(made)
    _answer_about_names(made)
    return made


def _follow_documents(made: Server) -> None:
    """Hear of texts that are opened, changed, saved and closed."""

    @made.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        made.open[_path(params.text_document.uri)] = params.text_document.text
        made.examine(params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        document = made.workspace.get_text_document(params.text_document.uri)
        made.open[_path(params.text_document.uri)] = document.source
        made.examine(params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        made.examine(params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        made.open.pop(_path(params.text_document.uri), None)


def _answer_questions(made: Server) -> None:
    """Answer with fixes, names to complete, sentences and the layout."""

    @made.feature(types.TEXT_DOCUMENT_CODE_ACTION)
    def fixes(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        there = [
            one
            for one in made.study_of(uri).problems
            if one.fix is not None and _uri(one.label.span) == uri
        ]
        return [_action(one) for one in there if _touches(_range(one.label.span), params.range)]

    @made.feature(types.TEXT_DOCUMENT_COMPLETION)
    def names(params: types.CompletionParams) -> list[types.CompletionItem]:
        return [
            types.CompletionItem(one) for one in made.study_of(params.text_document.uri).names()
        ]

    @made.feature(types.TEXT_DOCUMENT_HOVER)
    def hovered(params: types.HoverParams) -> types.Hover | None:
        told = explained(made.word_at(params.text_document.uri, params.position))
        if not told:
            return None
        lines = [f"`{one.sentence}`  \n{one.does}" for one in told]
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(lines)))

    @made.feature(types.TEXT_DOCUMENT_FORMATTING)
    def formatted(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        path = _path(params.text_document.uri)
        text = made.open.get(path, "")
        better = laid_out(path, text) if path.suffix == ".rules" else None
        if better is None or better == text:
            return []
        whole = types.Range(types.Position(0, 0), types.Position(text.count("\n") + 1, 0))
        return [types.TextEdit(whole, better)]


def _answer_about_names(made: Server) -> None:
    """Answer where names are declared and used, and call them something else."""

    @made.feature(types.TEXT_DOCUMENT_DEFINITION)
    def declared(params: types.DefinitionParams) -> list[types.Location]:
        uri = params.text_document.uri
        word = made.word_at(uri, params.position)
        spans = made.study_of(uri).declared(word)
        return [types.Location(_uri(span), _range(span)) for span in spans]

    @made.feature(types.TEXT_DOCUMENT_REFERENCES)
    def used_at(params: types.ReferenceParams) -> list[types.Location]:
        uri = params.text_document.uri
        found = made.study_of(uri)
        word = made.word_at(uri, params.position)
        if found.folder is None or not found.declared(word):
            return []
        spans = used(found.folder, made.texts(), word)
        return [types.Location(_uri(span), _range(span)) for span in spans]

    @made.feature(types.TEXT_DOCUMENT_RENAME)
    def renaming(params: types.RenameParams) -> types.WorkspaceEdit:
        uri, new = params.text_document.uri, params.new_name
        found = made.study_of(uri)
        word = made.word_at(uri, params.position)
        if found.folder is None or not found.declared(word):
            raise JsonRpcInvalidParams(f"`{word}` is no name that this game gives")
        try:
            spans = renamed(found.folder, made.texts(), word, new)
        except Refused as fault:
            raise JsonRpcInvalidParams(str(fault)) from None
        changes: dict[str, list[types.TextEdit]] = {}
        for span in spans:
            changes.setdefault(_uri(span), []).append(types.TextEdit(_range(span), new))
        return types.WorkspaceEdit(changes)

    @made.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        uri = params.text_document.uri
        return [
            types.DocumentSymbol(name, types.SymbolKind.Variable, _range(span), _range(span))
            for name, span in made.study_of(uri).declarations()
            if _uri(span) == uri
        ]


# ------------------------------------------------------------------------------ to and fro


def _path(uri: str) -> Path:
    return Path(unquote(urlparse(uri).path)).resolve()


def _uri(span: Span) -> str:
    return path_of(span.source).resolve().as_uri()


def _characters(line: str, units: int) -> int:
    """How many characters so many units of UTF-16 are, by which editors count."""
    return len(line.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "ignore"))


def _position(span: Span, offset: int) -> types.Position:
    line, column = span.source.place(offset)
    before = span.source.line(line)[: column - 1]
    return types.Position(line - 1, len(before.encode("utf-16-le")) // 2)


def _range(span: Span) -> types.Range:
    return types.Range(_position(span, span.start), _position(span, max(span.end, span.start + 1)))


def _touches(one: types.Range, other: types.Range) -> bool:
    def key(place: types.Position) -> tuple[int, int]:
        return place.line, place.character

    return key(one.start) <= key(other.end) and key(other.start) <= key(one.end)


def _diagnostic(one: Diagnostic) -> types.Diagnostic:
    told = [one.message, *([one.label.text] if one.label.text else [])]
    told += [f"note: {note}" for note in one.notes] + [f"help: {help_}" for help_ in one.helps]
    error = one.severity == "error"
    return types.Diagnostic(
        _range(one.label.span),
        "\n".join(told),
        types.DiagnosticSeverity.Error if error else types.DiagnosticSeverity.Warning,
        code=f"{one.code} {one.slug}",
        source="rulewright",
        related_information=[
            types.DiagnosticRelatedInformation(
                types.Location(_uri(other.span), _range(other.span)), other.text or "see here"
            )
            for other in one.others
        ],
    )


def _action(one: Diagnostic) -> types.CodeAction:
    assert one.fix is not None
    span, text = one.fix
    title = f"Write `{text.strip()}`" if text.strip() else "Remove it"
    edit = types.TextEdit(types.Range(_position(span, span.start), _position(span, span.end)), text)
    return types.CodeAction(
        title,
        types.CodeActionKind.QuickFix,
        [_diagnostic(one)],
        edit=types.WorkspaceEdit({_uri(span): [edit]}),
    )
