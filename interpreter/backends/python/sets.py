"""Collections as Python text: lists, and counts, sums and searches over them."""

from __future__ import annotations

from interpreter.backends.python.expressions import PLAIN
from interpreter.backends.python.places import all_spaces
from interpreter.backends.python.printing import Printing, Values
from interpreter.ir import nodes
from interpreter.ir.names import free
from interpreter.ir.nodes import Expr, ForEach
from interpreter.ir.renaming import substituted
from interpreter.ir.types import NUMBER, PART_BITS, PART_MOST, YES_NO
from interpreter.ir.walking import conjuncts


def joint(e: Expr) -> str:
    """Print the packed number of a combined choice, from the loop variables of its parts."""
    assert isinstance(e, nodes.Combined)
    shifts = [(len(e.names) - 1 - place) * PART_BITS for place in range(len(e.names))]
    return " | ".join(
        f"v_{name} << {shift}" if shift else f"v_{name}"
        for name, shift in zip(e.names, shifts, strict=True)
    )


def _always(test: Expr) -> bool:
    return bool(isinstance(test, nodes.Num) and test.value == 1)


def _owned(test: Expr, var: str) -> bool:
    """Match the test that a player owns the component `var`."""
    if (
        not isinstance(test, nodes.Eq)
        or not isinstance(test.args[0], nodes.OwnerOf)
        or test.args[1].type.optional
    ):
        return False
    return isinstance(test.args[0].args[0], nodes.Local) and test.args[0].args[0].name == var


def _named(source: Expr, var: str) -> Expr:
    """Build the reference to a loop's item."""
    return nodes.Local((), source.type.element, source.span, var)


def _beside_space(test: Expr, var: str) -> str | None:
    """Match the test that the component `var` lies next to a fixed space: the board's name.

    None for any other test.
    """
    if (
        not isinstance(test, nodes.NextTo)
        or not isinstance(test.args[0], nodes.CellOf)
        or var in free(test.args[1])
    ):
        return None
    thing = test.args[0].args[0]
    return str(test.board) if isinstance(thing, nodes.Local) and thing.name == var else None


def _list(p: Printing, e: nodes.Listed) -> str:
    return "(" + "".join(f"{p.e(a)}, " for a in e.args) + ")"


def _members(p: Printing, e: nodes.Members) -> str:
    kind = p.program.kinds[e.kind]
    if kind.owned or any(d.each_player for d in kind.designs):
        return f"PRESENT_{kind.name}[S.n]"
    return f"range({kind.first}, {kind.last})"


def narrowed(p: Printing, source: Expr, var: str, tests: list[Expr]) -> tuple[str, list[Expr]]:
    """Print what a loop goes through, narrowed by its tests, and list the tests that are left.

    A player's components come from a table instead of a test of their owner, and empty spaces are
    skipped by the tests. The order of iteration stays the same.
    """
    parts = [part for test in tests for part in conjuncts(test)]
    if isinstance(source, nodes.Members) and parts and isinstance(parts[0], nodes.Eq):
        thing, whose = parts[0].args
        of_it = isinstance(thing, nodes.OwnerOf) and nodes.is_local(thing.args[0], var)
        if of_it and var not in free(whose):
            return f"OWNED_{source.kind}[{p.e(whose)}]", parts[1:]
    spaces = all_spaces(p, source) if isinstance(source, nodes.Items) else ""
    if not spaces:
        return p.e(source), tests
    if parts and _owned(parts[0], var):
        return spaces, parts  # an empty space is owned by nobody
    here = nodes.Local((), source.type, source.span, var)
    zero = nodes.Num((), NUMBER, source.span, 0)
    return spaces, [nodes.Ge((here, zero), NUMBER, source.span), *parts]


def among(p: Printing, e: ForEach, source: Expr, test: Expr | None) -> str:
    """Print the `for ... in ... if ...` clause of a described list."""
    text, left = narrowed(p, source, e.name, [] if test is None else [test])
    conditions = " and ".join(p.e(one) for one in left if not _always(one))
    return f"for v_{e.name} in {text}{f' if {conditions}' if conditions else ''}"


def _copies(p: Printing, e: nodes.Copies) -> str:
    return f"range({e.first}, {e.last})"


def _box_items(p: Printing, e: nodes.BoxItems) -> str:
    kind = p.program.kinds[e.kind]
    return f"[c for c in range({kind.first}, {kind.last}) if S.loc[c] == -1]"


def _players(p: Printing, e: nodes.Players) -> str:
    return "range(S.n)"


def _others(p: Printing, e: nodes.Others) -> str:
    return f"OTHERS[S.n][{p.e(e.args[0])}]"


def _from_seat(p: Printing, e: nodes.FromSeat) -> str:
    source, start = e.args
    if isinstance(source, nodes.Players):
        return f"SEATS[S.n][{p.e(start)}]"
    return f"in_turn_order(SEATS[S.n][{p.e(start)}], {p.e(source)})"


def _left(p: Printing, e: nodes.LeftOf) -> str:
    return _beside(p, e.args[0], "+ 1")


def _right(p: Printing, e: nodes.RightOf) -> str:
    return _beside(p, e.args[0], "- 1")


def _beside(p: Printing, player: Expr, step: str) -> str:
    """Print the neighbouring seat in one direction; nobody's neighbour is nobody."""
    who = p.e(player)
    found = f"({who} {step}) % S.n"
    return f"({found} if {who} >= 0 else -1)" if player.type.optional else f"({found})"


def _active(p: Printing, e: nodes.Active) -> str:
    return "S.active"


def _values(p: Printing, e: nodes.ValuesOf) -> str:
    return f"range({len(p.program.values[e.values].members)})"


def _range(p: Printing, e: nodes.Range) -> str:
    low, high = p.e(e.args[0]), p.e(e.args[1])
    return f"range({low}, {high} + 1)"


def _filter(p: Printing, e: nodes.Filter) -> str:
    source, test = e.args
    return f"[v_{e.name} {among(p, e, source, test)}]"


def _first_of(p: Printing, e: nodes.FirstOf) -> str:
    return f"list({p.e(e.args[0])})[:max(0, {p.e(e.args[1])})]"


def _behind(p: Printing, e: nodes.Behind) -> str:
    return f"{p.e(e.args[0])}[{p.e(e.args[1])}:]"


def _combined(p: Printing, e: nodes.Combined) -> str:
    loops = [f"for v_{n} in {p.e(a)}" for n, a in zip(e.names, e.args, strict=True)]
    return f"[{joint(e)} {' '.join(loops)}]"


def _part(p: Printing, e: nodes.Part) -> str:
    return f"({p.e(e.args[0])} >> {e.shift} & {PART_MOST})"


def _size(p: Printing, e: nodes.Size) -> str:
    source = e.args[0]
    if isinstance(source, nodes.Players):
        return "S.n"
    return f"len({p.e(source)})"


def _nth(p: Printing, e: nodes.Nth) -> str:
    return f"{p.e(e.args[0])}[{p.e(e.args[1])}]"


def _each(p: Printing, e: nodes.Each) -> str:
    source, test, part = e.args
    return f"[{p.e(part)} {among(p, e, source, test)}]"


def _with_one(p: Printing, e: nodes.WithOne) -> str:
    return f"(*{p.e(e.args[0])}, {p.e(e.args[1])})"


def _few_sets(p: Printing, e: nodes.FewSets) -> str:
    how, few = e.how, e.few
    there, wanted = (p.e(a) for a in e.args)
    return f"few_sets({there}, {wanted}, {how == 'exactly'}, {few})"


def _matchable(p: Printing, e: nodes.Matchable) -> str:
    return f"matchable({', '.join(p.e(a) for a in e.args)}, {e.wild!r})"


def _repeated(p: Printing, e: nodes.Repeated) -> str:
    return f"repeated({p.e(e.args[0])}, {p.e(e.args[1])})"


def _count(p: Printing, e: nodes.Count) -> str:
    source, test = e.args[:2]
    return f"len([0 {among(p, e, source, test)}])"


def _sum(p: Printing, e: nodes.Sum) -> str:
    source, test, part = e.args
    return f"sum([{p.e(part)} {among(p, e, source, test)}])"


def _some(p: Printing, e: nodes.Some) -> str:
    source, test = e.args[:2]
    alone = _alone(p, source, e.name, test)
    if alone is not None:
        return alone
    if isinstance(test, nodes.Num) and test.value == 1:
        quick = _some_in_lane(p, source)
        return quick or f"(len({p.e(source)}) > 0)"
    if isinstance(source, nodes.Copies):
        return f"any([{p.e(test)} for v_{e.name} in {p.e(source)}])"
    return _any_nearby(p, e, source, test)


def _some_in_lane(p: Printing, source: Expr) -> str | None:
    """Print the test for a kind of few pieces by their locations instead of by spaces.

    None if it does not apply.
    """
    if not isinstance(source, nodes.Items) or source.how != "lane":
        return None
    family = source.family
    kind = p.program.kinds[family.kinds[0]]
    if len(family.kinds) > 1 or kind.last - kind.first > 3 or family.slots != 1:
        return None
    lane = f"LANES_{source.args[0].type.of}[{p.e(source.args[0])}]"
    base = f" - {family.base}" if family.base else ""
    tests = [f"S.loc[{c}]{base} in {lane}" for c in range(kind.first, kind.last)]
    return f"({' or '.join(tests)})"


def _alone(p: Printing, source: Expr, var: str, test: Expr) -> str | None:
    """Print the test of a space's only occupant, if there is one; None for other sources."""
    if not isinstance(source, nodes.Items) or source.family.shape != "slots":
        return None
    how = {"slot": nodes.SlotItem, "abs_slot": nodes.AbsSlotItem}.get(source.how)
    names = [one for one in test.walk() if isinstance(one, nodes.Local) and one.name == var]
    if how is None or len(names) > 2 or any(type(one) not in PLAIN for one in test.walk()):
        return None
    thing = how(source.args, source.type, source.span, source.family)
    asked = substituted(test, {var: thing})
    if _owned(next(conjuncts(test)), var):
        return p.e(asked)
    there = f"({p.e(thing)} >= 0)"
    return there if _always(test) else f"({there} and {p.e(asked)})"


def _any(p: Printing, e: nodes.AnyWhere) -> str:
    source, test = e.args
    alone = _alone(p, source, e.name, test)
    if alone is not None:
        return alone
    return _any_nearby(p, e, source, test)


def _any_nearby(p: Printing, e: ForEach, source: Expr, test: Expr) -> str:
    text, left = _nearby(p, source, e.name, list(conjuncts(test)))
    asked = " and ".join(p.e(one) for one in left if not _always(one)) or "True"
    return f"any({asked} for v_{e.name} in {text})"


def _nearby(p: Printing, source: Expr, var: str, parts: list[Expr]) -> tuple[str, list[Expr]]:
    """Print a narrowed source for components next to a space, or of one player.

    Also lists the tests that are left. The order of iteration may differ from that of the source.
    """
    if isinstance(source, nodes.Members):
        for number, part in enumerate(parts):
            board = _beside_space(part, var)
            there = _on_neighbours(p, source.kind, board, part) if board else None
            if there is not None:
                is_one = nodes.IsKind((_named(source, var),), YES_NO, part.span, source.kind)
                return there, [is_one, *parts[:number], *parts[number + 1 :]]
        for number, part in enumerate(parts):
            if _owned(part, var) and var not in free(part.args[1]):
                owned = f"OWNED_{source.kind}[{p.e(part.args[1])}]"
                return owned, [*parts[:number], *parts[number + 1 :]]
    return p.e(source), parts


def _on_neighbours(p: Printing, kind: str, name: str, test: Expr) -> str | None:
    """Print the list of what lies on a space's neighbours.

    None unless exactly one zone of this board holds the kind, as lists or single components, and
    all connections go both ways.
    """
    board = p.program.boards[name]
    on_it = [f for f in p.program.families if name in (f.board, f.holder[6:])]
    of_kind = [f for f in on_it if kind in f.kinds]
    near = board.neighbours
    if board.sort.startswith("kind:") or len(of_kind) != 1 or of_kind[0].shape == "counts":
        return None
    if any(space not in near[other] for space, all_ in enumerate(near) for other in all_):
        return None
    family, around = of_kind[0], f"NEAR_{name}[{p.e(test.args[1])}]"
    if family.shape == "list":
        return f"[c for x in {around} for c in S.z_{family.key}[x]]"
    single = family.slots == (board.spaces if family.board else 1)
    return f"[S.z_{family.key}[x] for x in {around}]" if single else None


def _any_of(p: Printing, e: nodes.AnyOf) -> str:
    source, test, part = e.args
    return f"any({p.e(part)} {among(p, e, source, test)})"


def _all(p: Printing, e: nodes.AllOf) -> str:
    source, test, part = e.args
    return f"all({p.e(part)} {among(p, e, source, test)})"


def _best(p: Printing, e: nodes.Best) -> str:
    source, test, key = e.args
    items = f"[v_{e.name} {among(p, e, source, test)}]"
    return f"max({items}, key=lambda v_{e.name}: {p.e(key)}, default=-1)"


def _ordered(p: Printing, e: nodes.Ordered) -> str:
    source, test, key = e.args
    items = f"[v_{e.name} {among(p, e, source, test)}]"
    return f"sorted({items}, key=lambda v_{e.name}: -({p.e(key)}))"


def _distinct(p: Printing, e: nodes.Distinct) -> str:
    source, test, part = e.args
    return f"sorted({{{p.e(part)} {among(p, e, source, test)}}})"


def _most_alike(p: Printing, e: nodes.MostAlike) -> str:
    source, test, part = e.args
    return f"most_alike([{p.e(part)} {among(p, e, source, test)}])"


def _vsum(p: Printing, e: nodes.AmountsSum) -> str:
    source, test, part = e.args
    zero = "(" + "0, " * len(p.program.values[e.type.of].members) + ")"
    return f"vtotal([{p.e(part)} {among(p, e, source, test)}], {zero})"


VALUES: Values = {
    nodes.Listed: _list,
    nodes.Members: _members,
    nodes.Copies: _copies,
    nodes.BoxItems: _box_items,
    nodes.Players: _players,
    nodes.Others: _others,
    nodes.FromSeat: _from_seat,
    nodes.LeftOf: _left,
    nodes.RightOf: _right,
    nodes.Active: _active,
    nodes.ValuesOf: _values,
    nodes.Range: _range,
    nodes.Filter: _filter,
    nodes.FirstOf: _first_of,
    nodes.Behind: _behind,
    nodes.Combined: _combined,
    nodes.Part: _part,
    nodes.Size: _size,
    nodes.Nth: _nth,
    nodes.Each: _each,
    nodes.WithOne: _with_one,
    nodes.FewSets: _few_sets,
    nodes.Matchable: _matchable,
    nodes.Repeated: _repeated,
    nodes.Count: _count,
    nodes.Sum: _sum,
    nodes.Some: _some,
    nodes.AnyWhere: _any,
    nodes.AnyOf: _any_of,
    nodes.AllOf: _all,
    nodes.Best: _best,
    nodes.Ordered: _ordered,
    nodes.Distinct: _distinct,
    nodes.MostAlike: _most_alike,
    nodes.AmountsSum: _vsum,
}
"""How the expressions of this module are printed."""
