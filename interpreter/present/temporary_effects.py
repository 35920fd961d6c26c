"""What holds temporarily: closed places, changed numbers, prices, new arrivals."""

from __future__ import annotations

from interpreter.ir import nodes
from interpreter.present.words import value_title
from interpreter.run.handles import design
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState


def closed(plan: Plan, state: BaseState, place: int) -> str | None:
    """Return the rules' reason why nothing may enter a place now; None if it is open."""
    for entry in state.expiry:
        why = plan.program.closings.get(~entry[3])
        if why is not None and entry[5][0] <= place < entry[5][1]:
            return str(why)
    return None


def changed(plan: Plan, state: BaseState, piece: int) -> list[tuple[str, int, int]]:
    """List the temporary changes to a component's printed or kept numbers.

    Each is the line, the difference, and the only seat it applies to (-1: all)."""
    found = []
    for entry in state.expiry:
        line = plan.program.changes.get(~entry[3])
        if line is not None and entry[5][0] == piece:
            found.append((line, entry[5][1], entry[5][2]))
    return found


def is_new(state: BaseState, span: str, piece: int) -> bool:
    """Check whether a component came to its place in the current turn, or other time span."""
    now: int = getattr(state, f"t_{span}")
    came: int = getattr(state, f"stamp_{span}")[piece]
    return came == now


def prices(plan: Plan, state: BaseState, piece: int, seat: int) -> list[tuple[str, str]]:
    """List by how much a component costs a player more or less than printed, and why.

    For example, `1 more` with the title of the rule."""
    found = []
    kind = design(plan, piece).kind
    for change, asked in zip(plan.program.cost_changes, plan.rules.dearer, strict=True):
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
