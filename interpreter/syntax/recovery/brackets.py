"""Brackets: one that is never closed, and things that do not belong into any.

Code and no rows, since what stands in brackets is found by their balance.
"""

from __future__ import annotations

from interpreter.diagnostics import Label
from interpreter.syntax.recovery.failure import ParseFailure
from interpreter.syntax.words import without_comment

_OF_THINGS = ("in", "on", "where", "who", "next", "called")
"""Words that go on after a noun, and never after a number."""


def report_brackets(failure: ParseFailure) -> bool:
    """Report a bracket without its fellow, or brackets around things of which more is said."""
    opened = _open_bracket(failure)
    if failure.word == "(" and failure.text[: failure.at].rstrip().endswith("number of"):
        return _report_things(failure, failure.at)
    if "RPAR" not in failure.accepts or failure.kind == "RPAR" or opened is None:
        return False
    if failure.word in _OF_THINGS and _report_things(failure, opened):
        return True
    here = Label(failure.spans(failure.at, failure.end), "expected `)` before this")
    return failure.report.add(
        "unfinished-line",
        failure.spans(opened, opened + 1),
        "this bracket is never closed",
        "opened here",
        others=(here,) if failure.word.strip() else (),
        helps=("close it with `)` behind the last word that belongs inside",),
    )


def report_brackets_of_deed(failure: ParseFailure) -> bool:
    """Report brackets behind the first thing of a deed that the game declares: only names stand
    there."""
    head = failure.head[0]
    if failure.word == "" or failure.word != "(" or not head or head in failure.reserved:
        return False
    if "LPAR" in failure.accepts:
        return False
    end = _closing(failure.line, failure.at - failure.start)
    inside = failure.line[failure.at - failure.start + 1 : end - 1]
    return failure.report.add(
        "unexpected-word",
        failure.spans(failure.at, failure.start + end),
        "brackets do not fit here",
        "a name is expected here",
        helps=(f"give it a name in the line above: `let found be {inside}`",),
    )


def _open_bracket(failure: ParseFailure) -> int | None:
    """Where the last bracket stands that is still open before the fault, quotes left aside."""
    opened: list[int] = []
    quoted = False
    for at, letter in enumerate(failure.text[: failure.at]):
        quoted ^= letter == '"'
        if letter == "(" and not quoted:
            opened.append(at)
        elif letter == ")" and not quoted and opened:
            opened.pop()
    return opened[-1] if opened else None


def _closing(line: str, start: int) -> int:
    """Where what the bracket at `start` opens ends; the end of the line if nothing closes it."""
    depth = 0
    for at in range(start, len(line)):
        depth += (line[at] == "(") - (line[at] == ")")
        if depth == 0:
            return at + 1
    return len(line)


def _report_things(failure: ParseFailure, start: int) -> bool:
    """Report brackets that hold things and are closed in their line: things have a name instead."""
    line = without_comment(failure.text[start:].partition("\n")[0]).rstrip()
    end = _closing(line, 0)
    inside, behind = line[1 : end - 1].strip(), line[end:].strip()
    if not line.endswith(")", 0, end) or line.count("(", 0, end) != line.count(")", 0, end):
        return False
    if not inside:
        return False
    place = failure.spans(start, start + end)
    counted = failure.text[:start].rstrip().endswith("number of") and not behind
    name = (
        f"give them a name in the line above: `let found be all {inside}`, and write `found` here"
    )
    return failure.report.add(
        "unexpected-word",
        place,
        "brackets do not fit here",
        "things are not described in brackets",
        helps=("leave the brackets out" if counted else name,),
        fix=(place, inside) if counted else None,
    )
