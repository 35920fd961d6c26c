"""Formatter for rules files, and for the rules of cards in component files.

Takes a `Source`; returns its formatted text, or None with problems in the report. The result parses
to the same tree, keeps every comment, and is stable under formatting. Must not read or write files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from interpreter.diagnostics import Report, Source
from interpreter.load.spanned import EmbeddedText, Spanned
from interpreter.load.yaml_source import load_yaml
from interpreter.syntax.ast import Tree, Word
from interpreter.syntax.parser import parse_card, parse_rules
from interpreter.tools.rule_layout import laid_out, said_by, stepped

STEPS = {"tab", "indentation"}  # errors that re-indentation can repair
HEADER = re.compile(r"[ ]*\|[-+]?[ ]*(?:#[^\n]*)?\n(?:[ ]*\n)*[ ]*\Z")


class LayoutChanged(Exception):
    """Formatting would change the meaning: a bug of the formatter. Nothing may be written then."""


def rules(source: Source, report: Report) -> str | None:
    """Format a rules file; None if it does not parse, with problems in the report.

    Indentation by tabs or other steps is repaired first. Raises `LayoutChanged`.
    """
    return _in_layout(source.text, source, None, report)


def components(source: Source, report: Report) -> str | None:
    """Format the rules of the cards in a component file, and leave everything else untouched.

    None, with problems in the report, if the file or any card does not parse. Raises
    `LayoutChanged`.
    """
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


def _card_rules(read: Spanned) -> Iterator[EmbeddedText]:
    """Yield the rules of cards that are written as `rules: |` blocks, in order."""
    for path, block in read.blocks.items():
        if len(path) == 3 and path[2] == "rules" and block.text.strip():
            key = read.key(path)
            between = read.source.text[key.end : block.offsets[0]].lstrip()
            if between.startswith(":") and HEADER.match(between[1:]):
                yield block


def _in_layout(text: str, source: Source, card: EmbeddedText | None, report: Report) -> str | None:
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


def _alone(text: str, card: EmbeddedText | None, report: Report) -> list[object]:
    """Parse a text that comes from no file."""
    return _tree(text, Source("layout", text), None if card is None else lambda at: at, report)


def _tree(
    text: str, source: Source, offset: Callable[[int], int] | None, report: Report
) -> list[object]:
    """Parse a file, or the rules of a card if there is an `offset`, to a tree without spans."""
    if offset is None:
        return [_plain(node) for node in parse_rules(source, report)]
    node = parse_card(text, source, offset, report)
    return [] if node is None else _plain_tree(node)


def _plain_tree(tree: Tree) -> list[object]:
    """Strip the spans from a tree."""
    return [tree.kind, *(_plain(getattr(tree, name)) for name in type(tree).fields[1:])]


def _plain(part: object) -> object:
    """Strip the spans from the value of a field."""
    if isinstance(part, Tree):
        return _plain_tree(part)
    if isinstance(part, tuple):
        return [_plain(one) for one in part]
    if isinstance(part, Word):
        return part.text if part.type == "STRING" else " ".join(part.text.split())
    return part
