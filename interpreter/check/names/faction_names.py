"""Factions: who plays one, and the fields and zones that only one of them has.

Takes a scope and a name; returns expressions, fields and zones.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.check.context import Context
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Family, Field
from interpreter.ir.nodes import Expr
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, set_of, value_type
from interpreter.syntax.ast import Word


def factions_with(ctx: Context, name: str) -> list[str]:
    """List the factions that have a field or zone of this name; empty unless there are several."""
    having = _having(ctx, ctx.factions, name)
    return having if len(having) > 1 else []


def _having(ctx: Context, factions: Iterable[str], name: str) -> list[str]:
    return [
        faction
        for faction in factions
        if name in ctx.fields.get(f"faction:{faction}", {})
        or name in ctx.families.get(f"faction:{faction}", {})
    ]


def report_which(scope: Scope, word: Word, having: list[str]) -> None:
    """`your prisoners`, where two factions have a zone of that name, each its own."""
    name = word.text
    whose = [f"`{faction}'s {name}`" for faction in having]
    scope.ctx.report.add(
        "unknown-attribute",
        word.span,
        f"each faction has its own `{name}`",
        "whose is not said",
        helps=(
            f"write {' or '.join(whose)}, below a question such as: if you are {having[0]}",
            f"or declare `{name}` once, below `each player has`",
        ),
    )


def role(scope: Scope, faction: str, span: Span) -> Expr:
    """Build the player who plays a faction; none if nobody does."""
    var = f"_role_{faction}"
    each = nodes.Local((), PLAYER, span, var)
    kind = value_type("faction")
    members = scope.ctx.program.values["faction"].members
    number = nodes.Num((), kind, span, members.index(faction))
    line = scope.ctx.fields["player"]["faction"]
    test = nodes.Eq((nodes.FieldNow((each,), line.type, span, line), number), YES_NO, span)
    players = nodes.Players((), set_of(PLAYER), span)
    key = nodes.Num((), NUMBER, span, 0)
    return nodes.Best((players, test, key), PLAYER.maybe(), span, var)


def role_of(scope: Scope, whose: Expr) -> str:
    """Return the faction that a player is statically known to play; empty if it could be any."""
    if (
        isinstance(whose, nodes.Best)
        and isinstance(whose.name, str)
        and whose.name.startswith("_role_")
    ):
        return whose.name[6:]
    if isinstance(whose, nodes.Local) and whose.name == "you" and scope.func is not None:
        found = scope.ctx.roles.get(scope.func.name, "")
        return found if found != "player" else ""
    return ""


def faction_line(scope: Scope, whose: Expr, name: str) -> tuple[Field | None, Family | None]:
    """Find the field and the zone of this name that only one faction has.

    It is the player's faction if that is known, else the only one with such a line. Both are None
    if there is no such faction, or there are several.
    """
    ctx = scope.ctx
    known = role_of(scope, whose)
    having = _having(ctx, [known] if known else ctx.factions, name)
    if len(having) != 1:
        return None, None
    ctx.used.update((name, f"{having[0]}_{name}"))
    key = f"faction:{having[0]}"
    return ctx.fields.get(key, {}).get(name), ctx.families.get(key, {}).get(name)
