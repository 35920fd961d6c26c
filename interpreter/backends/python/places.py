"""Locations and boards as Python text."""

from __future__ import annotations

from interpreter.backends.python.printing import Printing, Values
from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.lowered import with_you
from interpreter.ir.nodes import Expr
from interpreter.ir.types import NUMBER
from interpreter.ir.weaving.events import holder_of


def holder_index(p: Printing, family: Family, args: tuple[Expr, ...]) -> str:
    """Print the index of a holder's zone within its family."""
    if not args or family.holder in ("table", "box"):
        return "0"
    inner = p.e(args[0])
    if family.holder in p.program.kinds:
        first = p.program.kinds[family.holder].first
        if first and args[0].type.optional:  # none owns the zones behind the last
            return f"max({inner} - {first}, -1)"
        return f"{inner} - {first}" if first else inner
    return inner


def _pile(p: Printing, family: Family, args: tuple[Expr, ...]) -> str:
    """Print a pile or set; nobody's is empty."""
    index = holder_index(p, family, args)
    pile = f"S.z_{family.key}[{index}]"
    if index == "0" or not args[0].type.optional:
        return pile
    return f"({pile} if {p.e(args[0])} >= 0 else ())"


def _slot(p: Printing, family: Family, args: tuple[Expr, ...]) -> str:
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
        return f"({owner}) * {family.slots} + {number} - 1" if owner != "0" else f"{number} - 1"
    return f"spot({owner}, {number}, {family.slots})"


def _items(p: Printing, e: nodes.Items) -> str:
    op, family = e.how, e.family
    z = f"S.z_{family.key}"
    if family.shape == "counts":
        first = p.program.kinds[family.kinds[0]].first
        nd = family.slots
        index = holder_index(p, family, e.args)
        if index == "0":
            return f"[{first} + i for i in range({nd}) if {z}[i]]"
        return f"in_counts({z}, ({index}) * {nd}, {nd}, {first})"
    if op == "slot" or op == "abs_slot":
        place = p.e(e.args[0]) if op == "abs_slot" else _slot(p, family, e.args)
        return f"[c for c in ({z}[{place}],) if c >= 0]"
    if op == "lane":
        lane = f"LANES_{e.args[0].type.of}[{p.e(e.args[0])}]"
        if family.shape == "list":
            return f"[c for i in {lane} for c in {z}[i]]"
        return f"[c for c in [{z}[i] for i in {lane}] if c >= 0]"
    if op == "way":
        way = p.e(e.args[0])
        if family.shape == "list":
            return f"[c for i in {way} for c in {z}[i]]"
        return f"[c for c in [{z}[i] for i in {way}] if c >= 0]"
    if family.shape == "list":
        return f"[c for zone in {z} for c in zone]" if op == "all" else _pile(p, family, e.args)
    if spaces := all_spaces(p, e):
        return f"[c for c in {spaces} if c >= 0]"
    index, n = holder_index(p, family, e.args), family.slots
    if n == 1:
        return f"[c for c in ({z}[{index}],) if c >= 0]"
    return f"[c for c in {z}[({index}) * {n}:({index}) * {n} + {n}] if c >= 0]"


def all_spaces(p: Printing, e: nodes.Items) -> str:
    """Print the list of all spaces of a family if the items are those in all of them; else empty.

    An empty space holds a negative number."""
    family = e.family
    if family.shape != "slots" or e.how in ("slot", "abs_slot", "lane", "way"):
        return ""
    only = family.slots > 1 and family.owners == 1
    if e.how == "all" or family.board or (only and holder_index(p, family, e.args) == "0"):
        return f"S.z_{family.key}"
    return ""


def zone_number(p: Printing, op: str, family: Family, args: tuple[Expr, ...]) -> str:
    """Print the number of a zone, as `loc` stores it."""
    if op in ("slot", "abs_slot"):
        place = p.e(args[0]) if op == "abs_slot" else _slot(p, family, args)
        return f"{family.base} + {place}" if family.base else place
    index = holder_index(p, family, args)
    if family.shape == "slots" and family.slots > 1:
        index = f"({index}) * {family.slots}"
    if index == "0":
        return str(family.base)
    return f"{family.base} + {index}" if family.base else index


def _in_zone(p: Printing, e: nodes.InZone) -> str:
    lies = _lies_in(p, e)
    return f"({p.e(e.args[0])} >= 0 and {lies})" if e.args[0].type.optional else lies


def _lies_in(p: Printing, e: nodes.InZone) -> str:
    """Print the test that something lies in a zone; nothing lies in nobody's."""
    op, family = e.how, e.family
    where = f"S.loc[{p.e(e.args[0])}]"
    args = e.args[1:]
    if op == "lane":
        lane = f"LANES_{args[0].type.of}[{p.e(args[0])}]"
        return f"({where} - {family.base} in {lane})"
    if op == "way":
        return f"({where} - {family.base} in {p.e(args[0])})"
    if op == "all" or (op == "zone" and family.board):
        total = family.owners * (family.slots if family.shape == "slots" else 1)
        return f"({family.base} <= {where} < {family.base + total})"
    number = zone_number(p, op, family, args)
    nobodys = any(one.type.optional for one in args)
    if op == "zone" and family.shape == "slots" and family.slots > 1:
        within = f"0 <= {where} - ({number}) < {family.slots}"
        return f"({family.base} <= {where} and {within})" if nobodys else f"({within})"
    if nobodys or "spot(" in number:
        return f"({family.base} <= {where} == {number})"
    return f"({where} == {number})"


def _lies_on(p: Printing, e: nodes.LiesOn) -> str:
    thing = nodes.ZoneOf(e.args, NUMBER, e.span)
    return p.e(holder_of(p.program, thing, e.type))


def _steps(p: Printing, e: nodes.Steps) -> str:
    made = p.program.boards[e.board]
    first = p.program.kinds[made.sort[5:]].first if made.sort.startswith("kind:") else 0
    return f"steps(NEAR_{e.board}, {p.e(e.args[0])}, {p.e(e.args[1])}, {first})"


def _steps_over(p: Printing, e: nodes.StepsOver) -> str:
    made = p.program.boards[e.board]
    first = p.program.kinds[made.sort[5:]].first if made.sort.startswith("kind:") else 0
    start, goal, passed, most = (p.e(part) for part in e.args)
    return f"steps_over(NEAR_{e.board}, {start}, {goal}, {first}, {passed}, {most})"


def _region(p: Printing, e: nodes.Region) -> str:
    _, parts = e.board, e.parts
    return f"{(*parts, -1)!r}[{p.e(e.args[0])}]"


def _zone_of(p: Printing, e: nodes.ZoneOf) -> str:
    return _location(p, e.args[0])


def _location(p: Printing, thing: Expr, of_none: int = -1) -> str:
    """Print the number of the zone in which something lies."""
    place = f"S.loc[{p.e(thing)}]"
    return f"({place} if {p.e(thing)} >= 0 else {of_none})" if thing.type.optional else place


def _zone_number(p: Printing, e: nodes.ZoneNumber) -> str:
    op, family = e.how, e.family
    return f"({zone_number(p, op, family, e.args)})" if family is not None else "-1"


def _in_box(p: Printing, e: nodes.InBox) -> str:
    return f"({_location(p, e.args[0], -2)} == -1)"


def _in_play(p: Printing, e: nodes.InPlay) -> str:
    return f"({_location(p, e.args[0])} >= 0)"


def _cell_of(p: Printing, e: nodes.CellOf) -> str:
    thing = e.args[0]
    if not thing.type.optional:
        return f"CELL_{thing.type.of}[S.loc[{p.e(thing)}]]"
    return f"cell_{thing.type.of}(S, {p.e(thing)})"


def _at(p: Printing, e: nodes.At) -> str:
    return f"S.z_table_{e.board}[{p.e(e.args[0])}]"


def _slot_item(p: Printing, e: nodes.SlotItem) -> str:
    family = e.family
    z = f"S.z_{family.key}"
    if family.board or (e.args and family.slots > 1):
        return f"{z}[{_slot(p, family, e.args)}]"
    return f"{z}[{holder_index(p, family, e.args)}]"


def _abs_slot_item(p: Printing, e: nodes.AbsSlotItem) -> str:
    return f"S.z_{e.family.key}[{p.e(e.args[0])}]"


def _slots_of(p: Printing, e: nodes.SlotsOf) -> str:
    family = e.family
    index = holder_index(p, family, e.args)
    if index == "0":
        return f"range({family.slots})"
    first = f"({index}) * {family.slots}"
    begin = f"max(0, {first})" if e.args[0].type.optional else first
    return f"range({begin}, {first} + {family.slots})"


def _top(p: Printing, e: nodes.Top) -> str:
    family = e.family
    if family.shape in ("slots", "counts"):
        items = nodes.Items(e.args, e.type, e.span, "zone", family)
        return f"last_of({_items(p, items)})"
    return f"last_of({_pile(p, family, e.args)})"


def _on_top(p: Printing, e: nodes.OnTop) -> str:
    thing, many, *where = e.args
    lies = f"position_{thing.type.of}(S, {p.e(thing)})"
    above = f"{lies} > len({_pile(p, e.family, tuple(where))}) - {p.e(many)}"
    return f"({p.e(thing)} >= 0 and {above})" if thing.type.optional else f"({above})"


def _zone_size(p: Printing, e: nodes.ZoneSize) -> str:
    family = e.family
    z = f"S.z_{family.key}"
    if family.shape == "list":
        return f"len({_pile(p, family, e.args)})"
    if family.shape == "counts":
        index = holder_index(p, family, e.args)
        n = family.slots
        return f"sum({z}[({index}) * {n}:({index}) * {n} + {n}])"
    index = holder_index(p, family, e.args)
    if family.board or (index == "0" and family.owners == 1):
        # One more entry follows the spaces, for no space: it is always empty.
        return f"({family.owners * family.slots + 1} - {z}.count(-1))"
    items = nodes.Items(e.args, e.type, e.span, "zone", family)
    return f"len({_items(p, items)})"


def _room_in(p: Printing, e: nodes.RoomIn) -> str:
    assert e.family.limit is not None
    return p.e(with_you(e.family.limit, e.args[0]))


def _count_in(p: Printing, e: nodes.CountIn) -> str:
    family = e.family
    held = f"S.z_{family.key}[{count_place(p, family, e.args[:-1], e.args[-1])}]"
    return f"({held} if {p.e(e.args[-1])} >= 0 else 0)" if e.args[-1].type.optional else held


def count_place(p: Printing, family: Family, args: tuple[Expr, ...], design: Expr) -> str:
    """Print the index at which the number of alike pieces of a design is stored."""
    first = p.program.kinds[family.kinds[0]].first
    index = holder_index(p, family, args)
    head = "" if index == "0" else f"({index}) * {family.slots} + "
    return f"{head}{p.e(design)} - {first}"


def _worth(p: Printing, e: nodes.Worth) -> str:
    return f"WORTH_{e.kind}[{p.e(e.args[0])}]"


def _position(p: Printing, e: nodes.Position) -> str:
    if e.kind.is_space and e.kind.of.startswith("zone:"):
        row = next(f for f in p.program.families if f.key == e.kind.of[5:])
        space = p.e(e.args[0])
        place = f"{space} % {row.slots} + 1"
        return f"({place} if {space} >= 0 else 0)" if e.args[0].type.optional else f"({place})"
    if e.kind.base in ("value", "space"):
        return f"({p.e(e.args[0])} + 1)"
    return f"position_{e.kind.of}(S, {p.e(e.args[0])})"


def neighbours_of(p: Printing, board: str, space: Expr) -> str:
    """Print the list of a space's neighbours; none has no neighbours."""
    made = p.program.boards[board]
    if not made.sort.startswith("kind:"):
        return f"NEAR_{board}[{p.e(space)}]"
    first = p.program.kinds[made.sort[5:]].first
    place = f"{p.e(space)} - {first}"
    return f"NEAR_{board}[{f'max({place}, -1)' if space.type.optional else place}]"


def _next_to(p: Printing, e: nodes.NextTo) -> str:
    return f"({p.e(e.args[1])} in {neighbours_of(p, e.board, e.args[0])})"


def _lanes(p: Printing, e: nodes.Lanes) -> str:
    return f"range({len(p.program.boards[e.board].lanes)})"


def _spaces(p: Printing, e: nodes.Spaces) -> str:
    board = p.program.boards[e.board]
    if board.sort.startswith("kind:"):
        kind = p.program.kinds[board.sort[5:]]
        return f"range({kind.first}, {kind.last})"
    return f"range({board.spaces})"


def _lane_cells(p: Printing, e: nodes.LaneCells) -> str:
    return f"LANES_{e.args[0].type.of}[{p.e(e.args[0])}]"


def _entry(p: Printing, e: nodes.Entry) -> str:
    return _end_of_lane(p, e, 0)


def _last_of_lane(p: Printing, e: nodes.LastOfLane) -> str:
    return _end_of_lane(p, e, -1)


def _end_of_lane(p: Printing, e: Expr, end: int) -> str:
    lane = p.e(e.args[0])
    found = f"LANES_{e.type.of}[{lane}][{end}]"
    return f"({found} if {lane} >= 0 else -1)" if e.args[0].type.optional else found


def _in_end(p: Printing, e: nodes.InEnd) -> str:
    cell, lane, count = (p.e(a) for a in e.args)
    return f"in_last({cell}, LANES_{e.args[1].type.of}[{lane}], {count})"


def _in_start(p: Printing, e: nodes.InStart) -> str:
    cell, lane, count = (p.e(a) for a in e.args)
    return f"({cell} in LANES_{e.args[1].type.of}[{lane}][:max(0, {count})])"


def _group(p: Printing, e: nodes.Group) -> str:
    board, var, base = e.board, e.name, e.base
    start, test, *rest = e.args
    made = p.program.boards[board]
    first = p.program.kinds[made.sort[5:]].first if made.sort.startswith("kind:") else 0
    far = "".join(f", {p.e(steps)}" for steps in rest[:1])
    over = "".join(f", lambda v_{var}: {p.e(passed)}" for passed in rest[1:])
    cells = (
        f"{'reached_over' if over else 'group_around'}(NEAR_{board}, {p.e(start)}, {first}, "
        f"lambda v_{var}: {p.e(test)}{far}{over})"
    )
    if base == "piece" and not made.sort.startswith("kind:"):
        return f"[S.z_table_{board}[i] for i in {cells}]"
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
