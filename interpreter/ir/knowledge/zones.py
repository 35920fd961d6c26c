"""What lies in hidden zones, and how many: who would have to see it.

Takes zones as expressions name them, and what is known of the names in those. Must not know what
else an expression is made of.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.ir.knowledge.hidden import (
    ELSEWHERE,
    NOTHING,
    Hidden,
    Names,
    Told,
    spelt,
)
from interpreter.ir.names import free
from interpreter.ir.program import Expr, Family, Program


class Zones:
    """The zones of one program that somebody does not see, and what is told by looking there."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.hidden = [f for f in program.families if self._hides(f)]
        self.unseen = {f.key for f in self.hidden}

    def _hides(self, family: Family) -> bool:
        """Whether somebody does not see what lies in these zones, and it could be different."""
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
        """What lies in a zone."""
        if family.key not in self.unseen or family.seen == "all":
            return NOTHING
        if not any(self._differ(kind) for kind in family.kinds):
            return NOTHING
        return frozenset([self._made(family, family.seen, op, args, names, there)])

    def number(self, family: Family, op: str, args: tuple[Expr, ...], names: Names) -> Told:
        """How many lie in a zone."""
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
        if seen == "owner" and family.holder == "player" and one:
            owner = meant_player(args[0], names)
        inside = there if there is not None and family.shape != "counts" else None
        if inside is not None and ELSEWHERE in names and free(inside):
            inside = None
        return Hidden(
            family.key,
            family.kinds[0],
            owner=None if owner is None else spelt(owner),
            player=owner,
            there=inside,
        )

    def lies_in(self, e: Expr, names: Names) -> Told:
        """Whether one component lies in a zone: of one that is named, that tells what lies there;
        of one that was met where it lies, nothing more."""
        thing, args = e.args[0], e.args[1:]
        op, family = e.data
        known = names.get(thing.data) if thing.op == "local" else None
        if known is not None and not known.every and known.value:
            return NOTHING
        items = Expr("items", args, thing.type, e.span, (op, family))
        return self.contents(family, op, args, names, items)

    def lies_where(self, thing: Expr, names: Names) -> Told:
        """Where a component lies that was not met where it lies."""
        known = names.get(thing.data) if thing.op == "local" else None
        if thing.op != "num" and not (known is not None and known.every):
            return NOTHING
        found: list[Told] = [
            self.contents(f, "all", (), names, None)
            for f in self.hidden
            if thing.type.of in f.kinds
        ]
        return NOTHING.union(*found)


def meant_player(player: Expr, names: Names) -> Expr | None:
    """Which player is meant, in the words of the rule that is read; None: nobody can say."""
    if player.op == "local":
        known = names.get(player.data)
        if known is not None and known.means is not None:
            return known.means
        return None if ELSEWHERE in names else player
    if player.op in ("left", "right"):
        inner = meant_player(player.args[0], names)
        return None if inner is None else replace(player, args=(inner,))
    if player.op in ("active", "num"):
        return player
    if player.op == "field" and all(a.op == "local" for a in player.args):
        args = [meant_player(a, names) for a in player.args]
        return None if None in args else replace(player, args=tuple(a for a in args if a))
    return None
