"""Suggests rewordings of sentences from the paraphrase rows, once they have been read or refused.

A sentence can parse and yet use something that the game does not have. Takes the place of the word
without meaning; produces possible replacements, the likeliest first. Must not know what the game
has: the caller checks the suggestions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from interpreter.diagnostics import Diagnostic, Report, Span
from interpreter.load.resources import read_shipped
from interpreter.syntax.parser import RESERVED, chunks
from interpreter.syntax.recovery import paraphrase_reports, paraphrase_search
from interpreter.syntax.recovery.failure import ParseFailure

_MOST = 4


def find_alternatives(d: Diagnostic) -> Iterator[Diagnostic]:
    """Iterate over other diagnoses of a sentence that does not parse, after the first fix failed.

    The last of them offers no fix.
    """
    without: set[str] = set()
    now: Diagnostic | None = d
    while now is not None and now.fix is not None and len(without) < _MOST:
        without.add(now.fix[1])
        now = _diagnosed(d, frozenset(without))
        if now is not None:
            yield now


def _diagnosed(d: Diagnostic, without: frozenset[str]) -> Diagnostic | None:
    """Diagnose a declaration again without offering some words.

    Returns None if no problem is found on the same line, such as when another fault comes first.
    """
    from interpreter.syntax import reading  # the library takes time to import

    report = Report()
    begins, text, start = _declaration(d.label.span)
    source, grammar = d.label.span.source, read_shipped("grammars/rules.lark")

    def spans(first: int, last: int) -> Span:
        return Span(source, begins + first, begins + last)

    if reading.read(text, start, grammar, RESERVED, spans, report, {}, without) is not None:
        at = reading.first_faults(start, grammar, RESERVED)(text, None).at
        word = re.match(r"\w*", text[at:])
        end = at + (word.end() if word else 0)
        reading.report_reserved_word(
            text, at, end, start, grammar, RESERVED, spans, report, without
        )
    line = d.label.span.line
    return next((one for one in report.found if one.label.span.line == line), None)


def find_rewordings(d: Diagnostic) -> Iterator[Diagnostic]:
    """Yield rewordings of a sentence that parses but uses an unknown name, the likeliest first.

    Only diagnostics with a fix are yielded.
    """
    failure = _failure(d.label.span, Report())
    if failure is None:
        return
    for number, one in enumerate(paraphrase_search.find_rewrites(failure, None)):
        found = replace(failure, report=Report())
        paraphrase_reports.report_rewrite(found, one)
        if found.report.found[0].fix is not None:
            yield found.report.found[0]
        if number == _MOST:
            return


def find_advice(d: Diagnostic) -> Diagnostic | None:
    """Find a row that says what to do in place of a sentence that parses but has no meaning."""
    failure = _failure(d.label.span, Report())
    one = None if failure is None else paraphrase_search.find_advice(failure)
    if failure is None or one is None:
        return None
    paraphrase_reports.report_rewrite(failure, one)
    return failure.report.found[0]


def find_rewording(span: Span) -> tuple[Span, str] | None:
    """Return the fix for the words around a place: span and replacement; None if no row matches."""
    failure = _failure(span, Report())
    one = None if failure is None else paraphrase_search.find_rewrite(failure, None)
    return None if failure is None or one is None else paraphrase_reports.fix_of(failure, one)


def report_rewording(span: Span, report: Report) -> bool:
    """Report what was meant by the words around a place; False if no row matches."""
    failure = _failure(span, report)
    one = None if failure is None else paraphrase_search.find_rewrite(failure, None)
    if failure is not None and one is not None:
        paraphrase_reports.report_rewrite(failure, one)
    return one is not None


def _failure(span: Span, report: Report) -> ParseFailure | None:
    """Wrap a word without meaning as a failure of its declaration, or of its line on a card."""
    from interpreter.syntax import reading  # the library takes time to import

    source = span.source
    begins, text, start = _declaration(span)
    if not begins <= span.start < begins + len(text):
        return None
    grammar = read_shipped("grammars/rules.lark")
    return ParseFailure(
        text, span.start - begins, span.end - begins,
        lambda first, last: Span(source, begins + first, begins + last), report, RESERVED,
        reading.first_faults(start, grammar, RESERVED),
    )  # fmt: skip


def _declaration(span: Span) -> tuple[int, str, str]:
    """Find the declaration, or the card's line, around a place.

    Returns its offset, its text, and the grammar rule that reads it.
    """
    source = span.source
    if source.path.endswith(".rules"):
        around = ((a, b) for a, b in chunks(source.text) if a <= span.start < b)
        begins, ends = next(around, (0, len(source.text)))
        return begins, source.text[begins:ends], "file"
    line = source.text.rfind("\n", 0, span.start) + 1
    words = source.text[line:].partition("\n")[0]
    return line + len(words) - len(words.lstrip()), words.lstrip() + "\n", "card_rules"
