"""Faults of lines that are seen without the grammar: tabs, quotes, indentation, endless lines.

Code and no rows, since none of this is a matter of words.
"""

from __future__ import annotations

import re
from dataclasses import replace

from interpreter.diagnostics import Label, Report, Source, Span
from interpreter.diagnostics.suggest import nearest
from interpreter.language.verbs import VERBS
from interpreter.syntax.recovery.characters import Spans, too_deep, without_comment
from interpreter.syntax.vocabulary import HEADINGS

LONGEST_LINE = 1_000  # letters of a line, without what is noted behind it
_FURTHEST = 240  # spaces before a line: twice as deep as blocks may stand in one another


def before_parsing(text: str, spans: Spans, report: Report) -> bool:
    """Slips that are plain to see before the grammar looks: lines that nobody could read, tabs and
    unclosed quotes."""
    found = False
    if _beyond_measure(text, spans, report):
        return True
    for match in re.finditer(r"^[ ]*\t\s*", text, re.MULTILINE):
        at = match.group().index("\t") + match.start()
        return report.add(
            "tab",
            spans(at, at + 1),
            "this line is indented with a tab",
            "a tab",
            helps=("indent by four spaces for each step",),
        )
    for match in re.finditer(r"^.*\t.*$", text, re.MULTILINE):
        code = without_comment(match.group()).rstrip()
        tabs = re.search(r"\t+", re.sub(r'"[^"]*"?', lambda quote: "." * len(quote[0]), code))
        if tabs:
            place = spans(match.start() + tabs.start(), match.start() + tabs.end())
            return report.add(
                "tab",
                place,
                "a tab stands between these words",
                "a tab",
                helps=("write a space",),
                fix=(place, " "),
            )
    for match in re.finditer(r'^[^"\n#]*"[^"\n]*("(?=\w)[^"\n]*")', text, re.MULTILINE):
        whole = match.start(1), match.end(1)
        if not re.match(r'[^"\n]*"', text[whole[1] :]) or text[whole[0] - 1 : whole[0]] not in " (":
            continue  # no text goes on behind it
        return report.add(
            "unclosed-text",
            spans(*whole),
            "a text cannot hold such quotes",
            "the text ends here",
            helps=(f"write `'{text[whole[0] + 1 : whole[1] - 1]}'`",),
            fix=(spans(*whole), f"'{text[whole[0] + 1 : whole[1] - 1]}'"),
        )
    for match in re.finditer(r"^.*$", text, re.MULTILINE):
        code = without_comment(match.group()).rstrip()
        if code.count('"') % 2:
            at = match.start() + code.rindex('"')
            closing = code.endswith('"') and code.count('"') == 1 and code[-2:-1].strip() != ""
            report.add(
                "unclosed-text",
                spans(at, match.start() + len(code)),
                "this text has no opening quote" if closing else "this text has no closing quote",
                "closed here" if closing else "opened here",
                helps=(
                    'put a `"` before its first word'
                    if closing
                    else 'close the text with `"` on the same line',
                ),
            )
            found = True
    return found


def _beyond_measure(text: str, spans: Spans, report: Report) -> bool:
    """A line that is longer, or stands further in, than anybody reads: the grammar would take its
    time, and come to no other end."""
    start = 0
    for line in text.split("\n"):
        if len(line) > _FURTHEST:
            code = without_comment(line)
            pad = len(code) - len(code.lstrip(" "))
            if pad > _FURTHEST and code.strip():
                too_deep(spans(start + pad, start + len(code)), report)
                return True
            if len(code) > LONGEST_LINE and code.strip():
                return report.add(
                    "long-line",
                    spans(start + pad, start + len(code)),
                    f"this line has more than {LONGEST_LINE:,} letters",
                    helps=("say it in several sentences, each in a line of its own",),
                )
        start += len(line) + 1
    return False


def indented_start(text: str, spans: Spans, report: Report) -> bool:
    """A file whose first sentence does not stand at the margin."""
    pad = re.match(r" +(?=[^\s#])", text)
    if pad is None:
        return False
    return report.add(
        "unexpected-block",
        spans(0, pad.end()),
        "this line is indented without a reason",
        "nothing stands above it",
        helps=("begin it at the margin, without spaces",),
    )


NOT_INDENTED = "this line is not indented far enough"


def torn_off(source: Source, start: int, report: Report) -> None:
    """What follows at the margin below a heading without a block is this block: the last problem is
    told where it stands."""
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
    """Whether a text at the margin begins with a heading of the language."""
    head = re.match(r"(?:(?:a|an|the)\s+)*([a-z_]+)", text)
    return head is not None and head.group(1) in HEADINGS


def ragged(text: str, end: int, width: int, expected: int, spans: Spans, report: Report) -> None:
    """A line whose indentation belongs to no block."""
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
    """Without the step that a line below this one cannot have: with a block or without."""
    above = (without_comment(line).rstrip() for line in reversed(text[:end].split("\n")[:-1]))
    line = next((line for line in above if line), "")
    head, pad = line.split()[0] if line else "", len(line) - len(line.lstrip(" "))
    if head in _OPEN:
        return tuple(step for step in steps if step > pad) or steps
    if head in _CLOSED:
        return tuple(step for step in steps if step <= pad) or steps
    return steps
