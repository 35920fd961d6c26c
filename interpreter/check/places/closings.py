"""Closed spaces: whether nothing may enter a space for now, and whether it is free.

Takes typed places; builds conditions. A place is a range of zone numbers, the last one excluded.
"""

from __future__ import annotations

from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.nodes import Expr
from interpreter.ir.types import NUMBER, YES_NO, Type


def may_close(scope: Scope, kind: Type) -> bool:
    """Whether things of a kind are spaces, which can be closed: of a board, or components that are
    its spaces."""
    boards = scope.ctx.program.boards.values()
    return kind.is_space or (
        kind.is_piece and any(board.sort == f"kind:{kind.of}" for board in boards)
    )


def closed(scope: Scope, space: Expr, span: Span) -> Expr:
    """Build the condition that a space is closed: nothing may enter it now."""
    found = zones(scope, space, span)
    if not found:
        return scope.ctx.bad(span)
    return nodes.Closed(found[0][:1], YES_NO, span)


def free(scope: Scope, test: Expr, space: Expr, family: Family, span: Span) -> Expr:
    """Combine the test for emptiness with the condition that the space is not closed."""
    op = "slot" if family.board else "abs_slot"
    place = nodes.ZoneNumber((space,), NUMBER, span, op, family)
    return nodes.Free((test, place), YES_NO, span)


def zones(scope: Scope, place: Expr, span: Span) -> list[tuple[Expr, Expr]]:
    """List the zone ranges of a place: the first zone number, and the one past the last.

    Empty for a place of unknown type or, after a diagnostic, for what is no place. Zones of
    identical pieces cannot be closed; they are noted in `program.not_run` and left out.
    """
    ctx, kind = scope.ctx, place.type
    if not kind.known:
        return []
    families: list[tuple[str, Family, tuple[Expr, ...], int]] = []
    if kind.is_zone and isinstance(place, nodes.OfFamily):
        family = place.family
        many = family.slots if family.shape == "slots" else 1
        families.append(
            (place.op, family, place.args, 1 if isinstance(place, nodes.Slot) else many)
        )
    for family in ctx.program.families:
        many = family.slots if family.shape == "slots" else 1
        if kind.is_space and family.board == kind.of:
            families.append(("slot", family, (place,), 1))
        elif kind.is_space and kind.of == f"zone:{family.key}":
            families.append(("abs_slot", family, (place,), 1))
        elif (kind.is_space and family.holder == f"space:{kind.of}") or (
            kind.is_piece
            and family.holder == kind.of
            and any(b.sort == f"kind:{kind.of}" for b in ctx.program.boards.values())
        ):
            families.append(("zone", family, (place,), many))
    if not families:
        ctx.report.add(
            "wrong-place",
            place.span,
            f"nothing can enter {kind.words()}",
            "not a place",
            helps=("name a space or a zone",),
        )
    made: list[tuple[Expr, Expr]] = []
    for op, family, args, many in families:
        if family.shape == "counts":
            ctx.program.not_run.append(("closing a place of alike pieces", span))
            continue
        first = nodes.ZoneNumber(args, NUMBER, span, op, family)
        made.append((first, nodes.Add((first, nodes.Num((), NUMBER, span, many)), NUMBER, span)))
    return made
