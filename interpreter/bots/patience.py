"""Random play in turns that are too long, so that a turn with endless exchanges ends.

After many decisions in one turn a player answers at random, as a pure function of its seed and of
the number of decisions.
"""

from __future__ import annotations

import interpreter as rw
from interpreter.run.chance import GOLDEN, MASK, mix

PATIENCE = 300  # decisions in one turn, or in one round of all players


def at_random(state: rw.State, seed: int) -> rw.Option | None:
    """Pick a random option if this turn has gone on for too long; else return None."""
    if state.in_turn < PATIENCE:
        return None
    bits = mix((seed ^ state.in_turn * GOLDEN) & MASK)
    return state.options[(bits >> 32) * len(state.options) >> 32]
