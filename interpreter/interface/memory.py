"""What players at a table remember: the last decisions, and components they saw go out of sight.

Takes each decision as it is taken; provides what deals of hidden components must respect. Who gives
somebody a card knows who has it. That is kept for zones without an order (sets, such as hands), as
long as nothing hidden leaves them again and chance has no part in it; what the rules themselves let
somebody see and keep in mind is a matter of `handles.sees_piece`.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.ir import nodes
from interpreter.ir.walking import walk
from interpreter.run import handles
from interpreter.run.plan import Plan, cached
from interpreter.run.state import BaseState, Option

DECISIONS = 160
"""How many decisions are remembered."""

Past = tuple[tuple[BaseState, Option], ...]
"""Positions and what was chosen there, the latest last; each follows from the one before."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What is remembered of one game.

    `known` has, for each seat, the components that lie hidden from it where it saw them go; empty
    where nobody knows any.
    """

    past: Past = ()
    known: tuple[frozenset[int], ...] = ()

    def after(self, plan: Plan, before: BaseState, chosen: Option, now: BaseState) -> Memory:
        """Return the memory after a decision has led from one position to the next."""
        past = (*self.past[1 - DECISIONS :], (before, chosen))
        return Memory(past, _known(plan, self.known, before, now))

    def of(self, seat: int) -> frozenset[int]:
        """Return the components that a seat knows though it cannot see them."""
        return self.known[seat] if self.known else frozenset()


@cached
def hidden_sets(plan: Plan) -> frozenset[int]:
    """Collect the place numbers of unordered zones that not everybody sees; cached."""
    return frozenset(
        family.base + owner
        for family in plan.program.families
        if family.sort == "set" and family.shape == "list" and family.seen != "all"
        for owner in range(family.owners)
    )


@cached
def _lots(plan: Plan) -> frozenset[str]:
    """Collect the random streams by which components are drawn by lot."""
    return frozenset(
        f"pick {one.name.rsplit('_', 1)[0]}"
        for func in plan.program.funcs.values()
        for one in walk(func.body)
        if isinstance(one, nodes.Pick) and one.at_random and one.item.is_piece
    )


def mixed(plan: Plan, before: BaseState, now: BaseState) -> bool:
    """Check whether something was shuffled or drawn by lot, so that nobody can follow it."""
    lots = _lots(plan)
    old, new = before.draws, now.draws
    return old != new and any(
        count != old.get(stream) and (stream in lots or stream.startswith("shuffle "))
        for stream, count in new.items()
    )


def _known(
    plan: Plan, known: tuple[frozenset[int], ...], before: BaseState, now: BaseState
) -> tuple[frozenset[int], ...]:
    sets = hidden_sets(plan)
    if not sets:
        return ()
    moved = [
        piece
        for piece, (old, new) in enumerate(zip(before.loc, now.loc, strict=True))
        if old != new and (old in sets or new in sets)
    ]
    if mixed(plan, before, now):
        return ()
    if not moved:
        return known
    found = []
    for seat in range(now.n):
        mine = set(known[seat]) if known else set()
        hidden = [one for one in moved if not handles.sees_piece(plan, now, one, seat)]
        left = {before.loc[piece] for piece in hidden}
        mine = {one for one in mine if before.loc[one] not in left and one not in moved}
        mine |= {
            one
            for one in hidden
            if now.loc[one] in sets and handles.sees_piece(plan, before, one, seat)
        }
        found.append(frozenset(mine))
    return tuple(found) if any(found) else ()
