"""Offers that a card in a hidden hand makes to its owner, when the owner declines.

That somebody was asked would reveal who has the card. Takes a state, a question and its answer,
before it is carried out; gives the readers who must not learn of it."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.ir.declared import Site
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState, Option


def hidden_from(
    plan: Plan, state: BaseState, site: Site, option: Option, readers: Iterable[int | None]
) -> list[int | None]:
    """List the readers who must not learn of a declined offer, as they do not see its card.

    Empty if the answer is not a refusal or no card in the player's zones makes the offer."""
    no = (
        site.items[option] == "No"
        if site.sort == "options" and isinstance(option, int)
        else option in (-1, ())
    )
    func = plan.program.funcs.get(site.func) if no and site.sort in ("options", "choose") else None
    if func is None or not func.card:
        return []
    design = next(d for d in plan.program.designs if d.id == func.card)
    held = [piece for piece in range(design.first, design.last) if _has(plan, state, piece)]
    if not held:
        return []
    return [
        reader
        for reader in readers
        if reader != state.actor
        and not any(handles.sees_piece(plan, state, piece, reader) for piece in held)
    ]


def _has(plan: Plan, state: BaseState, piece: int) -> bool:
    """Check whether a card lies in a zone of the player who is asked."""
    found = handles.zone_of(plan, state.loc[piece])
    return found is not None and found[0].holder == "player" and found[1] == state.actor
