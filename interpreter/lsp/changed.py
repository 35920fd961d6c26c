"""Links between house rules and the game: the original beside a change, changes beside a rule.

Takes a rules text and its study; produces changes with their positions, and spans of the original
declarations. Must not know the editor protocol.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from interpreter.diagnostics import Report, Source, Span
from interpreter.load.game_folder import read_game
from interpreter.load.overlay_files import (
    FOLDER,
    base_of,
    is_overlay,
    own_variants,
    part_of,
    path_of,
    read_overlay,
)
from interpreter.lsp.study import Study
from interpreter.syntax import ast
from interpreter.syntax.parser import parse_rules

HOW: dict[type[ast.Change], str] = {
    ast.SetSetting: "sets",
    ast.SetBounds: "sets",
    ast.SetPrinted: "changes",
    ast.Replace: "replaces",
    ast.ReplaceRule: "replaces",
    ast.ExtendRule: "extends",
    ast.ExtendValues: "extends",
    ast.ChangeKind: "changes",
    ast.Extend: "extends",
    ast.Insert: "extends",
    ast.Offer: "extends",
    ast.Tighten: "restricts",
    ast.Remove: "removes",
    ast.ChangeComponent: "changes",
    ast.RemoveComponent: "removes",
}
_WHOLE = r"(?m)^(?:[a-z]+ {name}\b|setting {name}:).*(?:\n(?:[ #].*)?)*"
_COMPONENT = r"(?m)^([ ]*)- \{{?(?:.*, *)?id: *{name}\b.*(?:\n\1 .*)*"
_ROW = r"(?m)^[ ]*{name}[ ]*[,;\t|].*"
_LINE = r"(?m)^ +(?:(?:printed|zone|board) )?{name}:.*"
_AT = r"setting [a-z0-9_]+: *([^,\n\"]+)"


@dataclass(frozen=True, slots=True)
class OverlaidName:
    """One change made by an overlay: the verb for it, and the name of what it changes."""

    how: str
    name: Span

    @property
    def by(self) -> str:
        """The file name of the overlay, without its suffix."""
        return path_of(self.name.source).stem


def changes_in(source: Source) -> Iterator[OverlaidName]:
    """Yield the named changes of an overlay; text that does not parse is skipped."""
    for heading in parse_rules(source, Report()):
        for change in heading.changes if isinstance(heading, ast.Variant) else ():
            how = HOW.get(type(change))
            if how is None:
                continue
            for field in ("component", "id", "owner", "name"):
                word = getattr(change, field, None)
                if word is not None:
                    yield OverlaidName(how, word.span)
                    break


@dataclass(frozen=True, slots=True)
class Annotation:
    """An annotation above a line (from 1): a title, and the span that it links to."""

    line: int
    title: str
    place: Span


def beside(source: Source, found: Study, open_: Mapping[Path, str]) -> Iterator[Annotation]:
    """Yield the annotations of a rules text.

    In an overlay, each links a change to the original in the game; in a game, each links a
    declaration to a change by one of the game's variants or an open overlay.
    """
    if found.folder is None:
        return
    if is_overlay(path_of(source)):
        for one in changes_in(source):
            block = original(found.folder, one.name.text)
            if block is not None:
                where = f"{path_of(block.source).name}:{block.line}"
                yield Annotation(one.name.line, f"{one.how} {where}", block)
        return
    changes: dict[str, list[OverlaidName]] = {}
    for other in _house_rules(found.folder, open_):
        for one in changes_in(other):
            changes.setdefault(one.name.text, []).append(one)
    for name, span in found.declarations():
        for one in changes.get(name, ()) if span.source.path == source.path else ():
            yield Annotation(span.line, f"{one.by} {one.how} it", one.name)


def _house_rules(folder: Path, open_: Mapping[Path, str]) -> Iterator[Source]:
    """Yield the game's own variants, then other open overlays whose base is this game."""
    for path in own_variants(folder):
        source = read_overlay(path, Report())
        if source is not None:
            yield source
    for path, text in open_.items():
        if is_overlay(path) and part_of(path) != FOLDER:
            source = Source(str(path), text)
            if base_of(path, source, Report()) == folder:
                yield source


def original(folder: Path, name: str) -> Span | None:
    """Find the declaration of a rule, setting or component in the game's files, whole block.

    Rules files are searched before component files; None if the name is in neither.
    """
    files = read_game(folder, Report())
    if files is None:
        return None
    rules = re.compile(_WHOLE.format(name=re.escape(name)))
    component = re.compile(_COMPONENT.format(name=re.escape(name)))
    row = re.compile(_ROW.format(name=re.escape(name)))
    line = re.compile(_LINE.format(name=re.escape(name)))
    searched = [(source, rules) for source in files.rules]
    searched += [(source, line) for source in files.rules]
    for one in files.components:
        searched.append((one.source, row if one.source.path.endswith(".csv") else component))
    for source, regex in searched:
        found = regex.search(source.text)
        if found is not None:
            return Span(source, found.start(), found.start() + len(_ended(found[0])))
    return None


def _ended(block: str) -> str:
    """Strip trailing comments and blank lines, which belong to the next block."""
    lines = block.split("\n")
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].startswith("#")):
        lines.pop()
    return "\n".join(lines)


def value_of(block: Span) -> str | None:
    """Extract the value from a setting's declaration; None if the block declares something else."""
    found = re.match(_AT, block.text)
    return found[1].strip() if found is not None else None
