"""The zones that make up a place and take components of a kind.

Takes typed places; gives zones as expressions. Knows no trees.
"""

from __future__ import annotations

from interpreter.check.places import boards
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir.program import Expr, Family
from interpreter.ir.types import Type


def families_of(scope: Scope, holder: str, kind: str) -> list[Family]:
    """Give the zones of a holder that take components of a kind."""
    return [f for f in scope.ctx.families.get(holder, {}).values() if kind in f.kinds]


def box_family(scope: Scope, kind: str) -> Family | None:
    """Give the box as a zone of counts, for alike pieces."""
    return scope.ctx.families.get("box", {}).get(kind)


def zones_for(scope: Scope, thing: Expr, kind: str, span: Span) -> list[Expr] | None:
    """Give the zones at a place that take components of a kind; None if there are none.

    A zone is an `Expr` with op `zone` (one zone of a family), `slot` (one space of it), `all`
    (every zone of a family), or `lane` (the spaces of a line).
    """
    ctx = scope.ctx
    if thing.op == "box":
        family = box_family(scope, kind)
        return [Expr("zone", (), Type("zone", "box"), span, family)] if family else [thing]
    if thing.op == "in_play":
        return [thing]
    base = thing.type.base
    if thing.op == "between":
        return _along(scope, thing, kind, span) or None
    if base == "zone":
        family = thing.data
        if kind in family.kinds:
            return [thing]
        if family.board:
            on = families_of(scope, f"space:{family.board}", kind)
            return [Expr("all", (), Type("zone", f.name), span, f) for f in on] or None
        return None
    if base == "set":
        return _of_set(scope, thing, kind, span)
    if base == "lane":
        found = []
        board_family = ctx.families.get("table", {}).get(thing.type.of)
        if board_family is not None and kind in board_family.kinds:
            found.append(
                Expr("lane", (thing,), Type("zone", board_family.name), span, board_family)
            )
        for family in families_of(scope, f"space:{thing.type.of}", kind):
            found.append(Expr("lane", (thing,), Type("zone", family.name), span, family))
        return found or None
    if base == "space":
        return _at_space(scope, thing, kind, span) or None
    if base == "piece":
        found = [
            Expr("zone", (thing,), Type("zone", f.name), span, f)
            for f in families_of(scope, thing.type.of, kind)
        ]
        if not found:
            board = boards.board_of_kind(scope, thing.type.of)
            if (board is not None and board.sort == "grid") or (
                board is not None and board.sort == "hexes"
            ):
                cell = Expr("cell_of", (thing,), Type("space", board.name), span, board.name)
                found = _at_space(scope, cell, kind, span)
        return found or None
    holder = ctx.holder_of(thing.type)
    found = [
        Expr("zone", (thing,), Type("zone", f.name), span, f)
        for f in families_of(scope, holder, kind)
    ]
    return found or None


def _of_set(scope: Scope, thing: Expr, kind: str, span: Span) -> list[Expr] | None:
    """Give the zones of several spaces, holders or players; a set of such components is its own."""
    if thing.op == "spaces":
        on = families_of(scope, _space_holder(scope, thing.data), kind)
        return [Expr("all", (), Type("zone", f.name), span, f) for f in on] or None
    holder = thing.data if thing.op in ("members", "values") else "player"
    if thing.op in ("members", "values", "players") and holder != kind:
        on = families_of(scope, holder, kind)
        return [Expr("all", (), Type("zone", f.name), span, f) for f in on] or None
    item = thing.type.item
    return [thing] if item is not None and item.of == kind else None


def _along(scope: Scope, way: Expr, kind: str, span: Span) -> list[Expr]:
    """Give the zones of the spaces on a way that take components of a kind."""
    board = scope.ctx.families.get("table", {}).get(way.data)
    found = [board] if board is not None and kind in board.kinds else []
    found += families_of(scope, f"space:{way.data}", kind)
    return [Expr("way", (way,), Type("zone", f.name), span, f) for f in found]


def _space_holder(scope: Scope, board: str) -> str:
    made = scope.ctx.program.boards[board]
    return made.sort[5:] if made.sort.startswith("kind:") else f"space:{board}"


def _at_space(scope: Scope, cell: Expr, kind: str, span: Span) -> list[Expr]:
    name = cell.type.of
    if name.startswith("zone:"):
        family = next(f for f in scope.ctx.program.families if f.key == name[5:])
        return (
            [Expr("abs_slot", (cell,), Type("zone", family.name), span, family)]
            if kind in family.kinds
            else []
        )
    found = []
    board_family = scope.ctx.families.get("table", {}).get(name)
    if board_family is not None and kind in board_family.kinds:
        found.append(Expr("slot", (cell,), Type("zone", board_family.name), span, board_family))
    for family in families_of(scope, f"space:{name}", kind):
        found.append(Expr("zone", (cell,), Type("zone", family.name), span, family))
    return found
