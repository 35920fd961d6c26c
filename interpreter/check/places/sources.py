"""Candidate sets: where things come from, built from a zone, a set or a single value.

Works on typed expressions and returns `Chosen`; reads no syntax trees.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import reduce

from interpreter.check import node_builders
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.nodes import Expr, ForEach, Stmt
from interpreter.ir.types import NUMBER, UNKNOWN, YES_NO, Type, piece_type, set_of
from interpreter.syntax.ast import Word


@dataclass(slots=True)
class Chosen:
    """A set under construction: the source of its candidates and the conditions each must meet."""

    source: Expr
    var: str
    item: Type
    span: Span
    tests: list[Expr] = field(default_factory=list)
    counted_in: list[Expr] = field(default_factory=list)
    noun: str = ""

    def candidate(self) -> Expr:
        """Build the reference to the current candidate."""
        return nodes.Local((), self.item, self.span, self.var)

    def test(self) -> Expr | None:
        """All tests as one, or None."""
        return node_builders.all_of(self.tests, self.span) if self.tests else None

    def as_set(self) -> Expr:
        """Build the set itself, filtered by the tests if there are any."""
        test = self.test()
        if test is None:
            return replace(self.source, type=set_of(self.item), span=self.span)
        return nodes.Filter((self.source, test), set_of(self.item), self.span, self.var)

    def loop(self, op: type[ForEach], kind: Type, *more: Expr) -> Expr:
        """Build an aggregate over the set; `more` is evaluated for each candidate."""
        test = self.test() or nodes.Num((), YES_NO, self.span, 1)
        return op((self.source, test, *more), kind, self.span, self.var)

    def count(self) -> Expr:
        """How many: alike pieces are counted, other things are counted by one."""
        if self.counted_in:
            it, span = self.candidate(), self.span
            amounts = [counted(zone, it, span) for zone in self.counted_in]
            parts = [self.loop(nodes.Sum, NUMBER, amount) for amount in amounts]
            return reduce(lambda all_, one: nodes.Add((all_, one), NUMBER, span), parts)
        if not self.tests:
            return nodes.Size((self.as_set(),), NUMBER, self.span)
        return self.loop(nodes.Count, NUMBER)

    def go_through(self, span: Span, body: list[Stmt], *more: Expr) -> Stmt:
        """Build a loop over the set; its statements refer to the candidate."""
        return nodes.For((self.as_set(), *more), span, self.var, body=body)


def counted(zone: Expr, design: Expr, span: Span) -> Expr:
    """How many alike pieces of a design lie in a zone, or in all zones of a sort together."""
    family = nodes.family_of(zone)
    if not isinstance(zone, nodes.AllZones) or not zone.args:
        return nodes.CountIn((*zone.args, design), NUMBER, span, family)
    (holders,) = zone.args
    assert holders.type.item is not None
    one = nodes.Local((), holders.type.item, span, f"_holder_{family.key}")
    amount = nodes.CountIn((one, design), NUMBER, span, family)
    every = nodes.Num((), YES_NO, span, 1)
    return nodes.Sum((holders, every, amount), NUMBER, span, one.name)


def fresh(scope: Scope, source: Expr, item: Type, span: Span, noun: str = "") -> Chosen:
    """Start a set whose candidates come from `source`, with a new loop variable."""
    return Chosen(source, f"_c{scope.counter.next()}", item.sure(), span, noun=noun)


def as_source(scope: Scope, found: Expr, span: Span) -> Chosen:
    """Turn a set, a zone, a lane or a single thing into a candidate set.

    Reports `not-things` for numbers, yes-or-no values, texts and amounts.
    """
    kind = found.type
    if kind.is_zone:
        return zone_source(scope, found, span)
    if kind.is_list and kind.item is not None:
        return fresh(scope, found, kind.item, span)
    if kind.is_lane:
        space = Type("space", kind.of)
        return fresh(scope, nodes.LaneCells((found,), set_of(space), span), space, span)
    if not kind.known:
        return _nothing(scope, kind, span)
    if kind.base in ("number", "yesno", "text", "amounts"):
        scope.ctx.report.add(
            "not-things",
            found.span,
            f"this is {kind.words()}, not things to choose from",
            helps=("name a zone, a kind, players or a values list",),
        )
        return _nothing(scope, UNKNOWN, span)
    return fresh(scope, nodes.Listed((found,), set_of(kind), span), kind, span)


def _nothing(scope: Scope, kind: Type, span: Span) -> Chosen:
    return fresh(scope, nodes.Listed((), set_of(kind), span), kind, span)


def zone_source(scope: Scope, zone: Expr, span: Span) -> Chosen:
    """Build the candidate set of what lies in a zone."""
    made_items = items(scope, zone)
    assert made_items.type.item is not None
    made = fresh(scope, made_items, made_items.type.item, span)
    if isinstance(zone, nodes.Zone) and zone.family.shape == "counts":
        made.counted_in = [zone]
    return made


def of_one_kind(scope: Scope, made: Chosen, said: Iterable[Word]) -> Chosen:
    """Require that a set drawn from a zone with several kinds names one of them.

    Returns the set unchanged if one of the kinds is `said`; otherwise reports `which-kind` and
    returns an empty set of unknown type.
    """
    family = made.source.family if isinstance(made.source, nodes.Items) else None
    if not isinstance(family, Family) or len(family.kinds) < 2 or not made.item.known:
        return made
    if any(scope.ctx.kind_named(word.text) in family.kinds for word in said):
        return made
    plurals = [scope.ctx.program.kinds[name].plural for name in family.kinds]
    scope.ctx.report.add(
        "which-kind",
        made.span,
        f"what lies in `{family.name}` is of several kinds",
        f"{' and '.join(plurals)} lie there",
        helps=(f"say which are meant: `{plurals[0]} in {made.span.text}`",),
    )
    return _nothing(scope, UNKNOWN, made.span)


def items(scope: Scope, zone: Expr) -> Expr:
    """Build the set of what lies in a zone; of unknown type for the box and the play area."""
    if isinstance(zone, (nodes.Box, nodes.InPlay)):
        return nodes.Listed((), set_of(scope.ctx.bad(zone.span).type), zone.span)
    family = nodes.family_of(zone)
    kind = piece_type(family.kinds[0])
    return nodes.Items(zone.args, set_of(kind), zone.span, zone.op, family)


def holds_one(zone: Expr) -> bool:
    """Whether a zone is a space for one thing."""
    if isinstance(zone, nodes.Slot):
        return True
    family = nodes.family_of(zone)
    return family.shape == "slots" and family.slots == 1


def only_item(scope: Scope, zone: Expr) -> Expr:
    """Build the single component in a space, or the first in a zone; none if empty."""
    if not isinstance(zone, nodes.OfFamily):
        return scope.ctx.wrong(
            "wrong-kind-of-value",
            zone.span,
            "this is the table, not one thing on it",
            "expected one thing",
        )
    family = nodes.family_of(zone)
    kind = piece_type(family.kinds[0]).maybe()
    if holds_one(zone):
        return nodes.SlotItem(zone.args, kind, zone.span, family)
    return nodes.Top(zone.args, kind, zone.span, family)
