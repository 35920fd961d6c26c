"""Dealing anew: a state that a seat cannot tell from the real one.

Takes a plan, a state, a seat and a source of chance. Components that the seat cannot tell apart
change places among themselves: what it sees, what it has been shown and what it remembers as shown
stays where it is. Chance that is still to come falls differently, too.
"""

from __future__ import annotations

from random import Random
from typing import Any

from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState


def dealt_anew(plan: Plan, state: BaseState, seat: int | None, rng: Random) -> BaseState:
    """Give a copy of a state in which all that `seat` cannot see is dealt by chance.

    Pieces change places with pieces of the same kind, the same owner and the same marks only: who
    has seen a mark may know the piece again. Pieces in the box stay there.
    """
    copy = state.clone()
    groups = [one for one in hidden_groups(plan, state, seat).values() if len(one) > 1]
    place = _places(plan, state) if groups else {}
    other: dict[int, int] = {}
    for pieces in groups:
        # Places in their order, pieces in that of their numbers: where a piece really lies does
        # not show in what is dealt.
        turned = sorted(pieces)
        rng.shuffle(turned)
        there = sorted(pieces, key=lambda piece: place.get(piece, (-1, piece)))
        other |= {a: b for a, b in zip(there, turned, strict=True) if a != b}
    if other:
        _exchange(plan, state, copy, other)
    _turn_faces(plan, copy, seat, rng)
    copy.seed = rng.getrandbits(64)
    return copy


def _places(plan: Plan, state: BaseState) -> dict[int, tuple[int, int]]:
    """Where each piece lies: the place of its zone among all zones, and its place in there."""
    found: dict[int, tuple[int, int]] = {}
    at = 0
    for family in plan.program.families:
        if family.shape == "counts":
            continue
        zones = getattr(state, f"z_{family.key}")
        for held in zones if family.shape == "list" else [zones]:
            found |= {piece: (at, n) for n, piece in enumerate(held) if piece >= 0}
            at += 1
    return found


def hidden_groups(plan: Plan, state: BaseState, seat: int | None) -> dict[Any, list[int]]:
    """Give the pieces that a seat cannot see, those together that it could take for one another."""
    program = plan.program
    marks: dict[str, list[Any]] = {}
    for kept in program.fields:
        if kept.holder in program.kinds:
            marks.setdefault(kept.holder, []).append(getattr(state, f"f_{kept.key}"))
    found: dict[Any, list[int]] = {}
    for piece, place in enumerate(state.loc):
        if place >= 0 and not handles.sees_piece(plan, state, piece, seat):
            kind = handles.design(plan, piece).kind
            marked = tuple(values[piece] for values in marks.get(kind, ()))
            found.setdefault((kind, program.owner_of[piece], marked), []).append(piece)
    return found


def _exchange(plan: Plan, state: BaseState, copy: Any, other: dict[int, int]) -> None:
    """Put stand-ins in the places of pieces, in zones, in what is asked and in what is offered."""
    for family in plan.program.families:
        zone = getattr(copy, f"z_{family.key}")
        if family.shape == "list":
            for held in zone:
                held[:] = [other.get(c, c) for c in held]
        elif family.shape == "slots":
            zone[:] = [other.get(c, c) for c in zone]
    # What belongs to the place a piece lies in goes with the place: when it came, where it is.
    stamps = [name for name in type(copy).__slots__ if name.startswith("stamp_")]
    for name in ("loc", "shown", *stamps):
        old, new = getattr(state, name), getattr(copy, name)
        for piece, stand_in in other.items():
            new[stand_in] = old[piece]
    copy.options = _offered(plan, state, other)


def _offered(plan: Plan, state: BaseState, other: dict[int, int]) -> list[object]:
    """Give the same options: a face-down card that can be chosen is another card now."""
    site = plan.program.sites[state.site] if state.site >= 0 else None
    kind = getattr(site, "type", None)
    if site is None or kind is None or site.sort in ("menu", "options", "pay"):
        return list(state.options)
    if kind.base == "piece":
        return [
            tuple(other.get(c, c) for c in one) if isinstance(one, tuple) else other.get(one, one)
            for one in state.options
        ]
    if kind.item is not None and kind.item.base == "piece":
        return [tuple(other.get(c, c) for c in one) for one in state.options]
    return list(state.options)


def _turn_faces(plan: Plan, copy: Any, seat: int | None, rng: Random) -> None:
    """Of dice in a cup, which are all alike, what they show is what is hidden."""
    program = plan.program
    kinds = {
        kept.key: kept
        for kept in program.fields
        if kept.holder in program.kinds
        and len(program.kinds[kept.holder].designs) == 1
        and kept.type.base == "number"
        and kept.type.low is not None
        and kept.type.high is not None
    }
    if not kinds:
        return
    hidden = hidden_groups(plan, copy, seat)
    for kept in kinds.values():
        values = getattr(copy, f"f_{kept.key}")
        for (kind, _, _), pieces in hidden.items():
            for piece in pieces if kind == kept.holder else ():
                values[piece] = rng.randint(kept.type.low, kept.type.high)
