"""Why a `pick` chose something: its value by each criterion, and that of the runner-up.

Takes a pick with its candidates and the choice; formats one line, such as `12 fox: most enemy
warriors, 3; 2 mouse has 2`.
"""

from __future__ import annotations

import re

from interpreter.backends.python.explained import Pick
from interpreter.present import labels, words
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState, Option
from interpreter.sitting.course import Compared

_LINE = re.compile(r"(?:then )?(highest|lowest) (.+)")
_WORD = {"highest": "most", "lowest": "fewest"}
SHOWN = 3  # others that are named beside the one that is taken


def reason_of(plan: Plan, state: BaseState, pick: Pick, things: Compared, taken: Option) -> str:
    """Explain why something was chosen; empty where that tells nothing."""
    took = taken if isinstance(taken, tuple) else (taken,)
    names = {
        thing: labels.value_label(plan, state, pick.type, thing, None).split(" (")[0]
        for thing, _ in things
    }
    chosen = words.joined(names[thing] for thing in took if thing in names)
    if not chosen:
        return ""
    if len(things) > 1 and len(set(names.values())) == 1:
        return ""  # whichever it is, hands take the same
    if len(things) == 1:
        return "" if _is_bookkeeping(plan, pick) else f"{chosen}: the only one."
    parts: list[str] = []
    left = list(things)
    for number, line in enumerate(pick.lines):
        values = next((v for thing, v in left if thing in took), None)
        found = _LINE.match(line)
        if values is None or found is None or number >= len(values) or len(left) < 2:
            break
        best = values[number]
        said = f"{_criterion(found[1], found[2])}, {abs(best)}"
        tied = bool(parts)  # those before it have said which others there are
        same = [thing for thing, v in left if v[number] == best and thing not in took]
        others = sorted(
            (one for one in left if one[1][number] != best), key=lambda one: _far(one, number, best)
        )
        if same:
            said += f", as {_some([names[thing] for thing in same])}"
        elif others and not tied:
            next_best = abs(others[0][1][number])
            ties = [names[thing] for thing, v in others if abs(v[number]) == next_best]
            said += f"; {_some(ties)} {'has' if len(ties) == 1 else 'have'} {next_best}"
        parts.append(said)
        left = [one for one in left if one[1][number] == best]
    return f"{chosen}: {'; '.join(parts)}." if parts else f"{chosen}: by lot."


def _far(one: tuple[int, tuple[int, ...]], number: int, best: int) -> int:
    return abs(one[1][number] - best)


def _some(titles: list[str]) -> str:
    more = len(titles) - SHOWN
    if more > 1:
        return f"{', '.join(titles[:SHOWN])} and {more} more"
    return words.joined(titles)


def _criterion(end: str, value: str) -> str:
    """Format a criterion: `most enemy warriors` for `highest enemy_warriors of target`."""
    name = words.spoken(re.sub(r"^(.*'s|its|their|your) ", "", value))
    name = re.sub(r" (of|at|in) .*$", "", name)
    plural = name.endswith("s") or name.split(" ")[0] in ("number",)
    word = _WORD[end] if plural else end
    return f"{word} {name}"


def _is_bookkeeping(plan: Plan, pick: Pick) -> bool:
    """Whether a pick is between things that differ only in hidden information."""
    said = pick.span.text.split("\n")[0].partition(" from ")[2]
    return any(re.search(rf"\b{re.escape(name)}\b", said) for name in plan.program.layout.hide)
