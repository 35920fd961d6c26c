"""Where a name of a game is used, and calling it something else everywhere at once.

Takes the folder of a game and the texts that are open; gives spans. Every file of the game is
looked at: rules, components, game.yaml with its layout, tests and house rules. A new name is tried
before it is given: if the game has a fault with it that it has not without, it is refused.
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
from interpreter.load.overlay_files import own_variants, path_of, read_overlay
from interpreter.lsp.mentions import mentions
from interpreter.lsp.stepwise import Work, whole
from interpreter.syntax.parser import RESERVED

NAME = re.compile(r"[a-z][a-z0-9_]*")
Places = dict[str, list[Span]]


class Refused(Exception):
    """A name cannot be given; the text says why."""


def using(folder: Path, texts: Mapping[Path, bytes], names: Collection[str]) -> Work[Places]:
    """Give every place of a game at which one of some names stands, by its name, a file a step."""
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
    """Give every place of a game at which a name stands."""
    return whole(using(folder, texts, [name]))[name]


def renaming(folder: Path, texts: Mapping[Path, bytes], name: str, new: str) -> Work[list[Span]]:
    """Give every place of a game at which a name stands, if it may be exchanged for a new one, in
    steps. Raises `Refused` if the new name is none, is taken, or makes a fault."""
    if NAME.fullmatch(new) is None:
        raise Refused(f"`{new}` is no name: names are small letters, digits and `_`")
    if new in VERBS or new in RESERVED:
        raise Refused(f"`{new}` is a word of the language")
    there = yield from using(folder, texts, [name, new])
    if there[new]:
        raise Refused(f"`{new}` stands in this game already")
    before = {_kind_and_file(one) for one in _faults(folder, texts)}
    yield
    after = _faults(folder, {**texts, **_exchanged(there[name], new)})
    worse = next((one for one in after if _kind_and_file(one) not in before), None)
    if worse is not None:
        where = worse.label.span.where()
        raise Refused(f"`{new}` would not be understood everywhere: {worse.message} ({where})")
    return there[name]


def renamed(folder: Path, texts: Mapping[Path, bytes], name: str, new: str) -> list[Span]:
    """Give every place of a game at which a name stands, if it may be exchanged for a new one.
    Raises `Refused` if it may not."""
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
        source = read_overlay(path, report)
        if source is not None:
            yield source
