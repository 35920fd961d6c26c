"""Generates the functions that take a component from its place and put it down elsewhere.

There is one for each kind and zone; rules never change a location in any other way.
"""

from __future__ import annotations

from interpreter.backends.python.printing import Printing
from interpreter.ir.declared import Family
from interpreter.ir.names import free


def mover(p: Printing, kind: str) -> None:
    """Print `take_KIND`, which removes a component from its place, and its relatives.

    `box_KIND` puts it into the box; others swap, and find its space or position.
    """
    places = [f for f in p.program.families if kind in f.kinds and f.shape != "counts"]
    _print_take(p, kind, places)
    p.emit(f"def box_{kind}(S, c):")
    p.depth = 1
    p.emit(f"take_{kind}(S, c); S.loc[c] = -1; S.shown[c] = 0")
    p.depth = 0
    _print_change_places(p, kind, places)
    _print_cell(p, kind, [f for f in places if f.board or f.holder.startswith("space:")])
    _print_position(p, kind, places)
    p.emit("")


def _print_take(p: Printing, kind: str, places: list[Family]) -> None:
    p.emit(f"def take_{kind}(S, c):")
    p.depth = 1
    p.emit("z = S.loc[c]")
    p.emit("if z < 0: return")
    for family in places:
        p.emit(f"if {_within(family, 'z')}:")
        p.depth = 2
        if family.shape == "list":
            p.emit(f"S.z_{family.key}[z - {family.base}].remove(c); return")
        else:
            p.emit(f"S.z_{family.key}[z - {family.base}] = -1; return")
        p.depth = 1
    p.depth = 0


def _print_change_places(p: Printing, kind: str, places: list[Family]) -> None:
    """Print `change_places_KIND`, which swaps the places of two components."""
    p.emit(f"def change_places_{kind}(S, a, b):")
    p.depth = 1
    p.emit("x, y = S.loc[a], S.loc[b]")
    p.emit("if a == b or x < 0 or y < 0: return")
    for family in places:
        for here, this, there in (("x", "a", "b"), ("y", "b", "a")):
            p.emit(f"if {_within(family, here)}:")
            p.depth = 2
            zone = f"S.z_{family.key}[{here} - {family.base}]"
            if family.shape == "list":
                p.emit(f"z = {zone}; z[z.index({this})] = ~{there}")
            else:
                p.emit(f"{zone} = {there}")
            p.depth = 1
    for family in places:
        if family.shape == "list":
            for here in ("x", "y"):
                p.emit(
                    f"if {_within(family, here)}: "
                    f"z = S.z_{family.key}[{here} - {family.base}]; "
                    "z[:] = [c if c >= 0 else ~c for c in z]"
                )
    p.emit("S.loc[a], S.loc[b] = y, x")
    p.depth = 0


def _print_cell(p: Printing, kind: str, on_board: list[Family]) -> None:
    """Print `cell_KIND`, which returns the board space of a component, or -1."""
    p.emit(f"def cell_{kind}(S, c):")
    p.depth = 1
    p.emit("if c < 0: return -1")
    p.emit("z = S.loc[c]")
    for family in on_board:
        per = 1 if family.board or family.shape == "list" else family.slots
        cell = f"z - {family.base}" if per == 1 else f"(z - {family.base}) // {per}"
        p.emit(f"if {_within(family, 'z')}: return {cell}")
    p.emit("return -1")
    p.depth = 0


def _print_position(p: Printing, kind: str, places: list[Family]) -> None:
    """Print `position_KIND`, which returns a component's position in its zone, from 1, or 0."""
    p.emit(f"def position_{kind}(S, c):")
    p.depth = 1
    p.emit("if c < 0: return 0")
    p.emit("z = S.loc[c]")
    for family in places:
        if family.shape == "slots":
            at = f"(z - {family.base}) % {family.slots} + 1"
        else:
            at = f"S.z_{family.key}[z - {family.base}].index(c) + 1"
        p.emit(f"if {_within(family, 'z')}: return {at}")
    p.emit("return 0")
    p.depth = 0


def _takes(p: Printing, family: Family) -> None:
    if len(family.kinds) == 1:
        p.emit(f"take_{family.kinds[0]}(S, c)")
    else:
        for kind in family.kinds:
            made = p.program.kinds[kind]
            p.emit(f"if {made.first} <= c < {made.last}: take_{kind}(S, c)")
    if family.seen != "all":
        p.emit("S.shown[c] = S.shown[c] & 1")
    for span in p.woven.spans:
        if any(span in p.program.kinds[k].stamped for k in family.kinds):
            p.emit(f"S.stamp_{span}[c] = S.t_{span}")


def putter(p: Printing, family: Family) -> None:
    """Print `put_FAMILY`, which puts a component into one zone or space.

    `add_FAMILY`, where printed, puts it into a free one.
    """
    p.emit(f"def put_{family.key}(S, c, i):")
    p.depth = 1
    p.emit("if c < 0 or i < 0: return")
    if family.shape == "list":
        if family.limit is not None:
            if "you" in free(family.limit):  # whose zone it is
                p.emit("v_you = i")
            p.emit(f"if len(S.z_{family.key}[i]) >= {p.e(family.limit)}: return")
        _keeps_out(p, family)
        _takes(p, family)
        p.emit(f"S.z_{family.key}[i].append(c); S.loc[c] = {family.base} + i")
    else:
        total = family.owners * family.slots
        p.emit(f"if not 0 <= i < {total} or S.z_{family.key}[i] >= 0: return")
        _keeps_out(p, family)
        _takes(p, family)
        p.emit(f"S.z_{family.key}[i] = c; S.loc[c] = {family.base} + i")
    p.depth = 0
    if family.shape == "slots" and family.slots > 1:
        p.emit(f"def add_{family.key}(S, c, owner):")
        p.depth = 1
        p.emit("if owner < 0: return")
        p.emit(f"for i in range(owner * {family.slots}, owner * {family.slots} + {family.slots}):")
        p.depth = 2
        shut = ""
        if p.program.closings:
            shut = f" and not (S.expiry and closed(S, {family.base} + i, CLOSED))"
        p.emit(f"if S.z_{family.key}[i] < 0{shut}:")
        p.depth = 3
        p.emit(f"put_{family.key}(S, c, i); return")
        p.depth = 0
    p.emit("")


def _keeps_out(p: Printing, family: Family) -> None:
    """Print the check that a place is not closed for a time."""
    if p.program.closings:
        p.emit(f"if S.expiry and closed(S, {family.base} + i, CLOSED): return")


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
        index = "owner" if other.holder == family.holder and family.holder != "table" else "0"
        p.emit(f"def refill_{family.key}(S, owner):")
        p.depth = 1
        p.emit("if S.probe: raise Enough")
        p.emit(f"for c in tuple(S.z_{other.key}[{index}]): put_{family.key}(S, c, owner)")
        p.emit(
            f"shuffle(S, S.z_{family.key}[owner], {('shuffle ' + family.name)!r}, DESIGN_KEY, COPY)"
        )
        p.steps.note(p, "'reshuffle'", str(family.number), "owner")
        p.depth = 0
        p.emit(f"REFILL_{family.key} = (refill_{family.key},)")


def _within(family: Family, place: str) -> str:
    """Print the test that a location belongs to a zone."""
    total = family.owners * (family.slots if family.shape == "slots" else 1)
    return f"{family.base} <= {place} < {family.base + total}"
