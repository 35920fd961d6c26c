"""Chapter 7: which things, and how many."""

from __future__ import annotations

from typing import Any

from interpreter.ir import nodes
from interpreter.ir.types import PART_BITS
from tests.reference.table import BOX, NONE
from tests.reference.values import Meanings, Names, Values


def _listed(v: Values, e: nodes.Listed, names: Names) -> Any:
    """`you and rival`."""
    return tuple(v.value(one, names) for one in e.args)


def _members(v: Values, e: nodes.Members, names: Names) -> Any:
    """`helpers`: all of a kind that are played with."""
    kind = v.program.kinds[e.kind]
    return [c for c in range(kind.first, kind.last) if v.program.owner_of[c] < v.table.players]


def _copies(v: Values, e: nodes.Copies, names: Names) -> Any:
    """All copies of a card."""
    return range(e.first, e.last)


def _box_items(v: Values, e: nodes.BoxItems, names: Names) -> Any:
    """`helpers in the box`, in the order of the component files."""
    kind = v.program.kinds[e.kind]
    return [c for c in range(kind.first, kind.last) if v.table.lies[c] == BOX]


def _players(v: Values, e: nodes.Players, names: Names) -> Any:
    """`players`, from the first seat on."""
    return range(v.table.players)


def _others(v: Values, e: nodes.Others, names: Names) -> Any:
    """`other players`: all but one, from the left of that one on."""
    one = v.number(e.args[0], names)
    n = v.table.players
    return [(one + step) % n for step in range(1, n)]


def _from_seat(v: Values, e: nodes.FromSeat, names: Names) -> Any:
    """`..., starting with start_player`: some players, in the order of the table."""
    chosen, first = v.several(e.args[0], names), v.number(e.args[1], names)
    n = v.table.players
    return [seat for step in range(n) if (seat := (first + step) % n) in chosen]


def _left(v: Values, e: nodes.LeftOf, names: Names) -> Any:
    """`left of you`: the next player clockwise; of nobody, nobody."""
    who = v.number(e.args[0], names)
    return (who + 1) % v.table.players if who >= 0 else NONE


def _word_beside(v: Values, e: nodes.WordBeside, names: Names) -> Any:
    """`right of north`: the next word of its list, round it; of none, none."""
    word = v.number(e.args[0], names)
    return (word + e.by) % e.many if word >= 0 else NONE


def _right(v: Values, e: nodes.RightOf, names: Names) -> Any:
    """`right of you`: the player before; of nobody, nobody."""
    who = v.number(e.args[0], names)
    return (who - 1) % v.table.players if who >= 0 else NONE


def _active(v: Values, e: nodes.Active, names: Names) -> Any:
    """`active_player`: whose turn it is."""
    return v.table.active


def _values_of(v: Values, e: nodes.ValuesOf, names: Names) -> Any:
    """`fruits`: the words of a list."""
    return range(len(v.program.values[e.values].members))


def _range(v: Values, e: nodes.Range, names: Names) -> Any:
    """`from 1 to 5`: both included."""
    low, high = v.both(e, names)
    return range(low, high + 1)


def _member(v: Values, e: nodes.Member, names: Names) -> Any:
    """`fruit is one of apple; plum`."""
    one, all_of_them = v.both(e, names)
    return one in all_of_them


def _filter(v: Values, e: nodes.Filter, names: Names) -> Any:
    """`helpers where its cost is 3`."""
    return [thing for thing, _ in v.each(e, names)]


def _ordered(v: Values, e: nodes.Ordered, names: Names) -> Any:
    """`for each player, highest its gold first`: ties in the order of the table."""
    found = [(v.value(e.args[2], inner), thing) for thing, inner in v.each(e, names)]
    return [thing for _, thing in sorted(found, key=lambda pair: -pair[0])]


def _distinct(v: Values, e: nodes.Distinct, names: Names) -> Any:
    """`faces of basket`: the different ones, each once."""
    return sorted({v.value(e.args[2], inner) for _, inner in v.each(e, names)})


def _best(v: Values, e: nodes.Best, names: Names) -> Any:
    """`whichever player has the highest its gold`: the first of those with the most."""
    found = [(v.value(e.args[2], inner), thing) for thing, inner in v.each(e, names)]
    return max(found, key=lambda pair: pair[0])[1] if found else NONE


def _each(v: Values, e: nodes.Each, names: Names) -> Any:
    """What is said of each of those that fit."""
    return [v.value(e.args[2], inner) for _, inner in v.each(e, names)]


def _some(v: Values, e: nodes.Some | nodes.AnyWhere, names: Names) -> Any:
    """`any plum dice in garden`."""
    return any(True for _ in v.each(e, names))


def _any_of(v: Values, e: nodes.AnyOf, names: Names) -> Any:
    """Whether something is so of any of those that fit."""
    return any(v.holds(e.args[2], inner) for _, inner in v.each(e, names))


def _all_of(v: Values, e: nodes.AllOf, names: Names) -> Any:
    """`every die in garden is plum`."""
    return all(v.holds(e.args[2], inner) for _, inner in v.each(e, names))


def _count(v: Values, e: nodes.Count, names: Names) -> Any:
    """`number of dice in garden`."""
    return sum(1 for _ in v.each(e, names))


def _sum(v: Values, e: nodes.Sum, names: Names) -> Any:
    """`sum of points of helpers in market`."""
    return sum(v.number(e.args[2], inner) for _, inner in v.each(e, names))


def _amounts_sum(v: Values, e: nodes.AmountsSum, names: Names) -> Any:
    """`sum of cost of helpers in market`: amounts, value by value."""
    parts = [v.value(e.args[2], inner) for _, inner in v.each(e, names)]
    return tuple(map(sum, zip(v.nothing_of(e.type), *parts, strict=True)))


def _most_alike(v: Values, e: nodes.MostAlike, names: Names) -> Any:
    """`most dice in basket with one face`: the size of the largest group that is alike."""
    found = [v.value(e.args[2], inner) for _, inner in v.each(e, names)]
    return max((found.count(one) for one in found), default=0)


def _size(v: Values, e: nodes.Size, names: Names) -> Any:
    """`number of plums`, of things that have a name."""
    return len(v.value(e.args[0], names))


def _first_of(v: Values, e: nodes.FirstOf, names: Names) -> Any:
    """The first so many."""
    return v.several(e.args[0], names)[: max(0, v.number(e.args[1], names))]


def _first_item(v: Values, e: nodes.FirstItem, names: Names) -> Any:
    """`the first empty space in column`."""
    return next(iter(v.several(e.args[0], names)), NONE)


def _last_item(v: Values, e: nodes.LastItem, names: Names) -> Any:
    """`the last of them`, and the top of what has one."""
    found = v.several(e.args[0], names)
    return found[-1] if found else NONE


def _combined(v: Values, e: nodes.Combined, names: Names) -> Any:
    """Several things in one question: every way to take one of each; later ones may hang on
    earlier ones."""
    found = [(0, names)]
    for name, source in zip(e.names, e.args, strict=True):
        found = [
            (joint << PART_BITS | thing, {**inner, name: thing})
            for joint, inner in found
            for thing in v.several(source, inner)
        ]
    return [joint for joint, _ in found]


MEANING: Meanings = {
    nodes.Active: _active,
    nodes.Listed: _listed,
    nodes.Members: _members,
    nodes.Copies: _copies,
    nodes.BoxItems: _box_items,
    nodes.Players: _players,
    nodes.Others: _others,
    nodes.FromSeat: _from_seat,
    nodes.LeftOf: _left,
    nodes.RightOf: _right,
    nodes.WordBeside: _word_beside,
    nodes.ValuesOf: _values_of,
    nodes.Range: _range,
    nodes.Member: _member,
    nodes.Filter: _filter,
    nodes.Ordered: _ordered,
    nodes.Distinct: _distinct,
    nodes.Best: _best,
    nodes.Each: _each,
    nodes.Some: _some,
    nodes.AnyWhere: _some,
    nodes.AnyOf: _any_of,
    nodes.AllOf: _all_of,
    nodes.Count: _count,
    nodes.Sum: _sum,
    nodes.AmountsSum: _amounts_sum,
    nodes.MostAlike: _most_alike,
    nodes.Size: _size,
    nodes.FirstOf: _first_of,
    nodes.FirstItem: _first_item,
    nodes.LastItem: _last_item,
    nodes.Combined: _combined,
}
"""What each phrase of this chapter means."""
