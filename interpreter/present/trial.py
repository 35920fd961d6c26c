"""What an option would do, found out on a copy: for labels that say what is paid or taken.

Only events that everybody sees and that come before any other are told, so that no draw, roll or
hidden card can be read out of a label. The state itself is never changed.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from interpreter.run import handles, lookahead, machine
from interpreter.run.doers import is_event
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

if TYPE_CHECKING:
    from interpreter.run.state import Entry


def first_event(
    plan: Plan, state: BaseState, index: int, sorts: tuple[str, ...]
) -> tuple[object, ...] | None:
    """Give the event that comes right after taking an option, if it is one of these sorts."""
    copy = logged_copy(plan, state)
    try:
        plan.choose(copy, index)
    except machine.Runaway:
        return None
    events = [event for event in copy.log if is_event(event)]
    if events and events[0][0] in sorts:
        event: tuple[object, ...] = events[0]
        return event
    return None


def logged_copy(plan: Plan, state: BaseState) -> Any:
    """Give a copy that keeps a log from here on, whether or not the state keeps one."""
    copy = plan.copied(state, log=True)
    copy.pins = None
    return copy


MOST_FORCED = 4  # decisions with one answer that a trial goes through


def sure_events(plan: Plan, state: BaseState, index: int) -> list[Entry]:
    """Give what an option does for certain, before chance, anything that the player does not see,
    another decision or another turn."""
    copy = logged_copy(plan, state)
    copy.probe, copy.choice = 1 + state.actor, state.options[index]
    with contextlib.suppress(machine.Enough, machine.Fail, machine.GameEnds, machine.Runaway):
        for _ in range(MOST_FORCED):
            if lookahead.runs_out(copy) or copy.actor != state.actor or len(copy.options) != 1:
                break
            copy.choice = copy.options[0]
    made: list[Entry] = []
    for event in copy.log:
        if event[0] == "turn":
            break
        made.append(event)
    return made


def only_answer(plan: Plan, state: BaseState, index: int) -> BaseState | None:
    """Find the state in which an option asks for a player or a thing on the table and there is but
    one; None if it asks for none, for several, or for a card of one's own."""
    copy = logged_copy(plan, state)
    copy.probe, copy.choice = 1 + state.actor, state.options[index]
    with contextlib.suppress(machine.Enough, machine.Fail, machine.GameEnds, machine.Runaway):
        if lookahead.runs_out(copy):
            return None
        if copy.actor == -1:  # nothing can fail from here on, so the search has ended early
            copy = logged_copy(plan, state)
            plan.choose(copy, index)
        if copy.actor != state.actor or len(copy.options) != 1:
            return None
        site = plan.program.sites[copy.site]
        about = site.sort not in ("menu", "options", "pay") and site.type.base
        if about == "player" or (about == "piece" and _is_on_the_table(plan, copy)):
            found: BaseState = copy
            return found
    return None


def _is_on_the_table(plan: Plan, state: BaseState) -> bool:
    """Whether the one option is a space, or lies in no zone of a player."""
    found = handles.zone_of(plan, state.loc[state.options[0]])
    return found is not None and found[0].holder != "player" and found[0].seen == "all"


def takings(events: Sequence[Entry]) -> dict[tuple[str, int, int], int]:
    """Give the money that players take: how many of which kind, whose and of which symbol."""
    found: dict[tuple[str, int, int], int] = {}
    for event in events:
        if event[0] == "gain" and event[3]:
            key = event[-1], event[1], event[2]
            found[key] = found.get(key, 0) + event[3]
    return found


def changes(
    plan: Plan, state: BaseState, events: Sequence[Entry]
) -> list[tuple[Any, int, int, int]]:
    """Give the numbers of players that events change: field, seat, by how much, what it is then."""
    last: dict[tuple[int, int], int] = {}
    for event in events:
        if event[0] == "set":
            _, number, owner, value = event
            last[number, owner] = value
    found = []
    for (number, owner), value in last.items():
        kept = plan.program.fields[number]
        if kept.holder == "player" and kept.type.base == "number":
            before = getattr(state, f"f_{kept.key}")[owner]
            if value != before and not (kept.type.optional and min(value, before) < 0):
                found.append((kept, owner, value - before, value))
    return found
