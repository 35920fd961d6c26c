"""What an editor shows about a name of the game: how it is declared, where it changes, who uses it,
and what is printed on a card.

Takes a study of a file and the texts that are open; gives lines of Markdown and places.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from interpreter.check.options import worded
from interpreter.diagnostics import Span
from interpreter.ir.program import Program
from interpreter.lsp.naming import used
from interpreter.lsp.study import Study

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
MOST = 4  # places that are shown
TEST = re.compile(r'^test "(?P<title>[^"]*)"')


def described(found: Study, texts: Mapping[Path, bytes], name: str) -> list[str]:
    """Give what there is to know about a name, as paragraphs of Markdown; nothing for others."""
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


def hints(found: Study, text: str) -> Iterator[tuple[int, str]]:
    """Give what settings come to, behind each of their names in a text of rules: the offset of the
    end of the name, and the value."""
    if found.program is None:
        return
    settings = found.program.settings
    if not settings:
        return
    names = "|".join(sorted(map(re.escape, settings), key=len, reverse=True))
    for line in re.finditer(r"^[ ]+.*$", text, re.MULTILINE):
        plain = re.sub(r'"[^"]*"|#.*', lambda one: " " * len(one[0]), line[0])
        for name in re.finditer(rf"(?<![a-z0-9_])({names})(?![a-z0-9_])", plain):
            yield line.start() + name.end(), f" = {worded(settings[name[1]])}"


def counted(folder: Path, texts: Mapping[Path, bytes], names: list[str]) -> Counter[str]:
    """Give how often each of some names stands in a game, its declaration not counted."""
    return Counter({name: max(0, len(used(folder, texts, name)) - 1) for name in names})


def folds(text: str) -> Iterator[tuple[int, int]]:
    """Give the first and last line, from 0, of each block that can be folded."""
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
    """Give the line, from 0, and the title of each test in a text."""
    for number, line in enumerate(text.split("\n")):
        if found := TEST.match(line):
            yield number, found["title"]
