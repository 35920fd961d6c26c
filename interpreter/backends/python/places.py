"""Where things lie, and boards, as Python text."""

from __future__ import annotations

from interpreter.backends.python.expressions import Expressions
from interpreter.ir import nodes
from interpreter.ir.lowered import with_you
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Family
from interpreter.ir.types import NUMBER
from interpreter.ir.weaving.events import holder_of


class Places(Expressions):
    """Prints what is asked of zones, spaces, lines and neighbours."""

    def _index(self, family: Family, args: tuple[Expr, ...]) -> str:
        """Which zone of a family: the holder's place."""
        if not args or family.holder in ("table", "box"):
            return "0"
        inner = self.e(args[0])
        if family.holder in self.program.kinds:
            first = self.program.kinds[family.holder].first
            if first and args[0].type.optional:  # the zones of none are those behind the last
                return f"max({inner} - {first}, -1)"
            return f"{inner} - {first}" if first else inner
        return inner

    def _pile(self, family: Family, args: tuple[Expr, ...]) -> str:
        """Give a pile or set; that of nobody is empty."""
        index = self._index(family, args)
        pile = f"S.z_{family.key}[{index}]"
        if index == "0" or not args[0].type.optional:
            return pile
        return f"({pile} if {self.e(args[0])} >= 0 else ())"

    def _slot(self, family: Family, args: tuple[Expr, ...]) -> str:
        """Give the place of one space in a family of spaces."""
        if family.board:
            return self.e(args[0])
        number = self.e(args[-1])
        owner = self._index(family, args[:-1])
        which = args[-1]
        if (
            isinstance(which, nodes.Num)
            and 1 <= which.value <= family.slots
            and not args[0].type.optional
        ):
            return f"({owner}) * {family.slots} + {number} - 1" if owner != "0" else f"{number} - 1"
        return f"spot({owner}, {number}, {family.slots})"

    def _items(self, e: nodes.Items) -> str:
        op, family = e.how, e.family
        z = f"S.z_{family.key}"
        if family.shape == "counts":
            first = self.program.kinds[family.kinds[0]].first
            nd = family.slots
            index = self._index(family, e.args)
            if index == "0":
                return f"[{first} + i for i in range({nd}) if {z}[i]]"
            return f"in_counts({z}, ({index}) * {nd}, {nd}, {first})"
        if op == "slot" or op == "abs_slot":
            place = self.e(e.args[0]) if op == "abs_slot" else self._slot(family, e.args)
            return f"[c for c in ({z}[{place}],) if c >= 0]"
        if op == "lane":
            lane = f"LANES_{e.args[0].type.of}[{self.e(e.args[0])}]"
            if family.shape == "list":
                return f"[c for i in {lane} for c in {z}[i]]"
            return f"[c for c in [{z}[i] for i in {lane}] if c >= 0]"
        if op == "way":
            way = self.e(e.args[0])
            if family.shape == "list":
                return f"[c for i in {way} for c in {z}[i]]"
            return f"[c for c in [{z}[i] for i in {way}] if c >= 0]"
        if op == "all" or (family.shape == "slots" and family.board):
            if family.shape == "list":
                return f"[c for zone in {z} for c in zone]"
            return f"[c for c in {z} if c >= 0]"
        index = self._index(family, e.args)
        if family.shape == "list":
            return self._pile(family, e.args)
        n = family.slots
        if n == 1:
            return f"[c for c in ({z}[{index}],) if c >= 0]"
        if index == "0" and family.owners == 1:
            return f"[c for c in {z} if c >= 0]"
        return f"[c for c in {z}[({index}) * {n}:({index}) * {n} + {n}] if c >= 0]"

    def zone_number(self, op: str, family: Family, args: tuple[Expr, ...]) -> str:
        """Give the number of a zone, as `loc` keeps it."""
        if op in ("slot", "abs_slot"):
            place = self.e(args[0]) if op == "abs_slot" else self._slot(family, args)
            return f"{family.base} + {place}" if family.base else place
        index = self._index(family, args)
        if family.shape == "slots" and family.slots > 1:
            index = f"({index}) * {family.slots}"
        if index == "0":
            return str(family.base)
        return f"{family.base} + {index}" if family.base else index

    def _in_zone(self, e: nodes.InZone) -> str:
        op, family = e.how, e.family
        where = f"S.loc[{self.e(e.args[0])}]"
        args = e.args[1:]
        if op == "lane":
            lane = f"LANES_{args[0].type.of}[{self.e(args[0])}]"
            return f"({where} - {family.base} in {lane})"
        if op == "way":
            return f"({where} - {family.base} in {self.e(args[0])})"
        if op == "all" or (op == "zone" and family.board):
            total = family.owners * (family.slots if family.shape == "slots" else 1)
            return f"({family.base} <= {where} < {family.base + total})"
        number = self.zone_number(op, family, args)
        if op == "zone" and family.shape == "slots" and family.slots > 1:
            return f"(0 <= {where} - ({number}) < {family.slots})"
        return f"({where} == {number})"

    def _lies_on(self, e: nodes.LiesOn) -> str:
        thing = nodes.ZoneOf(e.args, NUMBER, e.span)
        return self.e(holder_of(self.program, thing, e.type))

    def _steps(self, e: nodes.Steps) -> str:
        made = self.program.boards[e.board]
        first = self.program.kinds[made.sort[5:]].first if made.sort.startswith("kind:") else 0
        return f"steps(NEAR_{e.board}, {self.e(e.args[0])}, {self.e(e.args[1])}, {first})"

    def _steps_over(self, e: nodes.StepsOver) -> str:
        made = self.program.boards[e.board]
        first = self.program.kinds[made.sort[5:]].first if made.sort.startswith("kind:") else 0
        start, goal, passed, most = (self.e(part) for part in e.args)
        return f"steps_over(NEAR_{e.board}, {start}, {goal}, {first}, {passed}, {most})"

    def _region(self, e: nodes.Region) -> str:
        _, parts = e.board, e.parts
        return f"{(*parts, -1)!r}[{self.e(e.args[0])}]"  # what is nowhere is in no part

    def _zone_of(self, e: nodes.ZoneOf) -> str:
        return f"S.loc[{self.e(e.args[0])}]"

    def _zone_number(self, e: nodes.ZoneNumber) -> str:
        op, family = e.how, e.family
        return f"({self.zone_number(op, family, e.args)})" if family is not None else "-1"

    def _in_box(self, e: nodes.InBox) -> str:
        return f"(S.loc[{self.e(e.args[0])}] == -1)"

    def _in_play(self, e: nodes.InPlay) -> str:
        return f"(S.loc[{self.e(e.args[0])}] >= 0)"

    def _cell_of(self, e: nodes.CellOf) -> str:
        thing = e.args[0]
        if not thing.type.optional:
            return f"CELL_{thing.type.of}[S.loc[{self.e(thing)}]]"
        return f"cell_{thing.type.of}(S, {self.e(thing)})"

    def _at(self, e: nodes.At) -> str:
        return f"S.z_table_{e.board}[{self.e(e.args[0])}]"

    def _slot_item(self, e: nodes.SlotItem) -> str:
        family = e.family
        z = f"S.z_{family.key}"
        if family.board or (e.args and family.slots > 1):
            return f"{z}[{self._slot(family, e.args)}]"
        return f"{z}[{self._index(family, e.args)}]"

    def _abs_slot_item(self, e: nodes.AbsSlotItem) -> str:
        return f"S.z_{e.family.key}[{self.e(e.args[0])}]"

    def _slots_of(self, e: nodes.SlotsOf) -> str:
        family = e.family
        index = self._index(family, e.args)
        if index == "0":
            return f"range({family.slots})"
        return f"range(({index}) * {family.slots}, ({index}) * {family.slots} + {family.slots})"

    def _top(self, e: nodes.Top) -> str:
        family = e.family
        if family.shape in ("slots", "counts"):
            items = nodes.Items(e.args, e.type, e.span, "zone", family)
            return f"last_of({self._items(items)})"
        return f"last_of({self._pile(family, e.args)})"

    def _on_top(self, e: nodes.OnTop) -> str:
        thing, many, *where = e.args
        lies = f"position_{thing.type.of}(S, {self.e(thing)})"
        return f"({lies} > len({self._pile(e.family, tuple(where))}) - {self.e(many)})"

    def _zone_size(self, e: nodes.ZoneSize) -> str:
        family = e.family
        z = f"S.z_{family.key}"
        if family.shape == "list":
            return f"len({self._pile(family, e.args)})"
        if family.shape == "counts":
            index = self._index(family, e.args)
            n = family.slots
            return f"sum({z}[({index}) * {n}:({index}) * {n} + {n}])"
        index = self._index(family, e.args)
        if family.board or (index == "0" and family.owners == 1):
            # Behind the spaces stands one more entry, for no space: it is always empty.
            return f"({family.owners * family.slots + 1} - {z}.count(-1))"
        items = nodes.Items(e.args, e.type, e.span, "zone", family)
        return f"len({self._items(items)})"

    def _room_in(self, e: nodes.RoomIn) -> str:
        assert e.family.limit is not None
        return self.e(with_you(e.family.limit, e.args[0]))

    def _count_in(self, e: nodes.CountIn) -> str:
        family = e.family
        return f"S.z_{family.key}[{self.count_place(family, e.args[:-1], e.args[-1])}]"

    def count_place(self, family: Family, args: tuple[Expr, ...], design: Expr) -> str:
        """Where the number of alike pieces of one design is kept."""
        first = self.program.kinds[family.kinds[0]].first
        index = self._index(family, args)
        head = "" if index == "0" else f"({index}) * {family.slots} + "
        return f"{head}{self.e(design)} - {first}"

    def _worth(self, e: nodes.Worth) -> str:
        return f"WORTH_{e.kind}[{self.e(e.args[0])}]"

    def _position(self, e: nodes.Position) -> str:
        if e.kind.base == "space" and e.kind.of.startswith("zone:"):
            row = next(f for f in self.program.families if f.key == e.kind.of[5:])
            return f"({self.e(e.args[0])} % {row.slots} + 1)"
        if e.kind.base in ("value", "space"):
            return f"({self.e(e.args[0])} + 1)"
        return f"position_{e.kind.of}(S, {self.e(e.args[0])})"

    # -------------------------------------------------------------------------- boards

    def _neighbours(self, board: str, space: Expr) -> str:
        made = self.program.boards[board]
        if not made.sort.startswith("kind:"):
            return f"NEAR_{board}[{self.e(space)}]"
        first = self.program.kinds[made.sort[5:]].first
        place = f"{self.e(space)} - {first}"
        return f"NEAR_{board}[{f'max({place}, -1)' if space.type.optional else place}]"

    def _next_to(self, e: nodes.NextTo) -> str:
        return f"({self.e(e.args[1])} in {self._neighbours(e.board, e.args[0])})"

    def _lanes(self, e: nodes.Lanes) -> str:
        return f"range({len(self.program.boards[e.board].lanes)})"

    def _spaces(self, e: nodes.Spaces) -> str:
        board = self.program.boards[e.board]
        if board.sort.startswith("kind:"):
            kind = self.program.kinds[board.sort[5:]]
            return f"range({kind.first}, {kind.last})"
        return f"range({board.spaces})"

    def _lane_cells(self, e: nodes.LaneCells) -> str:
        return f"LANES_{e.args[0].type.of}[{self.e(e.args[0])}]"

    def _entry(self, e: nodes.Entry) -> str:
        return self._end_of_lane(e, 0)

    def _last_of_lane(self, e: nodes.LastOfLane) -> str:
        return self._end_of_lane(e, -1)

    def _end_of_lane(self, e: Expr, end: int) -> str:
        lane = self.e(e.args[0])
        found = f"LANES_{e.type.of}[{lane}][{end}]"
        return f"({found} if {lane} >= 0 else -1)" if e.args[0].type.optional else found

    def _in_end(self, e: nodes.InEnd) -> str:
        cell, lane, count = (self.e(a) for a in e.args)
        return f"in_last({cell}, LANES_{e.args[1].type.of}[{lane}], {count})"

    def _in_start(self, e: nodes.InStart) -> str:
        cell, lane, count = (self.e(a) for a in e.args)
        return f"({cell} in LANES_{e.args[1].type.of}[{lane}][:max(0, {count})])"

    def _group(self, e: nodes.Group) -> str:
        board, var, base = e.board, e.name, e.base
        start, test, *rest = e.args
        made = self.program.boards[board]
        first = self.program.kinds[made.sort[5:]].first if made.sort.startswith("kind:") else 0
        far = "".join(f", {self.e(steps)}" for steps in rest[:1])
        over = "".join(f", lambda v_{var}: {self.e(passed)}" for passed in rest[1:])
        cells = (
            f"{'reached_over' if over else 'group_around'}(NEAR_{board}, {self.e(start)}, {first}, "
            f"lambda v_{var}: {self.e(test)}{far}{over})"
        )
        if base == "piece" and not made.sort.startswith("kind:"):
            return f"[S.z_table_{board}[i] for i in {cells}]"
        return cells
