"""Diagnoses a bracket that is never closed.

Code and no rows, since what stands in brackets is found by their balance.
"""

from __future__ import annotations

from interpreter.diagnostics import Label
from interpreter.syntax.recovery.failure import ParseFailure


def report_brackets(failure: ParseFailure) -> bool:
    """Report an unmatched bracket."""
    opened = _open_bracket(failure.text[: failure.at])
    if "RPAR" not in failure.accepts or failure.kind == "RPAR" or opened is None:
        return False
    to_line_end = failure.text[: failure.at] + failure.text[failure.at :].partition("\n")[0]
    if _open_bracket(to_line_end) != opened:
        return False  # it is closed further on: a word inside does not fit
    here = Label(failure.spans(failure.at, failure.end), "expected `)` before this")
    return failure.report.add(
        "unfinished-line",
        failure.spans(opened, opened + 1),
        "this bracket is never closed",
        "opened here",
        others=(here,) if failure.word.strip() else (),
        helps=("close it with `)` behind the last word that belongs inside",),
    )


def _open_bracket(text: str) -> int | None:
    """Find the last bracket still open at the end, ignoring quoted text; None if none is."""
    opened: list[int] = []
    quoted = False
    for at, letter in enumerate(text):
        quoted ^= letter == '"'
        if letter == "(" and not quoted:
            opened.append(at)
        elif letter == ")" and not quoted and opened:
            opened.pop()
    return opened[-1] if opened else None
