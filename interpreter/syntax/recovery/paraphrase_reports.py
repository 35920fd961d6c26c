"""Reports what a sentence was meant to say, in the words of the row that matches it.

Takes a `ParseFailure`; produces a diagnostic, with a fix if the sentence parses with it.
"""

from __future__ import annotations

from interpreter.diagnostics import Span
from interpreter.syntax.recovery.failure import ParseFailure
from interpreter.syntax.recovery.paraphrase_search import Rewrite, find_rewrite
from interpreter.syntax.recovery.word_forms import fill

_LONGEST_MESSAGE = 45


def report_paraphrase(failure: ParseFailure, stage: str = "usual") -> bool:
    """Report what was meant, if a row of this stage matches; tell whether one did."""
    one = find_rewrite(failure, stage)
    if one is not None:
        report_rewrite(failure, one)
    return one is not None


def report_rewrite(failure: ParseFailure, one: Rewrite) -> None:
    """Report a rewrite in the words of its row."""
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
    """Return the fix of a rewrite: its span in the file, and the text, indented as the file is."""
    place = failure.spans(one.start, one.end)
    in_file = len(place.before) - len(failure.text[: one.start].rpartition("\n")[2])
    return place, one.written.replace("\n", "\n" + " " * in_file)  # a card stands further in
