"""Whether a single remaining answer may be given without asking.

Takes a plan and a state in which a player has exactly one option. It is tried on a copy.
"""

from __future__ import annotations

from interpreter.play.taking_back import barred_by
from interpreter.present.option_preview import changes, logged_copy
from interpreter.run.lookahead import tells_hidden
from interpreter.run.machine import Runaway
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

NOTHING = -1  # the option that chooses nothing
DEEDS = ("move", "pay", "turn")
"""Events that a person wants to have decided: something is given away or shown, or a turn ends."""


def decides_nothing(plan: Plan, state: BaseState) -> bool:
    """Whether the only option costs nothing, ends nothing, reveals nothing and can be undone."""
    if state.options[0] == NOTHING:
        return True
    after = logged_copy(plan, state)
    try:
        plan.choose(after, 0)
    except Runaway:
        return False
    if after.over or (after.actor, after.active) != (state.actor, state.active):
        return False
    if any(event[0] in DEEDS for event in after.log):
        return False
    if any(by < 0 for _, _, by, _ in changes(plan, state, after.log)):
        return False
    if barred_by(plan, state, after.log, after):
        return False
    return not tells_hidden(state, state.options[0], state.actor)
