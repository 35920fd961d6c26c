"""Boards: on which one a component lies, its spaces, rows, columns and regions.

Works on typed expressions; knows neither syntax trees nor what lies where.
"""

from __future__ import annotations

from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Board
from interpreter.ir.nodes import Expr
from interpreter.ir.types import NUMBER, Type, piece_type, set_of, value_type
from interpreter.syntax.ast import Word

SIDES = ("row", "column")


def space_type(scope: Scope, board: str) -> Type:
    """Return the type of a board's spaces: a component kind if components serve as its spaces."""
    made = scope.ctx.program.boards[board]
    if made.of_kind:
        return piece_type(made.of_kind)
    return Type("space", board)


def boards_of_kind(scope: Scope, kind: str) -> list[Board]:
    """List the boards on whose spaces components of a kind can lie."""
    boards = scope.ctx.program.boards
    found: dict[str, Board] = {}
    for family in scope.ctx.program.families:
        if kind in family.kinds:
            if family.board:
                found.setdefault(family.board, boards[family.board])
            if family.of_spaces:
                found.setdefault(family.holder[6:], boards[family.holder[6:]])
            for board in boards.values():
                if board.sort == f"kind:{family.holder}":
                    found.setdefault(board.name, board)
    return list(found.values())


def board_of_kind(scope: Scope, kind: str) -> Board | None:
    """Find the board on whose spaces components of a kind can lie, the first of several."""
    return next(iter(boards_of_kind(scope, kind)), None)


def only_board(scope: Scope, kind: str, noun: Word, helps: tuple[str, ...] = ()) -> Board | None:
    """Find the board of a kind as `board_of_kind`; reports `noun` if there are several."""
    boards = boards_of_kind(scope, kind)
    if len(boards) > 1:
        names = " or ".join(f"`{board.name}`" for board in boards)
        scope.ctx.report.add(
            "of-which-one",
            noun.span,
            f"`{noun.text}` can lie on {len(boards)} boards",
            f"on {names}?",
            helps=(*helps, f"{'or ' if helps else ''}let each board have a kind of its own"),
        )
    return boards[0] if boards else None


def cell(scope: Scope, thing: Expr, board: Board, span: Span) -> Expr:
    """Find the space of a board on which a component lies; none if it lies elsewhere."""
    kind = space_type(scope, board.name).maybe()
    of_thing = scope.ctx.program.kinds.get(thing.type.of)
    if of_thing is not None and of_thing.alike:
        return scope.ctx.wrong(
            "alike-zone",
            span,
            f"{of_thing.plural} have no space of their own",
            "they are alike, and only counted",
            helps=(
                f"go through the spaces, and count what lies on each: `number of {of_thing.plural}"
                " on space`",
            ),
        )
    if not board.of_kind:
        return nodes.CellOf((thing,), kind, span, board.name)
    return nodes.LiesOn((thing,), kind, span, board.name)


def space_of(scope: Scope, thing: Expr, span: Span, sort: str = "") -> tuple[Expr, Board | None]:
    """Find the space that a thing is, or lies on; `sort` is that of the board that is meant."""
    kind = thing.type
    if kind.is_piece and sort:
        for meant in scope.ctx.program.boards.values():
            on_spaces = scope.ctx.families.get(f"space:{meant.name}", {}).values()
            if meant.sort == sort and any(kind.of in family.kinds for family in on_spaces):
                return cell(scope, thing, meant, span), meant
    if kind.is_space:
        return thing, scope.ctx.program.boards.get(kind.of)
    if kind.is_piece:
        board = board_of_kind(scope, kind.of)
        if board is not None:
            return cell(scope, thing, board, span), board
    return thing, None


def number_of_side(scope: Scope, thing: Expr, name: str, span: Span) -> Expr | None:
    """Build the row or column number of a space or component: `row of space`, `pawn's column`.

    Numbers start at 1, at the top and at the left; 0 means off the board. None if `name` is not a
    side or the board has no rows and columns.
    """
    if name not in SIDES:
        return None
    cell, board = space_of(scope, thing, span)
    if board is None or board.sort not in ("grid", "rhombus"):
        return None
    return nodes.SideOf((cell,), NUMBER, span, board.name, name)


def sides(scope: Scope, thing: Expr, name: str, span: Span) -> Expr | None:
    """Build the set of lanes `rows of field` or `columns of field`.

    The lanes begin at the left or at the top. None if `name` or `thing` is anything else, or the
    board has no lanes.
    """
    if (
        name not in ("rows", "columns")
        or not isinstance(thing, nodes.Zone)
        or not thing.family.board
    ):
        return None
    board = scope.ctx.program.boards[thing.family.board]
    if not board.lanes:
        return None
    return nodes.Sides((), set_of(Type("lane", board.name)), span, board.name, name)


def region(scope: Scope, space: Expr, span: Span) -> Expr:
    """Find the part of a divided board in which a space lies; none in the middle."""
    values, table = scope.ctx.regions[space.type.of]
    return nodes.Region((space,), value_type(values).maybe(), span, space.type.of, table)
