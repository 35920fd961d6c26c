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
from interpreter.diagnostics import Diagnostic, Report, Source
from interpreter.load.files import read_at_most, unsaved, write_whole
from interpreter.load.game_folder import files_below, read_game
from interpreter.load.overlay_files import own_variants, part_of, path_of, read_overlays
from interpreter.lsp.about_names import meant
from interpreter.lsp.house_rules import NoRule, begun
from interpreter.lsp.study import Study, explained, study
from interpreter.page.shared_table import SharedTable
from interpreter.testing.game_tests import load_suite, run_marked

LARGEST = 1_000_000  # bytes of a file that is edited here
PARTS = (("rules", ".rules"), ("components", ".yaml"), ("components", ".csv"), ("tests", ".rules"))


class EditRefused(rw.Misuse):
    """A file cannot be edited or saved; the message says why and what to do."""


@dataclass(slots=True)
class Draft:
    """One file: its text on disk (None: not yet saved), and its edited text.

    `version` goes up with each edit, so that two windows do not overwrite one another.
    """

    path: Path
    disk: str | None
    text: str
    version: int = 0

    @property
    def changed(self) -> bool:
        """Whether there are unsaved changes."""
        return self.text != self.disk


@dataclass(frozen=True, slots=True)
class FileProblem:
    """A diagnostic of a file: its character range, and the fix, if there is one."""

    start: int
    end: int
    line: int
    error: bool
    words: str
    fix: tuple[int, int, str] | None = None

    @property
    def fix_words(self) -> str:
        """The label of the button for the fix; empty without one."""
        if self.fix is None:
            return ""
        text = self.fix[2].strip()
        return f"Write `{text}`" if text else "Remove it"


@dataclass(frozen=True, slots=True)
class Tested:
    """The result of one test: title, place, and messages of its failures."""

    title: str
    place: str
    passed: bool
    words: tuple[str, ...] = ()


@dataclass(slots=True)
class Workshop:
    """A game that is edited while it is played; `laid` are overlay files, in order."""

    folder: Path
    laid: tuple[Path, ...]
    options: Mapping[str, object]
    table: SharedTable
    drafts: dict[str, Draft] = field(default_factory=dict)
    version: int = 0  # goes up with each edit of any file
    told: str = ""  # the table's message after the last edit
    exact: dict[int, str] = field(default_factory=dict)
    """What lines of the file mean whose faults were looked for last, by their numbers from 1."""
    _opened: dict[Path, bytes] = field(default_factory=dict)
    _lock: RLock = field(default_factory=RLock)
    _reading: RLock = field(default_factory=RLock)
    """Held by whoever reads the game: what is kept of texts already read is not for two at once."""

    def __post_init__(self) -> None:
        self.table.most_back = 100_000  # every decision is replayed after an edit
        files = [self.folder / "game.yaml"]
        for part, suffix in PARTS:
            files += files_below(self.folder / part, suffix)
        for path in dict.fromkeys([*self.laid, *files, *own_variants(self.folder)]):
            text = _text_of(path)
            self.drafts[self._name(path)] = Draft(path, text, text)
            self._opened[path.resolve()] = text.encode()

    def _name(self, path: Path) -> str:
        try:
            return path.resolve().relative_to(self.folder.resolve()).as_posix()
        except ValueError:
            return path.name

    # ------------------------------------------------------------------------ editing

    def edit(self, name: str, text: str, version: int) -> int:
        """Replace a file's text, based on a version; returns the new version.

        Raises `EditRefused` if another window has changed it since, or it is too large.
        """
        with self._lock:
            draft = self.drafts[name]
            if version != draft.version:
                raise EditRefused(
                    f"{name} was changed in another window: this is its text, type again what is"
                    " missing"
                )
            if len(text.encode()) > LARGEST:
                raise EditRefused(f"{name} would be too large: {LARGEST:,} bytes at most")
            if text != draft.text:
                draft.text = text
                draft.version += 1
                self.version += 1
            return draft.version

    def save(self, name: str) -> None:
        """Write a file.

        Raises `EditRefused` if it was changed on disk since, or cannot be written.
        """
        with self._lock:
            draft = self.drafts[name]
            now = _text_of(draft.path) if draft.path.exists() else None
            if now != draft.disk:
                raise EditRefused(
                    f"{name} was changed on disk by another program: download your text, or take"
                    " what is on disk"
                )
            try:
                draft.path.parent.mkdir(exist_ok=True)
                write_whole(draft.path, draft.text)
            except OSError as fault:
                raise EditRefused(f"{name} is not saved: {fault.strerror or fault}") from None
            draft.disk = draft.text

    def take_disk(self, name: str) -> None:
        """Reload a file from disk, discarding unsaved changes."""
        with self._lock:
            draft = self.drafts[name]
            draft.disk = draft.text = _text_of(draft.path) if draft.path.exists() else ""
            draft.version += 1
            self.version += 1

    def texts(self) -> dict[Path, str]:
        """Return all edited texts, by path."""
        with self._lock:
            return {draft.path.resolve(): draft.text for draft in self.drafts.values()}

    def _bytes(self) -> dict[Path, bytes]:
        return {path: text.encode() for path, text in self.texts().items()}

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
        own = part_of(draft.path) == "tests" or draft.path in self.laid
        with self._reading:
            return study(draft.path.resolve(), self.texts(), tests or own)

    def mended(self, name: str, fault: FileProblem) -> str:
        """Return the text of a file with a fix applied."""
        text = self.drafts[name].text
        if fault.fix is None:
            return text
        start, end, new = fault.fix
        return text[:start] + new + text[end:]

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

    def game(self, texts: Mapping[Path, bytes] | None = None) -> rw.Game:
        """Load the game from the edited texts, or from others. Raises `rw.Problems`."""
        report = Report()
        with self._reading, unsaved(self._bytes() if texts is None else texts):
            overlays = self._overlays(report)
            plan = pipeline.load_folder(self.folder, report, self.options, overlays)
        if plan is None or report.errors:
            raise rw.Problems(report.errors)
        return rw.Game(plan, self.folder, overlays, self.options)

    def _overlays(self, report: Report) -> tuple[Source, ...]:
        return tuple(source for path in self.laid for source in read_overlays(path, report))

    def play_on(self) -> str:
        """Continue the table with the edited rules, and return a message about the outcome.

        It stays at the same point, or goes as far as the decisions so far fit; while there are
        errors, it waits.
        """
        try:
            game = self.game()
        except rw.Problems as fault:
            count = len(fault.diagnostics)
            self.told = f"{count} {'error' if count == 1 else 'errors'}: the table waits"
            return self.told
        try:
            self.told = self.table.go_on(game)
        except rw.Misuse as fault:
            self.told = str(fault)
        return self.told

    def tests(self) -> Iterator[Tested]:
        """Run the tests of the edited game, and yield their results one by one."""
        report = Report()
        with self._reading, unsaved(self._bytes()):
            overlays = self._overlays(report)
            suite = load_suite(self.folder, report, self.options, overlays)
        if suite is None:
            yield Tested("The tests cannot be read", "", False, tuple(_said(report.errors)))
            return
        every = [*suite.tests, *(one for part in suite.variants for one in part.tests)]
        for test, group in every:
            result = run_marked(test, group)
            place = f"{test.span.source.path}:{test.span.line}"
            words = tuple(_said(result.problems))
            yield Tested(test.title, place, result.passed, words)

    def changes(self) -> Changes:
        """Compute what was edited, or if there are overlays, what those change.

        Raises `rw.Problems`.
        """
        with self._reading:
            return self._changes()

    def _changes(self) -> Changes:
        report = Report()
        if self.laid:
            with unsaved(self._bytes()):
                files = read_game(self.folder, report)
                overlays = self._overlays(report)
            found = None
            if files is not None:
                found = compare(replace(files, overlays=overlays), report, self.options)
            if found is None:
                raise rw.Problems(report.errors)
            return found.changes
        contexts = []
        for texts in (self._opened, self._bytes()):
            report = Report()
            with unsaved(texts):
                files = read_game(self.folder, report)
                read = checking.read_game(files, report, self.options) if files else None
            if read is None or report.errors:
                raise rw.Problems(report.errors)
            contexts.append(read)
        return between(*contexts)

    def opened(self) -> rw.Game:
        """Load the game as it was when the workshop was opened."""
        return self.game(self._opened)

    # ------------------------------------------------------------------------ house rules

    def new_house_rule(self, name: str, line: int) -> str:
        """Draft an overlay for the rule around a line; returns the name of the unsaved file.

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
        while f"variants/{made.name}_{number}.rules" in self.drafts:
            number += 1
        new = f"variants/{made.name}_{number}.rules"
        with self._lock:
            self.drafts[new] = Draft(self.folder / new, None, made.text)
            self.version += 1
        return new


def _text_of(path: Path) -> str:
    data = read_at_most(path, LARGEST)
    if len(data) > LARGEST:
        raise EditRefused(f"{path} is too large to be edited here: {LARGEST:,} bytes at most")
    return data.decode("utf-8", "replace")


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
    )


def _said(problems: list[Diagnostic]) -> Iterator[str]:
    for one in problems[:5]:
        span = one.label.span
        yield f"{one.message} ({span.source.path}:{span.line})"
