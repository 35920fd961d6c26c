"""Parses rules one top-level declaration at a time, so that a bad line costs one rule.

Takes a `Source`, or a card's text with a mapping back to its file; produces `Tree`s and
diagnostics. Must not know any name of a game.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from interpreter import __version__
from interpreter.diagnostics import Report, Source, Span
from interpreter.load import result_cache
from interpreter.load.resources import read_shipped
from interpreter.syntax import ast
from interpreter.syntax.ast import Part, Tree, Word
from interpreter.syntax.from_tree import build
from interpreter.syntax.recovery import strange_characters, torn_lines
from interpreter.syntax.repetitions import report_repetition
from interpreter.syntax.source_words import lines_that_say, names_in

# Reserved words, which can never be names, wherever they stand. Other keywords of the grammar
# (player, turn, table, cost ...) double as names of things where the grammar allows it.
RESERVED = frozenset([
    "a", "action", "all", "also", "always", "an", "and", "any", "are", "as", "at", "be",
    "before", "but", "by", "called", "can", "cites", "choose", "define", "did", "divided",
    "do", "does", "each", "either", "else", "end", "every", "everyone", "expect", "fewer",
    "fewest", "first", "for", "forbid", "from", "given", "half", "has", "have", "highest",
    "if", "in", "instead", "into", "is", "it", "its", "kind", "last", "least", "less", "let",
    "lowest", "made", "many", "may", "minus", "more", "most", "must", "no", "not", "of", "on",
    "onto", "or", "otherwise", "pick", "plural", "plus", "printed", "procedure", "refuses",
    "relation", "repeat", "requires", "rounded", "says", "setting", "starts", "than", "that",
    "the", "their", "them", "then", "they", "this", "to", "until", "variant", "when", "where",
    "whichever", "while", "who", "with", "would", "you", "your",
])  # fmt: skip


IN_ITS_PLACE = frozenset(
    ["unexpected-word", "unknown-sentence", "strange-character", "reserved-word", "unfinished-line",
     "colon-missing", "named-twice"]
)  # fmt: skip
"""Faults that say nothing of the lines around them."""
IN_ITS_CHANGE = IN_ITS_PLACE | {"unclosed-text", "huge-number", "indentation"}
"""Those that say nothing of the other changes of an overlay."""
_AREAS = frozenset(["each", "table", "faction"])
_OF_PARTS = _AREAS | {"rule", "variant"}
"""How declarations begin whose lines stand without the others."""

NOTHING: Mapping[str, str] = MappingProxyType({})


_Key = tuple[Source, Hashable, str, str]
_TREES: dict[_Key, Tree] = {}
"""Trees of faultless texts: a game is read again with other settings, or other house rules."""
MOST_TREES = 5_000


_JUDGED = "each thing once in a list"
"""What is looked for in trees beyond the grammar: a text that was kept before is read again."""


@lru_cache(maxsize=1)
def _grammar() -> str:
    return read_shipped("grammars/rules.lark")


def warm_up() -> None:
    """Load the parsing library and its tables now rather than with the first new text."""
    from interpreter.syntax import reading

    reading.parser(_grammar())


@lru_cache(maxsize=1)
def _salt() -> str:
    """Return the part of every tree's cache key that does not depend on the text."""
    return result_cache.key("tree", _JUDGED, __version__, _grammar())


def parse_rules(
    source: Source, report: Report, called: Mapping[str, str] | None = None
) -> list[ast.Heading]:
    """Parse all declarations of a .rules file; report a problem for each that cannot be read.

    `called` says what names that the text may use are, such as `define` or `component card`; it
    affects only the diagnostics.
    """
    found: list[ast.Heading] = []
    unfinished, place_of_block = False, 0
    for start, end in chunks(source.text):
        if report.full:
            break
        text = source.text[start:end]
        place = _Place(source, start)
        if unfinished and not torn_lines.begins_anew(text):
            if place_of_block == start:
                torn_lines.torn_off(source, start, report)
            continue  # the block that was missing: told once
        if torn_lines.indented_start(text, place.span, report):
            continue
        first = len(report.found)
        tree = _parse(text, "file", report, place, called or {})
        unfinished = tree is None and report.found[-1].slug == "missing-block"
        place_of_block = end
        if tree is None:
            tree = _rest(text, place, report, called or {}, first)
        if tree is not None:
            assert isinstance(tree, ast.File)
            found.extend(tree.items)
    return found


def _rest(
    text: str, place: _Place, report: Report, called: Mapping[str, str], first: int
) -> Tree | None:
    """Report further faults of a declaration by parsing it without its faulty parts.

    The fault reported as problem number `first` is cut out, and each further one in turn. Returns
    the tree if the remaining lines keep their meaning without these parts; else None.
    """
    overlay = text.startswith("variant")
    by_parts = overlay or _begins(text) in _AREAS
    harmless = IN_ITS_CHANGE - {"indentation"} if overlay else IN_ITS_PLACE
    starts = list(_starts_of_parts(text))
    if _begins(text) not in _OF_PARTS or not starts:
        return None
    head = starts[0]
    while not report.full and len(report.found) > first:
        faults = report.found[first:]
        if faults[-1].slug != "unclosed-text":  # all of these are told before anything is read
            faults = faults[-1:]
        read = head  # all parts up to here could be read, but for those that are cut out
        there = tuple(starts)
        for fault in faults:
            at = fault.label.span.start - place.base
            cut = _part_around(there, at, len(text))
            inside = overlay and fault.slug == "indentation" and text.startswith(" " * 5, at)
            beside = overlay and fault.slug == "missing-block" and fault.fix is not None
            if (fault.slug not in harmless and not inside and not beside) or cut is None:
                return None
            start, end = cut
            if beside and fault.fix is not None:  # the lines that belong into the block
                end = max(end, fault.fix[0].end - place.base)
                opens = min([at, *(one.span.start - place.base for one in fault.others)])
                start = min(start, text.rfind("\n", 0, opens) + 1)
            if text[start:end].split()[:1] == ["comes"]:
                by_parts = False  # what other changes of the overlay hit may hang on it
            blank = "\n".join(" " * len(line) for line in text[start:end].split("\n"))
            text = text[:start] + blank + text[end:]
            del starts[bisect_left(starts, start) : bisect_left(starts, end)]
            read = end if fault.slug != "unclosed-text" else head
        first = len(report.found)
        if not starts and all(at == first for at, first in lines_that_say(text)):
            return None
        if _reads_on(text, head, read, place, report, called):
            tree = _parse(text, "file", report, place, called, looked_over=True)
            if tree is not None:
                return tree if by_parts else None
    return None


def _reads_on(
    text: str, head: int, read: int, place: _Place, report: Report, called: Mapping[str, str]
) -> bool:
    """Check that the parts of a declaration from `read` on can be read below its `head`.

    A problem is reported if not. The parts between are known to be right, so that a large file is
    not read again for each of its faults.
    """
    skipped = max(0, read - head)

    def offset(at: int) -> int:
        return place.base + (at if at < head else at + skipped)

    rest = text[:head] + text[head + skipped :]
    if not rest[head:].strip():
        return True
    there = _Place(place.source, offset)
    return _parse(rest, "file", report, there, called, looked_over=True) is not None


@lru_cache(maxsize=16)
def _starts_of_parts(text: str) -> tuple[int, ...]:
    """Return the offsets of the lines in a declaration that are indented by one step."""
    return tuple(at for at, first in lines_that_say(text) if first - at == 4 and text[at] == " ")


def _begins(text: str) -> str:
    """Return the first word of a declaration, skipping `the`."""
    return next(iter(names_in(text.removeprefix("the ")[:20])), "")


def _part_around(starts: Sequence[int], at: int, length: int) -> tuple[int, int] | None:
    """Find the bounds of the part of a declaration around an offset; None before all parts."""
    after = bisect_right(starts, at)
    if at < 0 or not after:
        return None
    return starts[after - 1], starts[after] if after < len(starts) else length


def faulty_part(text: str, at: int) -> tuple[int, int] | None:
    """Find the part of a declaration around an offset, if the others can stand without it.

    Such a part is a line of what each player has, a clause of a rule, or a change of an overlay.
    Returns its start and end, or None.
    """
    return (
        _part_around(_starts_of_parts(text), at, len(text)) if _begins(text) in _OF_PARTS else None
    )


def parse_card(
    text: str, source: Source, offset: Callable[[int], int], report: Report
) -> ast.CardRules | None:
    """Parse the rules printed on a card; `offset` maps a position in `text` to one in `source`.

    Returns None after a diagnostic.
    """
    tree = _parse(text, "card_rules", report, _Place(source, offset))
    assert tree is None or isinstance(tree, ast.CardRules)
    return tree


def parse_value(text: str, place: Span, report: Report) -> Part:
    """Parse one value inside a text of a file, at `place`."""
    node = _parse(text, "loose", report, _Place(place.source, place.start))
    if isinstance(node, ast.LooseQuestion):
        return node.condition
    return node.things if isinstance(node, ast.LooseThings) else None


class _Place:
    """Where a piece of text lies in its file: at a fixed offset, or scattered over lines."""

    __slots__ = ("base", "offset", "source")

    def __init__(self, source: Source, offset: int | Callable[[int], int]) -> None:
        self.source = source
        self.base = offset if isinstance(offset, int) else -1
        self.offset: Callable[[int], int] = int if isinstance(offset, int) else offset

    @property
    def where(self) -> Hashable:
        """A key that is equal for places in one file with the same text at the same offsets."""
        if self.base >= 0:
            return self.base
        return getattr(self.offset, "__self__", self.offset)

    def span(self, start: int, end: int) -> Span:
        if self.base >= 0:
            first = self.base + start
            return Span(self.source, first, self.base + end if end > start else first)
        first = self.offset(start)
        last = self.offset(end - 1) + 1 if end > start else first
        return Span(self.source, first, max(first, last))

    def found(self, span: Span, text: str) -> tuple[int, int]:
        """Map a part of the file back to its start and end within this piece of text."""
        if self.base >= 0:
            return span.start - self.base, span.end - self.base
        inside = [at for at in range(len(text)) if span.start <= self.offset(at) < span.end]
        return (inside[0], inside[-1] + 1) if inside else (0, 0)


@lru_cache(maxsize=64)
def chunks(text: str) -> tuple[tuple[int, int], ...]:
    """Split a text into top-level declarations: from each line at the margin to the next."""
    says = enumerate(lines_that_say(text))
    starts = [at for number, (at, first) in says if at == first or not number]
    return tuple(zip(starts, [*starts[1:], len(text)], strict=False))


def _parse(
    text: str,
    start: str,
    report: Report,
    place: _Place,
    called: Mapping[str, str] = NOTHING,
    looked_over: bool = False,
) -> Tree | None:
    """Parse a text, using cached trees; None after a diagnostic.

    `looked_over` tells that its quotes and tabs have been checked already.
    """
    key = place.source, place.where, start, text
    if key in _TREES:
        return _TREES[key]
    if not any(lines_that_say(text)):
        return build(start, (), place.span(0, 0))
    name = result_cache.key(_salt(), start, text)
    known = result_cache.find(name)
    if known is not None:
        try:
            return _remembered(key, _from_plain(known, place))
        except (TypeError, ValueError, IndexError, RecursionError):
            pass  # a damaged cache: read the text itself
    if not looked_over and torn_lines.before_parsing(text, place.span, report):
        return None
    from interpreter.syntax import reading  # the library takes time to import: only if need be

    read = reading.read(text, start, _grammar(), RESERVED, place.span, report, called)
    if read is None:
        return None
    try:
        node = _from_plain(read, place)
    except _TooDeep as nested:
        strange_characters.too_deep(nested.span, report)
        return None
    if not _words_are_right(node, text, start, place, report):
        return None
    if len(text) <= result_cache.LONGEST:
        result_cache.keep(name, read)
    return _remembered(key, node)


def _remembered(key: _Key, node: Tree) -> Tree:
    if len(_TREES) >= MOST_TREES:
        _TREES.clear()
    _TREES[key] = node
    return node


class _TooDeep(Exception):
    """Brackets or sentences nested too deep to process; carries their place."""

    def __init__(self, span: Span) -> None:
        super().__init__()
        self.span = span


def _from_plain(plain: list[Any], place: _Place) -> Tree:
    """Build the typed tree from plain data as `reading.read` returns it; raise _TooDeep."""
    kind, start, end, inner = plain
    if kind == "too_deep":
        raise _TooDeep(_without_tail(place.span(start, end)))
    span_of = place.span
    parts: list[Part] = []
    for child in inner:
        if child is None:
            parts.append(None)
        elif isinstance(child[3], str):
            parts.append(Word(child[0], child[3], span_of(child[1], child[2])))
        else:
            parts.append(_from_plain(child, place))
    if start < 0:
        span = _span_of_parts(parts, place)
    else:
        span = _without_tail(span_of(start, end))
    return build(kind, tuple(parts), span)


def _span_of_parts(parts: list[Part], place: _Place) -> Span:
    return next((part.span for part in parts if part is not None), place.span(0, 0))


def _without_tail(span: Span) -> Span:
    """Trim trailing line ends and blanks from a span."""
    source, start, end = span.source, span.start, span.end
    text = source.text
    if start < end <= len(text) and not text[end - 1].isspace():
        return span
    end = max(start, min(end, len(text)))  # a last line without an end is read with one
    end = start + len(text[start:end].rstrip())
    return span if end in (start, span.end) else Span(source, start, end)


def _words_are_right(node: Tree, text: str, start: str, place: _Place, report: Report) -> bool:
    """Report keywords read as names, numbers out of bounds, and repeated parts; False if any.

    A keyword in the place of a name is a slip, even where the grammar accepts it.
    """
    for part in node.walk():
        if isinstance(part, Tree):
            continue
        if part.type == "NAME" and part.text in RESERVED:
            from interpreter.syntax import reading

            at, end = place.found(part.span, text)
            reading.report_reserved_word(
                text, at, end, start, _grammar(), RESERVED, place.span, report
            )
            return False
        elif part.type == "NUMBER" and len(part.text) > 9:
            strange_characters.huge_number(part.span, report)
            return False
    return not report_repetition(node, report)
