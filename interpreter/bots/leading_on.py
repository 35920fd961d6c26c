"""Finds answers that lead on, rather than back to a position of the same turn.

Whoever exchanges to and fro gains nothing by it. Takes a state with its memory of this turn and
returns indices of options. An answer leads back if every continuation of its move does, and chance
has no part in it; it can be undone if the same answer leads back from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

import interpreter as rw
from interpreter.interface.state import engine_of, past_of
from interpreter.run.machine import Runaway
from interpreter.run.plan import Plan
from interpreter.run.random_answers import position
from interpreter.run.state import BaseState
from interpreter.simulation.random_games import length_span

LONG = 100  # positions that are tried for each option
OFTEN = 2  # times in a turn after which what brings nothing is not done again
ENDS = 2  # ways to end a move that are tried, to see whether it can be undone


class _Enough(Exception):
    """It would take too long to find out."""


def _after(plan: Plan, before: BaseState, at: int) -> BaseState | None:
    """Take an option on a copy; None where the rules go on without end."""
    after = before.clone()
    try:
        plan.choose(after, at)
    except Runaway:
        return None
    return after


def can_be_undone(state: rw.State, at: int) -> bool:
    """Tell whether an answer leads to the same question again, and so answered, back from there.

    Of a move that goes on, the first few ways to end it are tried; all of them must be such.
    """
    plan, now = state.game.plan, engine_of(state)
    span = length_span(plan)
    if not span:
        return False
    clock, home, left = f"t_{span}", position(now), LONG

    def ends(S: BaseState, at: int) -> Iterator[BaseState | None]:
        """Yield the positions in which the question comes again; None for any other end."""
        nonlocal left
        left -= 1
        if left < 0:
            raise _Enough
        if (after := _after(plan, S, at)) is None:
            return
        later = after.over or getattr(after, clock) != getattr(now, clock)
        if later or after.actor != now.actor or after.draws != now.draws:
            yield None
        elif after.site == now.site:
            yield after
        else:
            for place in range(len(after.options)):
                yield from ends(after, place)

    def leads_home(S: BaseState) -> bool:
        nonlocal left
        if (answer := now.options[at]) not in S.options:
            return False
        left = LONG
        with suppress(_Enough):
            for end in ends(S, S.options.index(answer)):
                if end is not None and position(end) == home:
                    return True
        return False

    try:
        found = list(islice(ends(now, at), ENDS))
    except _Enough:
        return False
    return bool(found) and all(end is not None and leads_home(end) for end in found)


def was_repeated(state: rw.State, at: int) -> bool:
    """Tell whether this question was so answered several times in this turn."""
    now = engine_of(state)
    span = length_span(state.game.plan)
    if not span:
        return False
    clock, value = f"t_{span}", now.options[at]
    same = 0
    for one, chosen in reversed(past_of(state)):
        if getattr(one, clock) != getattr(now, clock):
            break
        same += (one.site, one.actor, chosen) == (now.site, now.actor, value)
    return same >= OFTEN


def leading_on(state: rw.State) -> frozenset[int]:
    """Return the indices of the options that lead on; all of them if none does."""
    every = frozenset(range(len(state.options)))
    plan, now = state.game.plan, engine_of(state)
    span = length_span(plan)
    if not span or not state.in_turn:
        return every
    clock = f"t_{span}"
    turn = getattr(now, clock)
    before = [one for one, _ in past_of(state) if getattr(one, clock) == turn]
    if not any((one.site, one.actor) == (now.site, now.actor) for one in before):
        return every
    before.append(now)
    alike = {(one.site, one.actor) for one in before}
    seen: set[object] = set()
    left = 0

    def leads_back(S: BaseState, at: int, on_the_way: frozenset[object] = frozenset()) -> bool:
        nonlocal left
        left -= 1
        if left < 0:
            return False
        if (after := _after(plan, S, at)) is None:
            return False
        if after.over or after.draws != now.draws or getattr(after, clock) != turn:
            return False
        here = None
        if (after.site, after.actor) in alike:
            if not seen:
                seen.update(map(position, before))
            if (here := position(after)) in seen:
                return True
        if after.site == now.site or after.actor != now.actor:
            return False
        if here is None:
            here = position(after)
        if here in on_the_way:
            return True
        further = on_the_way | {here}
        return all(leads_back(after, place, further) for place in range(len(after.options)))

    found = set()
    for at in every:
        left = LONG
        if not leads_back(now, at):
            found.add(at)
    return frozenset(found) or every
