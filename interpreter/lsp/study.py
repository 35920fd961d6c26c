"""Analysis of a text that may be unsaved: its diagnostics, and the names of its game.

Takes the path of a file and the texts open in an editor; checks the surrounding game as `check`
does. Must not know the editor protocol.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from interpreter.check.folder import check_folder
from interpreter.diagnostics import Diagnostic, Report, Source, Span
from interpreter.ir.program import Program
from interpreter.language.verbs import VERBS
from interpreter.load.files import unsaved
from interpreter.load.game_folder import find_game
from interpreter.load.overlay_files import (
    base_of,
    game_around,
    is_overlay,
    overlay_of_table,
    read_overlays,
)
from interpreter.tools import formatting
from interpreter.tools.models import Model, models, names
from interpreter.tools.searching import find
from interpreter.tools.suggestions import with_models


@dataclass(slots=True)
class Study:
    """The result of checking one file with the game around it."""

    folder: Path | None
    problems: list[Diagnostic] = field(default_factory=list)
    program: Program | None = None
    stands_for: tuple[tuple[Span, Span], ...] = ()
    """Where `it` or `they` stands in rules, and where what is meant is named."""
    taken: tuple[tuple[Span, str], ...] = ()
    """The headers of tables, and what was taken for what in them."""

    def declared(self, name: str) -> list[Span]:
        """List the declarations of a name; several if it names several things."""
        if self.program is None:
            return []
        return [span for known, span in _names(self.program) if known == name]

    def declarations(self) -> list[tuple[str, Span]]:
        """List all declared names of the game with the spans of their declarations."""
        return list(_names(self.program)) if self.program is not None else []

    def rules(self) -> list[tuple[str, Span]]:
        """List the named rules of the game with the spans of their names."""
        if self.program is None:
            return []
        return [(func.name, func.span) for func in self.program.funcs.values()]


def study(path: Path, open_: Mapping[Path, str], tests: bool = True) -> Study:
    """Check the game around a file, or an overlay with its base game.

    Without `tests`, a large game is checked several times as fast.
    """
    texts = {file.resolve(): text.encode() for file, text in open_.items()}
    with unsaved(texts):
        report = Report()
        folder, overlays = around(path, report)
        if folder is None:
            return Study(None, with_models(report.sorted()))
        found = find_game(str(folder), report)
        checked = check_folder(found, report, tests=tests, overlays=overlays) if found else None
        if checked is None:
            return Study(folder, with_models(report.sorted()))
        problems = with_models(report.sorted())
        return Study(folder, problems, checked.program, checked.stands_for, checked.taken)


def around(path: Path, report: Report) -> tuple[Path | None, tuple[Source, ...]]:
    """Find the game folder that a file belongs to, and its own overlay source if it is one.

    The folder is None if there is none; an overlay that cannot be read goes to the report.
    """
    path = overlay_of_table(path) or path
    if not is_overlay(path):
        return game_around(path), ()
    sources = read_overlays(path, report)
    if not sources:
        return None, ()
    return base_of(path, sources[0], report), sources


def laid_out(path: Path, text: str) -> str | None:
    """Format a rules text; None if it has errors."""
    report = Report()
    made = formatting.rules(Source(str(path), text), report)
    return None if report.errors else made


def explained(word: str) -> list[Model]:
    """List up to three model sentences for a keyword; empty for a name."""
    if word in VERBS:
        return find(word, 3)
    begin = (one for one in models() if one.shown.split()[0] == word)
    return [] if word in names() else list(islice(begin, 3))


def _names(program: Program) -> Iterator[tuple[str, Span]]:
    for func in program.funcs.values():
        yield func.name, func.span
    for kept in program.fields:
        yield kept.name, kept.span
    for zone in program.families:
        yield zone.name, zone.span
    for kind in program.kinds.values():
        yield kind.name, kind.span
    for setting in program.settings.values():
        yield setting.name, setting.span
    for design in program.designs:
        yield design.id, design.span
