"""Files of rules, and files of components with the rules of their cards, in the one layout.

Takes a `Source`; gives its text as it should stand, or None where it cannot be read and a problem
in the report. What is given reads as the very same tree, holds every comment, and is laid out
already. Must not read or write files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from interpreter.diagnostics import Report, Source
from interpreter.load.spanned import Block, Spanned
from interpreter.load.yaml_source import load_yaml
from interpreter.syntax.ast import Tree, Word
from interpreter.syntax.parser import parse_card, parse_rules
from interpreter.tools.layout import laid_out, said_by, stepped

STEPS = {"tab", "indentation"}  # what is wrong with a text that only its steps keep from being read
HEADER = re.compile(r"[ ]*\|[-+]?[ ]*(?:#[^\n]*)?\n(?:[ ]*\n)*[ ]*\Z")


class LayoutChanged(Exception):
    """A layout reads as something else: a fault of ours. Nothing may be written then."""


def rules(source: Source, report: Report) -> str | None:
    """Give a file of rules in the one layout; None, and what keeps it from being read."""
    return _in_layout(source.text, source, None, report)


def components(source: Source, report: Report) -> str | None:
    """Give a file of components in which the rules of the cards are laid out, and nothing else is
    touched; None, and what keeps it or one of the cards from being read."""
    read = load_yaml(source, report)
    if read is None:
        return None
    text, at, faults = [], 0, len(report.found)
    for block in _card_rules(read):
        start = block.offset(len(block.text) - len(block.text.lstrip()))
        end = block.offset(len(block.text.rstrip()))
        while source.text[end : end + 1] == " ":
            end += 1
        new = _in_layout(block.text, source, block, report)
        if new is None:
            continue
        margin = " " * (start - (source.text.rfind("\n", 0, start) + 1))
        lines = [margin + line if line else "" for line in new.rstrip("\n").split("\n")]
        text += [source.text[at:start], "\n".join(lines)[len(margin) :]]
        at = end
    return None if len(report.found) > faults else "".join([*text, source.text[at:]])


def _card_rules(read: Spanned) -> Iterator[Block]:
    """Give the rules of the cards that are written behind `rules: |`, in their order."""
    for path, block in read.blocks.items():
        if len(path) == 3 and path[2] == "rules" and block.text.strip():
            key = read.key(path)
            between = read.source.text[key.end : block.offsets[0]].lstrip()
            if between.startswith(":") and HEADER.match(between[1:]):
                yield block


def _in_layout(text: str, source: Source, card: Block | None, report: Report) -> str | None:
    problems = Report()
    before = _tree(text, source, None if card is None else card.offset, problems)
    if problems.found:
        mended = stepped(text) if {d.slug for d in problems.found} <= STEPS else None
        again = Report()
        before = [] if mended is None else _alone(mended, card, again)
        if mended is None or again.found:
            report.found.extend(problems.found)
            return None
        text = mended
    new = laid_out(text, card is None)
    after = _alone(new, card, Report())
    if before != after or said_by(text) != said_by(new) or laid_out(new, card is None) != new:
        raise LayoutChanged(f"{source.path} would read otherwise in the one layout")
    return new


def _alone(text: str, card: Block | None, report: Report) -> list[object]:
    """Give the tree of a text that stands in no file."""
    return _tree(text, Source("layout", text), None if card is None else lambda at: at, report)


def _tree(
    text: str, source: Source, offset: Callable[[int], int] | None, report: Report
) -> list[object]:
    """Give what a file, or with `offset` the rules of a card, says, without any places."""
    if offset is None:
        return [_plain(node) for node in parse_rules(source, report)]
    node = parse_card(text, source, offset, report)
    return [] if node is None else _plain(node)


def _plain(part: object) -> Any:
    """Give a tree, or what stands in a field of one, without places."""
    if isinstance(part, Tree):
        return [part.kind, *(_plain(getattr(part, name)) for name in type(part).fields[1:])]
    if isinstance(part, tuple):
        return [_plain(one) for one in part]
    if isinstance(part, Word):
        return part.text if part.type == "STRING" else " ".join(part.text.split())
    return part
