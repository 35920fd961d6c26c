"""Words of boards: rows and columns, things in a line, what lies between, the space after another.

Takes trees and a `Scope`; gives an `E`. They say where something lies, and hold for any game.
"""

from __future__ import annotations

from interpreter.check.expressions import (
    adjectives,
    containment,
    places,
    references,
    selections,
    sources,
    typed_values,
)
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir.program import Board, E
from interpreter.ir.types import NUMBER, Type, set_of
from interpreter.syntax.tree import Node, Word

SIDES = ("row", "column")


def number_of_side(scope: Scope, thing: E, name: str, span: Span) -> E | None:
    """`row of space`, `pawn's column`: from 1 at the top and at the left; 0 off the board."""
    if name not in SIDES:
        return None
    cell, board = _cell(scope, thing, span)
    if board is None or board.sort not in ("grid", "rhombus"):
        return None
    return E("side_of", (cell,), NUMBER, span, (board.name, name))


def _cell(scope: Scope, thing: E, span: Span, sort: str = "") -> tuple[E, Board | None]:
    """The space that a thing is, or lies on; `sort` is that of the board that is meant."""
    kind = thing.type
    if kind.base == "piece" and sort:
        for meant in scope.ctx.program.boards.values():
            on_spaces = scope.ctx.families.get(f"space:{meant.name}", {}).values()
            if meant.sort == sort and any(kind.of in family.kinds for family in on_spaces):
                return references.cell(scope, thing, meant, span), meant
    if kind.base == "space":
        return thing, scope.ctx.program.boards.get(kind.of)
    if kind.base == "piece":
        board = references.board_of_kind(scope, kind.of)
        if board is not None:
            return references.cell(scope, thing, board, span), board
    return thing, None


def sides(scope: Scope, thing: E, name: str, span: Span) -> E | None:
    """`rows of field`, `columns of field`: lines that begin at the left or at the top."""
    if name not in ("rows", "columns") or thing.op != "zone" or not thing.data.board:
        return None
    board = scope.ctx.program.boards[thing.data.board]
    if not board.lanes:
        return None
    return E("sides", (), set_of(Type("lane", board.name)), span, (board.name, name))


def is_line(scope: Scope, place: Node | None) -> bool:
    """Whether a place is `in a line`, and no line is meant that somebody has chosen."""
    if place is None or place.kind != "in_place":
        return False
    named = place.parts[-1]
    if not isinstance(named, Node) or named.kind != "name":
        return False
    word = named.words()[0].text
    return word == "line" and word not in scope.locals and word not in scope.ctx.names


def longest_line(scope: Scope, whose: E, names: list[Word], span: Span) -> E:
    """How many things lie side by side in one straight line: `they have 3 marks in a line`."""
    ctx = scope.ctx
    kind = ctx.kind_named(names[-1].text)
    board = references.board_of_kind(scope, kind) if kind is not None else None
    if kind is None or board is None or not board.straights:
        ctx.report.add(
            "no-board",
            names[-1].span,
            f"`{names[-1].text}` do not lie on a board with lines",
            "",
            helps=("only what lies on a grid or on hexes can lie in a line",),
        )
        return ctx.bad(span)
    ctx.used.add(kind)
    item = Type("space", board.name)
    spaces = E("spaces", (), set_of(item), span, board.name)
    cell = sources.fresh(scope, spaces, item, span)
    there = containment.Where(cell.candidate(), None, span)
    made = places.pieces(scope, kind, there, span)
    candidate = made.candidate()
    single = made.source.op == "items" and made.source.data[0] == "slot"
    if single:
        candidate = E("at", (cell.candidate(),), made.item.maybe(), span, board.name)
    tests = [containment.belongs(scope, candidate, whose)]
    for word in names[:-1]:
        said = adjectives.asks(scope, candidate, word)
        if said is not None:
            tests.append(said)
    if not all(test.type.known for test in tests):
        return ctx.bad(span)
    if single:
        lies = E("ge", (candidate, E("num", (), NUMBER, span, 0)), tests[0].type, span)
        if tests[0].op != "eq" or tests[0].args[0].op != "owner_of":
            tests.insert(0, lies)
        test = tests[0]
        for other in tests[1:]:
            test = E("and", (test, other), test.type, span)
    else:
        made.tests += tests
        test = made.loop("some", tests[0].type)
    return E("longest_line", (spaces, test), NUMBER, span, cell.var)


def between(scope: Scope, first: Node | Word | None, second: Node | Word | None, span: Span) -> E:
    """`in between rook and space`: the spaces strictly between two in one straight line."""
    ends = [typed_values.value(scope, part) for part in (first, second)]
    if not all(end.type.known for end in ends):
        return scope.ctx.bad(span)
    found = [_cell(scope, end, end.span) for end in ends]
    for end, (_, board) in zip(ends, found, strict=True):
        if board is None or not board.straights or board is not found[0][1]:
            scope.ctx.report.add(
                "not-on-board",
                end.span,
                f"{end.type.words()} lies on no board in line with the other",
                "",
                helps=("`in between` goes between two spaces, or what lies on them, of one board",),
            )
            return scope.ctx.bad(span)
    board = found[0][1]
    assert board is not None
    item = Type("space", board.name)
    return E("between", tuple(cell for cell, _ in found), set_of(item), span, board.name)


def space_after(scope: Scope, node: Node) -> E:
    """`the space after pit`, `the space before pawn`: along a ring, which has no end."""
    word, way, whose = node.parts
    assert isinstance(word, Word) and isinstance(way, Node)
    thing = typed_values.value(scope, whose)
    if not thing.type.known:
        return thing
    cell, board = _cell(scope, thing, node.span, "ring")
    if board is None or board.sort != "ring" or word.text != "space":
        scope.ctx.report.add(
            "no-order",
            node.span if board is None or board.sort == "ring" else thing.span,
            f"nothing comes {way.words()[0].text} {thing.type.words()}",
            "",
            helps=("it is written: the space after pawn, on a board that is a ring",),
        )
        return scope.ctx.bad(node.span)
    op = "after_space" if way.words()[0].text == "after" else "before_space"
    return E(op, (cell,), Type("space", board.name), node.span, board.name)


def numbered_space(scope: Scope, board: E, number: Node | Word | None, span: Span) -> E | None:
    """`spot of track at 7`: the space of a ring with this position, counted on beyond its end."""
    if scope.ctx.program.boards[board.data].sort != "ring":
        return None
    at = typed_values.number(scope, number)
    return E("numbered_space", (at,), Type("space", board.data), span, board.data)


def end_one(scope: Scope, node: Node) -> E:
    """`the last empty space in column`: the first or the last of some things; none if none.
    `first space of lane`: the space at which one enters a line, or leaves it."""
    end = _end_of_a_line(scope, node)
    if end is not None:
        return end
    made = selections.chosen(scope, node.parts[-1])
    if not made.item.known:
        return scope.ctx.bad(node.span)
    op = "first_item" if node.kind == "first_one" else "last_item"
    return E(op, (made.as_set(scope),), made.item.maybe(), node.span)


def _end_of_a_line(scope: Scope, node: Node) -> E | None:
    """`first space of lane`, `last space of lane`; None where something else is meant."""
    head = node.parts[-1]
    if not isinstance(head, Node) or head.kind != "head" or any(head.parts[1:]):
        return None
    asked = head.parts[0]
    if not isinstance(asked, Node) or asked.kind != "ask" or len(asked.parts) != 2:
        return None
    word, plain = asked.parts
    assert isinstance(word, Word)
    if word.text != "space" or "space" in scope.ctx.funcs:
        return None
    lane = typed_values.value(scope, plain, Type("lane"))
    if lane.type.known and lane.type.base != "lane":
        return None
    if not lane.type.known:
        return lane
    op = "entry" if node.kind == "first_one" else "last_of_lane"
    there = Type("space", lane.type.of)
    return E(op, (lane,), there.maybe() if lane.type.optional else there, node.span)
