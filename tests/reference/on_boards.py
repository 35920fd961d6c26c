"""Chapter 3, boards: spaces, lines, neighbours, groups."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from tests.reference import boards
from tests.reference.reading import plain
from tests.reference.table import BOX, NONE
from tests.reference.values import FAR, Meanings, Names, Values


def _spaces(v: Values, e: nodes.Spaces, names: Names) -> Any:
    """`spaces of garden`."""
    board = v.program.boards[e.board]
    first = v.first_space(board)
    return range(first, first + len(board.neighbours))


def _around(v: Values, e: nodes.Around, names: Names) -> Any:
    """`spaces next to space`."""
    return v.beside(v.program.boards[e.board], v.number(e.args[0], names))


def _cell_of(v: Values, e: nodes.CellOf, names: Names) -> Any:
    """`die's space`."""
    return v.space_of(v.number(e.args[0], names))


def _at(v: Values, e: nodes.At, names: Names) -> Any:
    """What lies on a space of a board."""
    space = v.number(e.args[0], names)
    found = v.table.zones[f"table_{e.board}"][space] if space >= 0 else []
    return found[0] if found else NONE


def _lies_on(v: Values, e: nodes.LiesOn, names: Names) -> Any:
    """The space, value or component to whose zone a component came."""
    return v.belongs_to(v.table.lies.get(v.number(e.args[0], names), BOX), e.type)


def _next_to(v: Values, e: nodes.NextTo, names: Names) -> Any:
    """`die is next to gnome`."""
    one, other = v.both(e, names)
    return other in v.beside(v.program.boards[e.board], one)


def _steps(v: Values, e: nodes.Steps, names: Names) -> Any:
    """`number of steps from ship to field`."""
    start, goal = v.both(e, names)
    board = v.program.boards[e.board]
    return boards.steps(lambda space: v.beside(board, space), start, goal, FAR)


def _steps_over(v: Values, e: nodes.StepsOver, names: Names) -> Any:
    """`... through free spaces`: all between the ends must be such spaces."""
    start, goal, passed, most = (v.value(one, names) for one in e.args)
    board = v.program.boards[e.board]
    first = v.first_space(board)
    return boards.steps(
        lambda space: v.beside(board, space), start, goal, most, lambda s: passed[s - first]
    )


def _region(v: Values, e: nodes.Region, names: Names) -> Any:
    """The part of a divided board in which a space lies."""
    space = v.number(e.args[0], names)
    return e.parts[space] if space >= 0 else NONE


def _side_of(v: Values, e: nodes.SideOf, names: Names) -> Any:
    """`row of space`, `column of space`: from 1, at the top and at the left."""
    space, wide = v.number(e.args[0], names), v.program.boards[e.board].width
    if space < 0:
        return 0
    return (space // wide if e.side == "row" else space % wide) + 1


def _sides(v: Values, e: nodes.Sides, names: Names) -> Any:
    """`rows of chess`, `columns of chess`: lines from the left, and from the top."""
    board = v.program.boards[e.board]
    if e.sides == "rows":
        return range(0, 2 * board.height, 2)
    return range(2 * board.height, 2 * (board.height + board.width), 2)


def _lanes(v: Values, e: nodes.Lanes, names: Names) -> Any:
    """`lanes of garden`: each row and column from either end."""
    return range(len(v.program.boards[e.board].lanes))


def _lane(v: Values, lane: Expr, names: Names) -> tuple[int, ...]:
    which = v.number(lane, names)
    return v.program.boards[lane.type.of].lanes[which] if which >= 0 else ()


def _lane_cells(v: Values, e: nodes.LaneCells, names: Names) -> Any:
    """`spaces in lane`."""
    return _lane(v, e.args[0], names)


def _entry(v: Values, e: nodes.Entry, names: Names) -> Any:
    """`first space of lane`: where a piece enters."""
    return next(iter(_lane(v, e.args[0], names)), NONE)


def _last_of_lane(v: Values, e: nodes.LastOfLane, names: Names) -> Any:
    """`last space of lane`: where a piece leaves."""
    return next(reversed(_lane(v, e.args[0], names)), NONE)


def _in_end(v: Values, e: nodes.InEnd, names: Names) -> Any:
    """`is in last 2 spaces of lane`."""
    lane, many = _lane(v, e.args[1], names), v.number(e.args[2], names)
    return many > 0 and v.number(e.args[0], names) in lane[max(0, len(lane) - many) :]


def _in_start(v: Values, e: nodes.InStart, names: Names) -> Any:
    """`is in first 2 spaces of lane`."""
    lane, many = _lane(v, e.args[1], names), v.number(e.args[2], names)
    return v.number(e.args[0], names) in lane[: max(0, many)]


def _group(v: Values, e: nodes.Group, names: Names) -> Any:
    """`group of apple dice around space within 3 steps through calm spaces`."""
    start, test, *rest = e.args
    board = v.program.boards[e.board]

    def asked(question: Expr) -> Callable[[int], bool]:
        return lambda space: v.holds(question, {**names, e.name: space})

    found = boards.reached(
        lambda space: v.beside(board, space),
        v.number(start, names),
        asked(test),
        v.number(rest[0], names) if rest else FAR,
        asked(rest[1]) if len(rest) > 1 else None,
    )
    if e.base == "piece" and not board.sort.startswith("kind:"):
        zones = v.table.zones[f"table_{e.board}"]
        return [zones[space][0] if zones[space] else NONE for space in found]
    return found


def _longest_line(v: Values, e: nodes.LongestLine, names: Names) -> Any:
    """`3 marks in a line`: how many stand side by side in a straight line, at most."""
    assert isinstance(e.args[0], nodes.Spaces)
    board = v.program.boards[e.args[0].board]
    runs = boards.runs(board.straights, lambda s: v.holds(e.args[1], {**names, e.name: s}))
    return max(runs, default=0)


def _eq(v: Values, e: nodes.Eq, names: Names) -> Any:
    """`x is 3`; `exactly 5 marks in a line` asks for any line of five, though one is longer."""
    line = e.args[0]
    if isinstance(line, nodes.LongestLine) and isinstance(e.args[1], nodes.Num):
        assert isinstance(line.args[0], nodes.Spaces)
        board = v.program.boards[line.args[0].board]
        runs = boards.runs(
            board.straights, lambda s: v.holds(line.args[1], {**names, line.name: s})
        )
        wanted = v.number(e.args[1], names)
        return wanted in runs if wanted > 0 else max(runs, default=0) == wanted
    return plain(lambda a, b: a == b)(v, e, names)


def _between(v: Values, e: nodes.Between, names: Names) -> Any:
    """`in between rook and space`: the spaces between two, in a straight line."""
    first, last = v.both(e, names)
    for line in v.program.boards[e.board].straights:
        if first in line and last in line and first != last:
            a, b = line.index(first), line.index(last)
            return line[a + 1 : b] if a < b else tuple(reversed(line[b + 1 : a]))
    return ()


def _along(v: Values, e: Any, names: Names) -> Any:
    """`the space after pawn`, `the space before pawn`, `spot of track at 7`: along a ring."""
    by = {nodes.AfterSpace: 1, nodes.BeforeSpace: -1, nodes.NumberedSpace: -1}[type(e)]
    return (v.number(e.args[0], names) + by) % v.program.boards[e.board].spaces


MEANING: Meanings = {
    nodes.Eq: _eq,
    nodes.Spaces: _spaces,
    nodes.Around: _around,
    nodes.CellOf: _cell_of,
    nodes.At: _at,
    nodes.LiesOn: _lies_on,
    nodes.NextTo: _next_to,
    nodes.Steps: _steps,
    nodes.StepsOver: _steps_over,
    nodes.Region: _region,
    nodes.SideOf: _side_of,
    nodes.Sides: _sides,
    nodes.Lanes: _lanes,
    nodes.LaneCells: _lane_cells,
    nodes.Entry: _entry,
    nodes.LastOfLane: _last_of_lane,
    nodes.InEnd: _in_end,
    nodes.InStart: _in_start,
    nodes.Group: _group,
    nodes.LongestLine: _longest_line,
    nodes.Between: _between,
    nodes.AfterSpace: _along,
    nodes.BeforeSpace: _along,
    nodes.NumberedSpace: _along,
}
"""What each phrase of this chapter means."""
