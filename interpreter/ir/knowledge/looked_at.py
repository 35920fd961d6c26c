"""What somebody has looked at, from one sentence of a rule to the next: the uppermost cards of a
pile, or all that lies in a zone.

Takes the sentences of one rule in their order, as they are checked. Must not know who asks.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from interpreter.ir.effects import moved_kinds
from interpreter.ir.knowledge.hidden import Hidden, spelt
from interpreter.ir.knowledge.values import SINGLE
from interpreter.ir.program import Expr, Family, Stmt
from interpreter.ir.walking import walk

_LOOPS = ("for", "for_all", "while", "as_often")


class LookedAt:
    """The piles, and of each how many of its uppermost cards are known to who acts; the zones of
    which all is known, and to whom."""

    def __init__(self) -> None:
        self._piles: dict[str, tuple[Family, Expr]] = {}
        self._zones: dict[tuple[str, str], Family] = {}

    def read(self, s: Stmt) -> None:
        """Note a look, and forget what a sentence may bring to the top that nobody has seen."""
        if s.op == "for" and s.body and s.body[0].op == "look":
            top = _on_top(s.args[0].args[-1]) if s.args[0].op == "filter" else None
            if top is not None:
                self._piles[_where(top)] = (top.data, top.args[1])
            if s.args[0].op == "items":
                _, viewer = s.body[0].args
                self._zones[_there(s.args[0]), spelt(viewer)] = s.args[0].data[1]
            return
        if s.op == "look" and s.args[0].op in SINGLE:
            thing, viewer = s.args
            self._zones[_there(thing), spelt(viewer)] = thing.data
            return
        if not self._piles and not self._zones:
            return
        inner = [*walk([s])] if s.op in _LOOPS else [s]
        kinds = {kind for one in inner for kind in moved_kinds(one)}
        mixed = {key for one in inner if one.op == "shuffle" for key in [one.data.key]}
        for where, (family, most) in [*self._piles.items()]:
            if family.key not in mixed and not kinds & {*family.kinds}:
                continue
            del self._piles[where]
            if s.op == "move" and most.op == "num" and most.data > 1:  # one of them may be gone
                self._piles[where] = (family, replace(most, data=most.data - 1))
        for key, family in [*self._zones.items()]:
            if family.key in mixed or kinds & {*family.kinds}:
                del self._zones[key]

    def knows(self, hidden: Hidden, who: Collection[str]) -> bool:
        """Tell whether one of these players, as `spelt` has them, has looked at all of it."""
        if not self._zones or hidden.there is None:
            return False
        there = _there(hidden.there)
        return any((there, one) in self._zones for one in who)

    def chosen_from(self, choice: Stmt) -> str:
        """Give the pile of which a choice offers the uppermost, all of which have been looked at;
        empty if it does not."""
        for test, _ in choice.data.tests:
            top = _on_top(test)
            found = self._piles.get(_where(top)) if top is not None else None
            if top is not None and found is not None and _no_more(top.args[1], found[1]):
                return str(top.data.key)
        return ""


def _there(e: Expr) -> str:
    """Give a name for a zone that only expressions of what lies there have."""
    op, family = e.data if e.op == "items" else (SINGLE[e.op], e.data)
    return f"{op} {family.key} {[spelt(one) for one in e.args]}"


def _on_top(test: Expr) -> Expr | None:
    """Give the part of a condition by which something lies among the uppermost of a pile."""
    if test.op == "and":
        return next((top for part in test.args if (top := _on_top(part)) is not None), None)
    return test if test.op == "on_top" else None


def _where(top: Expr) -> str:
    return f"{top.data.key} {[spelt(one) for one in top.args[2:]]}"


def _no_more(many: Expr, most: Expr) -> bool:
    """Whether a number is at most as large as another, as far as it can be told."""
    if many.op == "num" and most.op == "num":
        return bool(many.data <= most.data)
    return spelt(many) == spelt(most)
