"""Implicit conversions of a value to the expected type: counted, looked up on a card, or reported.

Takes a typed value and the expected type; returns a value of that type, or reports one diagnostic.
Knows no trees.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.check import node_builders
from interpreter.check.names import attributes, kind_hints, shown_values
from interpreter.check.places import board_places, sources
from interpreter.check.scope import Scope
from interpreter.diagnostics.suggest import listed
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.types import NUMBER, Type, fits

RECKONED = ("number", "amounts", "yesno")
"""Kinds of value with which one reckons: `3 plus none` says nothing."""


def as_kind(scope: Scope, found: Expr, want: Type) -> Expr:
    """`found` where a value of the kind `want` belongs, or one diagnostic."""
    kind = found.type
    if not kind.known or not want.known:
        return found
    made = _counted(scope, found, want) if want.is_number else _lying(scope, found, want)
    if made is not None:
        return made
    nothing = kind.is_none and want.base in RECKONED and not want.optional
    if not nothing and fits(kind, want.maybe() if kind.optional else want):
        return found
    made = _shown(scope, found, want)
    if made is not None:
        return made
    return scope.ctx.wrong(
        "wrong-kind-of-value",
        found.span,
        f"this is {kind.words()}, not {want.words()}",
        f"expected {want.words()}",
        notes=_members(scope, want),
        helps=(f"did you mean `{meant}`?",)
        if (meant := _yes_or_no(found, want))
        else kind_hints.instead(scope, found, want),
        fix=(found.span, meant) if meant else None,
    )


def _counted(scope: Scope, found: Expr, want: Type) -> Expr | None:
    """Several things where a number is asked for; none counts for nothing where it must be one."""
    if found.type.base in ("set", "zone"):
        return count_of(scope, found)
    if found.type.is_number:
        return found if want.optional else or_nothing(found)
    if found.type.is_amounts:
        return nodes.AmountsTotal((found,), NUMBER, found.span)
    return None


def or_nothing(found: Expr) -> Expr:
    """Convert an optional number to a plain one: none counts as 0."""
    if not found.type.optional:
        return found
    return nodes.Max((found, node_builders.zero(found.span)), found.type.sure(), found.span)


def _lying(scope: Scope, found: Expr, want: Type) -> Expr | None:
    """Convert a zone to the component or the set that lies in it, where one of these is expected.

    None if that does not apply, or if it is not clear which of several components is meant.
    """
    if not found.type.is_zone or want.base not in ("piece", "set"):
        return None
    piece = want.is_piece
    if piece and not attributes.of_one(found):
        return None  # which of several is not said
    made = sources.only_item(scope, found) if piece else sources.items(scope, found)
    return made if fits(made.type, want.maybe() if piece else want) else None


def _shown(scope: Scope, found: Expr, want: Type) -> Expr | None:
    """Convert a component to the value that it shows, or to the space on which it lies.

    None if neither is expected, or it has none.
    """
    if not found.type.is_piece:
        return None
    if want.is_value:
        its = "its {}" if found.span.text == "it" else f"{found.span.text}'s {{}}"
        its = its if found.span.text.replace("_", "").isalnum() else ""
        printed = shown_values.adjective_field(scope, found.type.of, want.of, found.span, its)
        return printed(found) if printed is not None else None
    if want.is_space:
        boards = {one.name: one for one in board_places.boards_of_kind(scope, found.type.of)}
        board = boards.get(want.of) or next(iter(boards.values()), None)
        if board is not None:
            made = board_places.cell(scope, found, board, found.span)
            return replace(made, type=made.type.sure())
    return None


def _members(scope: Scope, want: Type) -> tuple[str, ...]:
    """List the members of the expected values list in a note; empty for other types."""
    values = scope.ctx.program.values.get(want.of) if want.is_value else None
    return (f"it can be: {listed(values.members)}",) if values is not None else ()


def _yes_or_no(found: Expr, want: Type) -> str:
    """Translate a literal 1 or 0 to `yes` or `no` where that is expected; else empty."""
    if not want.is_yes_no or not isinstance(found, nodes.Num):
        return ""
    return {"1": "yes", "0": "no"}.get(found.span.text, "")


def count_of(scope: Scope, found: Expr) -> Expr:
    """How many there are in a zone or a set."""
    if found.type.is_zone:
        if isinstance(found, nodes.Zone):
            return nodes.ZoneSize(found.args, NUMBER, found.span, found.family)
        return nodes.Size((sources.items(scope, found),), NUMBER, found.span)
    return nodes.Size((found,), NUMBER, found.span)


def undivided(scope: Scope, found: Expr) -> Expr:
    """Require a whole number of things; report `half-number` for a number in halves."""
    if found.type.known and found.type.halves:
        return scope.ctx.wrong(
            "half-number",
            found.span,
            f"`{found.span.text}` is not a whole number",
            "only whole numbers go here",
            helps=("write it without ½",)
            if isinstance(found, nodes.Num)
            else ("say how it is rounded, with `half of ... rounded down` and the like",),
        )
    return found


def in_one_measure(first: Expr, second: Expr) -> tuple[Expr, Expr]:
    """Two numbers, both doubled if one of them counts in halves."""
    if first.type.halves and not second.type.halves:
        return first, _doubled(second, first.type)
    if second.type.halves and not first.type.halves:
        return _doubled(first, second.type), second
    return first, second


def measured(found: Expr, kind: Type) -> Expr:
    """Convert a number between whole and half units, as the target type `kind` stores it.

    Converting to whole units rounds down. None stays none.
    """
    if not found.type.is_number or not kind.is_number or found.type.halves == kind.halves:
        return found
    made = (
        _doubled(found, replace(kind, optional=found.type.optional))
        if kind.halves
        else nodes.DivDown(
            (found, node_builders.num(2, found.span)),
            replace(NUMBER, optional=found.type.optional),
            found.span,
        )
    )
    if not found.type.optional:
        return made
    there = node_builders.test(nodes.Ge, found, node_builders.zero(found.span), found.span)
    return nodes.ChooseValue((there, made, found), made.type, found.span)


def _doubled(one: Expr, kind: Type) -> Expr:
    return nodes.Mul((one, node_builders.num(2, one.span)), kind, one.span)
