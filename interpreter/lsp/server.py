"""The language server on standard input and output, by pygls (extra `lsp`).

Takes what an editor says; answers with faults, fixes, places of names, names to complete, sentences
of the language and the one layout.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from threading import RLock
from urllib.parse import unquote, urlparse

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

import interpreter as rw
from interpreter.diagnostics import Diagnostic, Source, Span
from interpreter.lsp.about_names import counted, described, folds, hints, tests_in
from interpreter.lsp.completing import Suggestion, suggestions
from interpreter.lsp.house_rules import NoRule, begun
from interpreter.lsp.naming import Refused, renamed, used
from interpreter.lsp.running import tested
from interpreter.lsp.study import Study, explained, laid_out, path_of, study
from interpreter.tools.colours import roles_in

WORD = re.compile(r"[a-z][a-z0-9_]*")
RUN_TEST = "rulewright.test"
MOST_SYMBOLS = 200
PAUSE = 0.02  # seconds after a key until faults are looked for
SETTLED = 0.6  # seconds after that until tests are read
TOKENS = {
    "comment": "comment", "text": "string", "heading": "keyword", "declared": "function",
    "keyword": "keyword", "word": "keyword", "deed": "method", "pronoun": "variable",
    "value": "enumMember", "number": "number", "name": "variable", "citation": "label",
}  # fmt: skip
"""The kind of token, as editors know it, for each role of a word."""


class Server(LanguageServer):
    """Texts that are open, and what was found about each."""

    def __init__(self) -> None:
        super().__init__("rulewright", rw.__version__)
        self.open: dict[Path, str] = {}
        self.found: dict[Path, Study] = {}
        self.told: dict[Path, set[str]] = {}
        self.edits = 0
        self.lock = RLock()

    def examine(self, uri: str, tests: bool = True) -> None:
        """Check a file, and say what is wrong with it and with the others of its game. Without the
        tests of the game it is done several times as fast."""
        path = _path(uri)
        with self.lock:
            found = study(path, self.open, tests or "tests" in path.parts[-2:])
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

    def line_before(self, uri: str, place: types.Position) -> str:
        """Give what stands on the line before a place of an open text."""
        lines = self.open.get(_path(uri), "").splitlines()
        if place.line >= len(lines):
            return ""
        return lines[place.line][: _characters(lines[place.line], place.character)]

    def house_rules(self, uri: str, line: int) -> types.CodeAction | None:
        """Offer house rules that change the rule around a line, from 1, of a game's own rules."""
        path, found = _path(uri), self.study_of(uri)
        folder, program = found.folder, found.program
        if folder is None or program is None or path.parent.name == "variants":
            return None
        if path.suffix != ".rules" or folder / "rules" not in path.parents:
            return None
        try:
            new = begun(program, folder.name, self.open.get(path, ""), line)
        except NoRule:
            return None
        file = folder / "variants" / f"{new.name}.rules"
        if file.exists():
            return None
        at = types.Range(types.Position(0, 0), types.Position(0, 0))
        document = types.OptionalVersionedTextDocumentIdentifier(file.as_uri())
        edit = types.WorkspaceEdit(
            document_changes=[
                types.CreateFile(file.as_uri()),
                types.TextDocumentEdit(document, [types.TextEdit(at, new.text)]),
            ]
        )
        kind = types.CodeActionKind.RefactorExtract
        return types.CodeAction(f"Change `{new.name}` by house rules", kind, edit=edit)

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
    _answer_about_shape(made)
    _answer_about_use(made)
    return made


def _follow_documents(made: Server) -> None:
    """Hear of texts that are opened, changed, saved and closed."""

    @made.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        made.open[_path(params.text_document.uri)] = params.text_document.text
        made.examine(params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: types.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        made.open[_path(uri)] = made.workspace.get_text_document(uri).source
        made.edits += 1
        number = made.edits
        await asyncio.sleep(PAUSE)  # of several keys, the last is looked at
        if number != made.edits:
            return
        made.examine(uri, tests=False)
        await asyncio.sleep(SETTLED)
        if number == made.edits:
            made.examine(uri)

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
        found = made.study_of(uri)
        there = [
            one for one in found.problems if one.fix is not None and _uri(one.label.span) == uri
        ]
        here = [one for one in there if _touches(_range(one.label.span), params.range)]
        actions = [_action(one) for one in here]
        for slug in dict.fromkeys(one.slug for one in here):
            alike = [one for one in there if one.slug == slug]
            if len(alike) > 1:
                actions.append(_all_of(alike))
        new = made.house_rules(uri, params.range.start.line + 1)
        return [*actions, new] if new is not None else actions

    @made.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[" "]))
    def names(params: types.CompletionParams) -> list[types.CompletionItem]:
        uri, place = params.text_document.uri, params.position
        before = made.line_before(uri, place)
        found = suggestions(made.study_of(uri).program, before)
        return [_item(one, place, before, number) for number, one in enumerate(found)]

    @made.feature(types.TEXT_DOCUMENT_HOVER)
    def hovered(params: types.HoverParams) -> types.Hover | None:
        uri = params.text_document.uri
        word = made.word_at(uri, params.position)
        lines = [f"`{one.sentence}`  \n{one.does}" for one in explained(word)]
        lines = lines or described(made.study_of(uri), made.texts(), word)
        if not lines:
            return None
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

    @made.feature(types.TEXT_DOCUMENT_RANGE_FORMATTING)
    def partly_formatted(params: types.DocumentRangeFormattingParams) -> list[types.TextEdit]:
        path = _path(params.text_document.uri)
        text = made.open.get(path, "")
        better = laid_out(path, text) if path.suffix == ".rules" else None
        first, last = params.range.start.line, params.range.end.line
        return list(_edits(text, better, first, last)) if better is not None else []


def _answer_about_shape(made: Server) -> None:
    """Answer with what an editor draws: folds, colours, values, and lenses above lines."""

    @made.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folded(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        text = made.open.get(_path(params.text_document.uri), "")
        return [types.FoldingRange(first, last) for first, last in folds(text)]

    @made.feature(
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        types.SemanticTokensLegend(list(dict.fromkeys(TOKENS.values())), ["declaration"]),
    )
    def coloured(params: types.SemanticTokensParams) -> types.SemanticTokens:
        path = _path(params.text_document.uri)
        text = made.open.get(path, "") if path.suffix == ".rules" else ""
        return types.SemanticTokens(list(_tokens(text)))

    @made.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def hinted(params: types.InlayHintParams) -> list[types.InlayHint]:
        path = _path(params.text_document.uri)
        text = made.open.get(path, "") if path.suffix == ".rules" else ""
        source = Source(str(path), text)
        found = []
        for offset, told in hints(made.study_of(params.text_document.uri), text):
            place = _position(Span(source, offset, offset), offset)
            if params.range.start.line <= place.line <= params.range.end.line:
                found.append(types.InlayHint(place, told, types.InlayHintKind.Type))
        return found


def _answer_about_use(made: Server) -> None:
    """Answer with what can be done above a line, and with names wherever they stand."""

    @made.feature(types.TEXT_DOCUMENT_CODE_LENS)
    def lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
        uri = params.text_document.uri
        text, found = made.open.get(_path(uri), ""), made.study_of(uri)
        made_lenses = [
            _lens(line, "Run this test", RUN_TEST, [uri, title]) for line, title in tests_in(text)
        ]
        own = [(name, span) for name, span in found.rules() if _uri(span) == uri]
        if found.folder is not None:
            many = counted(found.folder, made.texts(), [name for name, _ in own])
            for name, span in own:
                count = many[name]
                told = f"used {count} {'time' if count == 1 else 'times'}"
                made_lenses.append(_lens(span.line - 1, told, "", []))
        return made_lenses

    @made.command(RUN_TEST)
    def run_test(uri: str, title: str) -> str:
        told = tested(_path(uri), made.texts(), title)
        kind = types.MessageType.Info if told.passed else types.MessageType.Warning
        made.window_show_message(types.ShowMessageParams(kind, told.words))
        return told.words

    @made.feature(types.WORKSPACE_SYMBOL)
    def found_anywhere(params: types.WorkspaceSymbolParams) -> list[types.SymbolInformation]:
        wanted, made_symbols = params.query.lower(), {}
        for found in list(made.found.values()):
            for name, span in found.declarations():
                if wanted in name:
                    place = types.Location(_uri(span), _range(span))
                    symbol = types.SymbolInformation(place, name, types.SymbolKind.Variable)
                    made_symbols[name, _uri(span), span.start] = symbol
        return list(made_symbols.values())[:MOST_SYMBOLS]


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


def _tokens(text: str) -> Iterator[int]:
    """Give tokens as editors want them: each relative to the one before it."""
    legend = list(dict.fromkeys(TOKENS.values()))
    source = Source("", text)
    line = column = 0
    for start, end, role in roles_in(text):
        if role not in TOKENS:
            continue
        place = _position(Span(source, start, end), start)
        length = len(text[start:end].encode("utf-16-le")) // 2
        down = place.line - line
        along = place.character - (0 if down else column)
        line, column = place.line, place.character
        yield from (down, along, length, legend.index(TOKENS[role]), int(role == "declared"))


def _edits(text: str, better: str, first: int, last: int) -> Iterator[types.TextEdit]:
    """Give the edits of a better layout that touch some lines."""
    old, new = text.splitlines(keepends=True), better.splitlines(keepends=True)
    for sort, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if sort != "equal" and a <= last and b >= first:
            place = types.Range(types.Position(a, 0), types.Position(b, 0))
            yield types.TextEdit(place, "".join(new[c:d]))


def _lens(line: int, title: str, command: str, args: list[str]) -> types.CodeLens:
    place = types.Range(types.Position(line, 0), types.Position(line, 1))
    return types.CodeLens(place, types.Command(title, command, arguments=list(args)))


def _item(one: Suggestion, place: types.Position, before: str, number: int) -> types.CompletionItem:
    """Give a suggestion as a completion that replaces what was typed."""
    written = len(before[len(before) - one.replaces :].encode("utf-16-le")) // 2
    begin = types.Position(place.line, place.character - written)
    sentence = one.sort == "sentence"
    return types.CompletionItem(
        one.label,
        kind=types.CompletionItemKind.Snippet if sentence else types.CompletionItemKind.Variable,
        detail=one.about,
        sort_text=f"{number:05}",
        filter_text=before.strip() if sentence else one.label,
        text_edit=types.TextEdit(types.Range(begin, place), one.text),
    )


def _all_of(alike: list[Diagnostic]) -> types.CodeAction:
    """Mend every fault of one kind in a file."""
    changes: dict[str, list[types.TextEdit]] = {}
    for one in alike:
        assert one.fix is not None
        span, text = one.fix
        place = types.Range(_position(span, span.start), _position(span, span.end))
        changes.setdefault(_uri(span), []).append(types.TextEdit(place, text))
    return types.CodeAction(
        f"Mend all {len(alike)} like this",
        types.CodeActionKind.QuickFix,
        [_diagnostic(one) for one in alike],
        edit=types.WorkspaceEdit(changes),
    )


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
