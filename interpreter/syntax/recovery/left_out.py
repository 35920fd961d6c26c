"""What is left out of a line and hangs on others: from whom somebody is chosen, and the verb of a
fact in a test.

Code and no rows, since the name that is meant stands in other lines.
"""

from __future__ import annotations

import re

from interpreter.syntax.recovery.characters import without_comment
from interpreter.syntax.recovery.failure import ParseFailure

_RIVALS = "opponent|player|rival|enemy|victim|target|other"
_CHOSEN = re.compile(rf" *choose +((?:one +|an? +)?({_RIVALS})) *$")
_NAMED = re.compile(rf"\bhave +([a-z]\w*) +[a-z]|\b({_RIVALS})\b")


def report_unsaid_source(failure: ParseFailure) -> bool:
    """Report a choice of somebody that does not say from whom."""
    line = failure.line.partition("\n")[0]
    rival = _CHOSEN.match(line)
    if rival is None:
        return False
    among = "players" if rival[2] == "player" else "opponents"
    other = "rival" if rival[1] != rival[2] else rival[2]
    name = _spoken_of(failure, failure.start + len(line)) or other
    start, end = failure.start + rival.start(1), failure.start + rival.end(1)
    return failure.report.add(
        "unfinished-line",
        failure.spans(start, end),
        "it is not said from whom",
        helps=(f"write `choose {name} from {among}`",),
        fix=(failure.spans(start, end), f"{name} from {among}"),
    )


def _spoken_of(failure: ParseFailure, end: int) -> str:
    """The name of somebody of whom the rest of a block speaks; empty if it names nobody."""
    some: list[tuple[str, str]] = []
    for line in failure.text[end + 1 :].split("\n"):
        if line.strip() and len(line) - len(line.lstrip(" ")) < failure.indent:
            break
        some += _NAMED.findall(line)
    named = [one for one, _ in some] + [one for _, one in some]
    return next((one for one in named if one and one not in failure.reserved), "")


def report_colon_in_test(failure: ParseFailure) -> bool:
    """Report a fact below `given` with a colon for its verb: `hero_track: perseus, jason`."""
    if failure.word != ":" or not failure.text.startswith("test "):
        return False
    whose = failure.text[failure.head[1] : failure.at].rstrip()
    at = failure.head[1] + len(whose)
    value = without_comment(failure.text[failure.end :].partition("\n")[0]).strip()
    seated = re.search(r"^ +given \d+ players:([^\n]*)", failure.text, re.MULTILINE)
    seats = seated[1].replace(",", " ").split() if seated else []
    simple = value in (*seats, "none", "yes", "no") or value.rstrip("½").isdigit()
    verb = "has" if whose in seats else "is" if simple else "holds"
    if not value or not failure.reparses_with(at, failure.end, f" {verb}"):
        return False
    place = failure.spans(at, failure.end)
    return failure.report.add(
        "unexpected-word",
        place,
        "`:` does not fit here",
        helps=(f"write `{whose} {verb} {value}`",),
        fix=(place, f" {verb}"),
    )
