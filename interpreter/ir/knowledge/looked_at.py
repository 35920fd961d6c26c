"""Tracks what a player has looked at within a rule: the top cards of a pile, or a whole zone.

Takes the sentences of one rule in their order, as they are checked. Must not know who asks.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.effects import moved_kinds
from interpreter.ir.knowledge.hidden import Hidden, spelt
from interpreter.ir.knowledge.revealed_values import SINGLE
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.walking import walk

_LOOPS = (nodes.For, nodes.ForAll, nodes.While, nodes.AsOften)


class LookedAt:
    """The piles with the number of top cards that the acting player knows, and fully known zones.

    A zone is known to the player who looked at it.
    """

    def __init__(self) -> None:
        self._piles: dict[str, tuple[Family, Expr]] = {}
        self._zones: dict[tuple[str, str], Family] = {}

    def read(self, s: Stmt) -> None:
        """Record a look, and forget whatever a sentence may mix with cards that nobody has seen."""
        if isinstance(s, nodes.For) and s.body and isinstance(s.body[0], nodes.Look):
            top = _on_top(s.args[0].args[-1]) if isinstance(s.args[0], nodes.Filter) else None
            if top is not None:
                self._piles[_where(top)] = (top.family, top.args[1])
            if isinstance(s.args[0], nodes.Items):
                _, viewer = s.body[0].args
                self._zones[_there(s.args[0]), spelt(viewer)] = s.args[0].family
            return
        if isinstance(s, nodes.Look) and type(s.args[0]) in SINGLE:
            thing, viewer = s.args
            self._zones[_there(thing), spelt(viewer)] = nodes.family_of(thing)
            return
        if not self._piles and not self._zones:
            return
        inner = [*walk([s])] if type(s) in _LOOPS else [s]
        kinds = {kind for one in inner for kind in moved_kinds(one)}
        mixed = {key for one in inner if isinstance(one, nodes.Shuffle) for key in [one.family.key]}
        for where, (family, most) in [*self._piles.items()]:
            if family.key not in mixed and not kinds & {*family.kinds}:
                continue
            del self._piles[where]
            if (
                isinstance(s, nodes.Move) and isinstance(most, nodes.Num) and most.value > 1
            ):  # one of them may be gone
                self._piles[where] = (family, replace(most, value=most.value - 1))
        for key, family in [*self._zones.items()]:
            if family.key in mixed or kinds & {*family.kinds}:
                del self._zones[key]

    def knows(self, hidden: Hidden, who: Collection[str]) -> bool:
        """Tell whether one of these players, in the form of `spelt`, has looked at all of it."""
        if not self._zones or hidden.there is None:
            return False
        there = _there(hidden.there)
        return any((there, one) in self._zones for one in who)

    def chosen_from(self, choice: nodes.Choosing) -> str:
        """Return the key of the pile whose known top cards a choice offers; empty for any other."""
        for test, _ in choice.choice.tests:
            top = _on_top(test)
            found = self._piles.get(_where(top)) if top is not None else None
            if top is not None and found is not None and _no_more(top.args[1], found[1]):
                return top.family.key
        return ""


def _there(e: Expr) -> str:
    """Format a zone so that only expressions of the same contents have the same text."""
    how = e.how if isinstance(e, nodes.Items) else SINGLE[type(e)]
    family = e.family if isinstance(e, nodes.Items) else nodes.family_of(e)
    return f"{how} {family.key} {[spelt(one) for one in e.args]}"


def _on_top(test: Expr) -> nodes.OnTop | None:
    """Find the part of a condition that limits a choice to the top of a pile, if any."""
    if isinstance(test, nodes.And):
        return next((top for part in test.args if (top := _on_top(part)) is not None), None)
    return test if isinstance(test, nodes.OnTop) else None


def _where(top: nodes.OnTop) -> str:
    return f"{top.family.key} {[spelt(one) for one in top.args[2:]]}"


def _no_more(many: Expr, most: Expr) -> bool:
    """Check whether a number is provably at most as large as another."""
    if isinstance(many, nodes.Num) and isinstance(most, nodes.Num):
        return bool(many.value <= most.value)
    return spelt(many) == spelt(most)
