"""An end for turns that need not end: whoever may exchange for ever, and gains nothing by it.

After many decisions in one turn a player answers by chance, as a pure function of its seed and of
how many decisions there were.
"""

from __future__ import annotations

import interpreter as rw
from interpreter.run.chance import GOLDEN, MASK, mix

PATIENCE = 300  # decisions in one turn, or in one round of all players


def at_random(state: rw.State, seed: int) -> rw.Option | None:
    """One of the options, if this turn has gone on for too long; else None."""
    if state.in_turn < PATIENCE:
        return None
    bits = mix((seed ^ state.in_turn * GOLDEN) & MASK)
    return state.options[(bits >> 32) * len(state.options) >> 32]
