"""What holds of a thing for now: closed places, changed numbers, prices, what has just come."""

from __future__ import annotations

from interpreter.ir import nodes
from interpreter.present.words import value_title
from interpreter.run.handles import design
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState


def closed(plan: Plan, state: BaseState, place: int) -> str | None:
    """Why nothing may enter a zone now, as the rules say it; None if it may be entered."""
    for entry in state.expiry:
        why = plan.program.closings.get(~entry[3])
        if why is not None and entry[5][0] <= place < entry[5][1]:
            return str(why)
    return None


def changed(plan: Plan, state: BaseState, piece: int) -> list[tuple[str, int, int]]:
    """Give what is printed on a piece or kept by it and is more or less for a time: the line, by
    how much, and the only player for whom it is so (-1: for all)."""
    found = []
    for entry in state.expiry:
        line = plan.program.changes.get(~entry[3])
        if line is not None and entry[5][0] == piece:
            found.append((line, entry[5][1], entry[5][2]))
    return found


def is_new(state: BaseState, span: str, piece: int) -> bool:
    """Whether a piece has come to where it lies in this turn, or another span of time."""
    now: int = getattr(state, f"t_{span}")
    came: int = getattr(state, f"stamp_{span}")[piece]
    return came == now


def prices(plan: Plan, state: BaseState, piece: int, seat: int) -> list[tuple[str, str]]:
    """Give what a player would pay more or less for a piece than is printed: `1 more`, and why."""
    found = []
    kind = design(plan, piece).kind
    for change, asked in zip(plan.program.cost_changes, plan.namespace["DEARER"], strict=True):
        if change.kind != kind:
            continue
        amount = asked(state, seat, piece)
        if not amount:
            continue
        if change.amount is None:
            said = "nothing to pay"
        else:
            sort = (
                f" {value_title(plan, change.word.type.of, change.word.value)}"
                if (change.word is not None and isinstance(change.word, nodes.Num))
                else ""
            )
            said = f"{amount}{sort} {change.sort}"
        found.append((said, change.title))
    return found
