"""Many things at once, as Python text: lists, and what is counted, summed or found in them."""

from __future__ import annotations

from interpreter.backends.python.expressions import PLAIN
from interpreter.backends.python.places import Places
from interpreter.ir import nodes
from interpreter.ir.names import free
from interpreter.ir.nodes import Expr, ForEach
from interpreter.ir.renaming import substituted
from interpreter.ir.types import NUMBER, PART_BITS, PART_MOST, YES_NO
from interpreter.ir.walking import conjuncts


def joint(e: Expr) -> str:
    """Give the number for values that are chosen together, from the variables of its loops."""
    assert isinstance(e, nodes.Combined)
    shifts = [(len(e.names) - 1 - place) * PART_BITS for place in range(len(e.names))]
    return " | ".join(
        f"v_{name} << {shift}" if shift else f"v_{name}"
        for name, shift in zip(e.names, shifts, strict=True)
    )


def _always(test: Expr) -> bool:
    return bool(isinstance(test, nodes.Num) and test.value == 1)


def _owned(test: Expr, var: str) -> bool:
    """Whether this asks that a player owns the thing."""
    if (
        not isinstance(test, nodes.Eq)
        or not isinstance(test.args[0], nodes.OwnerOf)
        or test.args[1].type.optional
    ):
        return False
    return isinstance(test.args[0].args[0], nodes.Local) and test.args[0].args[0].name == var


def _named(source: Expr, var: str) -> Expr:
    """One of a list, by its name."""
    return nodes.Local((), source.type.item or source.type, source.span, var)


def _beside_space(test: Expr, var: str) -> str | None:
    """Give the board, if this asks whether the thing lies next to a space."""
    if (
        not isinstance(test, nodes.NextTo)
        or not isinstance(test.args[0], nodes.CellOf)
        or var in free(test.args[1])
    ):
        return None
    thing = test.args[0].args[0]
    return str(test.board) if isinstance(thing, nodes.Local) and thing.name == var else None


class Sets(Places):
    """Prints sets of things; a set is anything that can be gone through."""

    def _list(self, e: nodes.Listed) -> str:
        return "(" + "".join(f"{self.e(a)}, " for a in e.args) + ")"

    def _members(self, e: nodes.Members) -> str:
        kind = self.program.kinds[e.kind]
        if kind.owned or any(d.each_player for d in kind.designs):
            return f"PRESENT_{kind.name}[S.n]"
        return f"range({kind.first}, {kind.last})"

    def narrowed(self, source: Expr, var: str, tests: list[Expr]) -> tuple[str, list[Expr]]:
        """Give what is gone through, and what is left to be asked: the components of a player are a
        table, where their owner would be asked first."""
        parts = [part for test in tests for part in conjuncts(test)]
        if isinstance(source, nodes.Members) and parts and isinstance(parts[0], nodes.Eq):
            thing, whose = parts[0].args
            of_it = isinstance(thing, nodes.OwnerOf) and nodes.is_local(thing.args[0], var)
            if of_it and var not in free(whose):
                return f"OWNED_{source.kind}[{self.e(whose)}]", parts[1:]
        if isinstance(source, nodes.Items) and source.family.shape == "slots":
            text = self.e(source)
            if text.startswith("[c for c in S.") and text.endswith(" if c >= 0]"):
                spaces = text.removeprefix("[c for c in ").removesuffix(" if c >= 0]")
                if " " not in spaces:
                    first = parts[0] if parts else None
                    if first is not None and _owned(first, var):
                        return spaces, parts  # an empty space is owned by nobody
                    here = nodes.Local((), source.type, source.span, var)
                    zero = nodes.Num((), NUMBER, source.span, 0)
                    return spaces, [nodes.Ge((here, zero), NUMBER, source.span), *parts]
        return self.e(source), tests

    def among(self, e: ForEach, source: Expr, test: Expr | None) -> str:
        """`in ... if ...` of a list that is described."""
        text, left = self.narrowed(source, e.name, [] if test is None else [test])
        conditions = " and ".join(self.e(one) for one in left if not _always(one))
        return f"for v_{e.name} in {text}{f' if {conditions}' if conditions else ''}"

    def _copies(self, e: nodes.Copies) -> str:
        return f"range({e.first}, {e.last})"

    def _box_items(self, e: nodes.BoxItems) -> str:
        kind = self.program.kinds[e.kind]
        return f"[c for c in range({kind.first}, {kind.last}) if S.loc[c] == -1]"

    def _players(self, e: nodes.Players) -> str:
        return "range(S.n)"

    def _others(self, e: nodes.Others) -> str:
        return f"OTHERS[S.n][{self.e(e.args[0])}]"

    def _from_seat(self, e: nodes.FromSeat) -> str:
        source, start = e.args
        if isinstance(source, nodes.Players):
            return f"SEATS[S.n][{self.e(start)}]"
        return f"in_turn_order(SEATS[S.n][{self.e(start)}], {self.e(source)})"

    def _left(self, e: nodes.LeftOf) -> str:
        return self._beside(e.args[0], "+ 1")

    def _right(self, e: nodes.RightOf) -> str:
        return self._beside(e.args[0], "- 1")

    def _beside(self, player: Expr, step: str) -> str:
        """Give a neighbour; that of nobody is nobody."""
        who = self.e(player)
        found = f"({who} {step}) % S.n"
        return f"({found} if {who} >= 0 else -1)" if player.type.optional else f"({found})"

    def _active(self, e: nodes.Active) -> str:
        return "S.active"

    def _values(self, e: nodes.ValuesOf) -> str:
        return f"range({len(self.program.values[e.values].members)})"

    def _range(self, e: nodes.Range) -> str:
        low, high = self.e(e.args[0]), self.e(e.args[1])
        return f"range({low}, {high} + 1)"

    def _filter(self, e: nodes.Filter) -> str:
        source, test = e.args
        return f"[v_{e.name} {self.among(e, source, test)}]"

    def _first_of(self, e: nodes.FirstOf) -> str:
        return f"list({self.e(e.args[0])})[:max(0, {self.e(e.args[1])})]"

    def _behind(self, e: nodes.Behind) -> str:
        return f"{self.e(e.args[0])}[{self.e(e.args[1])}:]"

    def _combined(self, e: nodes.Combined) -> str:
        loops = [f"for v_{n} in {self.e(a)}" for n, a in zip(e.names, e.args, strict=True)]
        return f"[{joint(e)} {' '.join(loops)}]"

    def _part(self, e: nodes.Part) -> str:
        return f"({self.e(e.args[0])} >> {e.shift} & {PART_MOST})"

    def _size(self, e: nodes.Size) -> str:
        source = e.args[0]
        if isinstance(source, nodes.Players):
            return "S.n"
        return f"len({self.e(source)})"

    def _nth(self, e: nodes.Nth) -> str:
        return f"{self.e(e.args[0])}[{self.e(e.args[1])}]"

    def _each(self, e: nodes.Each) -> str:
        source, test, part = e.args
        return f"[{self.e(part)} {self.among(e, source, test)}]"

    def _with_one(self, e: nodes.WithOne) -> str:
        return f"(*{self.e(e.args[0])}, {self.e(e.args[1])})"

    def _few_sets(self, e: nodes.FewSets) -> str:
        how, few = e.how, e.few
        there, wanted = (self.e(a) for a in e.args)
        return f"few_sets({there}, {wanted}, {how == 'exactly'}, {few})"

    def _matchable(self, e: nodes.Matchable) -> str:
        return f"matchable({', '.join(self.e(a) for a in e.args)}, {e.wild!r})"

    def _repeated(self, e: nodes.Repeated) -> str:
        return f"repeated({self.e(e.args[0])}, {self.e(e.args[1])})"

    def _count(self, e: nodes.Count) -> str:
        source, test = e.args[:2]
        return f"len([0 {self.among(e, source, test)}])"

    def _sum(self, e: nodes.Sum) -> str:
        source, test, part = e.args
        return f"sum([{self.e(part)} {self.among(e, source, test)}])"

    def _some(self, e: nodes.Some) -> str:
        source, test = e.args[:2]
        alone = self._alone(source, e.name, test)
        if alone is not None:
            return alone
        if isinstance(test, nodes.Num) and test.value == 1:
            quick = self._some_in_lane(source)
            return quick or f"(len({self.e(source)}) > 0)"
        if isinstance(source, nodes.Copies):
            return f"any([{self.e(test)} for v_{e.name} in {self.e(source)}])"
        return self._any_nearby(e, source, test)

    def _some_in_lane(self, source: Expr) -> str | None:
        """Few pieces of a kind: ask each where it lies, rather than each space what it holds."""
        if not isinstance(source, nodes.Items) or source.how != "lane":
            return None
        family = source.family
        kind = self.program.kinds[family.kinds[0]]
        if len(family.kinds) > 1 or kind.last - kind.first > 3 or family.slots != 1:
            return None
        lane = f"LANES_{source.args[0].type.of}[{self.e(source.args[0])}]"
        base = f" - {family.base}" if family.base else ""
        tests = [f"S.loc[{c}]{base} in {lane}" for c in range(kind.first, kind.last)]
        return f"({' or '.join(tests)})"

    def _alone(self, source: Expr, var: str, test: Expr) -> str | None:
        """Of a space that holds one thing at most: what is asked of the thing, if there is one."""
        if not isinstance(source, nodes.Items) or source.family.shape != "slots":
            return None
        how = {"slot": nodes.SlotItem, "abs_slot": nodes.AbsSlotItem}.get(source.how)
        names = [one for one in test.walk() if isinstance(one, nodes.Local) and one.name == var]
        if how is None or len(names) > 2 or any(type(one) not in PLAIN for one in test.walk()):
            return None
        thing = how(source.args, source.type, source.span, source.family)
        asked = substituted(test, {var: thing})
        if _owned(next(conjuncts(test)), var):
            return self.e(asked)
        there = f"({self.e(thing)} >= 0)"
        return there if _always(test) else f"({there} and {self.e(asked)})"

    def _any(self, e: nodes.AnyWhere) -> str:
        source, test = e.args
        alone = self._alone(source, e.name, test)
        if alone is not None:
            return alone
        return self._any_nearby(e, source, test)

    def _any_nearby(self, e: ForEach, source: Expr, test: Expr) -> str:
        text, left = self._nearby(source, e.name, list(conjuncts(test)))
        asked = " and ".join(self.e(one) for one in left if not _always(one)) or "True"
        return f"any({asked} for v_{e.name} in {text})"

    def _nearby(self, source: Expr, var: str, parts: list[Expr]) -> tuple[str, list[Expr]]:
        """Give what is gone through where its order is the same: of components next to a space only
        those that lie there, of a player's only theirs."""
        if isinstance(source, nodes.Members):
            for number, part in enumerate(parts):
                board = _beside_space(part, var)
                there = self._on_neighbours(source.kind, board, part) if board else None
                if there is not None:
                    is_one = nodes.IsKind((_named(source, var),), YES_NO, part.span, source.kind)
                    return there, [is_one, *parts[:number], *parts[number + 1 :]]
            for number, part in enumerate(parts):
                if _owned(part, var) and var not in free(part.args[1]):
                    owned = f"OWNED_{source.kind}[{self.e(part.args[1])}]"
                    return owned, [*parts[:number], *parts[number + 1 :]]
        return self.e(source), parts

    def _on_neighbours(self, kind: str, name: str, test: Expr) -> str | None:
        """Give the list of what lies next to a space; None where components of the kind lie
        otherwise, or a way leads in one direction alone."""
        board = self.program.boards[name]
        on_it = [f for f in self.program.families if name in (f.board, f.holder[6:])]
        of_kind = [f for f in on_it if kind in f.kinds]
        near = board.neighbours
        if board.sort.startswith("kind:") or len(of_kind) != 1 or of_kind[0].shape == "counts":
            return None
        if any(space not in near[other] for space, all_ in enumerate(near) for other in all_):
            return None
        family, around = of_kind[0], f"NEAR_{name}[{self.e(test.args[1])}]"
        if family.shape == "list":
            return f"[c for x in {around} for c in S.z_{family.key}[x]]"
        single = family.slots == (board.spaces if family.board else 1)
        return f"[S.z_{family.key}[x] for x in {around}]" if single else None

    def _any_of(self, e: nodes.AnyOf) -> str:
        source, test, part = e.args
        return f"any({self.e(part)} {self.among(e, source, test)})"

    def _all(self, e: nodes.AllOf) -> str:
        source, test, part = e.args
        return f"all({self.e(part)} {self.among(e, source, test)})"

    def _best(self, e: nodes.Best) -> str:
        source, test, key = e.args
        items = f"[v_{e.name} {self.among(e, source, test)}]"
        return f"max({items}, key=lambda v_{e.name}: {self.e(key)}, default=-1)"

    def _ordered(self, e: nodes.Ordered) -> str:
        source, test, key = e.args
        items = f"[v_{e.name} {self.among(e, source, test)}]"
        return f"sorted({items}, key=lambda v_{e.name}: -({self.e(key)}))"

    def _distinct(self, e: nodes.Distinct) -> str:
        source, test, part = e.args
        return f"sorted({{{self.e(part)} {self.among(e, source, test)}}})"

    def _most_alike(self, e: nodes.MostAlike) -> str:
        source, test, part = e.args
        return f"most_alike([{self.e(part)} {self.among(e, source, test)}])"

    def _vsum(self, e: nodes.AmountsSum) -> str:
        source, test, part = e.args
        zero = "(" + "0, " * len(self.program.values[e.type.of].members) + ")"
        return f"vtotal([{self.e(part)} {self.among(e, source, test)}], {zero})"
