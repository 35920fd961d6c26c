"""What is left out of a line: the comma of `after you draw_card, if ...`, the `:` and `is` of what
is chosen in a test, and from whom somebody is chosen.

Takes a `ParseFailure`; gives a diagnostic and True if it recognises it. Knows no game.
"""

from __future__ import annotations

import re
from itertools import pairwise

from interpreter.diagnostics import Report, Span
from interpreter.syntax.recovery.characters import without_comment
from interpreter.syntax.recovery.failure import Mends, ParseFailure

_WAITS = ("after", "before", "when", "at")
_WITHOUT = re.compile(r"(?<![,\s])( +)(if|instead|once +per)\b")
"""What stands behind a comma in a line that waits for something."""
_TAKES = re.compile(r" *[a-z]\w* +takes +([a-z]\w*)(?: *: *| +)(?:with +|using +|choosing +)?")
_PART = re.compile(r' *("[^"]*"|[^,"]+?) *(?:,|$)')
_RIVALS = ("opponent", "player", "rival", "enemy", "victim", "target", "other")
_CHOSEN = re.compile(r"(?:the +|an? +)?([a-z]\w*) +(?:the +|an? +)?([a-z]\w*|\d+)")


def recognise(slip: ParseFailure) -> bool:
    """A line of which a mark or a part is left out."""
    return _comma(slip) or _in_a_test(slip) or _from_whom(slip)


def _comma(slip: ParseFailure) -> bool:
    """`after any player draw_card if ...`, `when you would draw_card instead`"""
    if slip.head[0] not in _WAITS:
        return False
    line = without_comment(slip.line).rstrip()
    gaps = list(_WITHOUT.finditer(line))
    if not gaps:
        return False
    first, last = gaps[0], gaps[-1]
    start, end = slip.start + first.start(1), slip.start + last.end(1)
    meant = _with_commas(line, gaps)
    if not slip.reparses_with(start, end, meant):
        return False
    place = slip.spans(slip.start + first.start(2), slip.start + first.end(2))
    _tell(slip.report, place, line[: first.end()], (slip.spans(start, end), meant))
    return True


def read_as_name(span: Span, report: Report, mends: Mends) -> bool:
    """The same where `if` or `once` was read as one more word of what is waited for; `mends` tells
    whether another word in a place is read."""
    text = span.source.text
    start = text.rfind("\n", 0, span.start) + 1
    line = without_comment(text[start:].partition("\n")[0]).rstrip()
    gaps = list(_WITHOUT.finditer(line))
    if line.split()[0] not in _WAITS or not gaps or start + gaps[0].start(2) != span.start:
        return False
    fix = Span(span.source, start + gaps[0].start(1), start + gaps[-1].end(1))
    place = Span(span.source, span.start, start + gaps[0].end(2))
    meant = _with_commas(line, gaps)
    _tell(report, place, line[: gaps[0].end()], (fix, meant) if mends(fix, meant) else None)
    return True


def _tell(report: Report, place: Span, line: str, fix: tuple[Span, str] | None) -> None:
    before = line[: len(line) - len(place.text)].split()[-1]
    report.add(
        "unexpected-word",
        place,
        f"a `,` is missing before `{place.text}`",
        "",
        helps=(f"write `{before}, {place.text}`",),
        fix=fix,
    )


def _with_commas(line: str, gaps: list[re.Match[str]]) -> str:
    """The line from its first gap to its last one, with a comma in each."""
    parts = [line[a.end(1) : b.start(1)] for a, b in pairwise(gaps)]
    return ", " + "".join(part + ", " for part in parts)


def _in_a_test(slip: ParseFailure) -> bool:
    """`ann takes visit_altar with hero achilles, "Gain 1 might"`"""
    line = without_comment(slip.line).rstrip()
    found = _TAKES.match(line)
    if found is None or not slip.text.startswith(("test ", "variant ")):
        return False
    behind = line[found.end() :]
    if not behind or "\n" in line:
        return False
    chosen = []
    for part in _PART.findall(behind):
        pair = _CHOSEN.fullmatch(part)
        chosen.append(f"{pair[1]} is {pair[2]}" if pair and pair[1] != "less" else part)
    start, end = slip.start + found.end(1), slip.start + len(line)
    meant = ": " + ", ".join(chosen)
    if not slip.reparses_with(start, end, meant):
        return False
    slip.report.add(
        "unexpected-word",
        slip.spans(slip.at, slip.end),
        f"`{slip.word}` does not fit here",
        "",
        helps=(
            f"what is chosen stands behind a colon: `{line[: start - slip.start].strip()}{meant}`",
        ),
        fix=(slip.spans(start, end), meant),
    )
    return True


def _from_whom(slip: ParseFailure) -> bool:
    """`choose an opponent`, and below it `have rival lose 1 glory`"""
    line = slip.line.partition("\n")[0]
    rival = re.match(rf" *choose +((?:one +|an? +)?({'|'.join(_RIVALS)})) *$", line)
    if rival is None:
        return False
    among = "players" if rival[2] == "player" else "opponents"
    name = _spoken_of(slip, slip.start + len(line)) or ("rival", rival[2])[rival[1] == rival[2]]
    start, end = slip.start + rival.start(1), slip.start + rival.end(1)
    slip.report.add(
        "unfinished-line",
        slip.spans(start, end),
        "it is not said from whom",
        "",
        helps=(f"write `choose {name} from {among}`",),
        fix=(slip.spans(start, end), f"{name} from {among}"),
    )
    return True


def _spoken_of(slip: ParseFailure, end: int) -> str:
    """The name of somebody of whom the rest of a block speaks; empty if it names nobody."""
    pad = len(slip.line) - len(slip.line.lstrip(" "))
    block = re.match(rf"(?:\n *(?=\n|#)[^\n]*|\n {{{pad},}}[^\n]*)*", slip.text[end:])
    rest = block[0] if block is not None else ""
    named = re.findall(r"\bhave +([a-z]\w*) +[a-z]", rest)
    named += re.findall(rf"\b({'|'.join(_RIVALS)})\b", rest)
    return next((one for one in named if one not in slip.reserved), "")
