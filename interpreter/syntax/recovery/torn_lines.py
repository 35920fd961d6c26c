"""Diagnoses line-level faults without the grammar: tabs, quotes, indentation, overlong lines.

Code and no rows, since none of this depends on words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from interpreter.diagnostics import Label, Report, Source, Span
from interpreter.diagnostics.suggest import nearest
from interpreter.language.verbs import VERBS
from interpreter.syntax.recovery.strange_characters import Spans, too_deep
from interpreter.syntax.source_words import bare_words, indent_of, without_comment
from interpreter.syntax.vocabulary import HEADINGS

LONGEST_LINE = 1_000  # letters of a line, without what is noted behind it
_FURTHEST = 240  # spaces before a line: twice as deep as blocks may stand in one another


def before_parsing(text: str, spans: Spans, report: Report) -> bool:
    """Report faults visible before parsing: overlong lines, tabs and unclosed quotes."""
    checks = (_beyond_measure, _indented_by_tabs, _tabs_between, _quotes_inside)
    found = any(check(text, spans, report) for check in checks)
    for start, line in _lines(text) if not found else ():
        found |= _unclosed(start, line, spans, report)
    return found


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Iterate over the lines, each with the offset at which it begins."""
    start = 0
    for line in text.split("\n"):
        yield start, line
        start += len(line) + 1


def _indented_by_tabs(text: str, spans: Spans, report: Report) -> bool:
    for start, line in _lines(text) if "\t" in text else ():
        at = start + indent_of(line)
        if line.lstrip(" ").startswith("\t"):
            message, helps = (
                "this line is indented with a tab",
                "indent by four spaces for each step",
            )
            return report.add("tab", spans(at, at + 1), message, "a tab", helps=(helps,))
    return False


def _tabs_between(text: str, spans: Spans, report: Report) -> bool:
    for start, line in _lines(text) if "\t" in text else ():
        quoted = False
        for at, letter in enumerate(without_comment(line).rstrip()):
            quoted ^= letter == '"'
            if letter == "\t" and not quoted:
                tabs = len(line[at:]) - len(line[at:].lstrip("\t"))
                place = spans(start + at, start + at + tabs)
                message, helps = "a tab stands between these words", ("write a space",)
                return report.add("tab", place, message, "a tab", helps=helps, fix=(place, " "))
    return False


def _quotes_inside(text: str, spans: Spans, report: Report) -> bool:
    """Report quotes inside a text: `text "the "old" king"`."""
    for start, line in _lines(text):
        before, *parts = line.split('"')
        if len(parts) < 4 or "#" in before or parts[0][-1:] not in (" ", "("):
            continue
        if parts[1][:1].isalnum():
            at = start + len(before) + len(parts[0]) + 1
            place = spans(at, at + len(parts[1]) + 2)
            message, write = "a text cannot hold such quotes", f"'{parts[1]}'"
            return report.add("unclosed-text", place, message, "the text ends here", write=write)
    return False


_OPEN_BEFORE = re.compile(r'(?:[^"]*"[^"]*")*?[^"]*("[^"]*?[^" ]) (says|else|cites) "')
"""A text that is still open where a word stands behind which the next one begins."""


def _unclosed(start: int, line: str, spans: Spans, report: Report) -> bool:
    code = without_comment(line).rstrip()
    if code.count('"') % 2 == 0:
        return False
    inside = _OPEN_BEFORE.match(code)
    if inside is not None:
        first, end = start + inside.start(1), start + inside.end(1)
        return report.add(
            "unclosed-text",
            spans(first, end),
            "this text has no closing quote",
            f"a text that begins behind `{inside[2]}` follows",
            helps=(f'close it with `"` before `{inside[2]}`',),
            fix=(spans(end, end), '"'),
        )
    place = spans(start + code.rindex('"'), start + len(code))
    if code.endswith('"') and code.count('"') == 1 and code[-2:-1].strip():
        message, label = "this text has no opening quote", "closed here"
        help_ = 'put a `"` before its first word'
    else:
        message, label = "this text has no closing quote", "opened here"
        help_ = 'close the text with `"` on the same line'
    return report.add("unclosed-text", place, message, label, helps=(help_,))


def _beyond_measure(text: str, spans: Spans, report: Report) -> bool:
    """Report a line that is too long or indented too far, before the parser spends time on it."""
    for start, line in _lines(text):
        code = without_comment(line) if len(line) > _FURTHEST else ""
        pad = indent_of(code)
        place = spans(start + pad, start + len(code)) if code.strip() else None
        if place is not None and pad > _FURTHEST:
            too_deep(place, report)
            return True
        if place is not None and len(code) > LONGEST_LINE:
            message = f"this line has more than {LONGEST_LINE:,} letters"
            help_ = "say it in several sentences, each in a line of its own"
            return report.add("long-line", place, message, helps=(help_,))
    return False


def indented_start(text: str, spans: Spans, report: Report) -> bool:
    """Report a text whose first sentence is indented; False if it is not."""
    pad = indent_of(text)
    if not pad or text[pad : pad + 1] in ("", "\n", "#"):
        return False
    return report.add(
        "unexpected-block",
        spans(0, pad),
        "this line is indented without a reason",
        "nothing stands above it",
        helps=("begin it at the margin, without spaces",),
    )


NOT_INDENTED = "this line is not indented far enough"


def torn_off(source: Source, start: int, report: Report) -> None:
    """Replace the last problem if the block of a heading follows it unindented.

    The problem then points at the line that should be indented.
    """
    told = report.found[-1]
    head = told.label.span
    words = without_comment(source.text[start:].partition("\n")[0]).rstrip()
    if words and nearest(words.split()[0], HEADINGS) is None:
        report.found[-1] = replace(
            told,
            message=NOT_INDENTED,
            label=Label(Span(source, start, start + len(words)), ""),
            others=(Label(head, "this opens a block"),),
            helps=(f"indent it by four spaces more than `{head.text.split()[0]}`",),
        )


def begins_anew(text: str) -> bool:
    """Check whether a text at the margin begins with a heading of the language."""
    words = bare_words(text[:80].replace(":", " "))
    return bool(words) and text[:1] not in " \t" and words[0] in HEADINGS


def ragged(text: str, end: int, width: int, expected: int, spans: Spans, report: Report) -> None:
    """Report a line whose indentation matches no block."""
    if width % 4:
        lower = min(width // 4 * 4, expected + 4)
        steps: tuple[int, ...] = (lower,) if width > expected + 4 else (lower, lower + 4)
        if width % 4 != 2 and len(steps) == 2:
            steps = (steps[width % 4 == 3],)
        steps = _within(text, end, steps)
        message = f"this line is indented by {width} space{'s' if width > 1 else ''}"
        help_ = "indent by four spaces for each step: here " + " or ".join(map(str, steps))
    else:
        message = "this line is indented more than one step"
        help_ = f"indent it by {expected + 4} spaces, or by {expected} to stay in the block"
    report.add("indentation", spans(end - width, end), message, f"{width} spaces", helps=(help_,))


_CLOSED = frozenset([*VERBS, "requires", "let", "answer", "pay", "stop", "end"])
"""With what the lines begin that open no block."""
_OPEN = frozenset(["if", "otherwise", "for", "repeat", "menu"])
"""With what those begin below which a block must stand."""


def _within(text: str, end: int, steps: tuple[int, ...]) -> tuple[int, ...]:
    """Drop the indentations that a line below this one cannot have, unless none would be left."""
    above = (without_comment(line).rstrip() for line in reversed(text[:end].split("\n")[:-1]))
    line = next((line for line in above if line), "")
    head, pad = line.split()[0] if line else "", len(line) - len(line.lstrip(" "))
    if head in _OPEN:
        return tuple(step for step in steps if step > pad) or steps
    if head in _CLOSED:
        return tuple(step for step in steps if step <= pad) or steps
    return steps
