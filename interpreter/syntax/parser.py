"""Parses rules: one top-level declaration at a time, so that a bad line costs one rule.

Takes a `Source` or a card's text with the way back to its file; gives `Node`s and diagnostics.
Must not know any name of a game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError, Indenter

from interpreter import __version__
from interpreter.diagnostics import Report, Source, Span
from interpreter.load import kept
from interpreter.load.resources import root
from interpreter.syntax import slips
from interpreter.syntax.tree import Node, Part, Word

STARTS = ["file", "card_rules", "loose"]

# The closed list of words that can never be a name, wherever they stand. Other keywords of the
# grammar (player, turn, table, cost ...) double as names of things where the grammar allows it.
RESERVED = frozenset(
    [
        "a",
        "action",
        "all",
        "also",
        "always",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "be",
        "before",
        "but",
        "by",
        "called",
        "can",
        "cites",
        "choose",
        "define",
        "did",
        "divided",
        "do",
        "does",
        "each",
        "either",
        "else",
        "end",
        "every",
        "everyone",
        "expect",
        "fewer",
        "fewest",
        "first",
        "for",
        "forbid",
        "from",
        "given",
        "half",
        "has",
        "have",
        "highest",
        "if",
        "in",
        "instead",
        "into",
        "is",
        "it",
        "its",
        "kind",
        "last",
        "least",
        "less",
        "let",
        "lowest",
        "made",
        "many",
        "may",
        "minus",
        "more",
        "most",
        "must",
        "no",
        "not",
        "of",
        "on",
        "onto",
        "or",
        "otherwise",
        "pick",
        "plural",
        "plus",
        "printed",
        "procedure",
        "refuses",
        "relation",
        "repeat",
        "requires",
        "rounded",
        "says",
        "setting",
        "starts",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "they",
        "this",
        "to",
        "until",
        "variant",
        "when",
        "where",
        "whichever",
        "while",
        "who",
        "with",
        "would",
        "you",
        "your",
    ]
)


class _Lines(Indenter):
    """Indentation by four spaces; a tab or a ragged step is located, not just refused."""

    NL_type = "_NL"
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    OPEN_PAREN_types: ClassVar[list[str]] = ["LPAR"]
    CLOSE_PAREN_types: ClassVar[list[str]] = ["RPAR"]
    tab_len = 4

    @property
    def always_accept(self) -> tuple[str, ...]:  # type: ignore[override]
        """Names are read everywhere, so that `kinds` is never `kind` with something behind it."""
        return (self.NL_type, "NAME")

    def handle_NL(self, token: Token) -> Iterator[Token]:
        if self.paren_level > 0:
            return
        indent = token.rsplit("\n", 1)[1] if "\n" in token else ""
        width = len(indent)
        if width % 4 or width > self.indent_level[-1] + 4:
            raise RaggedLine(token, width, self.indent_level[-1])
        try:
            yield from super().handle_NL(token)
        except DedentError:
            raise RaggedLine(token, width, self.indent_level[-1]) from None


class RaggedLine(Exception):
    """A line whose indentation fits no block; carries the line break before it."""

    def __init__(self, token: Token, width: int, expected: int) -> None:
        super().__init__(width)
        self.end = token.end_pos or 0
        self.width = width
        self.expected = expected


def _grammar() -> str:
    return (root() / "grammars" / "rules.lark").read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def _salt() -> str:
    """What the tree of a text depends on besides the text."""
    return kept.key("tree", __version__, _grammar())


@lru_cache(maxsize=1)
def parser() -> Lark:
    """The parser, built once per process; its tables are kept in the user's cache folder."""
    grammar = _grammar()
    options: dict[str, Any] = {
        "parser": "lalr",
        "lexer": "contextual",
        "postlex": _Lines(),
        "start": STARTS,
        "propagate_positions": True,
        "maybe_placeholders": True,
    }
    cache = _cache_file()
    if cache is not None:
        try:
            return Lark(grammar, cache=str(cache), **options)
        except OSError:
            pass
    return Lark(grammar, **options)


def _cache_file() -> Path | None:
    """Where the tables may be kept. They are pickled, so never in a folder that others write to."""
    folder = kept.cache_folder()
    return None if folder is None else folder / f"grammar-{__version__}"


def parse_rules(source: Source, report: Report) -> list[Node]:
    """Every declaration of a .rules file that can be read; a problem for each that cannot."""
    found: list[Node] = []
    unfinished = False
    for start, end in chunks(source.text):
        text = source.text[start:end]
        place = _Place(source, lambda i, s=start: s + i)  # type: ignore[misc]
        if unfinished and not slips.begins_anew(text):
            continue  # the block that was missing: told once
        if slips.indented_start(text, place.span, report):
            continue
        tree = _parse(text, "file", report, place)
        if tree is not None:
            found.extend(part for part in tree.parts if isinstance(part, Node))
        unfinished = tree is None and report.found[-1].slug == "missing-block"
    return found


def parse_card(
    text: str, source: Source, offset: Callable[[int], int], report: Report
) -> Node | None:
    """The rules printed on a card; `offset` maps a position in `text` to one in `source`."""
    return _parse(text, "card_rules", report, _Place(source, offset))


def parse_loose(text: str, report: Report, source: Source | None = None) -> Node | None:
    """One question or selection, as typed at a prompt."""
    return _parse(text, "loose", report, _Place(source or Source("<prompt>", text), lambda i: i))


class _Place:
    """Where a piece of text stands in its file."""

    __slots__ = ("offset", "source")

    def __init__(self, source: Source, offset: Callable[[int], int]) -> None:
        self.source = source
        self.offset = offset

    def span(self, start: int, end: int) -> Span:
        first = self.offset(start)
        last = self.offset(end - 1) + 1 if end > start else first
        return Span(self.source, first, max(first, last))


def chunks(text: str) -> Iterator[tuple[int, int]]:
    """Offsets of the top-level declarations: from each line at the margin to the next."""
    starts = [m.start() for m in re.finditer(r"^(?=[^\s#])", text, re.MULTILINE)]
    first_content = re.search(r"^[ \t]*[^\s#]", text, re.MULTILINE)
    if first_content and (not starts or first_content.start() < starts[0]):
        starts.insert(0, first_content.start())
    for number, start in enumerate(starts):
        yield start, starts[number + 1] if number + 1 < len(starts) else len(text)


def _parse(text: str, start: str, report: Report, place: _Place) -> Node | None:
    if not text.strip() or not re.search(r"^[ \t]*[^\s#]", text, re.MULTILINE):
        return Node(start, (), place.span(0, 0))
    name = kept.key(_salt(), start, text)
    known = kept.find(name)
    if known is not None:
        try:
            return _from_plain(known, place)
        except (TypeError, ValueError, IndexError, RecursionError):
            pass  # a damaged cache: read the text itself
    if slips.before_parsing(text, place.span, report):
        return None
    try:
        tree = parser().parse(text.rstrip() + "\n", start=start)
    except RaggedLine as problem:
        slips.ragged(text, problem.end, problem.width, problem.expected, place.span, report)
        return None
    except UnexpectedToken as problem:
        token = problem.token
        at = token.start_pos if token.start_pos is not None else len(text.rstrip())
        end = token.end_pos if token.end_pos is not None else at
        slips.unexpected(
            text, token, at, end, _accepts(problem), _history(problem), place.span, report,
            RESERVED, lambda mended: _reads(mended, start),
        )  # fmt: skip
        return None
    except (UnexpectedCharacters, UnexpectedEOF) as problem:
        at = getattr(problem, "pos_in_stream", None)
        slips.strange_character(text, len(text) - 1 if at is None else at, place.span, report)
        return None
    except UnexpectedInput:
        slips.strange_character(text, 0, place.span, report)
        return None
    except RecursionError:
        slips.too_deep(place.span(0, min(1, len(text))), report)
        return None
    node = _node(tree, place)
    if not _words_are_right(node, report):
        return None
    if len(text) <= kept.LONGEST:
        kept.keep(name, _to_plain(tree))
    return node


def _to_plain(tree: Tree[Token]) -> list[Any]:
    """A tree as plain data: [kind, start, end, parts], for a word [type, start, end, text]."""
    parts: list[Any] = []
    for child in tree.children:
        if isinstance(child, Token):
            at = child.start_pos or 0
            parts.append([child.type, at, child.end_pos or at, str(child)])
        else:
            parts.append(None if child is None else _to_plain(child))
    meta = tree.meta
    place = [-1, -1] if meta.empty else [meta.start_pos, meta.end_pos]
    return [str(tree.data), *place, parts]


def _from_plain(plain: list[Any], place: _Place) -> Node:
    """The same node that `_node` makes of the tree itself."""
    kind, start, end, inner = plain
    parts: list[Part] = []
    for child in inner:
        if child is None:
            parts.append(None)
        elif isinstance(child[3], str):
            parts.append(Word(child[0], child[3], place.span(child[1], child[2])))
        else:
            parts.append(_from_plain(child, place))
    if start < 0:
        return Node(kind, tuple(parts), _span_of_parts(parts, place))
    return Node(kind, tuple(parts), _without_tail(place.span(start, end)))


def _span_of_parts(parts: list[Part], place: _Place) -> Span:
    return next((part.span for part in parts if part is not None), place.span(0, 0))


def _without_tail(span: Span) -> Span:
    """A span without the line ends and blanks that follow its last word."""
    text = span.text.rstrip()
    return Span(span.source, span.start, span.start + len(text)) if text else span


def _reads(text: str, start: str) -> int:
    """How far a text can be read: the offset of its first fault, or its length."""
    try:
        parser().parse(text.rstrip() + "\n", start=start)
    except RaggedLine as problem:
        return problem.end
    except UnexpectedToken as problem:
        return problem.token.start_pos if problem.token.start_pos is not None else len(text)
    except (UnexpectedCharacters, UnexpectedEOF) as problem:
        return getattr(problem, "pos_in_stream", None) or 0
    except RecursionError:
        return 0
    return len(text)


def _history(problem: UnexpectedToken) -> list[Token]:
    """The words that were read before the fault, in their order."""
    interactive = problem.interactive_parser
    read: list[Token] = []
    for value in interactive.parser_state.value_stack if interactive is not None else ():
        if isinstance(value, Token):
            read.append(value)
        elif isinstance(value, Tree):
            read += value.scan_values(lambda v: isinstance(v, Token))
    return sorted(read, key=lambda token: token.start_pos or 0)


def _accepts(problem: UnexpectedToken) -> set[str]:
    try:
        interactive = problem.interactive_parser
        if interactive is not None:
            return set(interactive.accepts())  # type: ignore[no-untyped-call]
    except Exception:  # lark's own probing may stumble over the post-lexer; `expected` will do
        pass
    return set(problem.expected or ())


# Deeper than anybody reads, and far from what the later stages can walk down.
DEEPEST = 60


def _node(tree: Tree[Token], place: _Place, depth: int = 0) -> Node:
    parts: list[Part] = []
    for child in tree.children if depth < DEEPEST else ():
        if child is None:
            parts.append(None)
        elif isinstance(child, Token):
            start = child.start_pos or 0
            parts.append(Word(child.type, str(child), place.span(start, child.end_pos or start)))
        else:
            parts.append(_node(child, place, depth + 1))
    meta = tree.meta
    if meta.empty:
        span = _span_of_parts(parts, place)
    else:
        span = _without_tail(place.span(meta.start_pos, meta.end_pos))
    if depth == DEEPEST:
        return Node("too_deep", (), span)
    return Node(str(tree.data), tuple(parts), span)


def _words_are_right(node: Node, report: Report) -> bool:
    """A keyword that was read as a name is a slip, whatever the grammar made of it; so are numbers
    and nesting beyond all measure."""
    for part in node.walk():
        if isinstance(part, Node):
            if part.kind == "too_deep":
                slips.too_deep(part.span, report)
                return False
        elif part.type == "NAME" and part.text in RESERVED:
            slips.reserved(part.text, part.span, report)
            return False
        elif part.type == "NUMBER" and len(part.text) > 9:
            slips.huge_number(part.span, report)
            return False
    return True
