"""Diagnoses a choice of somebody without the players to choose from.

Code and no rows, since the name that is meant stands in other lines.
"""

from __future__ import annotations

from itertools import pairwise

from interpreter.syntax.recovery.failure import ParseFailure
from interpreter.syntax.source_words import indent_of, names_in

_RIVALS = ("opponent", "player", "rival", "enemy", "victim", "target", "other")


def report_unsaid_source(failure: ParseFailure) -> bool:
    """Report a choice of somebody that does not say from whom."""
    line = failure.line.partition("\n")[0]
    verb, *words = line.split() or [""]
    said = [word for word in words if word not in ("a", "an", "one")]
    if verb != "choose" or len(said) != 1 or said[0] not in _RIVALS or said[0] != words[-1]:
        return False
    among = "players" if said[0] == "player" else "opponents"
    start = failure.start + line.index(words[0], line.index(verb) + len(verb))
    end = failure.start + len(line.rstrip())
    other = "rival" if len(words) > 1 else said[0]
    name = _spoken_of(failure, failure.start + len(line)) or other
    return failure.report.add(
        "unfinished-line",
        failure.spans(start, end),
        "it is not said from whom",
        helps=(f"write `choose {name} from {among}`",),
        fix=(failure.spans(start, end), f"{name} from {among}"),
    )


def _spoken_of(failure: ParseFailure, end: int) -> str:
    """Find the rival that the rest of a block mentions; an empty string if there is none.

    A name behind `have` comes first. Reserved words do not count.
    """
    had: list[str] = []
    named: list[str] = []
    for line in failure.text[end + 1 :].split("\n"):
        if line.strip() and indent_of(line) < failure.indent:
            break
        words = names_in(line)
        had += [one for verb, one in pairwise(words) if verb == "have" and one != words[-1]]
        named += [one for one in words if one in _RIVALS]
    return next((one for one in (*had, *named) if one not in failure.reserved), "")
