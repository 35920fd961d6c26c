"""What one reader may see of a game, as plain JSON data, built up from what is declared visible.

Takes a plan, a state and the seat that reads (None: somebody who looks on). Nothing is copied from
the state and then hidden: what a declaration does not show is never touched. Pieces are told by the
ids of their designs, never by numbers of the engine, so that two face-down cards cannot be told
apart.
"""

from __future__ import annotations

from typing import Any

from interpreter.present import labels, standing, words
from interpreter.run import handles
from interpreter.run.plan import Plan


def view(plan: Plan, state: Any, viewer: int | None) -> dict[str, Any]:
    """Everything that `viewer` sees: the table, what each player has, and what is asked."""
    made = {
        "game": plan.id,
        "viewer": None if viewer is None else handles.seat_name(viewer),
        "on_turn": _seat(state.active),
        "decides": _seat(state.actor),
        "over": bool(state.over),
        "ending": standing.ending(plan, state),
        "winners": [handles.seat_name(seat) for seat in sorted(state.winners)],
        "table": _holder(plan, state, viewer, "table", 0),
        "players": [
            {"player": handles.seat_name(seat), **_holder(plan, state, viewer, "player", seat)}
            for seat in range(state.n)
        ],
        "values": {
            values.name: {
                member: held
                for number, member in enumerate(values.members)
                if (held := _holder(plan, state, viewer, values.name, number))
            }
            for values in plan.program.values.values()
            if any(f.holder == values.name for f in (*plan.program.families, *plan.program.fields))
        },
        "boards": {
            family.name: _board(plan, state, viewer, family)
            for family in plan.program.families
            if family.board
        }
        | {
            board.name: _places(plan, state, viewer, plan.program.kinds[board.sort[5:]])
            for board in plan.program.boards.values()
            if board.sort.startswith("kind:")
        },
        "asked": menu(plan, state, viewer),
    }
    if plan.program.closings:
        made["closed"] = _closed(plan, state)
    return made


def _closed(plan: Plan, state: Any) -> dict[str, str]:
    """The places that nothing may enter now, and why."""
    made: dict[str, str] = {}
    for entry in state.expiry:
        why = plan.program.closings.get(~entry[3])
        if why is not None:
            first, last = entry[5]
            made |= {handles.place_handle(plan, place): why for place in range(first, last)}
    return made


def menu(plan: Plan, state: Any, viewer: int | None) -> dict[str, Any] | None:
    """The question and its options for the player who decides; None for everybody else."""
    if state.over or viewer is None or state.actor != viewer:
        return None
    return {
        "question": handles.question_handle(plan, state.site),
        "says": labels.question(plan, state),
        "options": [
            {"take": name, "says": label}
            for name, label in zip(
                handles.option_handles(plan, state),
                labels.option_labels(plan, state, viewer),
                strict=True,
            )
        ],
    }


def _seat(seat: int) -> str | None:
    return handles.seat_name(seat) if seat >= 0 else None


def _holder(plan: Plan, state: Any, viewer: int | None, holder: str, owner: int) -> dict[str, Any]:
    """The zones and kept values of one holder."""
    made: dict[str, Any] = {}
    for family in plan.program.families:
        if family.holder == holder and not family.board:
            made[family.name] = _zone(plan, state, viewer, family, owner)
    for kept in plan.program.fields:
        if kept.holder == holder:
            value = getattr(state, f"f_{kept.key}")
            if holder in plan.program.kinds:  # these are kept by the number of the piece
                value = value[plan.program.kinds[holder].first + owner]
            elif holder != "table":
                value = value[owner]
            made[kept.name] = _value(plan, state, viewer, kept.type, value)
    return made


def _board(plan: Plan, state: Any, viewer: int | None, family: Any) -> dict[str, Any]:
    """The spaces of a board by name: the piece on each, other zones of it, what is kept of it."""
    zone = getattr(state, f"z_{family.key}")
    made = {}
    for space in range(plan.program.boards[family.board].spaces):
        piece = zone[space]
        seen = handles.sees_zone(family, 0, viewer)
        made[handles.space_handle(plan, family.board, space)] = {
            "piece": _piece(plan, state, viewer, piece) if piece >= 0 and seen else None,
            **_holder(plan, state, viewer, f"space:{family.board}", space),
        }
    return made


def _places(plan: Plan, state: Any, viewer: int | None, kind: Any) -> dict[str, Any]:
    """A board whose spaces are components: what lies at each, and what is kept of it."""
    return {
        handles.design(plan, piece).id: _holder(plan, state, viewer, kind.name, piece - kind.first)
        for piece in range(kind.first, kind.last)
        if handles.sees_piece(plan, state, piece, viewer)
    }


def _zone(plan: Plan, state: Any, viewer: int | None, family: Any, owner: int) -> Any:
    """What lies in a zone: its pieces, or how many there are, or nothing at all."""
    zone = getattr(state, f"z_{family.key}")
    size = family.slots
    seen = handles.sees_zone(family, owner, viewer)
    counted = family.number_seen in ("", "all") or (
        family.number_seen == "owner" and family.holder == "player" and owner == viewer
    )
    if family.shape == "counts":
        counts = zone[owner * size : (owner + 1) * size]
        if not seen:
            return {"number": sum(counts)} if counted else {}
        designs = plan.program.kinds[family.kinds[0]].designs
        return {made.id: n for made, n in zip(designs, counts, strict=True) if n}
    pieces = zone[owner] if family.shape == "list" else zone[owner * size : (owner + 1) * size]
    if seen:
        listed = [_piece(plan, state, viewer, p) if p >= 0 else None for p in pieces]
        if family.shape == "list":
            return sorted(listed, key=str) if family.sort == "set" else listed
        return listed if size > 1 else listed[0]
    made = {"number": sum(1 for p in pieces if p >= 0)} if counted else {}
    open_ = [_piece(plan, state, viewer, p) for p in pieces if p >= 0 and state.shown[p]]
    return {**made, "open": sorted(open_, key=str)} if open_ else made


def _piece(plan: Plan, state: Any, viewer: int | None, piece: int) -> Any:
    """A piece with what is kept of it and what lies on it; its id alone if that is all."""
    made = handles.design(plan, piece)
    if not handles.sees_piece(plan, state, piece, viewer):
        return {"face_down": made.kind}
    kind = plan.program.kinds[made.kind]
    told: dict[str, Any] = {"id": made.id}
    if kind.owned:
        told["owner"] = handles.seat_name(plan.program.owner_of[piece])
    changes = [
        {"line": line, "by": by, "only_for": _seat(only)}
        for line, by, only in words.changed(plan, state, piece)
    ]
    if changes:
        told["for_a_time"] = changes
    return told | _holder(plan, state, viewer, made.kind, piece - kind.first)


def _value(plan: Plan, state: Any, viewer: int | None, kind: Any, value: Any) -> Any:
    """A kept value: a number, yes or no, a name, or null for none."""
    if isinstance(value, list | tuple):
        if kind.base == "amounts":
            members = plan.program.values[kind.of].members
            return {members[i]: n for i, n in enumerate(value) if n}
        item = kind.item if kind.item is not None else kind
        return [_value(plan, state, viewer, item, one) for one in value]
    if kind.base == "number":
        return None if kind.optional and value < 0 else value / 2 if kind.halves else value
    if kind.base == "yesno":
        return bool(value)
    if value < 0:
        return None
    if kind.base == "piece" and not handles.sees_piece(plan, state, value, viewer):
        return {"face_down": kind.of}
    return (
        handles.value_handle(plan, state, kind, value)
        if kind.base != "piece"
        else (handles.design(plan, value).id)
    )
