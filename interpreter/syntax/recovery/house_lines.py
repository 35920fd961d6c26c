"""Diagnoses misplaced lines of house rules.

These are lines beside their component, what a card does without `rules:`, and texts or amounts on
lines below their key. Code and no rows, since all of this spans lines.
"""

from __future__ import annotations

import re
from collections import Counter

from interpreter.diagnostics import Span
from interpreter.language.verbs import VERBS
from interpreter.syntax.recovery.failure import ParseFailure
from interpreter.syntax.source_words import without_comment
from interpreter.syntax.vocabulary import SENTENCES

NAME = r"[a-z][a-z0-9_]*"
_KEY = re.compile(rf"{NAME}\s*:")
_RULES = frozenset(
    ["after", "before", "at", "when", "while", "you", "your", "opponents", "everyone", "always"]
)
_TEXT = re.compile(r"((?:title|text)\s*:)\s*(?:([|>][-+0-9]*)|([^\"\s][^\"]*))?$")


def words_of(failure: ParseFailure) -> str:
    """Return the words of the line with the fault, without its comment."""
    return without_comment(failure.line).strip()


def is_done(failure: ParseFailure) -> bool:
    """Check whether a line says what somebody does."""
    words = words_of(failure).split()
    known = failure.called.get(words[0] if words else "") in ("procedure", "action")
    done = known or (bool(words) and words[0] in (*VERBS, *SENTENCES))
    fact = words[1:2] in ([":"], ["="]) or words[0].endswith(":") if words else False
    ends = words[:1] in (["option"], ["until"], ["otherwise"]) or words[:2] == ["end", "of"]
    return done and not fact and not ends


def report_lines_of_component(failure: ParseFailure) -> bool:
    """Report lines of a component that stand elsewhere than below its heading or their key."""
    if failure.indent == 4:
        return _report_beside(failure) or _report_amounts(failure)
    if "component" not in failure.places:
        return False
    return (
        _report_rules(failure)
        or _report_text_below(failure)
        or _report_amounts_below(failure)
        or _report_amounts(failure)
    )


def _lines_from(failure: ParseFailure, more: re.Pattern[str]) -> list[str]:
    """List the line of the fault and those below that match `more`, without trailing blanks."""
    below: list[str] = []
    for line in failure.text[failure.start :].split("\n"):
        if below and line.strip() and not more.match(line):
            break
        below.append(line)
    while not below[-1].strip():
        below.pop()
    return below


def _report_beside(failure: ParseFailure) -> bool:
    """Report lines of a component at the level of `add component`."""
    if not _KEY.match(words_of(failure)):
        return False
    above, between = failure.text[: failure.start].split("\n")[:-1], 0
    while above and (not without_comment(above[-1]).strip() or above[-1].startswith(" " * 8)):
        between += bool(without_comment(above.pop()).strip())
    head = above[-1] if above else ""
    if head.split()[1:2] != ["component"] or head.split()[0] not in ("add", "change"):
        return False
    if between:
        if words_of(failure).startswith("rules"):
            return False  # what it does may stand too far to the left, too
        place = failure.spans(failure.start + 4, failure.start + 4 + len(words_of(failure)))
        return failure.report.add(
            "indentation",
            place,
            "this line belongs to the component above",
            helps=("indent it by four spaces more",),
            fix=(place, f"    {words_of(failure)}"),
        )
    below = _lines_from(failure, re.compile(rf"    (?: |#|{NAME}\s*:)"))
    at = len("\n".join(above)) - len(head)
    return failure.report.add(
        "missing-block",
        failure.spans(at + 4, at + len(without_comment(head).rstrip())),
        "an indented block is missing below this line",
        helps=("indent the lines of this component four spaces further in",),
        fix=_indented(failure, below),
    )


def _indented(failure: ParseFailure, lines: list[str], above: str = "") -> tuple[Span, str]:
    """Indent lines, from that with the fault on, by four more spaces; return span and text."""
    end = failure.start + len("\n".join(lines))
    deeper = "\n".join(f"    {one}" if one.strip() else one for one in lines)
    return failure.spans(failure.start, end), above + deeper


def _report_rules(failure: ParseFailure) -> bool:
    """Report what a card does if it stands right below its heading, without `rules:` above it."""
    words = words_of(failure)
    if failure.indent != 8 or not (is_done(failure) or words.split()[0] in _RULES):
        return False
    below = _lines_from(failure, re.compile(rf" {{8}}(?!{NAME}\s*:)"))
    this = "this and what stands below it" if len(below) > 1 else "this"
    above = failure.text[: failure.start].split("\n")[:-1]
    while above and (not above[-1].strip() or above[-1].startswith(" " * 8)):
        if above.pop().strip().startswith("rules"):
            help_, there = f"indent {this} by four spaces more than `rules:`", ""
            break
    else:
        help_ = f"write `rules:` on the line above, and indent {this} once more"
        there = "        rules:\n"
    return failure.report.add(
        "unknown-sentence",
        failure.spans(failure.start + 8, failure.start + 8 + len(words)),
        "what it does stands below `rules:`",
        helps=(help_,),
        fix=_indented(failure, below, there),
    )


def _block_below(failure: ParseFailure) -> tuple[list[str], int]:
    """List the lines indented deeper than the line of the fault; return their end offset, too."""
    block = _lines_from(failure, re.compile(rf" {{{failure.indent + 1},}}"))
    return block[1:], failure.start + len("\n".join(block))


def _report_text_below(failure: ParseFailure) -> bool:
    """Report `text: >-`, `text: |` or a bare `text:` with its words on the lines below."""
    found = _TEXT.match(words_of(failure))
    block, end = _block_below(failure)
    if found is None or not block:
        return False
    told = " ".join(f"{found[3] or ''} {' '.join(block)}".split())
    words = told.strip('"').replace('"', "'")
    line = failure.start + failure.indent
    first = line + (found.start(2) if found[2] else 0)
    sign = f"leave `{found[2]}` out: " if found[2] else ""
    return failure.report.add(
        "unexpected-word",
        failure.spans(first, line + found.end()),
        "a text stands in quotes, on one line",
        "its words go on below" if found[3] else "its words stand below it",
        helps=(f'{sign}write `{found[1]} "{words}"`',),
        fix=(failure.spans(line + found.end(1), end), f' "{words}"'),
    )


_AMOUNT = re.compile(
    rf"\s*-?\s*(?:(\d+)\s*([:=*×]|x\b)?\s*({NAME})|({NAME})\s*([:=*×]|x\b)?\s*(\d+))\s*"
)
_BETWEEN = re.compile(r",\s*(?:and\b)?|\b(?:and|plus)\b")


def _amounts(text: str) -> tuple[str, str]:
    """Parse amounts; return them in correct form, and the wrong sign between number and name.

    Both are empty if the text is something else.
    """
    some = [_AMOUNT.fullmatch(part) for part in _BETWEEN.split(text)]
    if not all(some):
        return "", ""
    told = ", ".join(f"{one[1] or one[6]} {one[3] or one[4]}" for one in some if one)
    return told, "".join(one[2] or one[5] or "" for one in some if one)[:1]


def _report_amounts(failure: ParseFailure) -> bool:
    """Report `worker: 3, reeds: 3`, `{worker: 3}`, `worker 3`, `3 worker and 2 reeds`."""
    words = words_of(failure)
    start = re.match(rf"{NAME}\s*:\s*|set\s+{NAME}\s+of\s+{NAME}\s+to\s+", words)
    text = words[start.end() :] if start is not None else ""
    braces = text[:1] + text[-1:] in ("{}", "[]")
    told, sign = _amounts(text[1:-1] if braces else text)
    each = Counter(re.split(r"\s*,\s*", text[1:-1].strip()))
    if not told and text[:1] == "[" and all(re.fullmatch(NAME, one) for one in each):
        counted = any(many > 1 for many in each.values())  # [reeds, reeds]
        told = ", ".join(f"{many} {one}" if counted else one for one, many in each.items())
    if not told or told == text:
        return False
    message = f"amounts are written without `{sign}`"
    if braces:
        message = f"{'lists' if text[0] == '[' else 'amounts'} are written without brackets"
    elif not sign:
        named = text[0].isalpha()
        message = "the number stands before what it counts" if named else _COMMAS
    end = failure.start + failure.indent + len(words)
    place = failure.spans(end - len(text), end)
    slug = "strange-character" if braces else "unexpected-word"
    return failure.report.add(slug, place, message, write=told)


_COMMAS = "commas stand between amounts"


def _report_amounts_below(failure: ParseFailure) -> bool:
    """Report amounts on lines of their own below their key."""
    words = words_of(failure)
    block, end = _block_below(failure)
    if not words.endswith(":") or words.startswith("rules") or not block:
        return False
    amounts, _ = _amounts(",".join(without_comment(line).rstrip() for line in block))
    if not amounts:
        return False
    line = failure.start + failure.indent
    return failure.report.add(
        "unfinished-line",
        failure.spans(line, line + len(words)),
        "amounts stand in the line that they belong to",
        helps=(f"write `{words} {amounts}`",),
        fix=(failure.spans(line + len(words), end), f" {amounts}"),
    )
