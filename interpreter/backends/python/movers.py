"""Generates the functions that take a component from its place and put it down elsewhere.

There is one for each kind and zone; rules never change a location in any other way.
"""

from __future__ import annotations

import ast

from interpreter.backends.python.deeds import location, shuffled
from interpreter.backends.python.expressions import is_closed
from interpreter.backends.python.places import within, zone
from interpreter.backends.python.printing import Printing
from interpreter.backends.python.statements import copied, stop_looking
from interpreter.backends.target import make
from interpreter.backends.target.make import Value
from interpreter.ir.declared import Family
from interpreter.ir.names import free

_PIECE = make.name("c")
_FROM = make.name("z")
_AT = make.name("i")
_HOLDER = make.name("owner")


def mover(p: Printing, kind: str) -> None:
    """Print `take_KIND`, which removes a component from its place, and its relatives.

    `box_KIND` puts it into the box; others swap, and find its space or position.
    """
    places = [f for f in p.program.families if kind in f.kinds and f.shape != "counts"]
    _print_take(p, kind, places)
    with p.function(f"box_{kind}", "S", "c"):
        shown = make.item(make.state("shown"), _PIECE)
        take = make.do(make.rule(f"take_{kind}", _PIECE))
        p.emit(take, make.let(location(_PIECE), -1), make.let(shown, 0))
    _print_change_places(p, kind, places)
    _print_cell(p, kind, [f for f in places if f.board or f.of_spaces])
    _print_position(p, kind, places)


def _place(family: Family, number: ast.expr) -> ast.Subscript:
    """Print what the state keeps of the zone with a number, as `loc` stores it."""
    return zone(family, make.binary(number, "-", family.base))


def _print_take(p: Printing, kind: str, places: list[Family]) -> None:
    with p.function(f"take_{kind}", "S", "c"):
        p.let(_FROM, location(_PIECE))
        p.emit(make.when(make.compare(_FROM, "<", 0), make.give()))
        for family in places:
            here = _place(family, _FROM)
            with p.inside(make.when(within(family, _FROM))):
                if family.shape == "list":
                    p.emit(make.do(make.method(here, "remove", _PIECE)), make.give())
                else:
                    p.emit(make.let(here, -1), make.give())


def _print_change_places(p: Printing, kind: str, places: list[Family]) -> None:
    """Print `change_places_KIND`, which swaps the places of two components."""
    a, b, x, y = (make.name(one) for one in ("a", "b", "x", "y"))
    with p.function(f"change_places_{kind}", "S", "a", "b"):
        p.let(make.row(x, y), make.row(location(a), location(b)))
        same, nowhere = make.compare(a, "==", b), [make.compare(one, "<", 0) for one in (x, y)]
        p.emit(make.when(make.either(same, *nowhere), make.give()))
        for family in places:
            for here, this, there in ((x, a, b), (y, b, a)):
                with p.inside(make.when(within(family, here))):
                    if family.shape == "list":
                        at = make.item(_FROM, make.method(_FROM, "index", this))
                        put = make.let(at, make.inverted(there))
                        p.emit(make.let(_FROM, _place(family, here)), put)
                    else:
                        p.let(_place(family, here), there)
        for family in places:
            if family.shape == "list":
                for here in (x, y):
                    lies = make.compare(_PIECE, ">=", 0)
                    turned = make.choice(lies, _PIECE, make.inverted(_PIECE))
                    again = make.described(turned, make.loop("c", _FROM))
                    back = make.let(make.part(_FROM, None, None), again)
                    look = make.let(_FROM, _place(family, here))
                    p.emit(make.when(within(family, here), look, back))
        p.let(make.row(location(a), location(b)), make.row(y, x))


def _print_cell(p: Printing, kind: str, on_board: list[Family]) -> None:
    """Print `cell_KIND`, which returns the board space of a component, or -1."""
    with p.function(f"cell_{kind}", "S", "c"):
        p.emit(make.when(make.compare(_PIECE, "<", 0), make.give(-1)))
        p.let(_FROM, location(_PIECE))
        for family in on_board:
            per = 1 if family.board or family.shape == "list" else family.slots
            cell = make.binary(_FROM, "-", family.base)
            found = make.give(cell if per == 1 else make.binary(cell, "//", per))
            p.emit(make.when(within(family, _FROM), found))
        p.emit(make.give(-1))


def _print_position(p: Printing, kind: str, places: list[Family]) -> None:
    """Print `position_KIND`, which returns a component's position in its zone, from 1, or 0."""
    with p.function(f"position_{kind}", "S", "c"):
        p.emit(make.when(make.compare(_PIECE, "<", 0), make.give(0)))
        p.let(_FROM, location(_PIECE))
        for family in places:
            at: ast.expr
            if family.shape == "slots":
                at = make.binary(make.binary(_FROM, "-", family.base), "%", family.slots)
            else:
                at = make.method(_place(family, _FROM), "index", _PIECE)
            p.emit(make.when(within(family, _FROM), make.give(make.binary(at, "+", 1))))
        p.emit(make.give(0))


def _takes(p: Printing, family: Family) -> None:
    if len(family.kinds) == 1:
        p.do(make.rule(f"take_{family.kinds[0]}", _PIECE))
    else:
        for kind in family.kinds:
            made = p.program.kinds[kind]
            of_kind = make.compare(made.first, "<=", _PIECE, "<", made.last)
            p.emit(make.when(of_kind, make.do(make.rule(f"take_{kind}", _PIECE))))
    if family.seen != "all":
        shown = make.item(make.state("shown"), _PIECE)
        p.let(shown, make.binary(shown, "&", 1))
    for span in p.woven.spans:
        if any(span in p.program.kinds[k].stamped for k in family.kinds):
            p.let(make.item(make.state(f"stamp_{span}"), _PIECE), make.state(f"t_{span}"))


def putter(p: Printing, family: Family) -> None:
    """Print `put_FAMILY`, which puts a component into one zone or space.

    `add_FAMILY`, where printed, puts it into a free one.
    """
    here, goes_there = zone(family, _AT), make.let(location(_PIECE), _number(family))
    with p.function(f"put_{family.key}", "S", "c", "i"):
        none = make.either(make.compare(_PIECE, "<", 0), make.compare(_AT, "<", 0))
        p.emit(make.when(none, make.give()))
        if family.shape == "list":
            if family.limit is not None:
                if "you" in free(family.limit):  # whose zone it is
                    p.let("v_you", _AT)
                full = make.compare(make.call("len", here), ">=", p.e(family.limit))
                p.emit(make.when(full, make.give()))
            _keeps_out(p, family)
            _takes(p, family)
            p.emit(make.do(make.method(here, "append", _PIECE)), goes_there)
        else:
            inside = make.compare(0, "<=", _AT, "<", family.owners * family.slots)
            taken = make.compare(here, ">=", 0)
            p.emit(make.when(make.either(make.negated(inside), taken), make.give()))
            _keeps_out(p, family)
            _takes(p, family)
            p.emit(make.let(here, _PIECE), goes_there)
    if family.shape == "slots" and family.slots > 1:
        with p.function(f"add_{family.key}", "S", "c", "owner"):
            p.emit(make.when(make.compare(_HOLDER, "<", 0), make.give()))
            first = make.binary(_HOLDER, "*", family.slots)
            spaces = make.call("range", first, make.binary(first, "+", family.slots))
            empty: list[ast.expr] = [make.compare(here, "<", 0)]
            if p.program.closings:
                empty.append(make.negated(is_closed(_number(family))))
            with p.inside(make.go_through("i", spaces)), p.inside(make.when(make.both(*empty))):
                p.emit(make.do(make.rule(f"put_{family.key}", _PIECE, _AT)), make.give())


def _number(family: Family) -> ast.expr:
    """Print the number of a zone of a family, as `loc` stores it."""
    return make.binary(family.base, "+", _AT)


def _keeps_out(p: Printing, family: Family) -> None:
    """Print the check that a place is not closed for a time."""
    if p.program.closings:
        p.emit(make.when(is_closed(_number(family)), make.give()))


def refills(p: Printing) -> None:
    """Print the functions that refill rows and slots."""
    for family in p.program.families:
        if not family.refilled:
            continue
        named = [f for f in p.program.families if f.name == family.refilled]
        other = next(
            f
            for holder in (family.holder, "table")
            for f in named
            if f.holder == holder and f.shape == "list"
        )
        each_has_one = other.holder == family.holder and family.holder != "table"
        index: Value = _HOLDER if each_has_one else 0
        with p.function(f"refill_{family.key}", "S", "owner"):
            stop_looking(p)
            back = make.do(make.rule(f"put_{family.key}", _PIECE, _HOLDER))
            p.emit(make.go_through("c", copied(zone(other, index)), back))
            p.do(shuffled(family, _HOLDER))
            p.steps.note(p, "reshuffle", family.number, _HOLDER)
        p.let(f"REFILL_{family.key}", make.row(make.name(f"refill_{family.key}")))
