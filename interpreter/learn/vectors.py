"""What a seat sees, as a vector of numbers."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

import interpreter as rw
from interpreter.learn.features import features
from interpreter.learn.numbering import Numbers

LAST = 3  # own answers in an observation, since somebody else was asked


def encoded(
    numbers: Numbers, state: rw.State, seat: int, own: Iterable[int] = ()
) -> NDArray[np.float32]:
    """Encode what a seat sees as a vector.

    `own` are the numbers of its last answers, the last one first.
    """
    known, actions = numbers.features, len(numbers.actions)
    made = np.zeros(len(known) + LAST * actions, np.float32)
    for name, value in features(state.view(seat, table=True)):
        made[known[name]] += value
    for back, action in enumerate(own):
        made[len(known) + back * actions + action] = 1
    return made
