"""Hints for type mismatches: what may have been meant.

Takes a value and the expected type; returns help texts, or nothing.
"""

from __future__ import annotations

from interpreter.check.scope import Scope
from interpreter.ir.declared import Kind
from interpreter.ir.nodes import Expr, OfFamily
from interpreter.ir.types import Type, article


def instead(scope: Scope, found: Expr, want: Type) -> tuple[str, ...]:
    """Suggest what to write where a component is expected, but a player or a value stands.

    That is the player's zone that holds the kind, or the line in which the kind shows the value.
    """
    kind = scope.ctx.program.kinds.get(want.of) if want.is_piece else None
    if kind is None:
        return ()
    if found.type.is_player:
        zones = (f for f in scope.ctx.program.families if f.holder == "player" and f.slots == 1)
        zone = next((f for f in zones if kind.name in f.kinds), None)
        whose = {"you": "your", "they": "their", "them": "their", "it": "its"}
        said = whose.get(found.span.text, f"{found.span.text}'s")
        if zone is None:
            return ()
        return (f"the {kind.name} of a player lies in `{said} {zone.name}`",)
    name = _shows(kind, found) if found.type.is_value else ""
    if not name:
        return ()
    said = found.span.text
    return (f"ask for what it shows: `its {name} is {said}`, or say `{said} {kind.plural}`",)


def counted(scope: Scope, subject: Expr, other: Expr) -> bool:
    """Report `rival's hand is fox`: several things compared with what one shows; whether it was."""
    names = subject.family.kinds if isinstance(subject, OfFamily) else ()
    kinds = (scope.ctx.program.kinds[name] for name in names)
    kind = next((one for one in kinds if _shows(one, other)), None)
    return kind is not None and scope.ctx.report.add(
        "wrong-kind-of-value",
        other.span,
        f"there may be several {kind.plural}",
        f"this is {other.type.words()}, which {article(kind.name)} shows",
        helps=(f"ask for one: `any {other.span.text} {kind.plural} in {subject.span.text}`",),
    )


def _shows(kind: Kind, value: Expr) -> str:
    """Return the printed line of a kind that holds values of this type; empty if there is none."""
    here = (name for name, one in kind.printed.items() if one.sure() == value.type.sure())
    return next(here, "")
