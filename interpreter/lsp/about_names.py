"""Editor information about names: declarations, changes, uses, and the printed text of cards.

Takes the study of a file and the open texts; produces Markdown lines and positions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from interpreter.check.option_values import worded
from interpreter.diagnostics import Source, Span
from interpreter.ir.program import Program
from interpreter.load.files import unsaved
from interpreter.load.overlay_files import is_overlay, path_of
from interpreter.lsp.changed import changes_in, original, value_of
from interpreter.lsp.study import Study
from interpreter.lsp.symbol_renaming import used
from interpreter.meaning.told import meanings

CHANGES = (
    "set",
    "raise",
    "lower",
    "gain",
    "lose",
    "mark",
    "move",
    "deal",
    "draw",
    "shuffle",
    "pay",
)
MOST = 4  # places shown
MOST_LETTERS = 30  # characters of a referent shown as a hint
SPOKEN_OF = frozenset(["it", "its", "they", "their", "them"])
TOLD = re.compile(
    r"have (each (?:other )?player|each opponent|both .+? and [a-z0-9_]+|[a-z0-9_]+ of [a-z0-9_]+"
    r"|[a-z0-9_]+'s [a-z0-9_]+|[a-z0-9_]+(?: and [a-z0-9_]+)?)"
)
"""What stands behind `have`: whom it tells."""
TEST = re.compile(r'^test "(?P<title>[^"]*)"')


def replaced(found: Study, texts: Mapping[Path, bytes], source: Source, name: str) -> list[str]:
    """Quote the original text of what an overlay changes under this name, as Markdown paragraphs.

    Empty if `source` does not change the name, or if the game does not declare it.
    """
    if found.folder is None or name not in {one.name.text for one in changes_in(source)}:
        return []
    with unsaved(texts):
        block = original(found.folder, name)
    if block is None:
        return []
    return [f"In the game, {block.where()}:\n```rulewright\n{block.text}\n```"]


def meant(found: Study, path: Path) -> dict[int, str]:
    """Map line numbers (from 1) of a file to their exact meaning, where it adds to the wording.

    Empty while the study has no program or has errors.
    """
    if found.program is None or any(one.severity == "error" for one in found.problems):
        return {}
    here = [one for one in meanings(found.program) if path_of(one.source).resolve() == path]
    return {one.line: one.meaning for one in here}


def described(found: Study, texts: Mapping[Path, bytes], name: str) -> list[str]:
    """Describe a declared name in Markdown: declaration, printed text, value, changes and uses.

    Empty if the name is not declared or the study has no program.
    """
    if found.program is None or found.folder is None:
        return []
    declared = found.declared(name)
    if not declared:
        return []
    told = [f"```rulewright\n{one.source.line(one.line).strip()}\n```" for one in declared[:MOST]]
    told += list(_printed(found.program, name))
    setting = found.program.settings.get(name)
    if setting is not None:
        told.append(f"{setting.title}: {worded(setting)} in this game")
    spans = used(found.folder, texts, name)
    changed = [one for one in spans if _first_word(one) in CHANGES]
    if changed:
        told.append("Changes at " + ", ".join(one.where() for one in changed[:MOST]))
    told.append(f"Used {len(spans)} {'time' if len(spans) == 1 else 'times'}")
    return told


def _printed(program: Program, name: str) -> Iterator[str]:
    for design in program.designs:
        if design.id != name:
            continue
        yield f"**{design.title}** ({design.kind}, {design.copies} of them)"
        if design.text:
            yield design.text


def _first_word(span: Span) -> str:
    words = span.source.line(span.line).split()
    return words[0] if words else ""


def hints(found: Study, source: Source) -> Iterator[tuple[int, str]]:
    """Yield the inlay hints of a rules file as pairs of offset and text.

    They show the values of settings and what `it` and `they` refer to; the offset is the end of
    the word that the hint follows.
    """
    if found.program is None:
        return
    if is_overlay(path_of(source)):
        yield from _values_before(found, source)
    else:
        yield from _values(found.program, source.text)
    for word, meant in found.stands_for:
        size = len(word.text.split(maxsplit=1)[0])
        if word.source.text == source.text and word.text[:size] in SPOKEN_OF:
            named = _named(meant)
            if named not in SPOKEN_OF:
                yield word.start + size, f": {named}"


def _values_before(found: Study, source: Source) -> Iterator[tuple[int, str]]:
    """Yield hints with the game's own value of each setting that the overlay sets."""
    for one in changes_in(source):
        block = original(found.folder, one.name.text) if found.folder is not None else None
        value = value_of(block) if block is not None else None
        if value is not None:
            yield one.name.end, f" ({value} in the game)"


def _named(meant: Span) -> str:
    """Shorten a referent to a few words: whom `have` addresses, or which things are selected."""
    line = meant.text.partition("\n")[0]
    told = TOLD.match(line)
    words = told[1] if told else line
    if line.startswith("who "):  # the players in question precede it
        words = meant.before.split()[-1]
    return words if len(words) <= MOST_LETTERS else words[: MOST_LETTERS - 1].rstrip() + "…"


def _values(program: Program, text: str) -> Iterator[tuple[int, str]]:
    settings = program.settings
    if not settings:
        return
    names = "|".join(sorted(map(re.escape, settings), key=len, reverse=True))
    for line in re.finditer(r"^[ ]+.*$", text, re.MULTILINE):
        plain = re.sub(r'"[^"]*"|#.*', lambda one: " " * len(one[0]), line[0])
        for name in re.finditer(rf"(?<![a-z0-9_])({names})(?![a-z0-9_])", plain):
            yield line.start() + name.end(), f" = {worded(settings[name[1]])}"


def folds(text: str) -> Iterator[tuple[int, int]]:
    """Yield the first and last line (from 0) of each foldable block."""
    lines = text.split("\n")
    open_: list[tuple[int, int]] = []
    last = -1
    for number, line in enumerate([*lines, "x"]):
        if not line.strip():
            continue
        deep = len(line) - len(line.lstrip()) if number < len(lines) else 0
        while open_ and open_[-1][0] >= deep:
            _, first = open_.pop()
            if last > first:
                yield first, last
        open_.append((deep, number))
        last = number


def tests_in(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line number (from 0) and title of each test in a text."""
    for number, line in enumerate(text.split("\n")):
        if found := TEST.match(line):
            yield number, found["title"]
