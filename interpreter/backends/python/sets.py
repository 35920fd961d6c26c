"""Collections as nodes of the target: lists, and counts, sums and searches over them."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import reduce

from interpreter.backends.python.expressions import PLAIN, no_amounts
from interpreter.backends.python.places import all_spaces, at_least_0, lane, near, unless_none, zone
from interpreter.backends.python.printing import Printing, Values
from interpreter.backends.target import make
from interpreter.backends.target.make import Value
from interpreter.ir import nodes
from interpreter.ir.names import free
from interpreter.ir.nodes import Expr, ForEach
from interpreter.ir.renaming import substituted
from interpreter.ir.types import NUMBER, PART_BITS, PART_MOST, YES_NO
from interpreter.ir.walking import conjuncts


def joint(e: Expr) -> ast.expr:
    """Print the packed number of a combined choice, from the loop variables of its parts."""
    assert isinstance(e, nodes.Combined)
    shifts = [(len(e.names) - 1 - place) * PART_BITS for place in range(len(e.names))]
    parts = [
        make.binary(make.local(name), "<<", shift) if shift else make.local(name)
        for name, shift in zip(e.names, shifts, strict=True)
    ]
    return reduce(lambda made, part: make.binary(made, "|", part), parts)


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


def _list(p: Printing, e: nodes.Listed) -> ast.expr:
    return make.row(*(p.e(a) for a in e.args))


def _members(p: Printing, e: nodes.Members) -> ast.expr:
    kind = p.program.kinds[e.kind]
    if kind.owned or any(d.each_player for d in kind.designs):
        return make.item(make.name(f"PRESENT_{kind.name}"), make.state("n"))
    return make.call("range", kind.first, kind.last)


def _owned_by(kind: str, player: ast.expr) -> ast.expr:
    """Print the list of a player's components of a kind."""
    return make.item(make.name(f"OWNED_{kind}"), player)


def narrowed(p: Printing, source: Expr, var: str, tests: list[Expr]) -> tuple[ast.expr, list[Expr]]:
    """Print what a loop goes through, narrowed by its tests, and list the tests that are left.

    A player's components come from a table instead of a test of their owner, and empty spaces are
    skipped by the tests. The order of iteration stays the same.
    """
    parts = [part for test in tests for part in conjuncts(test)]
    if isinstance(source, nodes.Members) and parts and isinstance(parts[0], nodes.Eq):
        thing, whose = parts[0].args
        of_it = isinstance(thing, nodes.OwnerOf) and nodes.is_local(thing.args[0], var)
        if of_it and var not in free(whose):
            return _owned_by(source.kind, p.e(whose)), parts[1:]
    spaces = all_spaces(p, source) if isinstance(source, nodes.Items) else None
    if spaces is None:
        return p.e(source), tests
    if parts and _owned(parts[0], var):
        return spaces, parts  # an empty space is owned by nobody
    here = nodes.Local((), source.type, source.span, var)
    zero = nodes.Num((), NUMBER, source.span, 0)
    return spaces, [nodes.Ge((here, zero), NUMBER, source.span), *parts]


def among(p: Printing, e: ForEach, source: Expr, test: Expr | None) -> ast.comprehension:
    """Print the `for ... in ... if ...` clause of a described list."""
    things, left = narrowed(p, source, e.name, [] if test is None else [test])
    return make.loop(f"v_{e.name}", things, *(p.e(one) for one in left if not _always(one)))


def _copies(p: Printing, e: nodes.Copies) -> ast.expr:
    return make.call("range", e.first, e.last)


def _box_items(p: Printing, e: nodes.BoxItems) -> ast.expr:
    kind = p.program.kinds[e.kind]
    in_box = make.compare(make.item(make.state("loc"), make.name("c")), "==", -1)
    things = make.call("range", kind.first, kind.last)
    return make.described(make.name("c"), make.loop("c", things, in_box))


def _players(p: Printing, e: nodes.Players) -> ast.expr:
    return make.call("range", make.state("n"))


def _seats_from(table: str, player: ast.expr) -> ast.expr:
    """Print the seats in turn order from a player on, of a table for each number of players."""
    return make.item(make.item(make.name(table), make.state("n")), player)


def _others(p: Printing, e: nodes.Others) -> ast.expr:
    return _seats_from("OTHERS", p.e(e.args[0]))


def _from_seat(p: Printing, e: nodes.FromSeat) -> ast.expr:
    source, start = e.args
    seats = _seats_from("SEATS", p.e(start))
    if isinstance(source, nodes.Players):
        return seats
    return make.call("in_turn_order", seats, p.e(source))


def _left(p: Printing, e: nodes.LeftOf) -> ast.expr:
    return _beside(p, e.args[0], "+")


def _right(p: Printing, e: nodes.RightOf) -> ast.expr:
    return _beside(p, e.args[0], "-")


def _word_beside(p: Printing, e: nodes.WordBeside) -> ast.expr:
    word = p.e(e.args[0])
    by = e.by % e.many
    found = make.binary(make.binary(word, "+", by), "%", make.constant(e.many))
    return unless_none(found, word, -1) if e.args[0].type.optional else found


def _beside(p: Printing, player: Expr, sign: str) -> ast.expr:
    """Print the neighbouring seat in one direction; nobody's neighbour is nobody."""
    who = p.e(player)
    found = make.binary(make.binary(who, sign, 1), "%", make.state("n"))
    return unless_none(found, who, -1) if player.type.optional else found


def _active(p: Printing, e: nodes.Active) -> ast.expr:
    return make.state("active")


def _values(p: Printing, e: nodes.ValuesOf) -> ast.expr:
    return make.call("range", len(p.program.values[e.values].members))


def _range(p: Printing, e: nodes.Range) -> ast.expr:
    return make.call("range", p.e(e.args[0]), make.binary(p.e(e.args[1]), "+", 1))


def _filter(p: Printing, e: nodes.Filter) -> ast.expr:
    source, test = e.args
    return _fitting(p, e, source, test)


def _fitting(p: Printing, e: ForEach, source: Expr, test: Expr) -> ast.expr:
    """Print the list of the items that a test holds for."""
    return make.described(make.local(e.name), among(p, e, source, test))


def _first_of(p: Printing, e: nodes.FirstOf) -> ast.expr:
    return make.part(make.call("list", p.e(e.args[0])), None, at_least_0(p.e(e.args[1])))


def _behind(p: Printing, e: nodes.Behind) -> ast.expr:
    return make.part(p.e(e.args[0]), p.e(e.args[1]), None)


def _combined(p: Printing, e: nodes.Combined) -> ast.expr:
    loops = [make.loop(f"v_{n}", p.e(a)) for n, a in zip(e.names, e.args, strict=True)]
    return make.described(joint(e), *loops)


def _part(p: Printing, e: nodes.Part) -> ast.expr:
    return make.binary(make.binary(p.e(e.args[0]), ">>", e.shift), "&", PART_MOST)


def _size(p: Printing, e: nodes.Size) -> ast.expr:
    source = e.args[0]
    if isinstance(source, nodes.Players):
        return make.state("n")
    return make.call("len", p.e(source))


def _nth(p: Printing, e: nodes.Nth) -> ast.expr:
    return make.item(p.e(e.args[0]), p.e(e.args[1]))


def _for_each(p: Printing, e: ForEach) -> ast.ListComp:
    """Print the list of a value for each item that a test holds for."""
    source, test, part = e.args
    return make.described(p.e(part), among(p, e, source, test))


def _with_one(p: Printing, e: nodes.WithOne) -> ast.expr:
    return make.row(make.all_of(p.e(e.args[0])), p.e(e.args[1]))


def _few_sets(p: Printing, e: nodes.FewSets) -> ast.expr:
    there, wanted = (p.e(a) for a in e.args)
    return make.call("few_sets", there, wanted, e.how == "exactly", e.few)


def _matchable(p: Printing, e: nodes.Matchable) -> ast.expr:
    return make.call("matchable", *(p.e(a) for a in e.args), make.constant(e.wild))


def _repeated(p: Printing, e: nodes.Repeated) -> ast.expr:
    return make.call("repeated", p.e(e.args[0]), p.e(e.args[1]))


def _count(p: Printing, e: nodes.Count) -> ast.expr:
    source, test = e.args[:2]
    return make.call("len", make.described(0, among(p, e, source, test)))


def _sum(p: Printing, e: nodes.Sum) -> ast.expr:
    return make.call("sum", _for_each(p, e))


def _some(p: Printing, e: nodes.Some) -> ast.expr:
    source, test = e.args[:2]
    alone = _alone(p, source, e.name, test)
    if alone is not None:
        return alone
    if _always(test):
        quick = _some_in_lane(p, source)
        return make.compare(make.call("len", p.e(source)), ">", 0) if quick is None else quick
    if isinstance(source, nodes.Copies):
        each = make.loop(f"v_{e.name}", p.e(source))
        return make.call("any", make.described(p.e(test), each))
    return _any_nearby(p, e, source, test)


def _some_in_lane(p: Printing, source: Expr) -> ast.expr | None:
    """Print the test for a kind of few pieces by their locations instead of by spaces.

    None if it does not apply.
    """
    if not isinstance(source, nodes.Items) or source.how != "lane":
        return None
    family = source.family
    kind = p.program.kinds[family.kinds[0]]
    if len(family.kinds) > 1 or kind.last - kind.first > 3 or family.slots != 1:
        return None
    spaces = lane(source.args[0], p.e(source.args[0]))
    places = [make.item(make.state("loc"), c) for c in range(kind.first, kind.last)]
    base = family.base
    shifted = [make.binary(one, "-", base) for one in places] if base else places
    return make.either(*(make.compare(one, "in", spaces) for one in shifted))


def _alone(p: Printing, source: Expr, var: str, test: Expr) -> ast.expr | None:
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
    there = make.compare(p.e(thing), ">=", 0)
    return there if _always(test) else make.both(there, p.e(asked))


def _any(p: Printing, e: nodes.AnyWhere) -> ast.expr:
    source, test = e.args
    alone = _alone(p, source, e.name, test)
    if alone is not None:
        return alone
    return _any_nearby(p, e, source, test)


def all_hold(p: Printing, tests: Iterable[Expr], otherwise: Value = True) -> ast.expr:
    """Print the test that all of some tests hold; `otherwise` if there are none."""
    asked = [p.e(one) for one in tests]
    return make.both(*asked) if asked else make.node(otherwise)


def _any_nearby(p: Printing, e: ForEach, source: Expr, test: Expr) -> ast.expr:
    things, left = _nearby(p, source, e.name, list(conjuncts(test)))
    asked = all_hold(p, (one for one in left if not _always(one)))
    return make.call("any", make.one_by_one(asked, make.loop(f"v_{e.name}", things)))


def _nearby(p: Printing, source: Expr, var: str, parts: list[Expr]) -> tuple[ast.expr, list[Expr]]:
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
                owned = _owned_by(source.kind, p.e(part.args[1]))
                return owned, [*parts[:number], *parts[number + 1 :]]
    return p.e(source), parts


def _on_neighbours(p: Printing, kind: str, name: str, test: Expr) -> ast.expr | None:
    """Print the list of what lies on a space's neighbours.

    None unless exactly one zone of this board holds the kind, as lists or single components, and
    all connections go both ways.
    """
    board = p.program.boards[name]
    on_it = [f for f in p.program.families if name in (f.board, f.holder[6:])]
    of_kind = [f for f in on_it if kind in f.kinds]
    neighbours = board.neighbours
    if board.of_kind or len(of_kind) != 1 or of_kind[0].shape == "counts":
        return None
    if any(space not in neighbours[o] for space, all_ in enumerate(neighbours) for o in all_):
        return None
    family, around = of_kind[0], make.item(near(name), p.e(test.args[1]))
    here, each = zone(family, make.name("x")), make.loop("x", around)
    if family.shape == "list":
        return make.described(make.name("c"), each, make.loop("c", here))
    single = family.slots == (board.spaces if family.board else 1)
    return make.described(here, each) if single else None


def _any_of(p: Printing, e: nodes.AnyOf) -> ast.expr:
    source, test, part = e.args
    return make.call("any", make.one_by_one(p.e(part), among(p, e, source, test)))


def _all(p: Printing, e: nodes.AllOf) -> ast.expr:
    source, test, part = e.args
    return make.call("all", make.one_by_one(p.e(part), among(p, e, source, test)))


def _best(p: Printing, e: nodes.Best) -> ast.expr:
    source, test, key = e.args
    made = make.call("max", _fitting(p, e, source, test))
    return make.keyed(made, key=make.function_of([f"v_{e.name}"], p.e(key)), default=-1)


def _ordered(p: Printing, e: nodes.Ordered) -> ast.expr:
    source, test, key = e.args
    falling = make.function_of([f"v_{e.name}"], make.minus(p.e(key)))
    return make.keyed(make.call("sorted", _fitting(p, e, source, test)), key=falling)


def _distinct(p: Printing, e: nodes.Distinct) -> ast.expr:
    source, test, part = e.args
    return make.call("sorted", make.without_repeats(p.e(part), among(p, e, source, test)))


def _most_alike(p: Printing, e: nodes.MostAlike) -> ast.expr:
    return make.call("most_alike", _for_each(p, e))


def _vsum(p: Printing, e: nodes.AmountsSum) -> ast.expr:
    return make.call("vtotal", _for_each(p, e), no_amounts(p, e))


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
    nodes.WordBeside: _word_beside,
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
    nodes.Each: _for_each,
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
