"""Positions as numbers: the functions behind `record this position`.

Every piece that lies in a recorded zone, and every recorded field, adds a well-mixed number of what
it is and where; the number of a position is their sum, so the order within sets does not count.
Whose turn it is belongs to every position.
"""

from __future__ import annotations

import ast

from interpreter.backends.python.printing import Printing
from interpreter.backends.target import make
from interpreter.backends.target.make import Value
from interpreter.check.declarations.sizes import owners
from interpreter.ir.declared import Family, Field, Record
from interpreter.run.chance import POSITION_BITS

_FIELDS = 1 << 20  # above all numbers of zones
_OWNERS = 1 << 21
_DEPTH = 1 << 24  # more than can lie in one pile


def recording(p: Printing) -> None:
    """Print `position_now` and `times_recorded`, if the game has a record of positions."""
    record = p.program.record
    if record is None:
        return
    p.here = record.span
    with p.function("position_now", "S"):
        p.let("v_all", make.call("mingled", make.state("active"), 0, _FIELDS - 1))
        for family in record.families:
            _zone(p, record, family)
        for field in record.fields:
            _field(p, field)
        p.emit(make.give(make.name("v_all")))
    with p.function("times_recorded", "S"):
        p.let("v_now", make.rule("position_now"))
        places = make.state(f"f_{record.places.key}")
        p.emit(make.give(make.method(places, "count", make.name("v_now"))))
    p.here = None


def _add(p: Printing, what: Value, where: Value, number: int) -> None:
    more = make.call("mingled", what, where, number)
    p.let("v_all", make.binary(make.binary(make.name("v_all"), "+", more), "&", POSITION_BITS))


def _zone(p: Printing, record: Record, family: Family) -> None:
    """Print what the things in the zones of a family add."""
    zone, at, piece = make.state(f"z_{family.key}"), make.name("i_at"), make.name("i_piece")
    if family.shape == "counts":
        with p.inside(make.go_through("i_at", make.call("range", family.owners * family.slots))):
            _add(p, make.item(zone, at), at, family.number)
    elif family.shape == "slots":
        with p.inside(make.go_through("i_at", make.call("range", family.owners * family.slots))):
            p.let("i_piece", make.item(zone, at))
            with p.inside(make.when(make.compare(piece, ">=", 0))):
                _add(p, _looks(record, family, piece), at, family.number)
    else:
        with p.inside(make.go_through("i_at", make.call("range", family.owners))):
            where: ast.expr = make.binary(at, "*", _DEPTH)
            if family.sort != "set":
                p.let("i_deep", make.node(0))
            with p.inside(make.go_through("i_piece", make.item(zone, at))):
                if family.sort != "set":
                    p.let("i_deep", make.binary(make.name("i_deep"), "+", 1))
                    where = make.binary(where, "+", make.name("i_deep"))
                _add(p, _looks(record, family, piece), where, family.number)


def _looks(record: Record, family: Family, piece: ast.expr) -> ast.expr:
    """Print one number of what a piece is: its design, its owner, and its recorded fields."""
    made: ast.expr = make.item(make.name("DESIGN"), piece)
    owner = make.item(make.name("OWNER"), piece)
    made = make.call("mingled", made, owner, _OWNERS)
    for field in record.fields:
        if field.holder in family.kinds:
            value = make.call("int", make.item(make.state(f"f_{field.key}"), piece))
            made = make.call("mingled", made, value, _FIELDS + field.number)
    return made


def _field(p: Printing, field: Field) -> None:
    """Print what a field adds; one of a piece belongs to the piece, unless it is a space."""
    kept, number = make.state(f"f_{field.key}"), _FIELDS + field.number
    if field.holder == "table":
        _add(p, make.call("int", kept), 0, number)
        return
    kind = p.program.kinds.get(field.holder)
    if kind is not None and not any(b.of_kind == kind.name for b in p.program.boards.values()):
        return
    ends = (kind.first, kind.last) if kind is not None else (0, owners(p.program, field.holder))
    with p.inside(make.go_through("i_at", make.call("range", *ends))):
        _add(p, make.call("int", make.item(kept, make.name("i_at"))), make.name("i_at"), number)
