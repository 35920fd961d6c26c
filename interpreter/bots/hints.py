"""A search's findings in sentences: the best option, what it expects, what the next best costs.

Takes the result of a search and the labels of the options, and returns lines for people or data.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.bots.search import Considered
from interpreter.diagnostics.json_data import Json

ITERATIONS = 1000  # tries of a hint, if nothing else is said
MOST = 1_000_000
ENOUGH = 5  # looks at an option, from which on its worth says something
FEW = 0.05  # a difference in what counts in the end that is none
LEVEL = 0.02  # a difference in the expected share of the win that is none


def sentences(found: Sequence[Considered], labels: Sequence[str], iterations: int) -> list[str]:
    """Write lines on a search's findings, which come in the order of `AtTable.consider`."""
    if len(found) == 1:
        return [f"{labels[found[0].index]}: nothing else is possible."]
    best, *others = found
    if best.sure > 0:
        return [f"{labels[best.index]}: this wins for certain."]
    if best.sure < 0:
        return ["Whatever you answer, the game is lost against good play."]
    made = [
        f"{labels[best.index]}: of {iterations:,} tries {best.visits:,} went there; they expect"
        f" {_expected(best)}."
    ]
    known = [one for one in others if one.visits >= ENOUGH]
    if known:
        other = max(known, key=lambda one: (one.worth, -one.index))
        made.append(f"Next best: {labels[other.index]}, {_beside(best, other)}.")
    else:
        made.append("The others were hardly looked at.")
    return made


def as_data(found: Sequence[Considered], names: Sequence[str], labels: Sequence[str]) -> list[Json]:
    """Convert a search's findings to JSON data, in the order of `found`."""
    return [
        {
            "take": names[one.index],
            "say": labels[one.index],
            "tries": one.visits,
            "expects": round(one.worth, 4) if one.visits and one.counted is None else None,
            **({} if one.counted is None else {"counts": round(one.counted, 2)}),
            **({} if not one.sure else {"sure": "wins" if one.sure > 0 else "loses"}),
        }
        for one in found
    ]


def _expected(one: Considered) -> str:
    if one.counted is None:
        return f"{_share(one.worth)} of the win"
    if one.together:
        return f"{one.counted:.1f} of what counts in the end"
    return f"to end {_lead(one.counted)} in what counts"


def _lead(lead: float) -> str:
    return "level" if abs(lead) < FEW else f"{abs(lead):.1f} {'ahead' if lead > 0 else 'behind'}"


def _beside(best: Considered, other: Considered) -> str:
    if best.counted is None or other.counted is None:
        less = best.worth - other.worth
        how = "as good" if less < LEVEL else f"{_share(less)} less"
        return f"{_share(other.worth)} ({how})"
    less = best.counted - other.counted
    said = f"{other.counted:.1f}" if other.together else _lead(other.counted)
    return f"{said} ({'as good' if less < FEW else f'{less:.1f} less'})"


def _share(worth: float) -> str:
    return f"{100 * worth:.0f} %"
