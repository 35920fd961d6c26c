"""Containment: whether something lies in a zone, on a thing, next to a space, with a player.

Takes typed values and places; builds yes-or-no values.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from interpreter.check import node_builders
from interpreter.check.places import board_places, closings, zone_lookup
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import listed
from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.nodes import Expr
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, Type, fits, set_of


@dataclass(slots=True)
class PlacePhrase:
    """A place phrase: in or on `thing`, next to `near`, or both."""

    thing: Expr | None
    near: Expr | None
    span: Span


def on_each(scope: Scope, kind: str, thing: Expr) -> bool:
    """Whether things of a kind can lie on each of several: `woods in connected`."""
    item = thing.type.item if thing.type.is_list else None
    if item is None or scope.ctx.program.kinds[kind].alike:
        return False
    return bool(zone_lookup.families_of(scope, scope.ctx.holder_of(item), kind))


def places_help(scope: Scope, kind: str) -> tuple[str, ...]:
    """Where components of a kind can lie, for a message."""
    names = {f.name for f in scope.ctx.program.families if kind in f.kinds and f.holder != "box"}
    return (f"they can lie in: {listed(names)}",) if names else ("declare a zone for them",)


def inside(scope: Scope, candidate: Expr, where: PlacePhrase) -> Expr:
    """Build the condition that a candidate is at a place."""
    span = where.span
    tests: list[Expr] = []
    if where.thing is not None:
        tests.append(inside_thing(scope, candidate, where.thing, span))
    if where.near is not None:
        tests.append(next_to(scope, candidate, where.near, span))
    return reduce(lambda made, test: nodes.And((made, test), YES_NO, span), tests)


def inside_thing(scope: Scope, candidate: Expr, thing: Expr, span: Span) -> Expr:
    """Build the condition that a candidate lies in, on or among something.

    Reports `wrong-place` if things of its kind never lie there.
    """
    kind = candidate.type
    if not kind.known or not thing.type.known:
        return scope.ctx.bad(span)
    for way in _WAYS_TO_LIE:
        made = way(scope, candidate, thing, span)
        if made is not None:
            return made
    return scope.ctx.wrong(
        "wrong-place",
        span,
        f"{kind.sure().words()} is never in {thing.type.words()}",
        helps=places_help(scope, kind.of) if kind.is_piece else it_is(scope, candidate),
    )


def _on_any_of(scope: Scope, candidate: Expr, thing: Expr, span: Span) -> Expr | None:
    """Test for a component on one of several things that hold such: `woods in connected`."""
    kind, item = candidate.type, thing.type.item
    whole = (nodes.Spaces, nodes.Members, nodes.ValuesOf, nodes.Players)
    if not kind.is_piece or isinstance(thing, whole) or item is None or item == kind:
        return None
    if not on_each(scope, kind.of, thing):
        return None
    var, one = scope.temp(item, span)
    return nodes.AnyWhere((thing, inside_thing(scope, candidate, one, span)), YES_NO, span, var)


def _member_of(scope: Scope, candidate: Expr, thing: Expr, span: Span) -> Expr | None:
    """Test for a thing in a list of such things."""
    kind, item = candidate.type, thing.type.item
    if not thing.type.is_list:
        return None
    if zone_lookup.zones_for(scope, thing, kind.of, span) not in (None, [thing]):
        return None
    if item is None or not item.known or fits(kind.sure(), item.sure()):
        return nodes.Member((candidate, thing), YES_NO, span)
    return None


def _in_region(scope: Scope, candidate: Expr, thing: Expr, span: Span) -> Expr | None:
    """Test for a space, or a component on one, in a region of the board."""
    kind = candidate.type
    board = scope.ctx.region_board(thing.type.of) if thing.type.is_value else ""
    if not board or not (kind.is_space or kind.is_piece):
        return None
    cell = candidate
    if kind.is_piece:
        cell = nodes.CellOf((candidate,), Type("space", board), span, board)
    return nodes.Eq((board_places.region(scope, cell, span), thing), YES_NO, span)


def _space_in(scope: Scope, candidate: Expr, thing: Expr, span: Span) -> Expr | None:
    """Test for a space in a line of the board, or anywhere on its own board."""
    kind = candidate.type
    if not kind.is_space:
        return None
    if thing.type.is_lane:
        cells = nodes.LaneCells((thing,), set_of(kind), span)
        return nodes.Member((candidate, cells), YES_NO, span)
    if isinstance(thing, nodes.OfFamily) and thing.family.board == kind.of:
        return node_builders.true(span)
    return None


def _component_in(scope: Scope, candidate: Expr, thing: Expr, span: Span) -> Expr | None:
    """Test for a component in the box, in play, in a zone, or on a space."""
    kind = candidate.type
    if not kind.is_piece:
        return None
    if isinstance(thing, nodes.Box) and zone_lookup.box_family(scope, kind.of) is None:
        return nodes.InBox((candidate,), YES_NO, span)
    if isinstance(thing, nodes.InPlay):
        return nodes.InPlay((candidate,), YES_NO, span)
    zones = zone_lookup.zones_for(scope, thing, kind.of, span)
    if zones:
        tests = [_in_zone(candidate, zone, span) for zone in zones]
        return reduce(lambda made, test: nodes.Or((made, test), YES_NO, span), tests)
    board = board_places.board_of_kind(scope, kind.of) if thing.type.is_space else None
    if board is None:
        return None
    return nodes.Eq((board_places.cell(scope, candidate, board, span), thing), YES_NO, span)


_WAYS_TO_LIE = (_on_any_of, _member_of, _in_region, _space_in, _component_in)
"""How something can be in, on or among another thing, in the order in which they are tried."""


def it_is(scope: Scope, candidate: Expr) -> tuple[str, ...]:
    """Explain for a message what `it` means where a value is mistaken for a component.

    Empty unless the candidate is a value written as `it` or `its`.
    """
    kind = candidate.type.sure()
    if candidate.span.text not in ("it", "its") or not kind.is_value:
        return ()
    told = f"`it` is {kind.words()} here, one of those to choose from, and no component"
    showing = [
        (name, one.plural)
        for one in scope.ctx.program.kinds.values()
        for name, line in (
            *one.printed.items(),
            *((n, f.type) for n, f in scope.ctx.fields.get(one.name, {}).items()),
        )
        if line.sure() == kind and not one.alike
    ]
    if not showing:
        return (told,)
    name, plural = showing[0]
    above = f"`let found be all {plural} where it ...`"
    return (
        told,
        f"what is said of {plural} stands on a line above: {above}, then `{name}s of found`",
    )


def _in_zone(candidate: Expr, zone: Expr, span: Span) -> Expr:
    family = nodes.family_of(zone)
    if family.shape == "counts":
        amount = nodes.CountIn((*zone.args, candidate), NUMBER, span, family)
        return nodes.Gt((amount, nodes.Num((), NUMBER, span, 0)), YES_NO, span)
    return nodes.InZone((candidate, *zone.args), YES_NO, span, zone.op, family)


def belongs(scope: Scope, candidate: Expr, whose: Expr) -> Expr:
    """Build the condition that a component is somebody's: by colour if it has one, else by zone."""
    span = candidate.span
    kind = candidate.type
    if whose.type.is_player and kind.is_piece and scope.ctx.program.kinds[kind.of].owned:
        return nodes.Eq((nodes.OwnerOf((candidate,), PLAYER, span), whose), YES_NO, span)
    return inside_thing(scope, candidate, whose, span)


def empty(scope: Scope, candidate: Expr, span: Span) -> Expr:
    """Build the condition that a space is free: not closed, and nothing of its kind on it.

    Only what the board or row of the space is for counts. A component with zones is empty if all of
    them are. Reports `never-empty` for anything else.
    """
    kind = candidate.type
    found = _one_in(scope, candidate, span)
    if found is not None:
        item, family = found
        test: Expr = nodes.Lt((item, nodes.Num((), NUMBER, span, 0)), YES_NO, span)
        return closings.free(scope, test, candidate, family, span)
    zones = scope.ctx.families.get(kind.of, {}).values() if kind.is_piece else ()
    if zones:  # a space that is a component, or whatever else has zones
        where = (candidate,)
        sizes = [nodes.ZoneSize(where, NUMBER, span, family) for family in zones]
        test = node_builders.all_of(
            [node_builders.test(nodes.Eq, n, node_builders.zero(span), span) for n in sizes], span
        )
        first = next((f for f in zones if f.shape != "counts"), None)
        if first is None:
            return test
        place = nodes.ZoneNumber(where, NUMBER, span, "zone", first)
        return nodes.Free((test, place), YES_NO, span)
    if kind.known:
        scope.ctx.report.add(
            "never-empty",
            span,
            f"{kind.words()} is neither empty nor full",
            helps=("spaces and zones can be empty, and components that have zones",),
        )
    return scope.ctx.bad(span)


def full(scope: Scope, candidate: Expr, span: Span) -> Expr:
    """Build the condition that something lies on a space of a row or board.

    Anything else is left to `empty`, for its diagnostic.
    """
    found = _one_in(scope, candidate, span)
    if found is None:
        return empty(scope, candidate, span)
    return nodes.Ge((found[0], nodes.Num((), NUMBER, span, 0)), YES_NO, span)


def _one_in(scope: Scope, space: Expr, span: Span) -> tuple[Expr, Family] | None:
    """Build the occupant of a space on a row or board, with the zone; None for anything else."""
    kind = space.type
    if not kind.is_space:
        return None
    if kind.of.startswith("zone:"):
        family = next(f for f in scope.ctx.program.families if f.key == kind.of[5:])
        return nodes.AbsSlotItem((space,), NUMBER, span, family), family
    board = scope.ctx.families.get("table", {}).get(kind.of)
    return None if board is None else (nodes.SlotItem((space,), NUMBER, span, board), board)


def _on_several(scope: Scope, thing: Expr) -> set[str]:
    """Collect the boards on whose spaces a component can lie, or to which a space belongs."""
    if thing.type.is_space:
        return {thing.type.of}
    if not thing.type.is_piece:
        return set()
    table = scope.ctx.families.get("table", {})
    return {
        name
        for name in scope.ctx.program.boards
        if (name in table and thing.type.of in table[name].kinds)
        or zone_lookup.families_of(scope, f"space:{name}", thing.type.of)
    }


@dataclass(frozen=True, slots=True)
class Ends:
    """The spaces of two things on one board, and the conditions that both lie on it.

    There are no conditions for things that can lie on no other board.
    """

    board: str
    spaces: tuple[Expr, Expr]
    on_it: tuple[Expr, ...] = ()


def _ends_on(scope: Scope, first: Expr, second: Expr, board: str, span: Span) -> Ends:
    """Find the spaces of two things on this one of several boards."""
    ends: list[Expr] = []
    tests: list[Expr] = []
    made = scope.ctx.program.boards[board]
    for thing in (first, second):
        ends.append(thing if thing.type.is_space else board_places.cell(scope, thing, made, span))
        if thing.type.is_piece:
            there = zone_lookup.zones_for(
                scope,
                nodes.Spaces((), set_of(Type("space", board)), span, board),
                thing.type.of,
                span,
            )
            family = scope.ctx.families.get("table", {}).get(board)
            if family is not None and thing.type.of in family.kinds:
                there = [nodes.Zone((), Type("zone", family.name), span, family)]
            tests += [_in_zone(thing, zone, span) for zone in there or ()]
    return Ends(board, (ends[0], ends[1]), tuple(tests))


def ends_of(scope: Scope, first: Expr, second: Expr, span: Span) -> list[Ends] | Expr:
    """Find the spaces of two things on each board on which both can lie; one diagnostic if there
    is none."""
    shared = _on_several(scope, first) & _on_several(scope, second)
    if shared and len(_on_several(scope, first) | _on_several(scope, second)) > 1:
        return [_ends_on(scope, first, second, board, span) for board in sorted(shared)]
    test = next_to(scope, first, second, span)
    if not isinstance(test, nodes.NextTo):
        return test
    return [Ends(test.board, (test.args[0], test.args[1]))]


def next_to(scope: Scope, first: Expr, second: Expr, span: Span) -> Expr:
    """Build the condition that two things are adjacent on a board; `second` may be a set.

    Reports `not-on-board` if they share no board.
    """

    def cell(thing: Expr) -> tuple[Expr, str] | None:
        if thing.type.is_space and not thing.type.of.startswith("zone:"):
            return thing, thing.type.of
        if thing.type.is_piece:
            kind = thing.type.of
            for board in scope.ctx.program.boards.values():
                if board.sort == f"kind:{kind}":
                    return thing, board.name
            made = board_places.board_of_kind(scope, kind)
            if made is not None:
                return board_places.cell(scope, thing, made, span), made.name
        return None

    if not first.type.known or not second.type.known:
        return scope.ctx.bad(span)
    shared = _on_several(scope, first) & _on_several(scope, second)
    if shared and len(_on_several(scope, first) | _on_several(scope, second)) > 1:
        each = []
        for board in sorted(shared):
            ends = _ends_on(scope, first, second, board, span)
            beside = nodes.NextTo(ends.spaces, YES_NO, span, board)
            each.append(node_builders.all_of([*ends.on_it, beside], span))
        return node_builders.any_of(each, span)
    a, b = cell(first), cell(second)
    if second.type.is_list and second.type.item is not None and a is not None:
        var, candidate = scope.temp(second.type.item, span)
        test = next_to(scope, first, candidate, span)
        return nodes.AnyWhere((second, test), YES_NO, span, var)
    if a is None or b is None or a[1] != b[1]:
        wrong = first if a is None else second
        return scope.ctx.wrong(
            "not-on-board",
            wrong.span,
            f"{wrong.type.words()} lies on no board next to the other",
            helps=it_is(scope, wrong)
            or (
                "spaces, or components on the spaces, of one board are next to each other, or some"
                " steps away",
            ),
        )
    return nodes.NextTo((a[0], b[0]), YES_NO, span, a[1])
