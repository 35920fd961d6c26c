"""Many things at once, as Python text: lists, and what is counted, summed or found in them."""

from __future__ import annotations

from interpreter.backends.python.expressions import PLAIN
from interpreter.backends.python.places import Places
from interpreter.ir.names import free
from interpreter.ir.program import Expr
from interpreter.ir.renaming import substituted
from interpreter.ir.types import NUMBER, PART_BITS, PART_MOST, YES_NO
from interpreter.ir.walking import conjuncts


def joint(e: Expr) -> str:
    """Give the number for values that are chosen together, from the variables of its loops."""
    shifts = [(len(e.data) - 1 - place) * PART_BITS for place in range(len(e.data))]
    return " | ".join(
        f"v_{name} << {shift}" if shift else f"v_{name}"
        for name, shift in zip(e.data, shifts, strict=True)
    )


def _always(test: Expr) -> bool:
    return bool(test.op == "num" and test.data == 1)


def _owned(test: Expr, var: str) -> bool:
    """Whether this asks that a player owns the thing."""
    if test.op != "eq" or test.args[0].op != "owner_of" or test.args[1].type.optional:
        return False
    return test.args[0].args[0].op == "local" and test.args[0].args[0].data == var


def _named(source: Expr, var: str) -> Expr:
    """One of a list, by its name."""
    return Expr("local", (), source.type.item or source.type, source.span, var)


def _beside_space(test: Expr, var: str) -> str | None:
    """Give the board, if this asks whether the thing lies next to a space."""
    if test.op != "next_to" or test.args[0].op != "cell_of" or var in free(test.args[1]):
        return None
    thing = test.args[0].args[0]
    return str(test.data) if thing.op == "local" and thing.data == var else None


class Sets(Places):
    """Prints sets of things; a set is anything that can be gone through."""

    def _list(self, e: Expr) -> str:
        return "(" + "".join(f"{self.e(a)}, " for a in e.args) + ")"

    def _members(self, e: Expr) -> str:
        kind = self.program.kinds[e.data]
        if kind.owned or any(d.each_player for d in kind.designs):
            return f"PRESENT_{kind.name}[S.n]"
        return f"range({kind.first}, {kind.last})"

    def narrowed(self, source: Expr, var: str, tests: list[Expr]) -> tuple[str, list[Expr]]:
        """Give what is gone through, and what is left to be asked: the components of a player are a
        table, where their owner would be asked first."""
        parts = [part for test in tests for part in conjuncts(test)]
        if source.op == "members" and parts and parts[0].op == "eq":
            thing, whose = parts[0].args
            of_it = thing.op == "owner_of" and thing.args[0].op == "local"
            if of_it and thing.args[0].data == var and var not in free(whose):
                return f"OWNED_{source.data}[{self.e(whose)}]", parts[1:]
        if source.op == "items" and source.data[1].shape == "slots":
            text = self.e(source)
            if text.startswith("[c for c in S.") and text.endswith(" if c >= 0]"):
                spaces = text.removeprefix("[c for c in ").removesuffix(" if c >= 0]")
                if " " not in spaces:
                    first = parts[0] if parts else None
                    if first is not None and _owned(first, var):
                        return spaces, parts  # an empty space is owned by nobody
                    here = Expr("local", (), source.type, source.span, var)
                    zero = Expr("num", (), NUMBER, source.span, 0)
                    return spaces, [Expr("ge", (here, zero), NUMBER, source.span), *parts]
        return self.e(source), tests

    def among(self, e: Expr, source: Expr, test: Expr | None) -> str:
        """`in ... if ...` of a list that is described."""
        text, left = self.narrowed(source, e.data, [] if test is None else [test])
        conditions = " and ".join(self.e(one) for one in left if not _always(one))
        return f"for v_{e.data} in {text}{f' if {conditions}' if conditions else ''}"

    def _copies(self, e: Expr) -> str:
        return f"range({e.data[0]}, {e.data[1]})"

    def _box_items(self, e: Expr) -> str:
        kind = self.program.kinds[e.data]
        return f"[c for c in range({kind.first}, {kind.last}) if S.loc[c] == -1]"

    def _players(self, e: Expr) -> str:
        return "range(S.n)"

    def _others(self, e: Expr) -> str:
        return f"OTHERS[S.n][{self.e(e.args[0])}]"

    def _from_seat(self, e: Expr) -> str:
        source, start = e.args
        if source.op == "players":
            return f"SEATS[S.n][{self.e(start)}]"
        return f"in_turn_order(SEATS[S.n][{self.e(start)}], {self.e(source)})"

    def _left(self, e: Expr) -> str:
        return self._beside(e.args[0], "+ 1")

    def _right(self, e: Expr) -> str:
        return self._beside(e.args[0], "- 1")

    def _beside(self, player: Expr, step: str) -> str:
        """Give a neighbour; that of nobody is nobody."""
        who = self.e(player)
        found = f"({who} {step}) % S.n"
        return f"({found} if {who} >= 0 else -1)" if player.type.optional else f"({found})"

    def _active(self, e: Expr) -> str:
        return "S.active"

    def _values(self, e: Expr) -> str:
        return f"range({len(self.program.values[e.data].members)})"

    def _range(self, e: Expr) -> str:
        low, high = self.e(e.args[0]), self.e(e.args[1])
        return f"range({low}, {high} + 1)"

    def _filter(self, e: Expr) -> str:
        source, test = e.args
        return f"[v_{e.data} {self.among(e, source, test)}]"

    def _first_of(self, e: Expr) -> str:
        return f"list({self.e(e.args[0])})[:max(0, {self.e(e.args[1])})]"

    def _behind(self, e: Expr) -> str:
        return f"{self.e(e.args[0])}[{self.e(e.args[1])}:]"

    def _combined(self, e: Expr) -> str:
        loops = [f"for v_{n} in {self.e(a)}" for n, a in zip(e.data, e.args, strict=True)]
        return f"[{joint(e)} {' '.join(loops)}]"

    def _part(self, e: Expr) -> str:
        return f"({self.e(e.args[0])} >> {e.data} & {PART_MOST})"

    def _size(self, e: Expr) -> str:
        source = e.args[0]
        if source.op == "players":
            return "S.n"
        return f"len({self.e(source)})"

    def _nth(self, e: Expr) -> str:
        return f"{self.e(e.args[0])}[{self.e(e.args[1])}]"

    def _each(self, e: Expr) -> str:
        source, test, part = e.args
        return f"[{self.e(part)} {self.among(e, source, test)}]"

    def _with_one(self, e: Expr) -> str:
        return f"(*{self.e(e.args[0])}, {self.e(e.args[1])})"

    def _few_sets(self, e: Expr) -> str:
        how, few = e.data
        there, wanted = (self.e(a) for a in e.args)
        return f"few_sets({there}, {wanted}, {how == 'exactly'}, {few})"

    def _matchable(self, e: Expr) -> str:
        return f"matchable({', '.join(self.e(a) for a in e.args)}, {e.data!r})"

    def _repeated(self, e: Expr) -> str:
        return f"repeated({self.e(e.args[0])}, {self.e(e.args[1])})"

    def _count(self, e: Expr) -> str:
        source, test = e.args[:2]
        return f"len([0 {self.among(e, source, test)}])"

    def _sum(self, e: Expr) -> str:
        source, test, part = e.args
        return f"sum([{self.e(part)} {self.among(e, source, test)}])"

    def _some(self, e: Expr) -> str:
        source, test = e.args[:2]
        alone = self._alone(source, e.data, test)
        if alone is not None:
            return alone
        if test.op == "num" and test.data == 1:
            quick = self._some_in_lane(source)
            return quick or f"(len({self.e(source)}) > 0)"
        if source.op == "copies":
            return f"any([{self.e(test)} for v_{e.data} in {self.e(source)}])"
        return self._any_nearby(e, source, test)

    def _some_in_lane(self, source: Expr) -> str | None:
        """Few pieces of a kind: ask each where it lies, rather than each space what it holds."""
        if source.op != "items" or source.data[0] != "lane":
            return None
        family = source.data[1]
        kind = self.program.kinds[family.kinds[0]]
        if len(family.kinds) > 1 or kind.last - kind.first > 3 or family.slots != 1:
            return None
        lane = f"LANES_{source.args[0].type.of}[{self.e(source.args[0])}]"
        base = f" - {family.base}" if family.base else ""
        tests = [f"S.loc[{c}]{base} in {lane}" for c in range(kind.first, kind.last)]
        return f"({' or '.join(tests)})"

    def _alone(self, source: Expr, var: str, test: Expr) -> str | None:
        """Of a space that holds one thing at most: what is asked of the thing, if there is one."""
        if source.op != "items" or source.data[1].shape != "slots":
            return None
        how = {"slot": "slot_item", "abs_slot": "abs_slot_item"}.get(source.data[0])
        names = [one for one in test.walk() if one.op == "local" and one.data == var]
        if how is None or len(names) > 2 or any(one.op not in PLAIN for one in test.walk()):
            return None
        thing = Expr(how, source.args, source.type, source.span, source.data[1])
        asked = substituted(test, {var: thing})
        if _owned(next(conjuncts(test)), var):
            return self.e(asked)
        there = f"({self.e(thing)} >= 0)"
        return there if _always(test) else f"({there} and {self.e(asked)})"

    def _any(self, e: Expr) -> str:
        source, test = e.args
        alone = self._alone(source, e.data, test)
        if alone is not None:
            return alone
        return self._any_nearby(e, source, test)

    def _any_nearby(self, e: Expr, source: Expr, test: Expr) -> str:
        text, left = self._nearby(source, e.data, list(conjuncts(test)))
        asked = " and ".join(self.e(one) for one in left if not _always(one)) or "True"
        return f"any({asked} for v_{e.data} in {text})"

    def _nearby(self, source: Expr, var: str, parts: list[Expr]) -> tuple[str, list[Expr]]:
        """Give what is gone through where its order is the same: of components next to a space only
        those that lie there, of a player's only theirs."""
        if source.op == "members":
            for number, part in enumerate(parts):
                board = _beside_space(part, var)
                there = self._on_neighbours(source.data, board, part) if board else None
                if there is not None:
                    is_one = Expr("is_kind", (_named(source, var),), YES_NO, part.span, source.data)
                    return there, [is_one, *parts[:number], *parts[number + 1 :]]
            for number, part in enumerate(parts):
                if _owned(part, var) and var not in free(part.args[1]):
                    owned = f"OWNED_{source.data}[{self.e(part.args[1])}]"
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

    def _any_of(self, e: Expr) -> str:
        source, test, part = e.args
        return f"any({self.e(part)} {self.among(e, source, test)})"

    def _all(self, e: Expr) -> str:
        source, test, part = e.args
        return f"all({self.e(part)} {self.among(e, source, test)})"

    def _best(self, e: Expr) -> str:
        source, test, key = e.args
        items = f"[v_{e.data} {self.among(e, source, test)}]"
        return f"max({items}, key=lambda v_{e.data}: {self.e(key)}, default=-1)"

    def _ordered(self, e: Expr) -> str:
        source, test, key = e.args
        items = f"[v_{e.data} {self.among(e, source, test)}]"
        return f"sorted({items}, key=lambda v_{e.data}: -({self.e(key)}))"

    def _distinct(self, e: Expr) -> str:
        source, test, part = e.args
        return f"sorted({{{self.e(part)} {self.among(e, source, test)}}})"

    def _most_alike(self, e: Expr) -> str:
        source, test, part = e.args
        return f"most_alike([{self.e(part)} {self.among(e, source, test)}])"

    def _vsum(self, e: Expr) -> str:
        source, test, part = e.args
        zero = "(" + "0, " * len(self.program.values[e.type.of].members) + ")"
        return f"vtotal([{self.e(part)} {self.among(e, source, test)}], {zero})"
