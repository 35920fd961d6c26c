"""What looking at hidden zones reveals: their contents and sizes, and who sees these.

Takes zones as expressions name them, and what is known of the names in those. Must not know what
else an expression is made of.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.knowledge.hidden import (
    ELSEWHERE,
    NOTHING,
    Hidden,
    Names,
    Told,
    spelt,
)
from interpreter.ir.names import free
from interpreter.ir.nodes import Expr
from interpreter.ir.program import OTHERS, Program
from interpreter.ir.types import PLAYER
from interpreter.ir.walking import conjuncts


class Zones:
    """The zones of one program that somebody cannot see, and what a look there reveals."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.hidden = [f for f in program.families if self._hides(f)]
        self.unseen = {f.key for f in self.hidden}

    def _hides(self, family: Family) -> bool:
        """Check whether somebody does not see what lies in these zones, and it could differ."""
        return family.holder != "box" and (
            (family.seen != "all" and any(self._differ(kind) for kind in family.kinds))
            or family.number_seen not in ("", "all")
        )

    def _differ(self, name: str) -> bool:
        kind = self.program.kinds[name]
        return len(kind.designs) > 1 or any(f.holder == name for f in self.program.fields)

    def contents(
        self, family: Family, op: str, args: tuple[Expr, ...], names: Names, there: Expr | None
    ) -> Told:
        """Compute what the contents of a zone reveal; nothing if all see it or it cannot differ."""
        if family.key not in self.unseen or family.seen == "all":
            return NOTHING
        if not any(self._differ(kind) for kind in family.kinds):
            return NOTHING
        return frozenset([self._made(family, family.seen, op, args, names, there)])

    def number(self, family: Family, op: str, args: tuple[Expr, ...], names: Names) -> Told:
        """Compute what the number of things in a zone reveals."""
        if family.key not in self.unseen or family.number_seen in ("", "all"):
            return NOTHING
        made = self._made(family, family.number_seen, op, args, names, None)
        return frozenset([replace(made, number=True)])

    def _made(
        self,
        family: Family,
        seen: str,
        op: str,
        args: tuple[Expr, ...],
        names: Names,
        there: Expr | None,
    ) -> Hidden:
        one = op not in ("all", "lane", "way", "abs_slot") and bool(args)
        owner = None
        if seen in ("owner", OTHERS) and one:
            owner = self._owner(family, args[0], names)
        inside = there if there is not None and family.shape != "counts" else None
        if inside is not None and ELSEWHERE in names and free(inside):
            inside = None
        return Hidden(
            family.key,
            family.kinds[0],
            owner=None if owner is None else spelt(owner),
            player=owner,
            there=inside,
            but=seen == OTHERS,
        )

    def _owner(self, family: Family, holder: Expr, names: Names) -> Expr | None:
        """Return who owns the zone or the component it lies on; None if not nameable."""
        if family.holder == "player":
            return meant_player(holder, names)
        if not isinstance(holder, nodes.Local) or ELSEWHERE in names:
            return None
        return nodes.OwnerOf((holder,), PLAYER, holder.span)

    def lies_in(self, e: nodes.InZone, names: Names) -> Told:
        """Compute what it reveals whether a component lies in a zone.

        For a component named in the rule that is the zone's contents; for one that was met in a
        zone, nothing new.
        """
        thing, args = e.args[0], e.args[1:]
        op, family = e.how, e.family
        known = names.get(thing.name) if isinstance(thing, nodes.Local) else None
        if known is not None and not known.every and known.value:
            return NOTHING
        items = nodes.Items(args, thing.type, e.span, op, family)
        return self.contents(family, op, args, names, items)

    def lies_where(self, thing: Expr, names: Names) -> Told:
        """Compute what it reveals where a component lies; nothing if it was met in its zone."""
        known = names.get(thing.name) if isinstance(thing, nodes.Local) else None
        if not isinstance(thing, nodes.Num) and not (known is not None and known.every):
            return NOTHING
        found: list[Told] = [
            self.contents(f, "all", (), names, None)
            for f in self.hidden
            if thing.type.of in f.kinds
        ]
        return NOTHING.union(*found)


def apart(players: Expr, names: Names, var: str = "", tests: Iterable[Expr] = ()) -> frozenset[str]:
    """Find the players that are surely not among some players, in the form of `spelt`.

    `var` is the name under which all tests hold. Of `other players`, it is the acting player.
    """
    found = frozenset(
        spelt(but)
        for test in tests
        for part in conjuncts(test)
        if isinstance(part, nodes.Ne) and _is_local(part.args[0], var)
        if (but := meant_player(part.args[1], names)) is not None
    )
    if isinstance(players, nodes.Filter):
        return found | apart(players.args[0], names, players.name, players.args[1:])
    if isinstance(players, nodes.Ordered):
        return found | apart(players.args[0], names)
    but = meant_player(players.args[0], names) if isinstance(players, nodes.Others) else None
    return found | {spelt(but)} if but is not None else found


def _is_local(e: Expr, var: str) -> bool:
    return isinstance(e, nodes.Local) and e.name == var and e.type.is_player


def meant_player(player: Expr, names: Names) -> Expr | None:
    """Resolve a player expression in the terms of the rule that is read; None if impossible."""
    if isinstance(player, nodes.Local):
        known = names.get(player.name)
        if known is not None and known.means is not None:
            return known.means
        return None if ELSEWHERE in names else player
    if isinstance(player, (nodes.LeftOf, nodes.RightOf)):
        inner = meant_player(player.args[0], names)
        return None if inner is None else replace(player, args=(inner,))
    if isinstance(player, (nodes.Active, nodes.Num)):
        return player
    if isinstance(player, nodes.FieldNow) and all(isinstance(a, nodes.Local) for a in player.args):
        args = [meant_player(a, names) for a in player.args]
        return None if None in args else replace(player, args=tuple(a for a in args if a))
    return None
