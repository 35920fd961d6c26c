"""Tells what was meant by a sentence, in the words of the row that fits it.

Takes a `ParseFailure`; gives a diagnostic, with a fix if the sentence reads with it.
"""

from __future__ import annotations

from interpreter.diagnostics import Span
from interpreter.syntax.recovery.failure import ParseFailure
from interpreter.syntax.recovery.search import Rewrite, find_rewrite
from interpreter.syntax.recovery.word_forms import fill

_LONGEST_MESSAGE = 45


def report_paraphrase(failure: ParseFailure, stage: str = "usual") -> bool:
    """Report what was meant, if a row of a stage says so; give whether one does."""
    one = find_rewrite(failure, stage)
    if one is not None:
        report_rewrite(failure, one)
    return one is not None


def report_rewrite(failure: ParseFailure, one: Rewrite) -> None:
    """Report a rewrite as its row tells it."""
    lines = [*(line.strip() for line in one.written.split("\n")), ""]
    said = {**one.said, "written": one.written.strip(), "line1": lines[0], "line2": lines[1]}
    told = one.row.told
    messages = told.get("message", "this is said in other words")
    messages = [messages] if isinstance(messages, str) else messages
    fitting = [fill(message, said) or "" for message in messages]
    failure.report.add(
        told.get("slug", "unexpected-word"),
        failure.spans(*one.mark),
        next((text for text in fitting if len(text) <= _LONGEST_MESSAGE), fitting[-1]),
        fill(told.get("label", ""), said) or "",
        notes=[text for note in told.get("notes", ()) if (text := fill(note, said))],
        helps=[text for form in one.help if (text := fill(form, said))],
        fix=fix_of(failure, one) if one.offered else None,
        subjects=[told["subject"]] if "subject" in told else (),
    )


def fix_of(failure: ParseFailure, one: Rewrite) -> tuple[Span, str]:
    """Give what to write, and where in the file."""
    place = failure.spans(one.start, one.end)
    in_file = len(place.before) - len(failure.text[: one.start].rpartition("\n")[2])
    return place, one.written.replace("\n", "\n" + " " * in_file)  # a card stands further in
