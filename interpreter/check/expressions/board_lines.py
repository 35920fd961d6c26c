"""Lines on a board: things in a line, spaces between, the next space, ends of a lane.

Reads trees and returns typed expressions. They say where something lies, and hold for any game.
"""

from __future__ import annotations

from interpreter.check import node_builders
from interpreter.check.expressions.value_reading import number, value
from interpreter.check.names import adjectives
from interpreter.check.places import board_places, containment, pieces, sources
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.types import NUMBER, Type, set_of
from interpreter.syntax import ast
from interpreter.syntax.ast import Word


def is_line(scope: Scope, place: ast.Place | None) -> bool:
    """Whether a place is `in a line`, and no line is meant that somebody has chosen."""
    if not isinstance(place, ast.InPlace) or not isinstance(place.place, ast.Name):
        return False
    word = place.place.word.text
    return word == "line" and word not in scope.locals and word not in scope.ctx.names


def longest_line(scope: Scope, whose: Expr, names: list[Word], span: Span) -> Expr:
    """How many things lie side by side in one straight line: `they have 3 marks in a line`."""
    ctx = scope.ctx
    kind = ctx.kind_named(names[-1].text)
    board = board_places.only_board(scope, kind, names[-1]) if kind is not None else None
    if kind is None or board is None or not board.straights:
        return ctx.wrong(
            "no-board",
            names[-1].span,
            f"`{names[-1].text}` do not lie on a board with lines",
            helps=("only what lies on a grid or on hexes can lie in a line",),
        )
    ctx.used.add(kind)
    item = Type("space", board.name)
    spaces = nodes.Spaces((), set_of(item), span, board.name)
    cell = sources.fresh(scope, spaces, item, span)
    made = pieces.pieces(scope, kind, containment.PlacePhrase(cell.candidate(), None, span), span)
    candidate = made.candidate()
    single = isinstance(made.source, nodes.Items) and made.source.how == "slot"
    if single:
        candidate = nodes.At((cell.candidate(),), made.item.maybe(), span, board.name)
    tests = [containment.belongs(scope, candidate, whose)]
    tests += [
        said for word in names[:-1] if (said := adjectives.asks(scope, candidate, word)) is not None
    ]
    if not all(test.type.known for test in tests):
        return ctx.bad(span)
    if single:
        if not isinstance(tests[0], nodes.Eq) or not isinstance(tests[0].args[0], nodes.OwnerOf):
            tests.insert(0, node_builders.test(nodes.Ge, candidate, node_builders.zero(span), span))
        test = node_builders.all_of(tests, span)
    else:
        made.tests += tests
        test = made.loop(nodes.Some, tests[0].type)
    return nodes.LongestLine((spaces, test), NUMBER, span, cell.var)


def between(scope: Scope, first: ast.Part, second: ast.Part, span: Span) -> Expr:
    """`in between rook and space`: the spaces strictly between two in one straight line."""
    ends = [value(scope, part) for part in (first, second)]
    if not all(end.type.known for end in ends):
        return scope.ctx.bad(span)
    found = [board_places.space_of(scope, end, end.span) for end in ends]
    for end, (_, board) in zip(ends, found, strict=True):
        if board is None or not board.straights or board is not found[0][1]:
            return scope.ctx.wrong(
                "not-on-board",
                end.span,
                f"{end.type.words()} lies on no board in line with the other",
                helps=("`in between` goes between two spaces, or what lies on them, of one board",),
            )
    board = found[0][1]
    assert board is not None
    item = Type("space", board.name)
    return nodes.Between(tuple(cell for cell, _ in found), set_of(item), span, board.name)


def space_after(scope: Scope, node: ast.SpaceAfter) -> Expr:
    """Read `the space after pit` or `the space before pawn`: the neighbour along a ring.

    A ring has no end. Reports `no-order` where the board is not a ring.
    """
    thing = value(scope, node.place)
    if not thing.type.known:
        return thing
    cell, board = board_places.space_of(scope, thing, node.span, "ring")
    if board is None or board.sort != "ring" or node.word.text != "space":
        scope.ctx.report.add(
            "no-order",
            node.span if board is None or board.sort == "ring" else thing.span,
            f"nothing comes {node.side.text} {thing.type.words()}",
            helps=("it is written: the space after pawn, on a board that is a ring",),
        )
        return scope.ctx.bad(node.span)
    op = nodes.AfterSpace if node.side.first == "after" else nodes.BeforeSpace
    return op((cell,), Type("space", board.name), node.span, board.name)


def numbered_space(scope: Scope, board: Expr, at: ast.Part, span: Span) -> Expr | None:
    """`spot of track at 7`: the space of a ring with this position, counted on beyond its end."""
    assert isinstance(board, nodes.Spaces)
    if scope.ctx.program.boards[board.board].sort != "ring":
        return None
    return nodes.NumberedSpace((number(scope, at),), Type("space", board.board), span, board.board)


def end_space(scope: Scope, node: ast.EndSpace) -> Expr:
    """`first space of lane`, `last space of lane`, where a group begins."""
    lane = value(scope, node.lane, Type("lane"))
    if not lane.type.known:
        return lane
    op = nodes.LastOfLane if node.last else nodes.Entry
    return op((lane,), Type("space", lane.type.of), node.span)


def end_of_line(scope: Scope, node: ast.FirstOne | ast.LastOne) -> Expr | None:
    """`first space of lane`, `last space of lane`; None where something else is meant."""
    head = node.things
    if not isinstance(head, ast.Head) or head.names or head.called is not None:
        return None
    asked = head.first
    if not isinstance(asked, ast.Ask) or asked.arguments:
        return None
    if asked.word.text != "space" or "space" in scope.ctx.funcs:
        return None
    lane = value(scope, asked.subject, Type("lane"))
    if lane.type.known and not lane.type.is_lane:
        return None
    if not lane.type.known:
        return lane
    op = nodes.Entry if isinstance(node, ast.FirstOne) else nodes.LastOfLane
    there = Type("space", lane.type.of)
    return op((lane,), there.maybe() if lane.type.optional else there, node.span)
