"""What was meant by a sentence, asked of the rows of paraphrases once it has been read or refused.

A sentence can be read and say something that the game does not have. Takes the place of what stands
for nothing; gives what could be written there, the likeliest first. Must not know what the game
has: whoever asks checks what is offered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from interpreter.diagnostics import Diagnostic, Report, Span
from interpreter.load.resources import read_shipped
from interpreter.syntax.parser import RESERVED, chunks
from interpreter.syntax.recovery import search, telling
from interpreter.syntax.recovery.failure import ParseFailure

_MOST = 4


def find_rewordings(d: Diagnostic, as_it_is: bool) -> Iterator[Diagnostic]:
    """Other ways to mend the sentence of a problem, the likeliest first. `as_it_is` is whether the
    sentence can be read, and a name in it stands for nothing."""
    failure = _failure(d.label.span, Report())
    if failure is None:
        return
    said = [d.fix[1]] if d.fix is not None else []
    for one in search.find_rewrites(failure, None if as_it_is else "usual"):
        found = replace(failure, report=Report())
        telling.report_rewrite(found, one)
        told = found.report.found[0]
        if told.fix is None or told.fix[1] in said:
            continue
        said.append(told.fix[1])
        yield told
        if len(said) > _MOST:
            return


def find_rewording(span: Span) -> tuple[Span, str] | None:
    """What should be written for the words around a place, and where; None if no row says so."""
    failure = _failure(span, Report())
    one = None if failure is None else search.find_rewrite(failure, None)
    return None if failure is None or one is None else telling.fix_of(failure, one)


def report_rewording(span: Span, report: Report) -> bool:
    """Report what was meant by the words around a place; False if no row says so."""
    failure = _failure(span, report)
    one = None if failure is None else search.find_rewrite(failure, None)
    if failure is not None and one is not None:
        telling.report_rewrite(failure, one)
    return one is not None


def _failure(span: Span, report: Report) -> ParseFailure | None:
    """What stands for nothing as a failure of its declaration, or of its line on a card."""
    from interpreter.syntax import reading  # the library takes time to import

    source, start = span.source, "file"
    around = ((a, b) for a, b in chunks(source.text) if a <= span.start < b)
    begins, ends = next(around, (0, len(source.text)))
    if not source.path.endswith(".rules"):
        start = "card_rules"
        line = source.text.rfind("\n", 0, span.start) + 1
        words = source.text[line:].partition("\n")[0]
        begins, ends = line + len(words) - len(words.lstrip()), line + len(words) + 1
    if not begins <= span.start < ends:
        return None
    grammar = read_shipped("grammars/rules.lark")
    return ParseFailure(
        source.text[begins:ends], span.start - begins, span.end - begins,
        lambda first, last: Span(source, begins + first, begins + last), report, RESERVED,
        reading.first_faults(start, grammar, RESERVED),
    )  # fmt: skip
