"""Places: zones, boards, lines, spaces and things on which other things lie.

Takes trees of places; gives what lies there, as what can be chosen from.
"""

from __future__ import annotations

from interpreter.check.expressions import (
    board_words,
    containment,
    not_chosen,
    place_names,
    references,
    sources,
    typed_values,
)
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir.program import E, Family
from interpreter.ir.types import NUMBER, YES_NO, Type, piece_type, set_of
from interpreter.syntax.tree import Node


def named(scope: Scope, node: Node, kind: str = "", piles: bool = False) -> E:
    """A place; where a name stands for nothing, those are told that hold components of this kind,
    or of any, and of `piles` only such as are drawn from."""
    if node.kind == "name":
        word = node.words()[0]
        if references.lookup(scope, word) is None:
            if not not_chosen.told(scope, word, None):
                place_names.no_such(scope, word, kind, piles)
            return scope.ctx.bad(word.span)
    return typed_values.value(scope, node)


def read(scope: Scope, node: Node, kind: str = "") -> containment.Where:
    """A place phrase of a selection; `kind` is what is to lie there, if that is known."""
    parts = [p for p in node.parts if isinstance(p, Node) and p.kind not in ("in_on",)]
    if node.kind == "in_between":
        return containment.Where(
            board_words.between(scope, parts[0], parts[1], node.span), None, node.span
        )
    if kind and node.kind not in ("beside", "in_place_next_to"):
        return containment.Where(named(scope, parts[0], kind), None, node.span)
    values = [typed_values.value(scope, p) for p in parts]
    if node.kind == "beside":
        return containment.Where(None, values[0], node.span)
    if node.kind == "in_place_next_to":
        return containment.Where(values[0], values[1], node.span)
    return containment.Where(values[0], None, node.span)


def zero(span: Span) -> E:
    """The number 0."""
    return E("num", (), NUMBER, span, 0)


def _had_by(scope: Scope, thing: E, kind: str) -> tuple[str, ...]:
    """How a player is asked for what is not theirs by lying with them: `you own lift`."""
    if thing.type.base != "player":
        return ()
    ctx = scope.ctx
    for func in ctx.funcs.values():
        kinds = [(one.base, one.of) for _, one in func.params]
        if func.sort == "relation" and kinds == [("player", ""), ("piece", kind)]:
            verb = references.bare_verb(func.name)
            plural = ctx.program.kinds[kind].plural
            return (f"it is asked with `{verb}`: you {verb} at least 2 {plural}",)
    return ()


def families_of(scope: Scope, holder: str, kind: str) -> list[Family]:
    """The zones of a holder that take components of a kind."""
    return [f for f in scope.ctx.families.get(holder, {}).values() if kind in f.kinds]


def box_family(scope: Scope, kind: str) -> Family | None:
    """The box as a zone of counts, for alike pieces."""
    return scope.ctx.families.get("box", {}).get(kind)


def pieces(scope: Scope, kind: str, where: containment.Where | None, span: Span) -> sources.Chosen:
    """Components of a kind, at a place or anywhere."""
    item = piece_type(kind)
    alike = scope.ctx.program.kinds[kind].alike
    if where is None or where.thing is None:
        made = sources.fresh(scope, E("members", (), set_of(item), span, kind), item, span)
        if where is not None and where.near is not None:
            made.tests.append(containment.next_to(scope, made.candidate(), where.near, span))
        return made
    if where.thing.type.base == "value" and scope.ctx.region_board(where.thing.type.of):
        made = sources.fresh(scope, E("members", (), set_of(item), span, kind), item, span)
        made.tests.append(containment.inside(scope, made.candidate(), where))
        return made
    zones = zones_for(scope, where.thing, kind, span)
    thing = where.thing
    if zones is None and containment.on_each(scope, kind, thing):
        made = sources.fresh(scope, E("members", (), set_of(item), span, kind), item, span)
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
        return sources.fresh(scope, E("list", (), set_of(item), span), item, span)
    if thing.op == "box" and not alike:
        made = sources.fresh(scope, E("box_items", (), set_of(item), span, kind), item, span)
    elif thing.op == "in_play":
        made = sources.fresh(scope, E("members", (), set_of(item), span, kind), item, span)
        made.tests.append(E("in_play", (made.candidate(),), YES_NO, span))
    elif thing.type.base == "set" and zones == [thing]:
        made = sources.fresh(scope, thing, item, span)
    elif len(zones) > 1 and not alike:  # any of several zones
        made = sources.fresh(scope, E("members", (), set_of(item), span, kind), item, span)
        made.tests.append(containment.inside_thing(scope, made.candidate(), thing, span))
    else:
        zone = zones[0]
        op, args, family = zone.op, zone.args, zone.data
        made = sources.fresh(scope, E("items", args, set_of(item), span, (op, family)), item, span)
        if len(family.kinds) > 1:
            made.tests.append(E("is_kind", (made.candidate(),), YES_NO, span, kind))
        if family.shape == "counts":
            made.counted_in = zones
    if where.near is not None:
        made.tests.append(containment.next_to(scope, made.candidate(), where.near, span))
    return made


def zones_for(scope: Scope, thing: E, kind: str, span: Span) -> list[E] | None:
    """The zones at a place that take components of a kind; None if there are none.

    A zone is an `E` with op `zone` (one zone of a family), `slot` (one space of it), `all`
    (every zone of a family), or `lane` (the spaces of a line).
    """
    ctx = scope.ctx
    if thing.op == "box":
        family = box_family(scope, kind)
        return [E("zone", (), Type("zone", "box"), span, family)] if family else [thing]
    if thing.op == "in_play":
        return [thing]
    base = thing.type.base
    if thing.op == "between":
        return _along(scope, thing, kind, span) or None
    if base == "zone":
        family = thing.data
        if kind in family.kinds:
            return [thing]
        if family.board:
            on = families_of(scope, f"space:{family.board}", kind)
            return [E("all", (), Type("zone", f.name), span, f) for f in on] or None
        return None
    if base == "set":
        if thing.op == "spaces":
            on = families_of(scope, _space_holder(scope, thing.data), kind)
            return [E("all", (), Type("zone", f.name), span, f) for f in on] or None
        holder = thing.data if thing.op in ("members", "values") else "player"
        if thing.op in ("members", "values", "players") and holder != kind:
            on = families_of(scope, holder, kind)
            return [E("all", (), Type("zone", f.name), span, f) for f in on] or None
        item = thing.type.item
        return [thing] if item is not None and item.of == kind else None
    if base == "lane":
        found = []
        board_family = ctx.families.get("table", {}).get(thing.type.of)
        if board_family is not None and kind in board_family.kinds:
            found.append(E("lane", (thing,), Type("zone", board_family.name), span, board_family))
        for family in families_of(scope, f"space:{thing.type.of}", kind):
            found.append(E("lane", (thing,), Type("zone", family.name), span, family))
        return found or None
    if base == "space":
        return _at_space(scope, thing, kind, span) or None
    if base == "piece":
        found = [
            E("zone", (thing,), Type("zone", f.name), span, f)
            for f in families_of(scope, thing.type.of, kind)
        ]
        if not found:
            board = references.board_of_kind(scope, thing.type.of)
            if (board is not None and board.sort == "grid") or (
                board is not None and board.sort == "hexes"
            ):
                cell = E("cell_of", (thing,), Type("space", board.name), span, board.name)
                found = _at_space(scope, cell, kind, span)
        return found or None
    holder = ctx.holder_of(thing.type)
    found = [
        E("zone", (thing,), Type("zone", f.name), span, f) for f in families_of(scope, holder, kind)
    ]
    return found or None


def _along(scope: Scope, way: E, kind: str, span: Span) -> list[E]:
    """The zones of the spaces on a way that take components of a kind."""
    board = scope.ctx.families.get("table", {}).get(way.data)
    found = [board] if board is not None and kind in board.kinds else []
    found += families_of(scope, f"space:{way.data}", kind)
    return [E("way", (way,), Type("zone", f.name), span, f) for f in found]


def _space_holder(scope: Scope, board: str) -> str:
    made = scope.ctx.program.boards[board]
    return made.sort[5:] if made.sort.startswith("kind:") else f"space:{board}"


def _at_space(scope: Scope, cell: E, kind: str, span: Span) -> list[E]:
    name = cell.type.of
    if name.startswith("zone:"):
        family = next(f for f in scope.ctx.program.families if f.key == name[5:])
        return (
            [E("abs_slot", (cell,), Type("zone", family.name), span, family)]
            if kind in family.kinds
            else []
        )
    found = []
    board_family = scope.ctx.families.get("table", {}).get(name)
    if board_family is not None and kind in board_family.kinds:
        found.append(E("slot", (cell,), Type("zone", board_family.name), span, board_family))
    for family in families_of(scope, f"space:{name}", kind):
        found.append(E("zone", (cell,), Type("zone", family.name), span, family))
    return found


def spaces(scope: Scope, where: containment.Where | None, span: Span) -> sources.Chosen:
    """`spaces`, `spaces in quest_track`, `spaces of field`"""
    ctx = scope.ctx
    board = ctx.only_board() if where is None or where.thing is None else ""
    source: E | None = None
    item = ctx.bad(span).type
    if where is not None and where.thing is not None:
        thing = where.thing
        if thing.type.base == "zone" and thing.op == "zone":
            family = thing.data
            if family.board:
                board = family.board
            elif family.shape == "slots":
                item = Type("space", f"zone:{family.key}")
                source = E("slots_of", thing.args, set_of(item), span, family)
        elif thing.op == "spaces":
            board = thing.data
        elif thing.type.base == "value" and ctx.region_board(thing.type.of):
            name = ctx.region_board(thing.type.of)
            every = references.space_type(scope, name)
            source = E("spaces", (), set_of(every), span, name)
            made = sources.fresh(scope, source, every, span, "space")
            made.tests.append(containment.inside(scope, made.candidate(), where))
            return made
        elif thing.op == "between":
            item, source = Type("space", thing.data), thing
        elif thing.type.base == "lane":
            item = Type("space", thing.type.of)
            source = E("lane_cells", (thing,), set_of(item), span)
    if board and source is None:
        item = references.space_type(scope, board)
        source = E("spaces", (), set_of(item), span, board)
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
                "",
                helps=("name a board, a line, or a row with a fixed number of spaces",),
            )
        return sources.fresh(scope, E("list", (), set_of(item), span), item, span)
    made = sources.fresh(scope, source, item, span, "space")
    if where is not None and where.near is not None:
        made.tests.append(containment.next_to(scope, made.candidate(), where.near, span))
    return made


def _around(scope: Scope, near: E, board: str, span: Span) -> E | None:
    """The spaces next to one space, or next to what lies on it; None where a test is needed."""
    cell = near
    if near.type.base == "piece":
        made = references.board_of_kind(scope, near.type.of)
        if made is None or made.name != board or made.sort.startswith("kind:"):
            return None
        cell = references.cell(scope, near, made, span)
    if cell.type.base != "space" or cell.type.of != board:
        return None
    return E("around", (cell,), set_of(Type("space", board)), span, board)
