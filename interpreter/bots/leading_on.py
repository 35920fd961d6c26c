"""Finds answers that lead on, rather than back to a position of the same turn.

Whoever exchanges to and fro gains nothing by it. Takes a state with its memory of this turn and
returns indices of options. An answer leads back if every continuation of its move does, and chance
has no part in it.
"""

from __future__ import annotations

import interpreter as rw
from interpreter.interface.state import engine_of, past_of
from interpreter.run.machine import Runaway
from interpreter.run.random_answers import position
from interpreter.run.state import BaseState
from interpreter.simulation.random_games import length_span

LONG = 100  # positions that are tried for each option


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
        after = S.clone()
        try:
            plan.choose(after, at)
        except Runaway:
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
