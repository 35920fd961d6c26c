"""What players are called while something is described.

The name is the component in the zone that the layout names, or the value of a player field, such as
the faction. Takes a plan and a state; gives names for `words.seat_title`. Only what everybody sees
gives a name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

_NAMES: ContextVar[tuple[str, ...]] = ContextVar("names", default=())


def name_now(seat: int) -> str:
    """Return a player's name in the current `calling` context; empty to use their colour."""
    names = _NAMES.get()
    return names[seat] if 0 <= seat < len(names) else ""


@contextmanager
def calling(plan: Plan, state: BaseState) -> Iterator[None]:
    """Call players by their names in this state, within the context."""
    if not plan.program.layout.called:
        yield
        return
    with calling_as(tuple(called(plan, state, seat) for seat in range(state.n))):
        yield


@contextmanager
def calling_as(names: tuple[str, ...]) -> Iterator[None]:
    """Call players by the given names, within the context."""
    before = _NAMES.set(names)
    try:
        yield
    finally:
        _NAMES.reset(before)


def names_now() -> tuple[str, ...]:
    """Return the player names of the current context; empty if players go by their colours."""
    return _NAMES.get()


def called(plan: Plan, state: BaseState, seat: int) -> str:
    """Return the name of the component or value that a player is called by.

    Empty if there is none, or if not everybody sees it."""
    name = plan.program.layout.called
    kept = next((f for f in plan.program.fields if f.holder == "player" and f.name == name), None)
    if kept is not None:
        value = getattr(state, f"f_{kept.key}")[seat]
        if value < 0:
            return ""
        member = plan.program.values[kept.type.of].members[value]
        word = (plan.program.words.get(kept.type.of) or {}).get(member) or {}
        return str(word.get("title") or member.replace("_", " ").capitalize())
    family = next(
        (f for f in plan.program.families if f.holder == "player" and f.name == name), None
    )
    if family is None:
        return ""
    held = getattr(state, f"z_{family.key}")
    piece = held[seat * family.slots] if family.shape == "slots" else (held[seat] or [-1])[0]
    if piece < 0 or not handles.sees_piece(plan, state, piece, None):
        return ""
    return str(handles.design(plan, piece).title)


def faction_of(plan: Plan, name: str) -> str:
    """Return the faction to which a player field or zone of this name is restricted.

    The name starts with the faction's; empty if every player has the field or zone."""
    factions = plan.program.values.get("faction")
    members = factions.members if factions is not None else ()
    return next((one for one in members if name.startswith(f"{one}_")), "")
