"""Validates states of the Python back end before compiled rules take them over.

Compiled code indexes memory by the numbers in a state, so each state is checked first: it must have
the shape of this game, refer only to what exists, and fit into the native layout. Raises
`UnusableState`, or an ordinary Python error for an object of another type altogether. Knows nothing
of memory addresses.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

from interpreter.backends.c.kinds import NUMBER
from interpreter.backends.c.module import Native
from interpreter.backends.c.state_layout import (
    MOST_CHOSEN,
    MOST_LASTING,
    MOST_TOLD,
    MOST_WAITING,
    PIECE,
)
from interpreter.backends.target.names import SPAN, sort_of, thing_of
from interpreter.run.machine import LARGEST
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

WIDEST = 2**62  # packed choices exceed any number of a game
SMALL = 2**31 - 1


class UnusableState(Exception):
    """The state is unusable: `kind` is `not of this game`, or says what there is no room for."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


def look_through(
    plan: Plan, native: Native, S: BaseState | SimpleNamespace, of: BaseState | None = None
) -> None:
    """Check that compiled rules can take over a state; lists that are as in `of` were checked.

    Raises `UnusableState`, or an ordinary Python error for an object of another type.
    """
    _numbers(plan, native, S)
    _lists(plan, native, S, of)
    _waiting(native, S)
    _answers(native, S)


def _within(values: Iterable[Any], low: int, high: int) -> None:
    for value in values:
        if not isinstance(value, int) or not low <= value <= high:
            raise UnusableState("not of this game")


def _numbers(plan: Plan, native: Native, S: BaseState | SimpleNamespace) -> None:
    program = plan.program
    _within([S.n], plan.least, plan.most)
    _within([S.active, S.actor, *S.winners], -1, S.n - 1)
    _within([S.over], 0, 1)
    _within([S.probe], 0, S.n)
    _within([S.ending], -1, len(program.endings) - 1)
    _within([S.site], -1, len(program.sites) - 1)
    _within([S.seed], 0, 2**64 - 1)
    _within([S.fuel, S.base], -LARGEST, LARGEST)
    _within([getattr(S, name) for name in native.layout.single], -LARGEST, LARGEST)
    _within(S.draws.values(), 0, LARGEST)
    if len(S.winners) > plan.most or not S.draws.keys() <= set(native.layout.streams):
        raise UnusableState("not of this game")


def _lists(
    plan: Plan, native: Native, S: BaseState | SimpleNamespace, of: BaseState | None
) -> None:
    program, layout = plan.program, native.layout
    last = program.components - 1
    ends = {f"z_{one.key}": (-1, last) for one in program.families if one.shape == "slots"}
    for one in program.families:
        if one.shape == "counts":  # at most what exists: exchanges go one by one
            kinds = [program.kinds[name] for name in one.kinds]
            ends[f"z_{one.key}"] = (0, sum(d.copies for kind in kinds for d in kind.designs) * S.n)
    for member in layout.lists.values():
        values = getattr(S, member.name)
        if of is not None and values == getattr(of, member.name):
            continue
        most = 2 ** (8 * layout.piece - 1) - 1 if member.type == PIECE else LARGEST
        if len(values) != member.count:
            raise UnusableState("not of this game")
        _within(values, *ends.get(member.name, (-most, most)))
    for member in layout.piles.values():
        piles = getattr(S, member.name)
        if of is not None and piles == getattr(of, member.name):
            continue
        if len(piles) != member.piles or any(len(pile) > member.count for pile in piles):
            raise UnusableState("not of this game")
        for pile in piles:
            _within(pile, 0, last)


def _waiting(native: Native, S: BaseState | SimpleNamespace) -> None:
    """Check the waiting frames and the temporary effects."""
    total = 0
    for frame in S.stack:
        kinds = native.frames[frame[0], frame[1]]
        size = 2
        _within(frame[:2], 0, SMALL)
        for value, kind in zip(frame[2:], kinds, strict=True):
            _within([value] if kind == NUMBER else value, -WIDEST, WIDEST)
            size += 1 if kind == NUMBER else 1 + len(value)
        total += size + 1
    if total > MOST_WAITING:
        raise UnusableState("too deep")
    if len(S.expiry) > MOST_LASTING:
        raise UnusableState("no memory")
    spans = {thing_of(name) for name in native.layout.single if sort_of(name) == SPAN}
    for span, *numbers, value in S.expiry:
        values = value if isinstance(value, tuple) else [value]
        if span not in spans or len(numbers) != 4 or len(values) > MOST_TOLD:
            raise UnusableState("not of this game")
        _within([*numbers, *values], -WIDEST, WIDEST)


def _answers(native: Native, S: BaseState | SimpleNamespace) -> None:
    """Check the options and the last answer."""
    choice = S.choice
    listed = isinstance(choice, (tuple, list))
    _within(choice if listed else [0 if choice is None else choice], -WIDEST, WIDEST)
    if listed and len(choice) > MOST_CHOSEN:
        raise UnusableState("no memory")
    room = 0
    for option in S.options:
        if isinstance(option, (tuple, list)) != isinstance(S.options[0], (tuple, list)):
            raise UnusableState("not of this game")
        values = option if isinstance(option, (tuple, list)) else [option]
        _within(values, -WIDEST, WIDEST)
        room += 1 + len(values) * isinstance(option, (tuple, list))
        if len(values) > MOST_CHOSEN:
            raise UnusableState("no memory")
    if room > native.layout.room_for_options:
        raise UnusableState("no memory")
