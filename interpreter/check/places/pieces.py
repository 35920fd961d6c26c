"""Candidate sets of the components or spaces at a place.

Takes typed places; builds `Chosen` sets. Knows no trees.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.check.names import noun_forms
from interpreter.check.places import board_places, containment, sources, zone_lookup
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.types import YES_NO, Type, piece_type, set_of


def _had_by(scope: Scope, thing: Expr, kind: str) -> tuple[str, ...]:
    """How a player is asked for what is not theirs by lying with them: `you own lift`."""
    if not thing.type.is_player:
        return ()
    ctx = scope.ctx
    for func in ctx.funcs.values():
        kinds = [(one.base, one.of) for _, one in func.params]
        if func.sort == "relation" and kinds == [("player", ""), ("piece", kind)]:
            verb = noun_forms.bare_verb(func.name)
            plural = ctx.program.kinds[kind].plural
            return (f"it is asked with `{verb}`: you {verb} at least 2 {plural}",)
    return ()


def pieces(
    scope: Scope, kind: str, where: containment.PlacePhrase | None, span: Span
) -> sources.Chosen:
    """Components of a kind, at a place or anywhere."""
    item = piece_type(kind)
    alike = scope.ctx.program.kinds[kind].alike
    if where is None or where.thing is None:
        made = sources.fresh(scope, nodes.Members((), set_of(item), span, kind), item, span)
        if where is not None and where.near is not None:
            made.tests.append(containment.next_to(scope, made.candidate(), where.near, span))
        return made
    if where.thing.type.is_value and scope.ctx.region_board(where.thing.type.of):
        made = sources.fresh(scope, nodes.Members((), set_of(item), span, kind), item, span)
        made.tests.append(containment.inside(scope, made.candidate(), where))
        return made
    zones = zone_lookup.zones_for(scope, where.thing, kind, span)
    thing = where.thing
    if zones is None and containment.on_each(scope, kind, thing):
        made = sources.fresh(scope, nodes.Members((), set_of(item), span, kind), item, span)
        made.tests.append(containment.inside(scope, made.candidate(), where))
        return made
    if zones is None:
        if thing.type.known:
            scope.ctx.report.add(
                "wrong-place",
                where.span,
                f"{scope.ctx.program.kinds[kind].plural} do not lie in {thing.type.words()}",
                "not a place for them",
                helps=(
                    *(containment.it_is(scope, thing) or _had_by(scope, thing, kind)),
                    *containment.places_help(scope, kind),
                ),
            )
        return sources.fresh(scope, nodes.Listed((), set_of(item), span), item, span)
    if isinstance(thing, nodes.Box) and not alike:
        made = sources.fresh(scope, nodes.BoxItems((), set_of(item), span, kind), item, span)
    elif isinstance(thing, nodes.InPlay) and alike:
        made = sources.fresh(scope, nodes.Members((), set_of(item), span, kind), item, span)
        made.counted_in = [
            zone_lookup.every_zone(scope, family, span)
            for family in scope.ctx.program.families
            if kind in family.kinds and family.holder != "box"
        ]
    elif isinstance(thing, nodes.InPlay):
        made = sources.fresh(scope, nodes.Members((), set_of(item), span, kind), item, span)
        made.tests.append(nodes.InPlay((made.candidate(),), YES_NO, span))
    elif thing.type.is_list and zones == [thing]:
        made = sources.fresh(scope, thing, item, span)
    elif len(zones) > 1 and not alike:  # any of several zones
        made = sources.fresh(scope, nodes.Members((), set_of(item), span, kind), item, span)
        made.tests.append(containment.inside_thing(scope, made.candidate(), thing, span))
    else:
        made = _in_zone(scope, kind, zones, item, span)
    if where.near is not None:
        made.tests.append(containment.next_to(scope, made.candidate(), where.near, span))
    return made


def _in_zone(
    scope: Scope, kind: str, zones: Sequence[Expr], item: Type, span: Span
) -> sources.Chosen:
    """Components in one zone; alike ones are counted in every zone that is meant."""
    zone = zones[0]
    op, args, family = zone.op, zone.args, nodes.family_of(zone)
    items: Expr = nodes.Items(args, set_of(item), span, op, family)
    if family.shape == "counts" and isinstance(zone, nodes.AllZones):
        items = nodes.Members((), set_of(item), span, kind)  # each sort, wherever it lies
    made = sources.fresh(scope, items, item, span)
    if len(family.kinds) > 1:
        made.tests.append(nodes.IsKind((made.candidate(),), YES_NO, span, kind))
    if family.shape == "counts":
        made.counted_in = [
            zone_lookup.every_zone(scope, nodes.family_of(one), span)
            if isinstance(one, nodes.AllZones)
            else one
            for one in zones
        ]
    return made


def spaces(scope: Scope, where: containment.PlacePhrase | None, span: Span) -> sources.Chosen:
    """`spaces`, `spaces in quest_track`, `spaces of field`"""
    ctx = scope.ctx
    board = ctx.only_board() if where is None or where.thing is None else ""
    source: Expr | None = None
    item = ctx.bad(span).type
    if where is not None and where.thing is not None:
        thing = where.thing
        if thing.type.is_zone and isinstance(thing, nodes.Zone):
            family = thing.family
            if family.board:
                board = family.board
            elif family.shape == "slots":
                item = Type("space", f"zone:{family.key}")
                source = nodes.SlotsOf(thing.args, set_of(item), span, family)
        elif isinstance(thing, nodes.Spaces):
            board = thing.board
        elif thing.type.is_value and ctx.region_board(thing.type.of):
            name = ctx.region_board(thing.type.of)
            every = board_places.space_type(scope, name)
            source = nodes.Spaces((), set_of(every), span, name)
            made = sources.fresh(scope, source, every, span, "space")
            made.tests.append(containment.inside(scope, made.candidate(), where))
            return made
        elif isinstance(thing, nodes.Between):
            item, source = Type("space", thing.board), thing
        elif thing.type.is_lane:
            item = Type("space", thing.type.of)
            source = nodes.LaneCells((thing,), set_of(item), span)
        elif thing.type.item is not None and thing.type.item.is_space:  # chosen, or `all`
            item, source = thing.type.item, thing
    if board and source is None:
        item = board_places.space_type(scope, board)
        source = nodes.Spaces((), set_of(item), span, board)
    if board and where is not None and where.near is not None:
        around = _around(scope, where.near, board, span)
        if around is not None:
            return sources.fresh(scope, around, item, span, "space")
    if source is None:
        if where is None or where.thing is None or where.thing.type.known:
            ctx.report.add(
                "no-spaces",
                where.span if where else span,
                "this place has no spaces to choose from",
                helps=("name a board, a line, or a row with a fixed number of spaces",),
            )
        return sources.fresh(scope, nodes.Listed((), set_of(item), span), item, span)
    made = sources.fresh(scope, source, item, span, "space")
    if where is not None and where.near is not None:
        made.tests.append(containment.next_to(scope, made.candidate(), where.near, span))
    return made


def _around(scope: Scope, near: Expr, board: str, span: Span) -> Expr | None:
    """Build the set of spaces next to a space, or to the space of a component.

    None if `near` is not on this board's spaces, so that each candidate must be tested instead.
    """
    cell = near
    if near.type.is_piece:
        made = board_places.board_of_kind(scope, near.type.of)
        if made is None or made.name != board or made.of_kind:
            return None
        cell = board_places.cell(scope, near, made, span)
    if not cell.type.is_space or cell.type.of != board:
        return None
    return nodes.Around((cell,), set_of(Type("space", board)), span, board)
