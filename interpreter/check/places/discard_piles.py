"""Where components go that are discarded: to the pile from which theirs is refilled.

That is one of the table, or one of each player's own, such as in a deck builder. Must not know what
is discarded, or why.
"""

from __future__ import annotations

from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.nodes import Expr
from interpreter.ir.types import Type


def discard_pile(scope: Scope, kind: str, span: Span, whose: Expr | None = None) -> Expr | None:
    """Return the discard pile of a kind; None if it has none, or more than one.

    Of players' own piles it is that of `whose`, or of whoever acts.
    """
    piles = discard_piles(scope, kind)
    if len(piles) != 1:
        return None
    ((owner, family),) = piles
    args: tuple[Expr, ...] = ()
    if owner == "player":
        args = (whose if whose is not None else scope.player(span),)
    return nodes.Zone(args, Type("zone", family.name), span, family)


def discard_piles(scope: Scope, kind: str) -> list[tuple[str, Family]]:
    """List the discard piles of a kind, with whose they are: `table` or `player`."""
    found = []
    for owner in ("table", "player"):
        families = scope.ctx.families.get(owner, {})
        for name in dict.fromkeys(f.refilled for f in families.values() if kind in f.kinds):
            if name and name in families:
                found.append((owner, families[name]))
    return found


def names_of(scope: Scope, kind: str) -> list[str]:
    """List the discard piles of a kind as one writes them, such as `your discards`."""
    piles = discard_piles(scope, kind)
    return [f"your {one.name}" if owner == "player" else one.name for owner, one in piles]
