"""Data model of hidden information, and of what is known about the local names of a rule.

Plain data: `telling` finds out what an expression reveals. Must not know who asks, nor for what.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from interpreter.ir import nodes
from interpreter.ir.names import free
from interpreter.ir.nodes import Expr


@dataclass(frozen=True, slots=True)
class Hidden:
    """The contents of a zone or, with `number`, only their number.

    `owner` names the player who sees it, if there is one and the rule can name them; None: nobody
    is known to see it. With `but`, everybody sees it except this player; None: it is unknown who
    does not.
    """

    zone: str
    kind: str
    number: bool = False
    owner: str | None = None
    player: Expr | None = field(default=None, compare=False)
    """The owner as an expression."""
    there: Expr | None = field(default=None, compare=False)
    """All that lies there, as an expression: what of it has been revealed is no longer hidden."""
    but: bool = False

    def is_seen(self, asked: Collection[str], names: Names) -> bool:
        """Tell whether every player who may be `asked` (as formatted by `spelt`) surely sees it."""
        if not self.but:
            return self.owner is not None and self.owner in asked
        if self.player is None or not isinstance(self.player, nodes.Local):
            return False
        known = names.get(self.player.name)
        return known is not None and not known.apart.isdisjoint(asked)


YOU = "local you()"
"""Who acts, as `spelt` has it."""
Told = frozenset[Hidden]
NOTHING: Told = frozenset()


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a local name.

    These are what its value reveals; what its existence or length reveals; which player it means.
    `every`: it iterates over all components of a kind. `apart`: players (in the form of `spelt`)
    that it surely is not.
    """

    value: Told = NOTHING
    many: Told = NOTHING
    means: Expr | None = None
    every: bool = False
    apart: frozenset[str] = frozenset()

    def key(self) -> tuple[object, ...]:
        """Return a hashable form of what is known."""
        return self.value, self.many, self.means and spelt(self.means), self.every, self.apart


Names = dict[str, Known]
ELSEWHERE = " elsewhere"
"""Among the names of a definition: what is not known here has no name where it is asked."""


def spelt(player: Expr) -> str:
    """Format a player expression so that only equal expressions have the same text."""
    about = player.field.key if isinstance(player, nodes.FieldNow) else [*player.fixed(), ""][0]
    return f"{player.op} {about}({', '.join(spelt(a) for a in player.args)})"


def without(told: Told, names: set[str]) -> Told:
    """Drop references to names that go out of scope; the players they meant are then unknown."""
    return frozenset(_outside(h, names) for h in told)


def _outside(h: Hidden, names: set[str]) -> Hidden:
    if h.player is not None and free(h.player) & names:
        return replace(h, owner=None, player=None, there=None)
    if h.there is not None and free(h.there) & names:
        return replace(h, there=None)
    return h


def lasting(told: Told) -> Told:
    """Keep what stays valid later in the rule.

    A player whose expression may change its meaning becomes unknown.
    """
    return frozenset(
        replace(h, there=None)
        if h.player is None or stays(h.player)
        else replace(h, owner=None, player=None, there=None)
        for h in told
    )


def stays(player: Expr) -> bool:
    """Check whether an expression means the same player later in the same rule."""
    return all(
        isinstance(part, (nodes.Local, nodes.LeftOf, nodes.RightOf, nodes.Num, nodes.OwnerOf))
        for part in player.walk()
    )
