"""The effect of an option, tried on a copy, for labels that say what is paid or taken.

Only events that everybody sees and that come before any other are reported, so that no draw, roll
or hidden card leaks through a label. The state itself is never changed."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.run import lookahead, machine
from interpreter.run.doers import is_event
from interpreter.run.limits import DEEP_CALLS
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

if TYPE_CHECKING:
    from interpreter.ir.declared import Field
    from interpreter.run.state import Entry


def first_event(
    plan: Plan, state: BaseState, index: int, sorts: tuple[str, ...]
) -> tuple[object, ...] | None:
    """Return the first event after taking an option, if it is of one of these sorts.

    What others must do first by the rules, such as an exchange that the supply needs, is not of it.
    None for any other event, and if the rules do not come to an end."""
    copy = logged_copy(plan, state)
    try:
        plan.choose(copy, index)
    except machine.Runaway:
        return None
    own = [
        event
        for event in copy.log
        if is_event(event) and not (event[0] in sorts and event[1] != state.actor)
    ]
    if own and own[0][0] in sorts:
        event: tuple[object, ...] = own[0]
        return event
    return None


def logged_copy(plan: Plan, state: BaseState) -> BaseState:
    """Copy a state with logging on, whether or not the original keeps a log."""
    copy = plan.copied(state, log=True)
    copy.pins = None
    return copy


MOST_FORCED = 4  # most forced decisions that a trial goes through


@dataclass(frozen=True, slots=True)
class CertainEffects:
    """The certain effects of an option.

    `events` go up to chance, to anything that the player does not see, or to another decision or
    turn; `forced` are the states meanwhile in which the player has a single answer; `after` is the
    state in which the player has a choice again."""

    events: list[Entry]
    forced: list[BaseState]
    after: BaseState | None = None


def course(plan: Plan, state: BaseState, index: int) -> CertainEffects:
    """Compute an option's certain effects on copies, going through forced follow-up answers."""
    events: list[Entry] = []
    forced: list[BaseState] = []
    at, chosen = state, index
    asked: BaseState | None = None
    for _ in range(1 + MOST_FORCED):
        made, after = _step(plan, at, chosen, state.actor)
        turn = next((n for n, event in enumerate(made) if event[0] == "turn"), len(made))
        events += made[:turn]
        if turn < len(made) or after is None or after.actor != state.actor:
            break
        if len(after.options) != 1 or plan.program.sites[after.site].sort == "menu":
            asked = after  # a menu starts another deed
            break
        forced.append(after)
        at, chosen = after, 0
    return CertainEffects(events, forced[:MOST_FORCED], asked)


def _step(
    plan: Plan, state: BaseState, index: int, seat: int
) -> tuple[list[Entry], BaseState | None]:
    """Take an option on a copy, in lookahead that learns nothing hidden from `seat`.

    Returns the events, and the state that asks next if nothing but these events lies between."""
    ahead = logged_copy(plan, state)
    ahead.probe, ahead.choice = 1 + seat, state.options[index]
    asked = False
    try:
        with contextlib.suppress(machine.Enough, machine.Fail, machine.GameEnds), DEEP_CALLS:
            asked = not lookahead.runs_out(ahead)
    except machine.Runaway:
        return [], None  # nothing comes of it: the game stops when it is taken
    events = [entry for entry in ahead.log if is_event(entry)]
    if not asked:
        return events, None
    real = logged_copy(plan, state)  # lookahead does not compute all options
    try:
        plan.choose(real, index)
    except machine.Runaway:
        return events, None
    same = [entry for entry in real.log if is_event(entry)] == events
    return events, real if same and not real.over else None


def takings(events: Sequence[Entry]) -> dict[tuple[str, int, int], int]:
    """Sum up the money that players gain (positive) or pay (negative).

    Keys are kind, seat and symbol."""
    found: dict[tuple[str, int, int], int] = {}
    for event in events:
        if event[0] == "gain":
            amounts = {event[2]: event[3]}
        elif event[0] == "pay":
            amounts = {symbol: -number for symbol, number in enumerate(event[2])}
        else:
            continue
        for symbol, number in amounts.items():
            if number:
                key = event[-1], event[1], symbol
                found[key] = found.get(key, 0) + number
    return found


def changes(
    plan: Plan, state: BaseState, events: Sequence[Entry]
) -> list[tuple[Field, int, int, int]]:
    """List changes to players' numbers: field, seat, difference, and new value."""
    last: dict[tuple[int, int], int] = {}
    for event in events:
        if event[0] == "set":
            _, number, owner, value = event
            last[number, owner] = value
    found = []
    for (number, owner), value in last.items():
        kept = plan.program.fields[number]
        if kept.holder == "player" and kept.type.is_number:
            before = getattr(state, f"f_{kept.key}")[owner]
            if value != before and not (kept.type.optional and min(value, before) < 0):
                found.append((kept, owner, value - before, value))
    return found
