"""Locations and boards as nodes of the target."""

from __future__ import annotations

import ast

from interpreter.backends.python.printing import Printing, Values
from interpreter.backends.syntax_trees import walk
from interpreter.backends.target import make
from interpreter.backends.target.make import Value
from interpreter.ir import nodes
from interpreter.ir.declared import Board, Family
from interpreter.ir.lowered import with_you
from interpreter.ir.nodes import Expr
from interpreter.ir.types import NUMBER
from interpreter.ir.weaving.events import holder_of


def is_first(index: Value) -> bool:
    """Tell whether an index is the number 0 itself."""
    return (index.value if isinstance(index, ast.Constant) else index) == 0


def shifted(place: Value, base: int, sign: str = "+") -> Value:
    """Print a number with a fixed one added or subtracted; itself if that is 0."""
    return make.binary(place, sign, base) if base else place


def zone(family: Family, index: Value) -> ast.Subscript:
    """Print what the state keeps of one zone of a family."""
    return make.item(zones(family), index)


def zones(family: Family) -> ast.Attribute:
    """Print what the state keeps of all zones of a family."""
    return make.state(f"z_{family.key}")


def holder_index(p: Printing, family: Family, args: tuple[Expr, ...]) -> Value:
    """Print the index of a holder's zone within its family; the number 0 if there is only one."""
    if not args or family.holder in ("table", "box"):
        return 0
    inner = p.e(args[0])
    if family.holder in p.program.kinds:
        first = p.program.kinds[family.holder].first
        if first and args[0].type.optional:  # none owns the zones behind the last
            return make.call("max", make.binary(inner, "-", first), -1)
        return shifted(inner, first, "-")
    return inner


def unless_none(value: ast.expr, thing: ast.expr, of_none: Value) -> ast.expr:
    """Print a value of a thing, and another one where there is none."""
    return make.choice(make.compare(thing, ">=", 0), value, of_none)


def _pile(p: Printing, family: Family, args: tuple[Expr, ...]) -> ast.expr:
    """Print a pile or set; nobody's is empty."""
    index = holder_index(p, family, args)
    pile = zone(family, index)
    if is_first(index) or not args[0].type.optional:
        return pile
    return unless_none(pile, p.e(args[0]), make.row())


def _slot(p: Printing, family: Family, args: tuple[Expr, ...]) -> ast.expr:
    """Print the index of one space in a family of spaces."""
    if family.board:
        return p.e(args[0])
    number = p.e(args[-1])
    owner = holder_index(p, family, args[:-1])
    which = args[-1]
    if (
        isinstance(which, nodes.Num)
        and 1 <= which.value <= family.slots
        and not args[0].type.optional
    ):
        place = number if is_first(owner) else make.binary(_row(family, owner), "+", number)
        return make.binary(place, "-", 1)
    return make.call("spot", owner, number, family.slots)


def _row(family: Family, owner: Value) -> ast.expr:
    """Print the index of an owner's first space in a family."""
    return make.binary(owner, "*", family.slots)


def occupied(spaces: Value) -> ast.expr:
    """Print the list of what lies in spaces; an empty one holds a negative number."""
    there = make.compare(make.name("c"), ">=", 0)
    return make.described(make.name("c"), make.loop("c", spaces, there))


def _in_spaces(family: Family, numbers: ast.expr) -> ast.expr:
    """Print the list of what lies in the zones of some spaces."""
    here = zone(family, make.name("i"))
    each = make.loop("i", numbers)
    if family.shape == "list":
        return make.described(make.name("c"), each, make.loop("c", here))
    return occupied(make.described(here, each))


def lane(line: Expr, number: ast.expr) -> ast.expr:
    """Print the spaces of a line of a board."""
    return make.item(make.name(f"LANES_{line.type.of}"), number)


def _items(p: Printing, e: nodes.Items) -> ast.expr:
    op, family = e.how, e.family
    if family.shape == "counts":
        first = p.program.kinds[family.kinds[0]].first
        index = holder_index(p, family, e.args)
        if is_first(index):
            there = make.loop("i", make.call("range", family.slots), zone(family, make.name("i")))
            return make.described(make.binary(first, "+", make.name("i")), there)
        return make.call("in_counts", zones(family), _row(family, index), family.slots, first)
    if op == "slot" or op == "abs_slot":
        place = p.e(e.args[0]) if op == "abs_slot" else _slot(p, family, e.args)
        return occupied(make.row(zone(family, place)))
    if op == "lane":
        return _in_spaces(family, lane(e.args[0], p.e(e.args[0])))
    if op == "way":
        return _in_spaces(family, p.e(e.args[0]))
    if family.shape == "list":
        if op != "all":
            return _pile(p, family, e.args)
        each = make.loop("zone", zones(family))
        return make.described(make.name("c"), each, make.loop("c", make.name("zone")))
    if (spaces := all_spaces(p, e)) is not None:
        return occupied(spaces)
    index = holder_index(p, family, e.args)
    if family.slots == 1:
        return occupied(make.row(zone(family, index)))
    return occupied(_spaces_of(family, index))


def _spaces_of(family: Family, index: Value) -> ast.expr:
    """Print what the spaces of one owner hold."""
    first = _row(family, index)
    return make.part(zones(family), first, make.binary(first, "+", family.slots))


def all_spaces(p: Printing, e: nodes.Items) -> ast.expr | None:
    """Print the list of all spaces of a family if the items are those in all of them; else None.

    An empty space holds a negative number."""
    family = e.family
    if family.shape != "slots" or e.how in ("slot", "abs_slot", "lane", "way"):
        return None
    only = family.slots > 1 and family.owners == 1
    if e.how == "all" or family.board or (only and is_first(holder_index(p, family, e.args))):
        return zones(family)
    return None


def zone_number(p: Printing, op: str, family: Family, args: tuple[Expr, ...]) -> ast.expr:
    """Print the number of a zone, as `loc` stores it."""
    if op in ("slot", "abs_slot"):
        place = p.e(args[0]) if op == "abs_slot" else _slot(p, family, args)
        return make.binary(family.base, "+", place) if family.base else place
    index = holder_index(p, family, args)
    if family.shape == "slots" and family.slots > 1:
        index = _row(family, index)
    if is_first(index):
        return make.node(family.base)
    return make.node(make.binary(family.base, "+", index) if family.base else index)


def _in_zone(p: Printing, e: nodes.InZone) -> ast.expr:
    lies = _lies_in(p, e)
    if not e.args[0].type.optional:
        return lies
    return make.both(make.compare(p.e(e.args[0]), ">=", 0), lies)


def _lies_in(p: Printing, e: nodes.InZone) -> ast.expr:
    """Print the test that something lies in a zone; nothing lies in nobody's."""
    op, family = e.how, e.family
    where = make.item(make.state("loc"), p.e(e.args[0]))
    args = e.args[1:]
    if op in ("lane", "way"):
        spaces = p.e(args[0]) if op == "way" else lane(args[0], p.e(args[0]))
        return make.compare(make.binary(where, "-", family.base), "in", spaces)
    if op == "all" or (op == "zone" and family.board):
        return within(family, where)
    number = zone_number(p, op, family, args)
    nobodys = any(one.type.optional for one in args)
    if op == "zone" and family.shape == "slots" and family.slots > 1:
        inside = make.compare(0, "<=", make.binary(where, "-", number), "<", family.slots)
        return make.both(make.compare(family.base, "<=", where), inside) if nobodys else inside
    if nobodys or _by_number(number):
        return make.compare(family.base, "<=", where, "==", number)
    return make.compare(where, "==", number)


def _by_number(place: ast.expr) -> bool:
    """Tell whether a space is given by a number that is looked up, and may be that of none."""
    return any(isinstance(one, ast.Name) and one.id == "spot" for one in walk(place))


def within(family: Family, place: ast.expr) -> ast.expr:
    """Print the test that a location belongs to a family of zones."""
    total = family.owners * (family.slots if family.shape == "slots" else 1)
    return make.compare(family.base, "<=", place, "<", family.base + total)


def _lies_on(p: Printing, e: nodes.LiesOn) -> ast.expr:
    thing = nodes.ZoneOf(e.args, NUMBER, e.span)
    return p.e(holder_of(p.program, thing, e.type))


def _first_of_board(p: Printing, board: Board) -> int:
    """Return the number of a board's first space, where its spaces are components; else 0."""
    return p.program.kinds[board.of_kind].first if board.of_kind else 0


def near(board: str) -> ast.Name:
    """Print the table of a board's neighbours."""
    return make.name(f"NEAR_{board}")


def _steps(p: Printing, e: nodes.Steps) -> ast.expr:
    first = _first_of_board(p, p.program.boards[e.board])
    return make.call("steps", near(e.board), p.e(e.args[0]), p.e(e.args[1]), first)


def _steps_over(p: Printing, e: nodes.StepsOver) -> ast.expr:
    first = _first_of_board(p, p.program.boards[e.board])
    start, goal, passed, most = (p.e(part) for part in e.args)
    return make.call("steps_over", near(e.board), start, goal, first, passed, most)


def _region(p: Printing, e: nodes.Region) -> ast.expr:
    return make.item(make.constant((*e.parts, -1)), p.e(e.args[0]))


def _zone_of(p: Printing, e: nodes.ZoneOf) -> ast.expr:
    return _location(p, e.args[0])


def _location(p: Printing, thing: Expr, of_none: int = -1) -> ast.expr:
    """Print the number of the zone in which something lies."""
    place = make.item(make.state("loc"), p.e(thing))
    return unless_none(place, p.e(thing), of_none) if thing.type.optional else place


def _zone_number(p: Printing, e: nodes.ZoneNumber) -> ast.expr:
    return make.node(-1) if e.family is None else zone_number(p, e.how, e.family, e.args)


def _in_box(p: Printing, e: nodes.InBox) -> ast.expr:
    return make.compare(_location(p, e.args[0], -2), "==", -1)


def _in_play(p: Printing, e: nodes.InPlay) -> ast.expr:
    return make.compare(_location(p, e.args[0]), ">=", 0)


def _cell_of(p: Printing, e: nodes.CellOf) -> ast.expr:
    thing = e.args[0]
    if not thing.type.optional:
        place = make.item(make.state("loc"), p.e(thing))
        return make.item(make.name(f"CELL_{thing.type.of}"), place)
    return make.rule(f"cell_{thing.type.of}", p.e(thing))


def _at(p: Printing, e: nodes.At) -> ast.expr:
    return make.item(make.state(f"z_table_{e.board}"), p.e(e.args[0]))


def _slot_item(p: Printing, e: nodes.SlotItem) -> ast.expr:
    family = e.family
    if family.board or (e.args and family.slots > 1):
        return zone(family, _slot(p, family, e.args))
    return zone(family, holder_index(p, family, e.args))


def _abs_slot_item(p: Printing, e: nodes.AbsSlotItem) -> ast.expr:
    return zone(e.family, p.e(e.args[0]))


def _slots_of(p: Printing, e: nodes.SlotsOf) -> ast.expr:
    family = e.family
    index = holder_index(p, family, e.args)
    if is_first(index):
        return make.call("range", family.slots)
    first = _row(family, index)
    begin = make.call("max", 0, first) if e.args[0].type.optional else first
    return make.call("range", begin, make.binary(first, "+", family.slots))


def _top(p: Printing, e: nodes.Top) -> ast.expr:
    family = e.family
    if family.shape in ("slots", "counts"):
        items = nodes.Items(e.args, e.type, e.span, "zone", family)
        return make.call("last_of", _items(p, items))
    return make.call("last_of", _pile(p, family, e.args))


def _on_top(p: Printing, e: nodes.OnTop) -> ast.expr:
    thing, many, *where = e.args
    lies = make.rule(f"position_{thing.type.of}", p.e(thing))
    pile = make.call("len", _pile(p, e.family, tuple(where)))
    above = make.compare(lies, ">", make.binary(pile, "-", p.e(many)))
    if not thing.type.optional:
        return above
    return make.both(make.compare(p.e(thing), ">=", 0), above)


def _zone_size(p: Printing, e: nodes.ZoneSize) -> ast.expr:
    family = e.family
    if family.shape == "list":
        return make.call("len", _pile(p, family, e.args))
    index = holder_index(p, family, e.args)
    if family.shape == "counts":
        return make.call("sum", _spaces_of(family, index))
    if family.board or (is_first(index) and family.owners == 1):
        # One more entry follows the spaces, for no space: it is always empty.
        empty = make.method(zones(family), "count", -1)
        return make.binary(family.owners * family.slots + 1, "-", empty)
    items = nodes.Items(e.args, e.type, e.span, "zone", family)
    return make.call("len", _items(p, items))


def _room_in(p: Printing, e: nodes.RoomIn) -> ast.expr:
    assert e.family.limit is not None
    return p.e(with_you(e.family.limit, e.args[0]))


def _count_in(p: Printing, e: nodes.CountIn) -> ast.expr:
    held = zone(e.family, count_place(p, e.family, e.args[:-1], e.args[-1]))
    return unless_none(held, p.e(e.args[-1]), 0) if e.args[-1].type.optional else held


def count_place(p: Printing, family: Family, args: tuple[Expr, ...], design: Expr) -> ast.expr:
    """Print the index at which the number of alike pieces of a design is stored."""
    first = p.program.kinds[family.kinds[0]].first
    index = holder_index(p, family, args)
    place = p.e(design)
    if not is_first(index):
        place = make.binary(_row(family, index), "+", place)
    return make.binary(place, "-", first)


def _worth(p: Printing, e: nodes.Worth) -> ast.expr:
    return make.item(make.name(f"WORTH_{e.kind}"), p.e(e.args[0]))


def _position(p: Printing, e: nodes.Position) -> ast.expr:
    if e.kind.is_space and e.kind.of.startswith("zone:"):
        row = next(f for f in p.program.families if f.key == e.kind.of[5:])
        space = p.e(e.args[0])
        place = make.binary(make.binary(space, "%", row.slots), "+", 1)
        return unless_none(place, space, 0) if e.args[0].type.optional else place
    if e.kind.base in ("value", "space"):
        return make.binary(p.e(e.args[0]), "+", 1)
    return make.rule(f"position_{e.kind.of}", p.e(e.args[0]))


def neighbours_of(p: Printing, board: str, space: Expr) -> ast.expr:
    """Print the list of a space's neighbours; none has no neighbours."""
    made = p.program.boards[board]
    if not made.of_kind:
        return make.item(near(board), p.e(space))
    place = make.binary(p.e(space), "-", _first_of_board(p, made))
    return make.item(near(board), make.call("max", place, -1) if space.type.optional else place)


def _next_to(p: Printing, e: nodes.NextTo) -> ast.expr:
    return make.compare(p.e(e.args[1]), "in", neighbours_of(p, e.board, e.args[0]))


def _lanes(p: Printing, e: nodes.Lanes) -> ast.expr:
    return make.call("range", len(p.program.boards[e.board].lanes))


def _spaces(p: Printing, e: nodes.Spaces) -> ast.expr:
    board = p.program.boards[e.board]
    if board.of_kind:
        kind = p.program.kinds[board.of_kind]
        return make.call("range", kind.first, kind.last)
    return make.call("range", board.spaces)


def _lane_cells(p: Printing, e: nodes.LaneCells) -> ast.expr:
    return lane(e.args[0], p.e(e.args[0]))


def _entry(p: Printing, e: nodes.Entry) -> ast.expr:
    return _end_of_lane(p, e, 0)


def _last_of_lane(p: Printing, e: nodes.LastOfLane) -> ast.expr:
    return _end_of_lane(p, e, -1)


def _end_of_lane(p: Printing, e: Expr, end: int) -> ast.expr:
    number = p.e(e.args[0])
    found = make.item(make.item(make.name(f"LANES_{e.type.of}"), number), end)
    return unless_none(found, number, -1) if e.args[0].type.optional else found


def _in_end(p: Printing, e: nodes.InEnd) -> ast.expr:
    cell, number, count = (p.e(a) for a in e.args)
    return make.call("in_last", cell, lane(e.args[1], number), count)


def _in_start(p: Printing, e: nodes.InStart) -> ast.expr:
    cell, number, count = (p.e(a) for a in e.args)
    return make.compare(cell, "in", make.part(lane(e.args[1], number), None, at_least_0(count)))


def at_least_0(number: ast.expr) -> ast.expr:
    """Print a number, and 0 for a negative one."""
    return make.call("max", 0, number)


def _group(p: Printing, e: nodes.Group) -> ast.expr:
    board, var = e.board, f"v_{e.name}"
    start, test, *rest = e.args
    made = p.program.boards[board]
    fits = make.function_of([var], p.e(test))
    args: list[Value] = [near(board), p.e(start), _first_of_board(p, made), fits]
    args += [p.e(steps) for steps in rest[:1]]
    args += [make.function_of([var], p.e(passed)) for passed in rest[1:]]
    cells = make.call("reached_over" if rest[1:] else "group_around", *args)
    if e.base == "piece" and not made.of_kind:
        here = make.item(make.state(f"z_table_{board}"), make.name("i"))
        return make.described(here, make.loop("i", cells))
    return cells


VALUES: Values = {
    nodes.Items: _items,
    nodes.InZone: _in_zone,
    nodes.LiesOn: _lies_on,
    nodes.Steps: _steps,
    nodes.StepsOver: _steps_over,
    nodes.Region: _region,
    nodes.ZoneOf: _zone_of,
    nodes.ZoneNumber: _zone_number,
    nodes.InBox: _in_box,
    nodes.InPlay: _in_play,
    nodes.CellOf: _cell_of,
    nodes.At: _at,
    nodes.SlotItem: _slot_item,
    nodes.AbsSlotItem: _abs_slot_item,
    nodes.SlotsOf: _slots_of,
    nodes.Top: _top,
    nodes.OnTop: _on_top,
    nodes.ZoneSize: _zone_size,
    nodes.RoomIn: _room_in,
    nodes.CountIn: _count_in,
    nodes.Worth: _worth,
    nodes.Position: _position,
    nodes.NextTo: _next_to,
    nodes.Lanes: _lanes,
    nodes.Spaces: _spaces,
    nodes.LaneCells: _lane_cells,
    nodes.Entry: _entry,
    nodes.LastOfLane: _last_of_lane,
    nodes.InEnd: _in_end,
    nodes.InStart: _in_start,
    nodes.Group: _group,
}
"""How the expressions of this module are printed."""
