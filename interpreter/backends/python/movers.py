"""What lifts a component from where it lies and puts it down: functions for each kind and zone.

Every part of a state has its movers; no rule changes where something lies by any other way.
"""

from __future__ import annotations

from interpreter.backends.python.functions import Functions
from interpreter.ir.names import free
from interpreter.ir.program import Family


class Movers(Functions):
    """Prints the movers of a game."""

    def mover(self, kind: str) -> None:
        """`take_KIND` lifts a component from where it lies; `box_KIND` puts it into the box."""
        places = [f for f in self.program.families if kind in f.kinds and f.shape != "counts"]
        self._print_take(kind, places)
        self.emit(f"def box_{kind}(S, c):")
        self.depth = 1
        self.emit(f"take_{kind}(S, c); S.loc[c] = -1; S.shown[c] = 0")
        self.depth = 0
        self._print_change_places(kind, places)
        self._print_cell(kind, [f for f in places if f.board or f.holder.startswith("space:")])
        self._print_position(kind, places)
        self.emit("")

    def _print_take(self, kind: str, places: list[Family]) -> None:
        self.emit(f"def take_{kind}(S, c):")
        self.depth = 1
        self.emit("z = S.loc[c]")
        self.emit("if z < 0: return")
        for family in places:
            self.emit(f"if {_within(family, 'z')}:")
            self.depth = 2
            if family.shape == "list":
                self.emit(f"S.z_{family.key}[z - {family.base}].remove(c); return")
            else:
                self.emit(f"S.z_{family.key}[z - {family.base}] = -1; return")
            self.depth = 1
        self.depth = 0

    def _print_change_places(self, kind: str, places: list[Family]) -> None:
        """`change_places_KIND` puts each of two components where the other lies."""
        self.emit(f"def change_places_{kind}(S, a, b):")
        self.depth = 1
        self.emit("x, y = S.loc[a], S.loc[b]")
        self.emit("if a == b or x < 0 or y < 0: return")
        for family in places:
            for here, this, there in (("x", "a", "b"), ("y", "b", "a")):
                self.emit(f"if {_within(family, here)}:")
                self.depth = 2
                zone = f"S.z_{family.key}[{here} - {family.base}]"
                if family.shape == "list":
                    self.emit(f"z = {zone}; z[z.index({this})] = ~{there}")
                else:
                    self.emit(f"{zone} = {there}")
                self.depth = 1
        for family in places:
            if family.shape == "list":
                for here in ("x", "y"):
                    self.emit(
                        f"if {_within(family, here)}: "
                        f"z = S.z_{family.key}[{here} - {family.base}]; "
                        "z[:] = [c if c >= 0 else ~c for c in z]"
                    )
        self.emit("S.loc[a], S.loc[b] = y, x")
        self.depth = 0

    def _print_cell(self, kind: str, on_board: list[Family]) -> None:
        """`cell_KIND` gives the space of its board on which a component lies, or -1."""
        self.emit(f"def cell_{kind}(S, c):")
        self.depth = 1
        self.emit("if c < 0: return -1")
        self.emit("z = S.loc[c]")
        for family in on_board:
            per = 1 if family.board or family.shape == "list" else family.slots
            cell = f"z - {family.base}" if per == 1 else f"(z - {family.base}) // {per}"
            self.emit(f"if {_within(family, 'z')}: return {cell}")
        self.emit("return -1")
        self.depth = 0

    def _print_position(self, kind: str, places: list[Family]) -> None:
        """`position_KIND` gives which one of its zone a component is, from 1 on, or 0."""
        self.emit(f"def position_{kind}(S, c):")
        self.depth = 1
        self.emit("if c < 0: return 0")
        self.emit("z = S.loc[c]")
        for family in places:
            if family.shape == "slots":
                at = f"(z - {family.base}) % {family.slots} + 1"
            else:
                at = f"S.z_{family.key}[z - {family.base}].index(c) + 1"
            self.emit(f"if {_within(family, 'z')}: return {at}")
        self.emit("return 0")
        self.depth = 0

    def _takes(self, family: Family) -> None:
        if len(family.kinds) == 1:
            self.emit(f"take_{family.kinds[0]}(S, c)")
        else:
            for kind in family.kinds:
                made = self.program.kinds[kind]
                self.emit(f"if {made.first} <= c < {made.last}: take_{kind}(S, c)")
        if family.seen != "all":
            self.emit("S.shown[c] = 0")
        for span in self.woven.spans:
            if any(span in self.program.kinds[k].stamped for k in family.kinds):
                self.emit(f"S.stamp_{span}[c] = S.t_{span}")

    def putter(self, family: Family) -> None:
        """`put_FAMILY` puts a component into one zone or space, `add_FAMILY` into a free one."""
        self.emit(f"def put_{family.key}(S, c, i):")
        self.depth = 1
        self.emit("if c < 0 or i < 0: return")
        if family.shape == "list":
            if family.limit is not None:
                if "you" in free(family.limit):  # whose zone it is
                    self.emit("v_you = i")
                self.emit(f"if len(S.z_{family.key}[i]) >= {self.e(family.limit)}: return")
            self._keeps_out(family)
            self._takes(family)
            self.emit(f"S.z_{family.key}[i].append(c); S.loc[c] = {family.base} + i")
        else:
            total = family.owners * family.slots
            self.emit(f"if not 0 <= i < {total} or S.z_{family.key}[i] >= 0: return")
            self._keeps_out(family)
            self._takes(family)
            self.emit(f"S.z_{family.key}[i] = c; S.loc[c] = {family.base} + i")
        self.depth = 0
        if family.shape == "slots" and family.slots > 1:
            self.emit(f"def add_{family.key}(S, c, owner):")
            self.depth = 1
            self.emit("if owner < 0: return")
            self.emit(
                f"for i in range(owner * {family.slots}, owner * {family.slots} + {family.slots}):"
            )
            self.depth = 2
            shut = ""
            if self.program.closings:
                shut = f" and not (S.expiry and closed(S, {family.base} + i, CLOSED))"
            self.emit(f"if S.z_{family.key}[i] < 0{shut}:")
            self.depth = 3
            self.emit(f"put_{family.key}(S, c, i); return")
            self.depth = 0
        self.emit("")

    def _keeps_out(self, family: Family) -> None:
        """Nothing enters a place that is closed for a time."""
        if self.program.closings:
            self.emit(f"if S.expiry and closed(S, {family.base} + i, CLOSED): return")

    def refills(self) -> None:
        """Print what fills rows and slots up again."""
        for family in self.program.families:
            if not family.refilled:
                continue
            named = [f for f in self.program.families if f.name == family.refilled]
            other = next(
                f
                for holder in (family.holder, "table")
                for f in named
                if f.holder == holder and f.shape == "list"
            )
            index = "owner" if other.holder == family.holder and family.holder != "table" else "0"
            self.emit(f"def refill_{family.key}(S, owner):")
            self.depth = 1
            self.emit("if S.probe: raise Enough")
            self.emit(f"for c in tuple(S.z_{other.key}[{index}]): put_{family.key}(S, c, owner)")
            self.emit(
                f"shuffle(S, S.z_{family.key}[owner], "
                f"{('shuffle ' + family.name)!r}, DESIGN_KEY, COPY)"
            )
            self.note("'reshuffle'", str(family.number), "owner")
            self.depth = 0
            self.emit(f"REFILL_{family.key} = (refill_{family.key},)")


def _within(family: Family, place: str) -> str:
    """Give the question whether a place is one of those of a zone."""
    total = family.owners * (family.slots if family.shape == "slots" else 1)
    return f"{family.base} <= {place} < {family.base + total}"
