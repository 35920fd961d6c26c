"""Diagnoses blocks that are missing, misplaced or badly indented, and lines that end too early.

Code and no rows, since all of this spans lines.
"""

from __future__ import annotations

import re

from interpreter.diagnostics import Label
from interpreter.syntax.recovery.failure import ParseFailure, sentence_start, short
from interpreter.syntax.recovery.torn_lines import NOT_INDENTED
from interpreter.syntax.source_words import without_comment
from interpreter.syntax.vocabulary import expected_here

_ENDS = ("_NL", "$END", "_DEDENT")


def report_early_end(failure: ParseFailure) -> bool:
    """Report a line that ends too early, or a block that is missing or not allowed."""
    if failure.kind == "_INDENT":
        return _report_unexpected_block(failure)
    if failure.kind not in _ENDS:
        return False
    if report_missing_block(failure):
        return True
    code = without_comment(failure.line).rstrip()
    code_end = failure.start + len(code)
    last = code.split()[-1] if code.split() else ""
    if f" let {last} be " in failure.text[: failure.start]:
        return failure.report.add(
            "reserved-word",
            failure.spans(code_end - len(last), code_end),
            f"`{last}` is a word of the language, not a name",
            "read as the beginning of a value",
            helps=("choose another word, or two words joined by `_`, here and above",),
        )
    return failure.report.add(
        "unfinished-line",
        failure.spans(max(failure.start, code_end - 1), max(code_end, failure.start + 1)),
        "this sentence is not finished",
        expected_here(failure.accepts),
        helps=failure.form_help(),
        fix=(failure.spans(code_end, code_end), ":") if failure.accepts == {"COLON"} else None,
    )


def _report_unexpected_block(failure: ParseFailure) -> bool:
    assert failure.token is not None
    start = failure.text.rfind("\n", 0, failure.token.end_pos or failure.at) + 1
    indented = failure.text[start:].partition("\n")[0]
    pad = len(indented) - len(indented.lstrip())
    code_end = failure.start + len(without_comment(failure.line).rstrip())
    return failure.report.add(
        "unexpected-block",
        failure.spans(start + pad, start + len(indented.rstrip())),
        "this line is indented without a reason",
        others=(Label(failure.spans(failure.head[1], code_end), "this opens no block"),),
        helps=("remove four spaces, or put a sentence such as `if ...` above it",),
    )


def report_goes_on(failure: ParseFailure) -> bool:
    """Report a line that begins with `where` or `who` and continues the one above."""
    start = failure.start
    if failure.kind == "_INDENT" and failure.token is not None:
        start = failure.text.rfind("\n", 0, failure.token.end_pos or failure.at) + 1
    line = without_comment(failure.text[start:].partition("\n")[0]).rstrip()
    above = without_comment(failure.text[: max(0, start - 1)].rpartition("\n")[2]).rstrip()
    end = failure.text.rfind("\n", 0, max(0, start - 1)) + 1 + len(above)
    if line.split()[:1] not in (["where"], ["who"]) or not above:
        return False
    first = start + len(line) - len(line.lstrip())
    joined = failure.text[:end] + " " + failure.text[first:]
    if failure.reads(joined, None).at <= end + len(line.lstrip()):
        return False
    return failure.report.add(
        "unexpected-block",
        failure.spans(first, start + len(line)),
        f"`{line.split()[0]}` goes on with the line above",
        helps=("write it in that line, behind what it speaks of",),
        fix=(failure.spans(end, first), " "),
    )


def report_block_beside(failure: ParseFailure) -> bool:
    """Report a line at the level of one that opens a block, where it should be inside the block."""
    return failure.at == failure.head[1] and report_missing_block(failure)


def report_missing_block(failure: ParseFailure) -> bool:
    """Report that a line opens a block and none follows."""
    if failure.accepts != {"_INDENT"}:
        return False
    start = failure.start
    if failure.kind not in _ENDS:  # the line above is at fault
        lines = failure.text[:start].split("\n")[:-1]
        while lines and not without_comment(lines[-1]).strip():
            lines.pop()
        start = sentence_start(failure.text, max(0, len("\n".join(lines)) - 1))
    code = without_comment(failure.text[start:].partition("\n")[0]).rstrip()
    if _report_not_indented(failure, start, code):
        return True
    words = code.split()
    helps = ["write what belongs to it on the next line, four spaces further in"]
    if words[0] == "replace" and words[1] in ("procedure", "action", "turn", "round", "phase"):
        helps.append(f"if nothing is to be done, write `stop {words[-1]}` there")
    return failure.report.add(
        "missing-block",
        failure.spans(start + len(code) - len(code.lstrip()), start + len(code)),
        "an indented block is missing below this line",
        helps=helps,
    )


_NEXT_LINE = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)+( *)(?=[^\s#])")
"""From the end of what a line says to the first word of the next one, notes passed over."""


def _report_not_indented(failure: ParseFailure, start: int, code: str) -> bool:
    """Report a block that stands in the same column as its header, if indenting it makes it fit."""
    pad = len(code) - len(code.lstrip())
    stop = start + len(failure.text[start:].partition("\n")[0])
    below = _NEXT_LINE.match(failure.text, stop)
    if below is None or len(below[1]) != pad:
        return False
    first = below.end()
    words = without_comment(failure.text[first:].partition("\n")[0]).rstrip()
    header = failure.text[:start] + " " * (stop - start) + failure.text[stop:]
    of_its_own = failure.text.startswith("variant") and pad == 4
    if of_its_own and failure.reads(header, None).at > first + len(words):
        return False  # a change of its own
    end, number = _end_of_block(failure, first, pad), 1
    deeper, further = _deeper(failure, first - pad, end)
    if further <= first - pad + len(deeper):
        return False
    while (below := _NEXT_LINE.match(failure.text, end)) is not None:
        # the next line, if it stands beside the first one and fits nowhere but below the header
        if len(below[1]) != pad or further > first + len(deeper) - pad + len(below[0]):
            break
        longer = _end_of_block(failure, below.end(), pad)
        more, reached = _deeper(failure, first - pad, longer)
        if reached <= first - pad + len(more):
            break
        end, deeper, further, number = longer, more, reached, number + 1
    opens = short(code.split()[0])
    line = failure.spans(end - 1, end).line
    what, upto = ("it", "") if number == 1 else ("the lines", f", up to line {line}")
    return failure.report.add(
        "missing-block",
        failure.spans(first, first + len(words)),
        NOT_INDENTED,
        others=(Label(failure.spans(start + pad, start + len(code)), "this opens a block"),),
        helps=(f"indent {what} by four spaces more than `{opens}`{upto}",),
        fix=(failure.spans(first - pad, end), deeper),
    )


def _end_of_block(failure: ParseFailure, first: int, pad: int) -> int:
    """Find the end of the last line that belongs to the sentence that begins at `first`."""
    end = at = first
    for number, line in enumerate(failure.text[first:].split("\n")):
        if number and line.strip() and not line.startswith(" " * (pad + 1)):
            break
        at += len(line) + 1
        end = at - 1
    return first + len(failure.text[first:end].rstrip())


def _deeper(failure: ParseFailure, start: int, end: int) -> tuple[str, int]:
    """Indent some lines by one step; return them, and how far the text parses with them."""
    lines = "\n".join(f"    {one}" if one else one for one in failure.text[start:end].split("\n"))
    text = failure.text[:start] + lines + failure.text[end:]
    return lines, failure.reads(text, None).at
