"""Parses one declaration with the grammar, to plain data or a diagnosed failure.

Takes the grammar, a text and a function from its offsets to spans; produces `[kind, start, end,
parts]` for a node and `[type, start, end, text]` for a word, with offsets into the text. Only this
module imports the parsing library, which takes time; cached trees do not need it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from interpreter.diagnostics import Report, Span
from interpreter.syntax import parser_tables
from interpreter.syntax.parser_tables import RaggedLine
from interpreter.syntax.recovery import diagnosis, strange_characters, torn_lines
from interpreter.syntax.recovery.failure import FirstFault, ParseFailure, Reads
from interpreter.syntax.source_words import names_in

Plain = list[object]
Spans = Callable[[int, int], Span]

# Deeper than anybody reads, and far below the recursion limit of the later stages.
DEEPEST = 60


@lru_cache(maxsize=1)
def parser(grammar: str) -> Lark:
    """Return the parser of the grammar, built once per process."""
    return parser_tables.built(grammar)


def read(
    text: str,
    start: str,
    grammar: str,
    reserved: frozenset[str],
    spans: Spans,
    report: Report,
    called: Mapping[str, str],
    without: frozenset[str] = frozenset(),
) -> Plain | None:
    """Parse a text as `start` to plain data; None, after one diagnostic, if it cannot be parsed.

    `called` says what names of the game are; `without` are words not to offer as a fix.
    """
    judge = first_faults(start, grammar, reserved)
    try:
        tree = parser(grammar).parse(text.rstrip() + "\n", start=start)
    except RaggedLine as problem:
        above = text[: problem.end - problem.width]
        first = judge(above, None).at  # a line may have been read as names that end the one above
        word = next(iter(names_in(text[first : first + 20])), "")
        if first < len(above) and word in reserved and text.startswith(word, first):
            last = first + len(word)
            report_reserved_word(
                text, first, last, start, grammar, reserved, spans, report, without
            )
        else:
            torn_lines.ragged(text, problem.end, problem.width, problem.expected, spans, report)
        return None
    except UnexpectedToken as problem:
        token = problem.token
        at = token.start_pos if token.start_pos is not None else len(text.rstrip())
        end = token.end_pos if token.end_pos is not None else at
        diagnosis.report_failure(
            ParseFailure(
                text, at, end, spans, report, reserved, judge, token, _accepts(problem),
                _history(problem), called, without=without,
            )
        )  # fmt: skip
        return None
    except (UnexpectedCharacters, UnexpectedEOF) as problem:
        at = getattr(problem, "pos_in_stream", None)
        at = len(text) - 1 if at is None else at
        diagnosis.report_failure(
            ParseFailure(
                text, at, at + 1, spans, report, reserved, judge, called=called, without=without
            )
        )
        return None
    except UnexpectedInput:
        strange_characters.strange_character(text, 0, spans, report)
        return None
    except RecursionError:
        strange_characters.too_deep(spans(0, min(1, len(text))), report)
        return None
    return _to_plain(tree)


def _to_plain(tree: Tree[Token], depth: int = 0) -> Plain:
    """Convert a parse tree to plain data; one that nests deeper than DEEPEST becomes `too_deep`."""
    parts: list[object] = []
    for child in tree.children if depth < DEEPEST else ():
        if isinstance(child, Token):
            at = child.start_pos or 0
            parts.append([child.type, at, child.end_pos or at, str(child)])
        else:
            parts.append(None if child is None else _to_plain(child, depth + 1))
    meta = tree.meta
    place = [-1, -1] if meta.empty else [meta.start_pos, meta.end_pos]
    return [str(tree.data) if depth < DEEPEST else "too_deep", *place, parts]


def report_reserved_word(
    text: str,
    at: int,
    end: int,
    start: str,
    grammar: str,
    reserved: frozenset[str],
    spans: Spans,
    report: Report,
    without: frozenset[str] = frozenset(),
) -> None:
    """Report a reserved word that a text, parsed as `start`, uses as a name."""
    judge = first_faults(start, grammar, reserved)
    diagnosis.report_reserved_word(
        ParseFailure(text, at, end, spans, report, reserved, judge, without=without)
    )


def first_faults(start: str, grammar: str, reserved: frozenset[str]) -> Reads:
    """Return a function that finds the first fault of a text, parsed as `start` or as another rule.

    For a text without faults, it returns a place beyond its end.
    """

    def first_fault(text: str, other: str | None) -> FirstFault:
        return _first_fault(text.rstrip() + "\n", other or start, grammar, reserved) or FirstFault(
            len(text) + 1, False
        )

    return first_fault


@lru_cache(maxsize=2048)
def _first_fault(
    text: str, start: str, grammar: str, reserved: frozenset[str]
) -> FirstFault | None:
    """Find the first fault of a text, without building a tree; None if it has none.

    Many texts are tried for one fault.
    """
    reads = parser(grammar).parse_interactive(text, start=start)
    reads.parser_state.parse_conf.callbacks = {}
    named = token = None
    try:
        for token in reads.iter_parse():
            if named is None and token.type == "NAME" and token in reserved:
                named = token
        reads.feed_eof(token)  # type: ignore[no-untyped-call]
    except UnexpectedToken as problem:
        at = problem.token.start_pos
        if named is None or named is problem.token:
            opens = set(problem.expected or ()) <= {"_INDENT"}
            return FirstFault(len(text) - 1 if at is None else at, opens)
    except RaggedLine as problem:
        return FirstFault(problem.end, False)
    except (UnexpectedCharacters, UnexpectedEOF) as problem:
        return FirstFault(getattr(problem, "pos_in_stream", None) or 0, False)
    except RecursionError:
        return FirstFault(0, False)
    return None if named is None else FirstFault(named.start_pos or 0, False)


def _history(problem: UnexpectedToken) -> list[Token]:
    """List the tokens that were read before the fault, in text order."""
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
