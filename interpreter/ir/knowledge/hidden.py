"""What is hidden from some of the players, and what is known of the names of a rule.

Plain data: `telling` finds out what an expression tells. Must not know who asks, nor for what.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from interpreter.ir import nodes
from interpreter.ir.names import free
from interpreter.ir.nodes import Expr


@dataclass(frozen=True, slots=True)
class Hidden:
    """What lies in a zone, or with `number` only how many. `owner` names the player who sees it, if
    there is one and the rule can name them; None: nobody is known to see it. With `but`, everybody
    sees it except this player; None: it is not known who does not."""

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
        """Tell whether each player who may be `asked`, as `spelt` has them, surely sees it."""
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
    """What is known of a local name: what its value tells; what it tells that there is one, or how
    many; whom it means, if it is a player. `every`: it goes through all components of a kind.
    `apart`: players who it surely is not, as `spelt` has them."""

    value: Told = NOTHING
    many: Told = NOTHING
    means: Expr | None = None
    every: bool = False
    apart: frozenset[str] = frozenset()

    def key(self) -> tuple[object, ...]:
        """Give what is known, as something that can be looked up."""
        return self.value, self.many, self.means and spelt(self.means), self.every, self.apart


Names = dict[str, Known]
ELSEWHERE = " elsewhere"
"""Among the names of a definition: what is not known here has no name where it is asked."""


def spelt(player: Expr) -> str:
    """Give a name for a player that only this expression has."""
    about = player.field.key if isinstance(player, nodes.FieldNow) else [*player.fixed(), ""][0]
    return f"{player.op} {about}({', '.join(spelt(a) for a in player.args)})"


def without(told: Told, names: set[str]) -> Told:
    """Give what is told, where these names mean nothing: of whom they meant is no longer known."""
    return frozenset(_outside(h, names) for h in told)


def _outside(h: Hidden, names: set[str]) -> Hidden:
    if h.player is not None and free(h.player) & names:
        return replace(h, owner=None, player=None, there=None)
    if h.there is not None and free(h.there) & names:
        return replace(h, there=None)
    return h


def lasting(told: Told) -> Told:
    """Give what is told later on: whoever is meant by something that may change is no longer
    known."""
    return frozenset(
        replace(h, there=None)
        if h.player is None or stays(h.player)
        else replace(h, owner=None, player=None, there=None)
        for h in told
    )


def stays(player: Expr) -> bool:
    """Whether an expression means the same player later on, in the same rule."""
    return all(
        isinstance(part, (nodes.Local, nodes.LeftOf, nodes.RightOf, nodes.Num, nodes.OwnerOf))
        for part in player.walk()
    )
