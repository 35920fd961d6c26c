"""Difference of two positions as the lines below `given` that turn one into the other.

Takes a state and the one that the set-up alone leaves. Face-down piles are left to the set-up, and
so is what each of several copies keeps, such as the faces of dice, since no name tells these apart.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from interpreter.ir.declared import Family, Field
from interpreter.ir.scenario import Placed
from interpreter.ir.space_names import space_names
from interpreter.present.player_names import faction_of
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState
from interpreter.testing.value_words import in_zone, worded, zone_words

_FACE_DOWN = ("pile", "nobody")


def lines_between(
    plan: Plan,
    before: BaseState,
    after: BaseState,
    players: tuple[str, ...],
    unknown: Collection[tuple[str, int]] = (),
) -> list[str]:
    """List the lines that turn the position `before` into `after`.

    `unknown` are zones, by key and index, whose contents nobody knows; they are left out.
    """
    zones = [
        (_grown(plan, before, after, placed, index), line)
        for family in plan.program.families
        if family.holder != "box" and (family.sort, family.seen) != _FACE_DOWN
        for placed, index, name in _zones(plan, family, players)
        if (family.key, index) not in unknown
        if (line := _zone_line(plan, (before, after), placed, index, name, players))
    ]
    # Zones that shrink come first, so that scarce components are free for those that grow.
    ordered = [line for _, line in sorted(zones, key=lambda one: one[0])]
    return ordered + [
        line
        for kept in plan.program.fields
        for index, name in enumerate(_owners(plan, kept.holder, players))
        if name is not None
        and (line := _kept_line(plan, (before, after), kept, index, name, players))
    ]


def _zones(
    plan: Plan, family: Family, players: tuple[str, ...]
) -> Iterator[tuple[Placed, int, str]]:
    """Yield the zones of a family with their indices and names."""
    if family.board:
        for index, space in enumerate(space_names(plan.program.boards[family.board])):
            yield Placed(family, None, True, [], None, family.span), index, space
        return
    own = _own_name(plan, family.name)
    for index, name in enumerate(_owners(plan, family.holder, players)):
        if name is not None:
            called = f"{name}'s {own}" if name else own
            yield Placed(family, None, False, [], None, family.span), index, called


def _own_name(plan: Plan, name: str) -> str:
    """Strip the faction from the name of a zone or field whose owner is said anyway."""
    return name.removeprefix(f"{faction_of(plan, name)}_")


def _owners(plan: Plan, holder: str, players: tuple[str, ...]) -> list[str | None]:
    """List the names of the owners of zones or fields, in order.

    The table has an empty name; None stands for one of several copies.
    """
    program = plan.program
    if holder == "table":
        return [""]
    if holder == "player":
        return list(players)
    if holder in program.values:
        return list(program.values[holder].members)
    if holder in program.boards:
        return list(space_names(program.boards[holder]))
    kind = program.kinds.get(holder)
    if kind is None:
        return []
    designs = [program.design_of[piece] for piece in range(kind.first, kind.last)]
    names = [program.designs[number].id for number in designs]
    return [name if names.count(name) == 1 else None for name in names]


def _grown(plan: Plan, before: BaseState, after: BaseState, placed: Placed, index: int) -> int:
    return _number(plan, after, placed, index) - _number(plan, before, placed, index)


def _number(plan: Plan, state: BaseState, placed: Placed, index: int) -> int:
    family = placed.family
    if family.shape != "counts":
        return len(in_zone(plan, state, placed, index))
    zone = getattr(state, f"z_{family.key}")
    return sum(zone[index * family.slots : (index + 1) * family.slots])


def _zone_line(
    plan: Plan,
    states: tuple[BaseState, BaseState],
    placed: Placed,
    index: int,
    name: str,
    players: tuple[str, ...],
) -> str:
    """Build a line such as `red's hand holds shears`; empty if the contents agree."""
    before, after = (zone_words(plan, state, placed, index, players) for state in states)
    if sorted(before.split(", ")) == sorted(after.split(", ")) and not _ordered(placed.family):
        return ""
    return "" if before == after else f"{name} holds {after}"


def _ordered(family: Family) -> bool:
    return family.sort in ("pile", "row") or bool(family.board)


def _kept_line(
    plan: Plan,
    states: tuple[BaseState, BaseState],
    kept: Field,
    index: int,
    name: str,
    players: tuple[str, ...],
) -> str:
    """Build a line such as `red's gold is 7` or `blue is rested`; empty if the values agree."""
    first = plan.program.kinds[kept.holder].first if kept.holder in plan.program.kinds else 0
    key = f"f_{kept.key}"
    before, after = (
        getattr(state, key) if not name else getattr(state, key)[first + index] for state in states
    )
    if before == after:
        return ""
    said = worded(plan, states[1], kept.type, after, players)
    if kept.type.is_yes_no and name:
        return f"{name} is {'' if after else 'not '}{kept.name}"
    own = _own_name(plan, kept.name)
    return f"{name}'s {own} is {said}" if name else f"{own} is {said}"
