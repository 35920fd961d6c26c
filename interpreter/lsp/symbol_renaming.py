"""Find the uses of a name across a game, and rename it everywhere at once.

Takes the game's folder and the open texts; produces spans. Covers every file of the game: rules,
components, game.yaml with its layout, tests and variants. A rename is tried out first, and
refused if the game has an error with it that it does not have without.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from interpreter.check.folder import check_folder
from interpreter.diagnostics import Diagnostic, Report, Source, Span
from interpreter.language.verbs import VERBS
from interpreter.load.files import unsaved
from interpreter.load.game_folder import GameFiles, find_game, read_game
from interpreter.load.overlay_files import own_variants, path_of, read_overlays
from interpreter.lsp.mentions import mentions
from interpreter.lsp.stepwise import Work, whole
from interpreter.syntax.parser import RESERVED

NAME = re.compile(r"[a-z][a-z0-9_]*")
Places = dict[str, list[Span]]


class RenameRefused(Exception):
    """A rename is not possible; the message says why."""


def using(folder: Path, texts: Mapping[Path, bytes], names: Collection[str]) -> Work[Places]:
    """Collect the occurrences of several names in a game, by name, one file per step."""
    with unsaved(texts):
        sources = list(_sources(folder))
    made: Places = {name: [] for name in names}
    for source in sources:
        yield
        there = set(NAME.findall(source.text))
        for name in there.intersection(names):
            made[name] += mentions(source, name)
    return made


def used(folder: Path, texts: Mapping[Path, bytes], name: str) -> list[Span]:
    """List the occurrences of a name in a game."""
    return whole(using(folder, texts, [name]))[name]


def renaming(folder: Path, texts: Mapping[Path, bytes], name: str, new: str) -> Work[list[Span]]:
    """Check a rename step by step, and return the spans to replace.

    Raises `RenameRefused` if the new name is malformed, reserved, already in use, or introduces an
    error.
    """
    if NAME.fullmatch(new) is None:
        raise RenameRefused(f"`{new}` is no name: names are small letters, digits and `_`")
    if new in VERBS or new in RESERVED:
        raise RenameRefused(f"`{new}` is a word of the language")
    there = yield from using(folder, texts, [name, new])
    if there[new]:
        raise RenameRefused(f"`{new}` stands in this game already")
    before = {_kind_and_file(one) for one in _faults(folder, texts)}
    yield
    after = _faults(folder, {**texts, **_exchanged(there[name], new)})
    worse = next((one for one in after if _kind_and_file(one) not in before), None)
    if worse is not None:
        where = worse.label.span.where()
        raise RenameRefused(
            f"`{new}` would not be understood everywhere: {worse.message} ({where})"
        )
    return there[name]


def renamed(folder: Path, texts: Mapping[Path, bytes], name: str, new: str) -> list[Span]:
    """Check a rename in one go, and return the spans to replace.

    Raises `RenameRefused` if it is not possible.
    """
    return whole(renaming(folder, texts, name, new))


def _exchanged(spans: list[Span], new: str) -> dict[Path, bytes]:
    made: dict[Path, bytes] = {}
    for source in dict.fromkeys(span.source for span in spans):
        text, at = [], 0
        for span in (one for one in spans if one.source is source):
            text += [source.text[at : span.start], new]
            at = span.end
        made[path_of(source).resolve()] = "".join([*text, source.text[at:]]).encode()
    return made


def _faults(folder: Path, texts: Mapping[Path, bytes]) -> list[Diagnostic]:
    with unsaved(texts):
        report = Report()
        found = find_game(str(folder), report)
        if found is not None:
            check_folder(found, report, tests=True)
        return report.errors


def _kind_and_file(one: Diagnostic) -> tuple[str, str]:
    return one.slug, one.label.span.source.path


def _sources(folder: Path) -> Iterator[Source]:
    report = Report()
    files: GameFiles | None = read_game(folder, report)
    if files is None:
        return
    yield from files.rules
    yield files.game.source
    yield from (one.source for one in files.components)
    yield from files.tests
    for path in own_variants(folder):
        yield from read_overlays(path, report)
