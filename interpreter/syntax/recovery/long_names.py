"""Names of several words, as titles have them: `add action buy wits`, `zone lost pile: ...`.

Takes a `ParseFailure`; gives a diagnostic and True if the line reads once they are joined by `_`.
"""

from __future__ import annotations

import re

from interpreter.syntax.recovery.failure import ParseFailure

_NAME = r"[a-z][a-z0-9_]*"
_NAMING = (
    r"(?:action|procedure|define|setup|game|turn|round|phase|rule|setting|values|kind|money|faction"
    r"|zone|board|printed|let|component +" + _NAME + ")"
)
_ADDED = re.compile(rf" *(?:add +)?(?:(?:a|an|the) +)*{_NAMING} +({_NAME}(?: +{_NAME})+)")
_KEPT = re.compile(rf" +({_NAME}(?: +{_NAME})+) *:")
_OFFERED = re.compile(
    rf" *offer +(?:{_NAME} *, *)*({_NAME}(?: +{_NAME})+?)(?= *,| +beside\b)"
    rf"| *offer .*? beside +({_NAME}(?: +{_NAME})+?)(?= +in\b)"
)


def report_split_name(failure: ParseFailure) -> bool:
    """Several words where something is given its name."""
    for form in (_ADDED, _KEPT, _OFFERED):
        found = form.match(failure.line)
        if found is None:
            continue
        group = found.lastindex or 1
        start = failure.start + found.start(group)
        words = list(re.finditer(_NAME, found[group]))
        for many in range(len(words), 1, -1):
            end = start + words[many - 1].end()
            those = [one[0] for one in words[:many]]
            if not start < failure.at < end or failure.reserved & {*those}:
                continue
            name = "_".join(those)
            if _whole(failure, start, end, name):
                return _report_name(failure, start, end, those, name)
    return False


def _whole(failure: ParseFailure, start: int, end: int, name: str) -> bool:
    """Whether the line can be read to its end with one name in place of several words."""
    stop = failure.start + len(failure.line) + len(name) - (end - start)
    return failure.reads(f"{failure.text[:start]}{name}{failure.text[end:]}\n", None).at > stop


def _report_name(failure: ParseFailure, start: int, end: int, words: list[str], name: str) -> bool:
    place = failure.spans(start, end)
    return failure.report.add(
        "unexpected-word",
        place,
        f"`{' '.join(words)}` is not one name",
        helps=(f"names are one word: `{name}`",),
        fix=(place, name),
    )
