"""The language server on standard input and output, by pygls (extra `lsp`).

Provides diagnostics, fixes, definitions and references, renames, completion, hovers and
formatting.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from threading import RLock

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

import interpreter as rw
from interpreter.diagnostics import Source, Span
from interpreter.ir.program import Program
from interpreter.load.files import unsaved
from interpreter.load.overlay_files import is_overlay, part_of
from interpreter.load.text import MOST_BYTES
from interpreter.lsp.about_names import described, folds, hints, meant, replaced, tests_in
from interpreter.lsp.changed import beside
from interpreter.lsp.completing import Suggestion
from interpreter.lsp.completing_data import suggested
from interpreter.lsp.house_rules import NoRule, begun
from interpreter.lsp.protocol import (
    TOKENS,
    action,
    action_for_all,
    characters,
    diagnostic,
    edits,
    in_markdown,
    item,
    lens,
    lines_of,
    new_file,
    path_in,
    position,
    range_of,
    remark,
    sound,
    takes_snippets,
    tokens,
    touches,
    uri_of,
)
from interpreter.lsp.scenario_runs import tested
from interpreter.lsp.stepwise import in_steps
from interpreter.lsp.study import Study, explained, laid_out, study
from interpreter.lsp.symbol_renaming import RenameRefused, renaming, using

WORD = re.compile(r"[a-z][a-z0-9_]*")
RUN_TEST = "rulewright.test"
SHOW = "rulewright.show"
PLAY = "rulewright.play"
"""What an editor does that says so when it begins; see `vscode/extension.js`."""
MOST_SYMBOLS = 200
PAUSE = 0.02  # seconds of debounce before rules are checked
SETTLED = 0.6  # further seconds before tests are checked, too


class Server(LanguageServer):
    """The language server's state: open texts, and the study of each."""

    def __init__(self) -> None:
        super().__init__("rulewright", rw.__version__)
        self.open: dict[Path, str] = {}
        self.found: dict[Path, Study] = {}
        self.last: dict[Path, Program] = {}
        self.told: dict[Path, set[str]] = {}
        self.stale: set[Path] = set()
        """Files whose text has changed since their study."""
        self.edits = 0
        self.snippets = False
        """Whether the editor goes from slot to slot of what it completes."""
        self.plays = False
        """Whether the editor can play a game in a terminal."""
        self.lock = RLock()

    def examine(self, uri: str, tests: bool = True) -> None:
        """Check a file and publish the diagnostics of all files of its game.

        Skipping the game's tests makes this several times as fast.
        """
        path = path_in(uri)
        with self.lock:
            found = study(path, self.open, tests or part_of(path) == "tests")
            self.found[path] = found
            self.stale.discard(path)
            if found.program is not None:
                self.last[path] = found.program
            by_file: dict[str, list[types.Diagnostic]] = {uri: []}
            for span, told in found.taken:
                by_file.setdefault(uri_of(span), []).append(remark(span, told))
            for one in found.problems:
                if one.label.span.source.path != "command line":
                    by_file.setdefault(uri_of(one.label.span), []).append(diagnostic(one))
            gone = self.told.get(path, set()) - set(by_file)
            self.told[path] = set(by_file)
        for file, problems in [*by_file.items(), *((file, []) for file in gone)]:
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(file, problems))

    def texts(self) -> dict[Path, bytes]:
        """Encode the open texts, by path, as if they were read from disk."""
        return {path: text.encode() for path, text in self.open.items()}

    def study_of(self, uri: str) -> Study:
        """Look up the study of a file, examining the file first if it has none."""
        path = path_in(uri)
        if path not in self.found:
            self.examine(uri)
        return self.found[path]

    def study_of_now(self, uri: str) -> Study:
        """Study the text of a file as it is now, for answers that must fit it exactly."""
        if path_in(uri) in self.stale:
            self.examine(uri, tests=False)
        return self.study_of(uri)

    def code_of(self, uri: str) -> str:
        """Return the text of an open rules file; empty if it is larger than `check` reads."""
        path = path_in(uri)
        text = self.open.get(path, "") if path.suffix == ".rules" else ""
        return text if len(text) <= MOST_BYTES else ""

    def line_before(self, uri: str, place: types.Position) -> str:
        """Return the part of a line before a position; empty past the end of the text."""
        lines = lines_of(self.open.get(path_in(uri), ""))
        if place.line >= len(lines):
            return ""
        line = lines[place.line].rstrip("\r\n")
        return line[: characters(line, place.character)]

    def suggested(self, uri: str, place: types.Position) -> list[Suggestion]:
        """Suggest completions at a position of an open text.

        While the text has errors, the last program that checked is used.
        """
        path = path_in(uri)
        before, text = self.line_before(uri, place), self.open.get(path, "")
        program = self.study_of(uri).program or self.last.get(path)
        above = "".join(lines_of(text)[: place.line])
        return suggested(program, path, self.texts(), above, before)

    def played(self, uri: str) -> list[types.CodeLens]:
        """Build the lens that plays the file's game, with the overlay if the file is one.

        Empty in tests, and if the client cannot play games in a terminal.
        """
        path, folder = path_in(uri), self.study_of(uri).folder
        if not self.plays or folder is None or part_of(path) == "tests":
            return []
        if is_overlay(path):
            return [lens(0, "Play with these", PLAY, [str(folder), "--variant", str(path)])]
        return [lens(0, "Play it", PLAY, [str(folder)])]

    def house_rules(self, uri: str, line: int) -> types.CodeAction | None:
        """Build the action that drafts an overlay for the rule around a line (from 1).

        None outside a game's own rules, on lines without a rule, and if the file exists already.
        """
        path, found = path_in(uri), self.study_of(uri)
        folder, program = found.folder, found.program
        if folder is None or program is None or part_of(path) != "rules":
            return None
        try:
            new = begun(program, folder.name, self.open.get(path, ""), line)
        except NoRule:
            return None
        file = folder / "variants" / f"{new.name}.rules"
        if file.exists():
            return None
        return new_file(f"Change `{new.name}` by house rules", file, new.text)

    def word_at(self, uri: str, place: types.Position) -> str:
        """Find the word at a position of an open text; empty if there is none."""
        lines = lines_of(self.open.get(path_in(uri), ""))
        if place.line >= len(lines):
            return ""
        at = characters(lines[place.line], place.character)
        words = WORD.finditer(lines[place.line])
        return next((one[0] for one in words if one.start() <= at <= one.end()), "")


def serve() -> None:
    """Serve an editor on standard input and output until it disconnects."""
    server().start_io()


def server() -> Server:
    """Build a server with all its request handlers registered."""
    made = Server()
    _follow_documents(made)
    _answer_questions(made)
    _answer_about_names(made)
    _answer_about_shape(made)
    _answer_about_use(made)
    return made


def _follow_documents(made: Server) -> None:
    """Register handlers for initialization and for document open, change, save and close."""

    @made.feature(types.INITIALIZE)
    def begun(params: types.InitializeParams) -> None:
        options = params.initialization_options
        made.plays = isinstance(options, dict) and options.get("play") is True
        made.snippets = takes_snippets(params.capabilities)

    @made.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        made.open[path_in(params.text_document.uri)] = sound(params.text_document.text)
        made.examine(params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: types.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        made.open[path_in(uri)] = sound(made.workspace.get_text_document(uri).source)
        made.stale.add(path_in(uri))
        made.edits += 1
        number = made.edits
        await asyncio.sleep(PAUSE)  # only the last of several keys is handled
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
        path = path_in(params.text_document.uri)
        for kept in (made.open, made.found, made.last):
            kept.pop(path, None)


def _answer_questions(made: Server) -> None:
    """Register handlers for code actions, completion, hover and formatting."""

    @made.feature(types.TEXT_DOCUMENT_CODE_ACTION)
    def fixes(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        found = made.study_of(uri)
        there = [
            one for one in found.problems if one.fix is not None and uri_of(one.label.span) == uri
        ]
        here = [one for one in there if touches(range_of(one.label.span), params.range)]
        actions = [action(one) for one in here]
        for slug in dict.fromkeys(one.slug for one in here):
            alike = [one for one in there if one.slug == slug]
            if len(alike) > 1:
                actions.append(action_for_all(alike))
        new = made.house_rules(uri, params.range.start.line + 1)
        return [*actions, new] if new is not None else actions

    @made.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[" "]))
    def names(params: types.CompletionParams) -> list[types.CompletionItem]:
        uri, place = params.text_document.uri, params.position
        before = made.line_before(uri, place)
        found = made.suggested(uri, place)
        return [item(one, place, before, n, made.snippets) for n, one in enumerate(found)]

    @made.feature(types.TEXT_DOCUMENT_HOVER)
    def hovered(params: types.HoverParams) -> types.Hover | None:
        uri = params.text_document.uri
        place = params.position
        word = made.word_at(uri, place)
        lines = [in_markdown(one) for one in explained(word)]
        source = Source(str(path_in(uri)), made.code_of(uri))
        if source.text:
            lines += replaced(made.study_of(uri), made.texts(), source, word)
        lines = lines or described(made.study_of(uri), made.texts(), word)
        exact = meant(made.study_of(uri), path_in(uri).resolve()).get(place.line + 1)
        lines += [f"Exactly: {exact}"] if exact else []
        if not lines:
            return None
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(lines)))

    @made.feature(types.TEXT_DOCUMENT_FORMATTING)
    def formatted(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        path = path_in(params.text_document.uri)
        text = made.code_of(params.text_document.uri)
        better = laid_out(path, text) if text else None
        if better is None or better == text:
            return []
        whole = types.Range(types.Position(0, 0), types.Position(len(lines_of(text)) + 1, 0))
        return [types.TextEdit(whole, better)]

    @made.feature(types.TEXT_DOCUMENT_RANGE_FORMATTING)
    def partly_formatted(params: types.DocumentRangeFormattingParams) -> list[types.TextEdit]:
        path = path_in(params.text_document.uri)
        text = made.code_of(params.text_document.uri)
        better = laid_out(path, text) if text else None
        first, last = params.range.start.line, params.range.end.line
        return list(edits(text, better, first, last)) if better is not None else []


def _answer_about_shape(made: Server) -> None:
    """Register handlers for folding, semantic tokens and inlay hints."""

    @made.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folded(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        text = made.open.get(path_in(params.text_document.uri), "")
        return [types.FoldingRange(first, last) for first, last in folds(text)]

    @made.feature(
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        types.SemanticTokensLegend(list(dict.fromkeys(TOKENS.values())), ["declaration"]),
    )
    def coloured(params: types.SemanticTokensParams) -> types.SemanticTokens:
        return types.SemanticTokens(list(tokens(made.code_of(params.text_document.uri))))

    @made.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def hinted(params: types.InlayHintParams) -> list[types.InlayHint]:
        path = path_in(params.text_document.uri)
        source = Source(str(path), made.code_of(params.text_document.uri))
        found = []
        with unsaved(made.texts()):  # of house rules, also what the game's files say is told
            told_at = list(hints(made.study_of(params.text_document.uri), source))
        for offset, told in told_at:
            place = position(Span(source, offset, offset), offset)
            if params.range.start.line <= place.line <= params.range.end.line:
                found.append(types.InlayHint(place, told, types.InlayHintKind.Type))
        return found


def _answer_about_use(made: Server) -> None:
    """Register handlers for code lenses, their commands, and workspace symbols."""

    @made.feature(types.TEXT_DOCUMENT_CODE_LENS)
    async def lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
        uri = params.text_document.uri
        text, found = made.open.get(path_in(uri), ""), made.study_of(uri)
        made_lenses = [
            lens(line, "Run this test", RUN_TEST, [uri, title]) for line, title in tests_in(text)
        ]
        made_lenses += made.played(uri)
        own = [(name, span) for name, span in found.rules() if uri_of(span) == uri]
        source = Source(str(path_in(uri)), text)
        with unsaved(made.texts()):
            for one in beside(source, found, made.open) if uri.endswith(".rules") else ():
                args = [uri_of(one.place), str(one.place.line)]
                made_lenses.append(lens(one.line - 1, one.title, SHOW, args))
        if found.folder is not None:
            names = {name for name, _ in own}
            many = await in_steps(using(found.folder, made.texts(), names))
            for name, span in own:
                count = max(0, len(many[name]) - 1)  # without its declaration
                told = f"used {count} {'time' if count == 1 else 'times'}"
                made_lenses.append(lens(span.line - 1, told, "", []))
        return made_lenses

    @made.command(RUN_TEST)
    def run_test(uri: str, title: str) -> str:
        told = tested(path_in(uri), made.texts(), title)
        kind = types.MessageType.Info if told.passed else types.MessageType.Warning
        made.window_show_message(types.ShowMessageParams(kind, told.words))
        return told.words

    @made.command(SHOW)
    def show(uri: str, line: str) -> None:
        place = types.Position(int(line) - 1, 0)
        shown = types.ShowDocumentParams(uri, take_focus=True, selection=types.Range(place, place))
        made.window_show_document(shown, lambda _: None)

    @made.feature(types.WORKSPACE_SYMBOL)
    def found_anywhere(params: types.WorkspaceSymbolParams) -> list[types.SymbolInformation]:
        wanted, made_symbols = params.query.lower(), {}
        for found in list(made.found.values()):
            for name, span in found.declarations():
                if wanted in name:
                    place = types.Location(uri_of(span), range_of(span))
                    symbol = types.SymbolInformation(place, name, types.SymbolKind.Variable)
                    made_symbols[name, uri_of(span), span.start] = symbol
        return list(made_symbols.values())[:MOST_SYMBOLS]


def _answer_about_names(made: Server) -> None:
    """Register handlers for definition, references, rename and document symbols."""

    @made.feature(types.TEXT_DOCUMENT_DEFINITION)
    def declared(params: types.DefinitionParams) -> list[types.Location]:
        uri = params.text_document.uri
        word = made.word_at(uri, params.position)
        spans = made.study_of_now(uri).declared(word)
        return [types.Location(uri_of(span), range_of(span)) for span in spans]

    @made.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def used_at(params: types.ReferenceParams) -> list[types.Location]:
        uri = params.text_document.uri
        found = made.study_of_now(uri)
        word = made.word_at(uri, params.position)
        if found.folder is None or not found.declared(word):
            return []
        spans = (await in_steps(using(found.folder, made.texts(), [word])))[word]
        return [types.Location(uri_of(span), range_of(span)) for span in spans]

    @made.feature(types.TEXT_DOCUMENT_RENAME)
    async def rename(params: types.RenameParams) -> types.WorkspaceEdit:
        uri, new, begun = params.text_document.uri, params.new_name, made.edits
        found = made.study_of_now(uri)
        word = made.word_at(uri, params.position)
        if found.folder is None or not found.declared(word):
            raise JsonRpcInvalidParams(f"`{word}` is no name that this game gives")
        try:
            spans = await in_steps(renaming(found.folder, made.texts(), word, new))
        except RenameRefused as fault:
            raise JsonRpcInvalidParams(str(fault)) from None
        if made.edits != begun:  # the answer would fit a text that is no more
            raise JsonRpcContentModified("the text has changed meanwhile")
        changes: dict[str, list[types.TextEdit]] = {}
        for span in spans:
            changes.setdefault(uri_of(span), []).append(types.TextEdit(range_of(span), new))
        return types.WorkspaceEdit(changes)

    @made.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        uri = params.text_document.uri
        return [
            types.DocumentSymbol(name, types.SymbolKind.Variable, range_of(span), range_of(span))
            for name, span in made.study_of(uri).declarations()
            if uri_of(span) == uri
        ]
