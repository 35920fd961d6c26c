"""Expressions as Python text. One template for each op; every value is an int, tuple or list."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.ir.events import holder_of
from interpreter.ir.program import E, Family, Field, NotPlayable
from interpreter.ir.types import NUMBER
from interpreter.ir.weave import Woven


class Expressions:
    """Prints expressions of one woven program."""

    def __init__(self, woven: Woven, fallible: dict[str, bool], names: dict[str, str]) -> None:
        self.woven = woven
        self.program = woven.program
        self.fallible = fallible
        self.names = names

    def name(self, rule: str) -> str:
        """The Python name of a rule."""
        return self.names[rule]

    def e(self, e: E) -> str:
        """The text of an expression."""
        handler: Callable[[E], str] | None = getattr(self, f"_{e.op}", None)
        if handler is None:
            raise NotPlayable(e.op, e.span)
        return handler(e)

    # -------------------------------------------------------------------------- plain values

    def _num(self, e: E) -> str:
        return str(int(e.data))

    def _local(self, e: E) -> str:
        return f"v_{e.data}"

    def _text(self, e: E) -> str:
        return repr(e.data)

    def _field(self, e: E) -> str:
        if e.data.number in self.woven.modified:
            owner = self.e(e.args[0]) if e.args else "0"
            return f"{self.name('mod ' + e.data.key)}(S, {owner})"
        return self._field_raw(e)

    def _field_raw(self, e: E) -> str:
        return self.place_of_field(e.data, e.args)

    def place_of_field(self, field: Field, args: tuple[E, ...]) -> str:
        """Where a field is kept."""
        if field.holder == "table":
            return f"S.f_{field.key}"
        return f"S.f_{field.key}[{self.e(args[0])}]"

    def _attr(self, e: E) -> str:
        kind, name = e.data
        return f"A_{kind}_{name}[{self.e(e.args[0])}]"

    def _owner_of(self, e: E) -> str:
        return f"OWNER[{self.e(e.args[0])}]"

    def _title_of(self, e: E) -> str:
        return f"DESIGN[{self.e(e.args[0])}]"

    def _is_design(self, e: E) -> str:
        design = e.data
        inner = self.e(e.args[0])
        if design.last - design.first == 1:
            return f"({inner} == {design.first})"
        return f"({design.first} <= {inner} < {design.last})"

    def _is_kind(self, e: E) -> str:
        kind = self.program.kinds[e.data]
        return f"({kind.first} <= {self.e(e.args[0])} < {kind.last})"

    # -------------------------------------------------------------------------- arithmetic

    def _binary(self, e: E, sign: str) -> str:
        return f"({self.e(e.args[0])} {sign} {self.e(e.args[1])})"

    def _add(self, e: E) -> str:
        return self._binary(e, "+")

    def _sub(self, e: E) -> str:
        return self._binary(e, "-")

    def _mul(self, e: E) -> str:
        return self._binary(e, "*")

    def _divdown(self, e: E) -> str:
        return f"divided(S, {self.e(e.args[0])}, {self.e(e.args[1])})"

    def _divup(self, e: E) -> str:
        return f"-divided(S, -({self.e(e.args[0])}), {self.e(e.args[1])})"

    def _min(self, e: E) -> str:
        return f"min({self.e(e.args[0])}, {self.e(e.args[1])})"

    def _max(self, e: E) -> str:
        return f"max({self.e(e.args[0])}, {self.e(e.args[1])})"

    def _clamp(self, e: E) -> str:
        kind, inner = e.data, self.e(e.args[0])
        if kind.low is not None and kind.high is not None:
            return f"min(max({inner}, {kind.low}), {kind.high})"
        return inner

    def _choose_value(self, e: E) -> str:
        test, a, b = (self.e(x) for x in e.args)
        return f"({a} if {test} else {b})"

    def _vadd(self, e: E) -> str:
        return f"vadd({self.e(e.args[0])}, {self.e(e.args[1])})"

    def _vsub(self, e: E) -> str:
        return f"vsub({self.e(e.args[0])}, {self.e(e.args[1])})"

    def _vtotal(self, e: E) -> str:
        return f"sum({self.e(e.args[0])})"

    def _vget(self, e: E) -> str:
        return f"{self.e(e.args[0])}[{self.e(e.args[1])}]"

    def _vset(self, e: E) -> str:
        return f"vset({', '.join(self.e(a) for a in e.args)})"

    def _vzero(self, e: E) -> str:
        return "(" + "0, " * len(self.program.values[e.type.of].members) + ")"

    def _vsum(self, e: E) -> str:
        source, test, part = e.args
        zero = "(" + "0, " * len(self.program.values[e.type.of].members) + ")"
        return (
            f"vtotal([{self.e(part)} for v_{e.data} in {self.e(source)}{self._if(test)}], {zero})"
        )

    def _vge(self, e: E) -> str:
        return f"vge({self.e(e.args[0])}, {self.e(e.args[1])})"

    def _vle(self, e: E) -> str:
        return f"vge({self.e(e.args[1])}, {self.e(e.args[0])})"

    def _vgt(self, e: E) -> str:
        return f"(not vge({self.e(e.args[1])}, {self.e(e.args[0])}))"

    def _vlt(self, e: E) -> str:
        return f"(not vge({self.e(e.args[0])}, {self.e(e.args[1])}))"

    # -------------------------------------------------------------------------- questions

    def _eq(self, e: E) -> str:
        return self._binary(e, "==")

    def _ne(self, e: E) -> str:
        return self._binary(e, "!=")

    def _lt(self, e: E) -> str:
        return self._binary(e, "<")

    def _le(self, e: E) -> str:
        return self._binary(e, "<=")

    def _gt(self, e: E) -> str:
        return self._binary(e, ">")

    def _ge(self, e: E) -> str:
        return self._binary(e, ">=")

    def _and(self, e: E) -> str:
        return self._binary(e, "and")

    def _or(self, e: E) -> str:
        return self._binary(e, "or")

    def _not(self, e: E) -> str:
        return f"(not {self.e(e.args[0])})"

    def _member(self, e: E) -> str:
        return f"({self.e(e.args[0])} in {self.e(e.args[1])})"

    def _arrived(self, e: E) -> str:
        return f"(S.stamp_{e.data}[{self.e(e.args[0])}] == S.t_{e.data})"

    def _lasts(self, e: E) -> str:
        number, who = e.data
        you, *args = (self.e(a) for a in e.args)
        told = "".join(f"{arg}, " for arg in args)
        return f"lasts(S, {number}, {who!r}, {you}, ({told}))"

    def _lasting_sum(self, e: E) -> str:
        return f"lasting_sum(S, {e.data}, {self.e(e.args[0])}, {self.e(e.args[1])})"

    def _has_done(self, e: E) -> str:
        number = self.woven.tracked[e.data]
        return (
            f"(S.used_at[{number} * {self.program.most} + {self.e(e.args[0])}] == S.t_{e.data[1]})"
        )

    def _times_done(self, e: E) -> str:
        number = self.woven.tracked[e.data]
        return (
            f"times_done(S, {number} * {self.program.most} + {self.e(e.args[0])}, S.t_{e.data[1]})"
        )

    def _can(self, e: E) -> str:
        if not self.fallible.get(e.data, False):
            return "True"
        args = "".join(f", {self.e(a)}" for a in e.args)
        return f"can_{self.name(e.data)}(S{args})"

    def _call(self, e: E) -> str:
        args = "".join(f", {self.e(a)}" for a in e.args)
        return f"{self.name(e.data)}(S{args})"

    def _outermost(self, e: E) -> str:
        return f"(S.d_{e.data} == 1)"

    # -------------------------------------------------------------------------- where things lie

    def _index(self, family: Family, args: tuple[E, ...]) -> str:
        """Which zone of a family: the holder's place."""
        if not args or family.holder in ("table", "box"):
            return "0"
        inner = self.e(args[0])
        if family.holder in self.program.kinds:
            first = self.program.kinds[family.holder].first
            return f"{inner} - {first}" if first else inner
        return inner

    def _slot(self, family: Family, args: tuple[E, ...]) -> str:
        """The place of one space in a family of spaces."""
        if family.board:
            return self.e(args[0])
        number = self.e(args[-1])
        owner = self._index(family, args[:-1])
        return f"({owner}) * {family.slots} + {number} - 1" if owner != "0" else f"{number} - 1"

    def _items(self, e: E) -> str:
        op, family = e.data
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
        if op == "all" or (family.shape == "slots" and family.board):
            if family.shape == "list":
                return f"[c for zone in {z} for c in zone]"
            return f"[c for c in {z} if c >= 0]"
        index = self._index(family, e.args)
        if family.shape == "list":
            return f"{z}[{index}]"
        n = family.slots
        if n == 1:
            return f"[c for c in ({z}[{index}],) if c >= 0]"
        if index == "0":
            return f"[c for c in {z} if c >= 0]"
        return f"[c for c in {z}[({index}) * {n}:({index}) * {n} + {n}] if c >= 0]"

    def zone_number(self, op: str, family: Family, args: tuple[E, ...]) -> str:
        """The number of a zone, as `loc` keeps it."""
        if op in ("slot", "abs_slot"):
            place = self.e(args[0]) if op == "abs_slot" else self._slot(family, args)
            return f"{family.base} + {place}" if family.base else place
        index = self._index(family, args)
        if family.shape == "slots" and family.slots > 1:
            index = f"({index}) * {family.slots}"
        if index == "0":
            return str(family.base)
        return f"{family.base} + {index}" if family.base else index

    def _in_zone(self, e: E) -> str:
        op, family = e.data
        where = f"S.loc[{self.e(e.args[0])}]"
        args = e.args[1:]
        if op == "lane":
            lane = f"LANES_{args[0].type.of}[{self.e(args[0])}]"
            return f"({where} - {family.base} in {lane})"
        if op == "all" or (op == "zone" and family.board):
            total = family.owners * (family.slots if family.shape == "slots" else 1)
            return f"({family.base} <= {where} < {family.base + total})"
        number = self.zone_number(op, family, args)
        if op == "zone" and family.shape == "slots" and family.slots > 1:
            return f"(0 <= {where} - ({number}) < {family.slots})"
        return f"({where} == {number})"

    def _lies_on(self, e: E) -> str:
        thing = E("zone_of", e.args, NUMBER, e.span)
        return self.e(holder_of(self.program, thing, e.type))

    def _steps(self, e: E) -> str:
        made = self.program.boards[e.data]
        first = self.program.kinds[made.sort[5:]].first if made.sort.startswith("kind:") else 0
        return f"steps(NEAR_{e.data}, {self.e(e.args[0])}, {self.e(e.args[1])}, {first})"

    def _region(self, e: E) -> str:
        _, parts = e.data
        return f"{tuple(parts)!r}[{self.e(e.args[0])}]"

    def _zone_of(self, e: E) -> str:
        return f"S.loc[{self.e(e.args[0])}]"

    def _zone_number(self, e: E) -> str:
        op, family = e.data
        return f"({self.zone_number(op, family, e.args)})" if family is not None else "-1"

    def _in_box(self, e: E) -> str:
        return f"(S.loc[{self.e(e.args[0])}] == -1)"

    def _in_play(self, e: E) -> str:
        return f"(S.loc[{self.e(e.args[0])}] >= 0)"

    def _cell_of(self, e: E) -> str:
        return f"cell_{e.args[0].type.of}(S, {self.e(e.args[0])})"

    def _at(self, e: E) -> str:
        return f"S.z_table_{e.data}[{self.e(e.args[0])}]"

    def _slot_item(self, e: E) -> str:
        family = e.data
        z = f"S.z_{family.key}"
        if family.board or (e.args and family.slots > 1):
            return f"{z}[{self._slot(family, e.args)}]"
        return f"{z}[{self._index(family, e.args)}]"

    def _abs_slot_item(self, e: E) -> str:
        return f"S.z_{e.data.key}[{self.e(e.args[0])}]"

    def _slots_of(self, e: E) -> str:
        family = e.data
        index = self._index(family, e.args)
        if index == "0":
            return f"range({family.slots})"
        return f"range(({index}) * {family.slots}, ({index}) * {family.slots} + {family.slots})"

    def _top(self, e: E) -> str:
        family = e.data
        if family.shape == "slots":
            items = E("items", e.args, e.type, e.span, ("zone", family))
            return f"last_of({self._items(items)})"
        return f"last_of(S.z_{family.key}[{self._index(family, e.args)}])"

    def _zone_size(self, e: E) -> str:
        family = e.data
        z = f"S.z_{family.key}"
        if family.shape == "list":
            return f"len({z}[{self._index(family, e.args)}])"
        if family.shape == "counts":
            index = self._index(family, e.args)
            n = family.slots
            return f"sum({z}[({index}) * {n}:({index}) * {n} + {n}])"
        items = E("items", e.args, e.type, e.span, ("zone", family))
        return f"len({self._items(items)})"

    def _count_in(self, e: E) -> str:
        family = e.data
        return f"S.z_{family.key}[{self.count_place(family, e.args[:-1], e.args[-1])}]"

    def count_place(self, family: Family, args: tuple[E, ...], design: E) -> str:
        """Where the number of alike pieces of one design is kept."""
        first = self.program.kinds[family.kinds[0]].first
        index = self._index(family, args)
        head = "" if index == "0" else f"({index}) * {family.slots} + "
        return f"{head}{self.e(design)} - {first}"

    def _worth(self, e: E) -> str:
        return f"WORTH_{e.data}[{self.e(e.args[0])}]"

    def _position(self, e: E) -> str:
        if e.data.base == "value":
            return f"({self.e(e.args[0])} + 1)"
        return f"position_{e.data.of}(S, {self.e(e.args[0])})"

    # -------------------------------------------------------------------------- boards

    def _neighbours(self, board: str, space: E) -> str:
        made = self.program.boards[board]
        if not made.sort.startswith("kind:"):
            return f"NEAR_{board}[{self.e(space)}]"
        first = self.program.kinds[made.sort[5:]].first
        place = f"{self.e(space)} - {first}"
        return f"NEAR_{board}[{f'max({place}, -1)' if space.type.optional else place}]"

    def _next_to(self, e: E) -> str:
        return f"({self.e(e.args[1])} in {self._neighbours(e.data, e.args[0])})"

    def _lanes(self, e: E) -> str:
        return f"range({len(self.program.boards[e.data].lanes)})"

    def _spaces(self, e: E) -> str:
        board = self.program.boards[e.data]
        if board.sort.startswith("kind:"):
            kind = self.program.kinds[board.sort[5:]]
            return f"range({kind.first}, {kind.last})"
        return f"range({board.spaces})"

    def _lane_cells(self, e: E) -> str:
        return f"LANES_{e.args[0].type.of}[{self.e(e.args[0])}]"

    def _entry(self, e: E) -> str:
        return f"LANES_{e.type.of}[{self.e(e.args[0])}][0]"

    def _last_of_lane(self, e: E) -> str:
        return f"LANES_{e.type.of}[{self.e(e.args[0])}][-1]"

    def _in_end(self, e: E) -> str:
        cell, lane, count = (self.e(a) for a in e.args)
        return f"in_last({cell}, LANES_{e.args[1].type.of}[{lane}], {count})"

    def _in_start(self, e: E) -> str:
        cell, lane, count = (self.e(a) for a in e.args)
        return f"({cell} in LANES_{e.args[1].type.of}[{lane}][:max(0, {count})])"

    def _group(self, e: E) -> str:
        board, var, base = e.data
        start, test = e.args
        made = self.program.boards[board]
        first = self.program.kinds[made.sort[5:]].first if made.sort.startswith("kind:") else 0
        cells = (
            f"group_around(NEAR_{board}, {self.e(start)}, {first}, lambda v_{var}: {self.e(test)})"
        )
        if base == "piece" and not made.sort.startswith("kind:"):
            return f"[S.z_table_{board}[i] for i in {cells}]"
        return cells

    # -------------------------------------------------------------------------- sets

    def _if(self, test: E) -> str:
        return "" if test.op == "num" and test.data == 1 else f" if {self.e(test)}"

    def _list(self, e: E) -> str:
        return "(" + "".join(f"{self.e(a)}, " for a in e.args) + ")"

    def _members(self, e: E) -> str:
        kind = self.program.kinds[e.data]
        if kind.owned or any(d.each_player for d in kind.designs):
            return f"[c for c in range({kind.first}, {kind.last}) if S.loc[c] > -2]"
        return f"range({kind.first}, {kind.last})"

    def _copies(self, e: E) -> str:
        return f"range({e.data[0]}, {e.data[1]})"

    def _box_items(self, e: E) -> str:
        kind = self.program.kinds[e.data]
        return f"[c for c in range({kind.first}, {kind.last}) if S.loc[c] == -1]"

    def _players(self, e: E) -> str:
        return "range(S.n)"

    def _others(self, e: E) -> str:
        return f"OTHERS[S.n][{self.e(e.args[0])}]"

    def _from_seat(self, e: E) -> str:
        source, start = e.args
        if source.op == "players":
            return f"SEATS[S.n][{self.e(start)}]"
        return f"in_turn_order(SEATS[S.n][{self.e(start)}], {self.e(source)})"

    def _left(self, e: E) -> str:
        return f"(({self.e(e.args[0])} + 1) % S.n)"

    def _right(self, e: E) -> str:
        return f"(({self.e(e.args[0])} - 1) % S.n)"

    def _active(self, e: E) -> str:
        return "S.active"

    def _values(self, e: E) -> str:
        return f"range({len(self.program.values[e.data].members)})"

    def _range(self, e: E) -> str:
        low, high = self.e(e.args[0]), self.e(e.args[1])
        return f"range({low}, {high} + 1)"

    def _filter(self, e: E) -> str:
        source, test = e.args
        return f"[v_{e.data} for v_{e.data} in {self.e(source)} if {self.e(test)}]"

    def _first_of(self, e: E) -> str:
        return f"list({self.e(e.args[0])})[:max(0, {self.e(e.args[1])})]"

    def _size(self, e: E) -> str:
        source = e.args[0]
        if source.op == "players":
            return "S.n"
        return f"len({self.e(source)})"

    def _nth(self, e: E) -> str:
        return f"{self.e(e.args[0])}[{self.e(e.args[1])}]"

    def _each(self, e: E) -> str:
        source, test, part = e.args
        return f"[{self.e(part)} for v_{e.data} in {self.e(source)}{self._if(test)}]"

    def _with_one(self, e: E) -> str:
        return f"(*{self.e(e.args[0])}, {self.e(e.args[1])})"

    def _matchable(self, e: E) -> str:
        return f"matchable({', '.join(self.e(a) for a in e.args)}, {e.data!r})"

    def _count(self, e: E) -> str:
        source, test = e.args[:2]
        return f"len([0 for v_{e.data} in {self.e(source)}{self._if(test)}])"

    def _sum(self, e: E) -> str:
        source, test, part = e.args
        return f"sum([{self.e(part)} for v_{e.data} in {self.e(source)}{self._if(test)}])"

    def _some(self, e: E) -> str:
        source, test = e.args[:2]
        if test.op == "num" and test.data == 1:
            quick = self._some_in_lane(source)
            return quick or f"(len({self.e(source)}) > 0)"
        return (
            f"any([{self.e(test)} for v_{e.data} in {self.e(source)}])"
            if source.op in ("copies",)
            else f"any({self.e(test)} for v_{e.data} in {self.e(source)})"
        )

    def _some_in_lane(self, source: E) -> str | None:
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

    def _any(self, e: E) -> str:
        source, test = e.args
        return f"any({self.e(test)} for v_{e.data} in {self.e(source)})"

    def _any_of(self, e: E) -> str:
        source, test, part = e.args
        return f"any({self.e(part)} for v_{e.data} in {self.e(source)}{self._if(test)})"

    def _all(self, e: E) -> str:
        source, test, part = e.args
        return f"all({self.e(part)} for v_{e.data} in {self.e(source)}{self._if(test)})"

    def _best(self, e: E) -> str:
        source, test, key = e.args
        items = f"[v_{e.data} for v_{e.data} in {self.e(source)}{self._if(test)}]"
        return f"max({items}, key=lambda v_{e.data}: {self.e(key)}, default=-1)"

    def _ordered(self, e: E) -> str:
        source, test, key = e.args
        items = f"[v_{e.data} for v_{e.data} in {self.e(source)}{self._if(test)}]"
        return f"sorted({items}, key=lambda v_{e.data}: -({self.e(key)}))"

    def _distinct(self, e: E) -> str:
        source, test, part = e.args
        return f"sorted({{{self.e(part)} for v_{e.data} in {self.e(source)}{self._if(test)}}})"

    def _most_alike(self, e: E) -> str:
        source, test, part = e.args
        return f"most_alike([{self.e(part)} for v_{e.data} in {self.e(source)}{self._if(test)}])"
