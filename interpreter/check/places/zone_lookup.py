"""Lookup of the zones that make up a place and accept components of a kind.

Takes typed places; returns zone expressions. Knows no trees.
"""

from __future__ import annotations

from interpreter.check.places import board_places
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.nodes import Expr
from interpreter.ir.types import PLAYER, Type, piece_type, set_of, value_type


def families_of(scope: Scope, holder: str, kind: str) -> list[Family]:
    """List the zones of a holder that accept components of a kind."""
    return [f for f in scope.ctx.families.get(holder, {}).values() if kind in f.kinds]


def box_family(scope: Scope, kind: str) -> Family | None:
    """Look up the box as a zone of counts for identical pieces of a kind; None if it keeps none."""
    return scope.ctx.families.get("box", {}).get(kind)


def every_zone(scope: Scope, family: Family, span: Span) -> Expr:
    """Build the union of one zone over all its holders."""
    holder, ctx = family.holder, scope.ctx
    holders: Expr | None = None
    if holder == "player":
        holders = nodes.Players((), set_of(PLAYER), span)
    elif holder.startswith("space:"):
        holders = nodes.Spaces((), set_of(Type("space", holder[6:])), span, holder[6:])
    elif holder in ctx.program.kinds:
        holders = nodes.Members((), set_of(piece_type(holder)), span, holder)
    elif holder in ctx.program.values:
        holders = nodes.ValuesOf((), set_of(value_type(holder)), span, holder)
    args = () if holders is None else (holders,)
    return nodes.AllZones(args, Type("zone", family.name), span, family)


def zones_for(scope: Scope, thing: Expr, kind: str, span: Span) -> list[Expr] | None:
    """List the zones at a place that accept components of a kind; None if there are none.

    Each is a zone expression: `zone` (one zone of a family), `slot` or `abs_slot` (one space of
    it), `all` (the zone of every holder), or the zones along a lane or a way. The box and a set of
    components of the kind stand for themselves.
    """
    ctx = scope.ctx
    if isinstance(thing, nodes.Box):
        family = box_family(scope, kind)
        return [nodes.Zone((), Type("zone", "box"), span, family)] if family else [thing]
    if isinstance(thing, nodes.InPlay):
        return [thing]
    base = thing.type.base
    if isinstance(thing, nodes.Between):
        return _along(scope, thing, kind, span) or None
    if base == "zone":
        family = nodes.family_of(thing)
        if kind in family.kinds:
            return [thing]
        if family.board:
            on = families_of(scope, f"space:{family.board}", kind)
            return [nodes.AllZones((), Type("zone", f.name), span, f) for f in on] or None
        return None
    if base == "set":
        return _of_set(scope, thing, kind, span)
    if base == "lane":
        found: list[Expr] = []
        board_family = ctx.families.get("table", {}).get(thing.type.of)
        if board_family is not None and kind in board_family.kinds:
            found.append(
                nodes.LaneZone((thing,), Type("zone", board_family.name), span, board_family)
            )
        for family in families_of(scope, f"space:{thing.type.of}", kind):
            found.append(nodes.LaneZone((thing,), Type("zone", family.name), span, family))
        return found or None
    if base == "space":
        return _at_space(scope, thing, kind, span) or None
    if base == "piece":
        found = [
            nodes.Zone((thing,), Type("zone", f.name), span, f)
            for f in families_of(scope, thing.type.of, kind)
        ]
        if not found:
            board = board_places.board_of_kind(scope, thing.type.of)
            if (board is not None and board.sort == "grid") or (
                board is not None and board.sort == "hexes"
            ):
                cell = nodes.CellOf((thing,), Type("space", board.name), span, board.name)
                found = _at_space(scope, cell, kind, span)
        return found or None
    holder = ctx.holder_of(thing.type)
    found = [
        nodes.Zone((thing,), Type("zone", f.name), span, f)
        for f in families_of(scope, holder, kind)
    ]
    return found or None


def _of_set(scope: Scope, thing: Expr, kind: str, span: Span) -> list[Expr] | None:
    """List the zones of a set of spaces, holders or players.

    A set that already consists of components of the kind stands for itself.
    """
    if isinstance(thing, nodes.Spaces):
        on = families_of(scope, _space_holder(scope, thing.board), kind)
        return [nodes.AllZones((), Type("zone", f.name), span, f) for f in on] or None
    holder = "player"
    if isinstance(thing, nodes.Members):
        holder = thing.kind
    elif isinstance(thing, nodes.ValuesOf):
        holder = thing.values
    if isinstance(thing, (nodes.Members, nodes.ValuesOf, nodes.Players)) and holder != kind:
        on = families_of(scope, holder, kind)
        return [nodes.AllZones((), Type("zone", f.name), span, f) for f in on] or None
    item = thing.type.item
    return [thing] if item is not None and item.of == kind else None


def _along(scope: Scope, way: nodes.Between, kind: str, span: Span) -> list[Expr]:
    """List the zones of the spaces on a way that accept components of a kind."""
    board = scope.ctx.families.get("table", {}).get(way.board)
    found = [board] if board is not None and kind in board.kinds else []
    found += families_of(scope, f"space:{way.board}", kind)
    return [nodes.WayZone((way,), Type("zone", f.name), span, f) for f in found]


def _space_holder(scope: Scope, board: str) -> str:
    made = scope.ctx.program.boards[board]
    return made.of_kind or f"space:{board}"


def _at_space(scope: Scope, cell: Expr, kind: str, span: Span) -> list[Expr]:
    name = cell.type.of
    if name.startswith("zone:"):
        family = next(f for f in scope.ctx.program.families if f.key == name[5:])
        return (
            [nodes.AbsSlot((cell,), Type("zone", family.name), span, family)]
            if kind in family.kinds
            else []
        )
    found: list[Expr] = []
    board_family = scope.ctx.families.get("table", {}).get(name)
    if board_family is not None and kind in board_family.kinds:
        found.append(nodes.Slot((cell,), Type("zone", board_family.name), span, board_family))
    for family in families_of(scope, f"space:{name}", kind):
        found.append(nodes.Zone((cell,), Type("zone", family.name), span, family))
    return found
