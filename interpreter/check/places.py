"""Places: zones, boards, lines, spaces and things on which other things lie."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.check import board_words, expressions, references, sources
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import listed
from interpreter.ir.program import E, Family
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, Type, fits, piece_type, set_of
from interpreter.syntax.tree import Node


@dataclass(slots=True)
class Where:
    """A place phrase: in or on `thing`, next to `near`, or both."""

    thing: E | None
    near: E | None
    span: Span


def read(scope: Scope, node: Node) -> Where:
    """A place phrase of a selection."""
    parts = [p for p in node.parts if isinstance(p, Node) and p.kind not in ("in_on",)]
    if node.kind == "in_between":
        return Where(board_words.between(scope, parts[0], parts[1], node.span), None, node.span)
    values = [expressions.value(scope, p) for p in parts]
    if node.kind == "beside":
        return Where(None, values[0], node.span)
    if node.kind == "in_place_next_to":
        return Where(values[0], values[1], node.span)
    return Where(values[0], None, node.span)


def true(span: Span) -> E:
    """The test that always holds."""
    return E("num", (), YES_NO, span, 1)


def zero(span: Span) -> E:
    """The number 0."""
    return E("num", (), NUMBER, span, 0)


def never(scope: Scope, span: Span) -> E:
    """A faulty test."""
    return scope.ctx.bad(span)


def families_of(scope: Scope, holder: str, kind: str) -> list[Family]:
    """The zones of a holder that take components of a kind."""
    return [f for f in scope.ctx.families.get(holder, {}).values() if kind in f.kinds]


def box_family(scope: Scope, kind: str) -> Family | None:
    """The box as a zone of counts, for alike pieces."""
    return scope.ctx.families.get("box", {}).get(kind)


def pieces(scope: Scope, kind: str, where: Where | None, span: Span) -> sources.Chosen:
    """Components of a kind, at a place or anywhere."""
    item = piece_type(kind)
    alike = scope.ctx.program.kinds[kind].alike
    if where is None or where.thing is None:
        made = sources.fresh(scope, E("members", (), set_of(item), span, kind), item, span)
        if where is not None and where.near is not None:
            made.tests.append(next_to(scope, made.candidate(), where.near, span))
        return made
    if where.thing.type.base == "value" and scope.ctx.region_board(where.thing.type.of):
        made = sources.fresh(scope, E("members", (), set_of(item), span, kind), item, span)
        made.tests.append(inside(scope, made.candidate(), where))
        return made
    zones = zones_for(scope, where.thing, kind, span)
    thing = where.thing
    if zones is None and _on_each(scope, kind, thing):
        made = sources.fresh(scope, E("members", (), set_of(item), span, kind), item, span)
        made.tests.append(inside(scope, made.candidate(), where))
        return made
    if zones is None:
        if thing.type.known:
            scope.ctx.report.add(
                "wrong-place",
                where.span,
                f"{scope.ctx.program.kinds[kind].plural} do not lie in {thing.type.words()}",
                "not a place for them",
                helps=_places_help(scope, kind),
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
        made.tests.append(inside_thing(scope, made.candidate(), thing, span))
    else:
        zone = zones[0]
        op, args, family = zone.op, zone.args, zone.data
        made = sources.fresh(scope, E("items", args, set_of(item), span, (op, family)), item, span)
        if len(family.kinds) > 1:
            made.tests.append(E("is_kind", (made.candidate(),), YES_NO, span, kind))
        if family.shape == "counts":
            made.counted_in = zones
    if where.near is not None:
        made.tests.append(next_to(scope, made.candidate(), where.near, span))
    return made


def _on_each(scope: Scope, kind: str, thing: E) -> bool:
    """Whether things of a kind can lie on each of several: `woods in connected`."""
    item = thing.type.item if thing.type.base == "set" else None
    if item is None or scope.ctx.program.kinds[kind].alike:
        return False
    return bool(families_of(scope, scope.ctx.holder_of(item), kind))


def _places_help(scope: Scope, kind: str) -> tuple[str, ...]:
    names = {f.name for f in scope.ctx.program.families if kind in f.kinds and f.holder != "box"}
    return (f"they can lie in: {listed(names)}",) if names else ("declare a zone for them",)


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


def spaces(scope: Scope, where: Where | None, span: Span) -> sources.Chosen:
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
            made.tests.append(inside(scope, made.candidate(), where))
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
        made.tests.append(next_to(scope, made.candidate(), where.near, span))
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


def inside(scope: Scope, candidate: E, where: Where) -> E:
    """The test that a candidate is at a place."""
    span = where.span
    tests: list[E] = []
    if where.thing is not None:
        tests.append(inside_thing(scope, candidate, where.thing, span))
    if where.near is not None:
        tests.append(next_to(scope, candidate, where.near, span))
    made = tests[0]
    for test in tests[1:]:
        made = E("and", (made, test), YES_NO, span)
    return made


def inside_thing(scope: Scope, candidate: E, thing: E, span: Span) -> E:
    """The test that a candidate lies in, on or among something."""
    kind = candidate.type
    if not kind.known or not thing.type.known:
        return scope.ctx.bad(span)
    if kind.base == "piece" and thing.op not in ("spaces", "members", "values", "players"):
        item = thing.type.item
        if item is not None and item != kind and _on_each(scope, kind.of, thing):
            var, one = scope.temp(item, span)
            return E("any", (thing, inside_thing(scope, candidate, one, span)), YES_NO, span, var)
    if thing.type.base == "set" and zones_for(scope, thing, kind.of, span) in (None, [thing]):
        item = thing.type.item
        if item is None or not item.known or fits(kind.sure(), item.sure()):
            return E("member", (candidate, thing), YES_NO, span)
    board_name = scope.ctx.region_board(thing.type.of) if thing.type.base == "value" else ""
    if board_name and kind.base in ("space", "piece"):
        cell = candidate
        if kind.base == "piece":
            cell = E("cell_of", (candidate,), Type("space", board_name), span, board_name)
        return E("eq", (references.region(scope, cell, span), thing), YES_NO, span)
    if kind.base in ("space",):
        if thing.type.base == "lane":
            return E(
                "member", (candidate, E("lane_cells", (thing,), set_of(kind), span)), YES_NO, span
            )
        if thing.type.base == "zone" and thing.data is not None and thing.data.board == kind.of:
            return true(span)
    if kind.base == "piece":
        if thing.op == "box":
            family = box_family(scope, kind.of)
            if family is None:
                return E("in_box", (candidate,), YES_NO, span)
        if thing.op == "in_play":
            return E("in_play", (candidate,), YES_NO, span)
        zones = zones_for(scope, thing, kind.of, span)
        if zones:
            tests = [_in_zone(candidate, zone, span) for zone in zones]
            made = tests[0]
            for test in tests[1:]:
                made = E("or", (made, test), YES_NO, span)
            return made
        board = None
        if thing.type.base in ("space",):
            board = references.board_of_kind(scope, kind.of)
        if board is not None:
            cell = references.cell(scope, candidate, board, span)
            return E("eq", (cell, thing), YES_NO, span)
    scope.ctx.report.add(
        "wrong-place",
        span,
        f"{kind.sure().words()} is never in {thing.type.words()}",
        "",
        helps=_places_help(scope, kind.of) if kind.base == "piece" else (),
    )
    return scope.ctx.bad(span)


def _in_zone(candidate: E, zone: E, span: Span) -> E:
    if zone.data.shape == "counts":
        amount = E("count_in", (*zone.args, candidate), NUMBER, span, zone.data)
        return E("gt", (amount, E("num", (), NUMBER, span, 0)), YES_NO, span)
    return E("in_zone", (candidate, *zone.args), YES_NO, span, (zone.op, zone.data))


def belongs(scope: Scope, candidate: E, whose: E) -> E:
    """The test that a component is somebody's: by its colour, else by the zones it lies in."""
    span = candidate.span
    kind = candidate.type
    if (
        whose.type.base == "player"
        and kind.base == "piece"
        and scope.ctx.program.kinds[kind.of].owned
    ):
        return E("eq", (E("owner_of", (candidate,), PLAYER, span), whose), YES_NO, span)
    return inside_thing(scope, candidate, whose, span)


def empty(scope: Scope, candidate: E, span: Span) -> E:
    """The test that a space holds nothing of what its board or row is for."""
    kind = candidate.type
    if kind.base == "space":
        name = kind.of
        if name.startswith("zone:"):
            family = next(f for f in scope.ctx.program.families if f.key == name[5:])
            found = E("abs_slot_item", (candidate,), NUMBER, span, family)
            return E("lt", (found, E("num", (), NUMBER, span, 0)), YES_NO, span)
        board_family = scope.ctx.families.get("table", {}).get(name)
        if board_family is not None:
            found = E("slot_item", (candidate,), NUMBER, span, board_family)
            return E("lt", (found, E("num", (), NUMBER, span, 0)), YES_NO, span)
    if kind.known:
        scope.ctx.report.add(
            "never-empty",
            span,
            f"{kind.words()} is neither empty nor full",
            "",
            helps=("spaces and zones can be empty",),
        )
    return scope.ctx.bad(span)


def next_to(scope: Scope, first: E, second: E, span: Span) -> E:
    """The test that two things lie side by side on a board."""

    def cell(thing: E) -> tuple[E, str] | None:
        if thing.type.base == "space" and not thing.type.of.startswith("zone:"):
            return thing, thing.type.of
        if thing.type.base == "piece":
            kind = thing.type.of
            for board in scope.ctx.program.boards.values():
                if board.sort == f"kind:{kind}":
                    return thing, board.name
            made = references.board_of_kind(scope, kind)
            if made is not None:
                return references.cell(scope, thing, made, span), made.name
        return None

    if not first.type.known or not second.type.known:
        return scope.ctx.bad(span)
    a, b = cell(first), cell(second)
    if second.type.base == "set" and second.type.item is not None and a is not None:
        var, candidate = scope.temp(second.type.item, span)
        test = next_to(scope, first, candidate, span)
        return E("any", (second, test), YES_NO, span, var)
    if a is None or b is None or a[1] != b[1]:
        wrong = first if a is None else second
        scope.ctx.report.add(
            "not-on-board",
            wrong.span,
            f"{wrong.type.words()} lies on no board next to the other",
            "",
            helps=("`next to` goes between spaces, or components on the spaces, of one board",),
        )
        return scope.ctx.bad(span)
    return E("next_to", (a[0], b[0]), YES_NO, span, a[1])
