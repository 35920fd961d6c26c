"""What an expression or a sentence reveals of hands, decks and other hidden zones.

Takes expressions as they are checked or woven, and what is known of the names in them. This is the
single source for who may know a value, used by look-ahead and by its diagnostics.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.knowledge.hidden import (
    NOTHING,
    Hidden,
    Known,
    Names,
    Told,
    spelt,
    without,
)
from interpreter.ir.knowledge.revealed_zones import Zones, apart, meant_player
from interpreter.ir.nodes import Expr, ForEach
from interpreter.ir.program import OTHERS, Func, Program
from interpreter.ir.types import PLAYER
from interpreter.ir.walking import conjuncts, data_expressions, expressions, walk

_OPEN = frozenset(
    [
        nodes.Num,
        nodes.Text,
        nodes.LookingAhead,
        nodes.Asked,
        nodes.Active,
        nodes.Players,
        nodes.ValuesOf,
        nodes.Lanes,
        nodes.Spaces,
    ]
) | {nodes.Members, nodes.Copies, nodes.BoxItems, nodes.Sides, nodes.NoAmounts, nodes.Outermost}
_ONE_OF = frozenset([nodes.Nth, nodes.FirstItem, nodes.LastItem, nodes.Best])
_EVERY = frozenset([nodes.Members, nodes.Copies])
SINGLE: dict[type[Expr], str] = {
    nodes.SlotItem: "slot",
    nodes.AbsSlotItem: "abs_slot",
    nodes.Top: "zone",
}
"""What finds one thing in a zone, and how all that lies there is listed."""


class Values:
    """Computes what the expressions of one program reveal."""

    def __init__(self, program: Program, funcs: Mapping[str, Func]) -> None:
        self.program = program
        self.funcs = funcs
        self.zones = Zones(program)
        self._asked_for: dict[str, Told] = {}
        self._looked_at: dict[str, bool] = {}
        self._bodies: dict[str, tuple[bool, set[str]]] = {}
        self._parts: dict[int, tuple[Expr, bool, frozenset[str]]] = {}

    # -------------------------------------------------------------------------- expressions

    def all_of(self, e: Expr, names: Names) -> Told:
        """Compute what a value reveals, including the length of a list."""
        if not self.zones.unseen:
            return NOTHING
        return self.value(e, names) | self.many(e, names)

    def value(self, e: Expr, names: Names) -> Told:
        """Compute what a value reveals; of a list, what each of its members reveals."""
        zones = self.zones
        if type(e) in _OPEN or not self._may_tell(e, names):
            return NOTHING
        if isinstance(e, nodes.Local):
            known = names.get(e.name)
            return known.value if known is not None else NOTHING
        if isinstance(e, nodes.Items):
            return zones.contents(e.family, e.how, e.args, names, e) | self._args(e, names)
        how = SINGLE.get(type(e))
        if how is not None:
            family = nodes.family_of(e)
            if how == "slot" and family.slots == 1 and family.board == "":
                how = "zone"  # the only space of its holder has no number
            made = nodes.Items(e.args, e.type, e.span, how, family)
            return zones.contents(family, how, e.args, names, made) | self._args(e, names)
        if isinstance(e, nodes.At):
            on_it = [f for f in self.program.families if f.key == f"table_{e.board}"]
            return self._args(e, names).union(
                *(zones.contents(f, "all", (), names, None) for f in on_it)
            )
        if isinstance(e, nodes.ZoneSize):
            return zones.number(e.family, "zone", e.args, names) | self._args(e, names)
        if isinstance(e, nodes.OnTop):  # which one it is was known before
            return zones.number(e.family, "zone", e.args[2:], names) | self.value(e.args[1], names)
        if isinstance(e, nodes.CountIn):
            return zones.contents(e.family, "zone", e.args[:-1], names, None) | self._args(e, names)
        if isinstance(e, nodes.InZone):
            return zones.lies_in(e, names) | self._args(e, names)
        if isinstance(e, nodes.ZoneOf):
            return zones.lies_where(e.args[0], names) | self._args(e, names)
        if isinstance(e, nodes.Size):
            return self.many(e.args[0], names)
        if isinstance(e, nodes.Combined):
            return self._args(e, names)
        if isinstance(e, ForEach):
            return self._bound(e, names, True)
        if isinstance(e, nodes.Group):  # spaces that hang together, each asked in its turn
            start, test, *rest = e.args
            within = names | {e.name: Known()}
            asked = NOTHING.union(*(self.value(part, within) for part in (test, *rest[1:])))
            outside = (self.value(part, names) for part in (start, *rest[:1]))
            return without(asked, {e.name}).union(*outside)
        if isinstance(e, nodes.CallValue):
            return self._call(e, names) | self._args(e, names)
        if isinstance(e, nodes.Can):
            return self.could(e.rule, e.args, names) | self._args(e, names)
        if isinstance(e, (nodes.Lt, nodes.Ge, nodes.Eq, nodes.Ne)) and _is_one_there(e):
            return self.many(e.args[0], names)
        if isinstance(e, nodes.CanBlock):
            return NOTHING.union(
                *(
                    self.could(s.rule, s.args, names)
                    for s in walk(e.body)
                    if isinstance(s, nodes.Call)
                )
            )
        return self._args(e, names)

    def many(self, e: Expr, names: Names) -> Told:
        """Compute what the length of a list reveals, or the existence of a single thing."""
        if type(e) in _OPEN or not self._may_tell(e, names):
            return NOTHING
        if isinstance(e, nodes.Local):
            known = names.get(e.name)
            return known.many if known is not None else NOTHING
        if isinstance(e, nodes.Items):
            return self.zones.number(e.family, e.how, e.args, names) | self._args(e, names)
        how = SINGLE.get(type(e))
        if how is not None:
            return self.zones.number(nodes.family_of(e), how, e.args, names) | self._args(e, names)
        if isinstance(e, ForEach):
            return self._bound(e, names, False)
        if type(e) in _ONE_OF or isinstance(e, (nodes.FirstOf, nodes.FromSeat)):
            return self.many(e.args[0], names).union(*(self.value(a, names) for a in e.args[1:]))
        if e.type.is_list and not isinstance(e, nodes.CallValue):
            return NOTHING.union(
                *(
                    self.many(a, names) if a.type.is_list else self.value(a, names)
                    for a in e.args
                    if not isinstance(e, nodes.Listed)
                )
            )
        return self.value(e, names)

    def _may_tell(self, e: Expr, names: Names) -> bool:
        """Check whether any part of an expression could reveal something hidden."""
        _, hidden, used = self._facts(e)
        if hidden:
            return True
        known = (names[name] for name in used if name in names)
        return any(one.value or one.many for one in known)

    def _facts(self, e: Expr) -> tuple[Expr, bool, frozenset[str]]:
        """Return an expression, whether it looks at a hidden zone, and the names in it.

        Cached by identity, since whoever asks about a whole asks about its parts next.
        """
        kept = self._parts.get(id(e))
        if kept is None or kept[0] is not e:
            hidden = self._may_look(e)
            used = frozenset((e.name,)) if isinstance(e, nodes.Local) else frozenset()
            for part in e.args:
                _, looks, names = self._facts(part)
                hidden = hidden or looks
                used = used | names if names else used
            kept = self._parts[id(e)] = (e, hidden, used)
        return kept

    def _may_look(self, part: Expr) -> bool:
        """Check whether a part looks at a hidden zone itself, or asks a rule that does."""
        if isinstance(part, (nodes.CallValue, nodes.Can)):
            return self._looks(part.rule)
        if isinstance(part, (nodes.CanBlock, nodes.ZoneOf, nodes.At)):
            return True
        family = _family_of(part)
        return family is not None and family.key in self.zones.unseen

    def _looks(self, name: str) -> bool:
        """Check whether a rule looks at a hidden zone, or calls one that does."""
        if name not in self._looked_at:
            func = self.funcs.get(name)
            self._looked_at[name] = False  # while it is looked into, if it asks itself
            if func is not None:
                self._looked_at[name] = self._body_looks(func)
        return self._looked_at[name]

    def _body_looks(self, func: Func) -> bool:
        """Check whether anything in a rule, or in one that it calls, looks at a hidden zone."""
        todo, seen = [func.name], {func.name}
        while todo:
            looks, called = self._in_body(todo.pop())
            if looks:
                return True
            fresh = called - seen
            seen |= fresh
            todo += fresh
        return False

    def _in_body(self, name: str) -> tuple[bool, set[str]]:
        """Find whether a rule looks at a hidden zone itself, and which ones it calls; cached."""
        if name not in self._bodies:
            looks, called = False, set()
            for s in walk(self.funcs[name].body):
                if isinstance(s, nodes.Call):
                    called.add(s.rule)
                for part in expressions(s):
                    if isinstance(part, (nodes.CallValue, nodes.Can)):
                        called.add(part.rule)
                    elif not looks:
                        looks = self._may_look(part)
            self._bodies[name] = looks, called & self.funcs.keys()
        return self._bodies[name]

    def _args(self, e: Expr, names: Names) -> Told:
        return NOTHING.union(
            *(self.all_of(a, names) if a.type.is_list else self.value(a, names) for a in e.args)
        )

    # -------------------------------------------------------------------------- many things

    def _bound(self, e: ForEach, names: Names, value: bool) -> Told:
        """Compute what a quantifier or aggregate over a list reveals.

        With `value`, it is about the members of the resulting list, else about its length. For a
        number or a yes or no, both are the same.
        """
        source, *rest = e.args
        inner, told = self.candidate(source, e.name, rest[:1], names)
        listed = isinstance(
            e, (nodes.Filter, nodes.Ordered, nodes.Each, nodes.Distinct, nodes.Best)
        )
        if listed and value:
            told |= (
                inner[e.name].value
                if isinstance(e, (nodes.Filter, nodes.Ordered, nodes.Best))
                else NOTHING
            )
            told = told.union(*(self.value(part, inner) for part in rest[1:]))
        elif not listed or isinstance(e, nodes.Distinct):
            told = told.union(*(self.value(part, inner) for part in rest[1:]))
        return without(told, {e.name})

    def candidate(
        self, source: Expr, var: str, tests: list[Expr], names: Names
    ) -> tuple[Names, Told]:
        """Bind a candidate of a list to what is known of it.

        Returns the names with `var` added, and what the length of the list reveals.
        """
        which, many = self.value(source, names), self.many(source, names)
        every = type(source) in _EVERY
        parts = [part for test in tests for part in conjuncts(test)]
        left = []
        for part in parts:
            places = _places(part, var) if isinstance(source, nodes.Members) else []
            if not places:
                left.append(part)
                continue
            for place in places:
                op, family = place.how, place.family
                items = nodes.Items(place.args[1:], source.type, part.span, op, family)
                which |= self.zones.contents(family, op, place.args[1:], names, items)
                many |= self.zones.number(family, op, place.args[1:], names)
            every = False
        means = None
        if (
            isinstance(source, nodes.Listed)
            and len(source.args) == 1
            and source.type.item == PLAYER
        ):
            means = meant_player(source.args[0], names)
        known = Known(which, many, means, every, apart(source, names, var, tests))
        inner = names | {var: known}
        return inner, many.union(*(self.value(test, inner) for test in left))

    # -------------------------------------------------------------------------- rules

    def _call(self, e: nodes.CallValue, names: Names) -> Told:
        """Compute what the answer of a definition reveals, given its arguments."""
        func = self.funcs.get(e.rule)
        if func is None:
            return NOTHING
        return self._inside(func, e.args, names)

    def could(self, name: str, args: tuple[Expr, ...], names: Names) -> Told:
        """Compute what it reveals whether a player could do something.

        That is nothing which this player does not see themselves.
        """
        func = self.funcs.get(name)
        if func is None or not args:
            return NOTHING
        owner = meant_player(args[0], names)
        if owner is None:
            return frozenset(replace(h, owner=None, player=None) for h in self._own(func))
        return frozenset(
            replace(h, owner=spelt(owner), player=owner, there=None) for h in self._own(func)
        )

    def _own(self, func: Func) -> Told:
        """Collect all that a rule and its callees look at and only some players see."""
        if func.name in self._asked_for:
            return self._asked_for[func.name]
        found: set[Hidden] = set()
        todo, done = [func.name], set[str]()
        while todo:
            name = todo.pop()
            one = self.funcs.get(name)
            if one is None or name in done:
                continue
            done.add(name)
            for s in walk(one.body):
                if isinstance(s, nodes.Call):
                    todo.append(s.rule)
                for e in (*s.args, *data_expressions(s)):
                    for part in e.walk():
                        if isinstance(part, (nodes.CallValue, nodes.Can)):
                            todo.append(part.rule)
                        family = _family_of(part)
                        if family is None or family.key not in self.zones.unseen:
                            continue
                        if {"owner", OTHERS} & {family.seen, family.number_seen}:
                            found.add(Hidden(family.key, family.kinds[0]))
        self._asked_for[func.name] = frozenset(found)
        return self._asked_for[func.name]

    def _inside(self, func: Func, args: tuple[Expr, ...], names: Names) -> Told:
        """Compute what the sentences of a definition reveal, given its arguments."""
        raise NotImplementedError


def _places(test: Expr, var: str) -> list[nodes.InZone]:
    """List the places in one of which a candidate must lie; empty if the test asks for more."""
    if isinstance(test, nodes.Or):
        found = [_places(part, var) for part in test.args]
        return [place for places in found for place in places] if all(found) else []
    if isinstance(test, nodes.InZone) and nodes.is_local(test.args[0], var):
        return [test]
    return []


def _is_one_there(e: Expr) -> bool:
    """Check whether a test only asks if there is something in a space."""
    thing, other = e.args
    none = 0 if isinstance(e, (nodes.Lt, nodes.Ge)) else -1
    return isinstance(other, nodes.Num) and other.value == none and thing.type.is_piece


def _family_of(part: Expr) -> Family | None:
    if isinstance(part, (nodes.OfFamily, nodes.WhereLies, nodes.ZoneNumber)):
        return part.family
    return None
