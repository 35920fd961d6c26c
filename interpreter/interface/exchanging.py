"""Stand-ins: components in the places of others, in a position and its options.

Takes a plan, a position and who stands in for whom; returns a position of its own. Must not know
why.
"""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.run import handles
from interpreter.run.plan import Plan, cached
from interpreter.run.state import BaseState, Option


def exchanged(plan: Plan, state: BaseState, other: Mapping[int, int]) -> BaseState:
    """Copy a state with stand-ins in the places of components, in zones and options."""
    copy = state.clone()
    if not other:
        return copy
    for place in {state.loc[piece] for piece in other}:
        if (zone := handles.zone_of(plan, place)) is not None:
            family, _, _ = zone
            held, at = getattr(copy, f"z_{family.key}"), place - family.base
            if family.shape == "list":
                held[at][:] = [other.get(piece, piece) for piece in held[at]]
            else:
                held[at] = other.get(held[at], held[at])
    # What belongs to a place stays with the place: where it is, when its piece came.
    for name in _by_piece(plan):
        old, new = getattr(state, name), getattr(copy, name)
        for piece, stand_in in other.items():
            new[stand_in] = old[piece]
    copy.options = stand_ins(plan, state, other)
    return copy


@cached
def _by_piece(plan: Plan) -> tuple[str, ...]:
    """List the names of what a state keeps for each component and its place."""
    stamps = (name for name in plan.rules.state.__slots__ if name.startswith("stamp_"))
    return ("loc", "shown", *stamps)


def stand_ins(plan: Plan, state: BaseState, other: Mapping[int, int]) -> list[Option]:
    """List the options, with stand-ins for the components if the question names components."""
    if not _names_pieces(plan, state):
        return list(state.options)
    return [_other(one, other) for one in state.options]


def stand_in_for(plan: Plan, state: BaseState, value: Option, other: Mapping[int, int]) -> Option:
    """Replace the components in an option by their stand-ins, if the question names components."""
    return _other(value, other) if _names_pieces(plan, state) else value


def _other(value: Option, other: Mapping[int, int]) -> Option:
    if isinstance(value, tuple):
        return tuple(other.get(piece, piece) for piece in value)
    return other.get(value, value)


def _names_pieces(plan: Plan, state: BaseState) -> bool:
    """Check whether the options are components or sets of components."""
    site = plan.program.sites[state.site] if state.site >= 0 else None
    kind = getattr(site, "type", None)
    if site is None or kind is None or site.sort in ("menu", "options", "pay"):
        return False
    return kind.is_piece or (kind.item is not None and kind.item.is_piece)


def places(plan: Plan, state: BaseState) -> dict[int, tuple[int, int]]:
    """Map each component to the index of its zone among all zones, and its index in there."""
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
