"""Editing a game's files while it is played: diagnostics, fixes, tests, and a table that follows.

Takes the folder of a game and its overlays; keeps unsaved texts. Safe to call from any thread. Must
not know how a page is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import RLock

import interpreter as rw
from interpreter import pipeline
from interpreter.check import game as checking
from interpreter.comparing.rule_differences import Changes, between, compare
from interpreter.diagnostics import Diagnostic, Report, Source, Span
from interpreter.ir.program import Program
from interpreter.load.files import unsaved
from interpreter.load.game_folder import read_game
from interpreter.load.overlay_files import part_of, path_of, read_overlays
from interpreter.lsp.about_names import meant
from interpreter.lsp.completing import Suggestion
from interpreter.lsp.completing_data import suggested
from interpreter.lsp.house_rules import NoRule, begun
from interpreter.lsp.study import Study, explained, study
from interpreter.page.drafts import Draft, Drafts, EditRefused
from interpreter.page.shared_table import SharedTable
from interpreter.testing.game_tests import load_suite, run_marked

MOST_SAID = 5  # failures of one test that are told


@dataclass(frozen=True, slots=True)
class FileProblem:
    """A diagnostic of a file: its character range, and the fix, if there is one."""

    start: int
    end: int
    line: int
    error: bool
    words: str
    fix: tuple[int, int, str] | None = None
    column: int = 0

    @property
    def kind(self) -> str:
        """Whether it is an error or a warning, in a word."""
        return "error" if self.error else "warning"

    @property
    def fix_words(self) -> str:
        """The label of the button for the fix; empty without one."""
        if self.fix is None:
            return ""
        text = self.fix[2].strip()
        return f"Write `{text}`" if text else "Remove it"


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file, from 1."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Failure:
    """What failed in a test, and where."""

    words: str
    place: Place


@dataclass(frozen=True, slots=True)
class Tested:
    """The result of one test: title, place, and its failures."""

    title: str
    place: Place
    passed: bool
    failed: tuple[Failure, ...] = ()


@dataclass(slots=True)
class Workshop:
    """A game that is edited while it is played; `laid` are overlay files, in order."""

    folder: Path
    laid: tuple[Path, ...]
    options: Mapping[str, object]
    table: SharedTable
    told: str = ""  # the table's message after the last edit
    exact: dict[int, str] = field(default_factory=dict)
    """What lines of the file mean whose faults were looked for last, by their numbers from 1."""
    files: Drafts = field(init=False)
    _programs: dict[str, Program] = field(default_factory=dict)
    """What each file was part of when it was last without an error, for completion."""
    _played: int = -1  # the version of the files that the table goes by
    _playing: RLock = field(default_factory=RLock)
    _reading: RLock = field(default_factory=RLock)
    """Held by whoever reads the game: what is kept of texts already read is not for two at once."""

    def __post_init__(self) -> None:
        self.table.most_back = 100_000  # every decision is replayed after an edit
        self.files = Drafts(self.folder, self.laid)

    @property
    def drafts(self) -> dict[str, Draft]:
        """The files by name."""
        return self.files.named

    def _bytes(self) -> dict[Path, bytes]:
        return {path: text.encode() for path, text in self.files.texts().items()}

    # ------------------------------------------------------------------------ reading

    def faults(self, name: str, tests: bool = False) -> list[FileProblem]:
        """List the diagnostics of a file by position, checking the whole game.

        With `tests`, the game's tests are checked as well, which takes longer. Sets `exact`.
        """
        found, path = self._study(name, tests), self.drafts[name].path.resolve()
        self.exact = meant(found, path)
        here = [one for one in found.problems if path_of(one.label.span.source).resolve() == path]
        return sorted(map(_fault, here), key=lambda one: (one.start, one.end))

    def _study(self, name: str, tests: bool) -> Study:
        draft = self.drafts[name]
        own = part_of(draft.path) == "tests" or draft.in_force
        with self._reading:
            found = study(draft.path.resolve(), self.files.texts(), tests or own)
        if found.program is not None:
            self._programs[name] = found.program
        return found

    def mended(self, name: str, fault: FileProblem) -> str:
        """Return the text of a file with a fix applied."""
        text = self.drafts[name].text
        if fault.fix is None:
            return text
        start, end, new = fault.fix
        return text[:start] + new + text[end:]

    def completed(self, name: str, text: str, line: int, before: str) -> list[Suggestion]:
        """Suggest how a line (from 1) of a file may go on that begins so, the best first.

        While the text has errors, the names are those of before.
        """
        program = self._programs.get(name) or self._study(name, tests=False).program
        path = self.drafts[name].path.resolve()
        texts = self._bytes() | {path: text.encode()}
        above = "".join(f"{one}\n" for one in text.split("\n")[: line - 1])
        with self._reading:
            return suggested(program, path, texts, above, before)

    def about(self, name: str, word: str) -> list[str]:
        """Describe a word: model sentences of a keyword, or the declarations of a name."""
        told = [f"{one.sentence} - {one.does}" for one in explained(word)]
        if told or not word:
            return told
        found = self._study(name, tests=False)
        for span in found.declared(word):
            told.append(f"{span.source.line(span.line).strip()} ({span.source.path}:{span.line})")
        return told

    # ------------------------------------------------------------------------ playing on

    def game(self) -> rw.Game:
        """Load the game from the edited texts, with what is in force. Raises `rw.Problems`."""
        return self._game(self._bytes(), self.files.in_force())

    def opened(self) -> rw.Game:
        """Load the game as it was when the workshop was opened."""
        return self._game(self.files.opened, self.files.laid_then, self.folder)

    def _game(
        self, texts: Mapping[Path, bytes], laid: tuple[Path, ...], alone: Path | None = None
    ) -> rw.Game:
        report = Report()
        with self._reading, unsaved(texts, alone):
            overlays = self._overlays(report, laid)
            plan = pipeline.load_folder(self.folder, report, self.options, overlays)
        if plan is None or report.errors:
            raise rw.Problems(report.errors)
        return rw.Game(plan, self.folder, overlays, self.options)

    def _overlays(self, report: Report, laid: tuple[Path, ...]) -> tuple[Source, ...]:
        return tuple(source for path in laid for source in read_overlays(path, report))

    def play_on(self) -> str:
        """Continue the table with the edited rules, and return a message about the outcome.

        It stays at the same point, or goes as far as the decisions so far fit; while there are
        errors, it waits.
        """
        with self._playing:
            version = self.files.version
            if version != self._played:  # else another window has done it
                self.told = self._play_on()
                self._played = version
            return self.told

    def _play_on(self) -> str:
        try:
            game = self.game()
        except rw.Problems as fault:
            count = len(fault.diagnostics)
            span = fault.diagnostics[0].label.span
            name = self.files.name_of(path_of(span.source)) or span.source.path
            many = "1 error" if count == 1 else f"{count} errors"
            return f"{many}: the table waits ({name}, line {span.line})"
        try:
            return self.table.go_on(game)
        except rw.Misuse as fault:
            return str(fault)

    def tests(self) -> Iterator[Tested]:
        """Run the tests of the edited game, and yield their results one by one."""
        report = Report()
        with self._reading, unsaved(self._bytes()):
            overlays = self._overlays(report, self.files.in_force())
            suite = load_suite(self.folder, report, self.options, overlays)
        if suite is None:
            failed = tuple(self._failure(one) for one in report.errors[:MOST_SAID])
            yield Tested("The tests cannot be read", Place("", 0), False, failed)
            return
        every = [*suite.tests, *(one for part in suite.variants for one in part.tests)]
        for test, group in every:
            result = run_marked(test, group)
            failed = tuple(self._failure(one) for one in result.problems[:MOST_SAID])
            yield Tested(test.title, self._place(test.span), result.passed, failed)

    def _failure(self, one: Diagnostic) -> Failure:
        return Failure(one.message, self._place(one.label.span))

    def _place(self, span: Span) -> Place:
        return Place(self.files.name_of(path_of(span.source)) or span.source.path, span.line)

    def changes(self) -> Changes:
        """Compute what was edited, and what the house rules in force change.

        Raises `rw.Problems`.
        """
        with self._reading:
            edited = self._edited()
            laid = self.files.in_force()
            if not laid:
                return edited
            report = Report()
            with unsaved(self._bytes()):
                files = read_game(self.folder, report)
                overlays = self._overlays(report, laid)
            found = None
            if files is not None:
                found = compare(replace(files, overlays=overlays), report, self.options)
            if found is None:
                raise rw.Problems(report.errors)
            more = found.changes
            return Changes(
                edited.numbers + more.numbers,
                edited.rules + more.rules,
                edited.components + more.components,
            )

    def _edited(self) -> Changes:
        contexts = []
        for texts, alone in ((self.files.opened, self.folder), (self._bytes(), None)):
            report = Report()
            with unsaved(texts, alone):
                files = read_game(self.folder, report)
                read = checking.read_game(files, report, self.options) if files else None
            if read is None or report.errors:
                raise rw.Problems(report.errors)
            contexts.append(read)
        return between(*contexts)

    # ------------------------------------------------------------------------ house rules

    def new_house_rule(self, name: str, line: int) -> str:
        """Draft an overlay for the rule around a line, in force at once; returns its name.

        Raises `EditRefused` if there is no rule there, or the game has errors.
        """
        if not name.startswith("rules/"):
            raise EditRefused("point at a rule in a file of rules first")
        try:
            program = self.game().plan.program
            made = begun(program, self.table.game.id, self.drafts[name].text, line)
        except NoRule as fault:
            raise EditRefused(str(fault)) from None
        except rw.Problems:
            raise EditRefused("mend the errors of the game first") from None
        number = 1
        while self._taken(f"variants/{made.name}_{number}.rules"):
            number += 1
        new = f"variants/{made.name}_{number}.rules"
        self.files.add(new, made.text)
        return new

    def _taken(self, name: str) -> bool:
        return name in self.drafts or (self.folder / name).exists()


def _fault(one: Diagnostic) -> FileProblem:
    span = one.label.span
    words = [one.message, *([one.label.text] if one.label.text else []), *one.notes, *one.helps]
    fix = one.fix if one.fix is not None and one.fix[0].source is span.source else None
    return FileProblem(
        span.start,
        max(span.end, span.start + 1),
        span.line,
        one.severity == "error",
        "\n".join(words),
        (fix[0].start, fix[0].end, fix[1]) if fix is not None else None,
        len(span.before),
    )
