"""Rows, columns, straight lines and rings of boards as nodes of the target."""

from __future__ import annotations

import ast

from interpreter.backends.python.expressions import compared
from interpreter.backends.python.places import neighbours_of
from interpreter.backends.python.printing import Printing, Values
from interpreter.backends.target import make
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr


def _around(p: Printing, e: nodes.Around) -> ast.expr:
    return neighbours_of(p, e.board, e.args[0])


def _side_of(p: Printing, e: nodes.SideOf) -> ast.expr:
    return make.item(make.name(f"{e.side.upper()}_{e.board}"), p.e(e.args[0]))


def _sides(p: Printing, e: nodes.Sides) -> ast.expr:
    made = p.program.boards[e.board]
    rows = 2 * made.height
    if e.sides == "rows":
        return make.call("range", 0, rows, 2)
    return make.call("range", rows, rows + 2 * made.width, 2)


def _on_line(p: Printing, line: nodes.LongestLine) -> tuple[str, ast.expr]:
    """Return the board of a line, and the list that tells for each space whether it counts."""
    spaces, test = line.args
    assert isinstance(spaces, nodes.Spaces)
    found = make.described(p.e(test), make.loop(f"v_{line.name}", p.e(spaces)))
    return spaces.board, found


def _longest_line(p: Printing, e: nodes.LongestLine) -> ast.expr:
    board, found = _on_line(p, e)
    return make.call("longest_line", make.name(f"STRAIGHTS_{board}"), found)


def _ge(p: Printing, e: nodes.Ge) -> ast.expr:
    """Print `>=` on a longest line as a test for the line, which need not be measured."""
    line, wanted = e.args
    if isinstance(line, nodes.LongestLine) and isinstance(wanted, nodes.Num) and wanted.value > 0:
        spaces, test = line.args
        assert isinstance(spaces, nodes.Spaces)
        board = p.program.boards[spaces.board]
        if board.sort == "grid":
            bit = make.item(make.name(f"BIT_{board.name}"), make.local(line.name))
            there = make.loop(f"v_{line.name}", p.e(spaces), p.e(test))
            length = min(wanted.value, max(board.width, board.height) + 1)
            bits = make.call("sum", make.described(bit, there))
            return make.call("lined_up", make.name(f"LINED_{board.name}_{length}"), bits)
    return compared(">=")(p, e)


def _eq(p: Printing, e: nodes.Eq) -> ast.expr:
    """Print `==` on lines: `exactly 5 stones in a line` holds although another line is longer."""
    line, wanted = e.args
    if isinstance(line, nodes.LongestLine) and isinstance(wanted, nodes.Num) and wanted.value > 0:
        board, found = _on_line(p, line)
        return make.call("line_of", make.name(f"STRAIGHTS_{board}"), found, wanted.value)
    return compared("==")(p, e)


def _between(p: Printing, e: nodes.Between) -> ast.expr:
    ends = make.row(p.e(e.args[0]), p.e(e.args[1]))
    return make.method(make.name(f"BETWEEN_{e.board}"), "get", ends, make.row())


def _on_ring(p: Printing, board: str, space: Expr, sign: str) -> ast.expr:
    """Print the next space of a ring in one direction."""
    return make.binary(make.binary(p.e(space), sign, 1), "%", p.program.boards[board].spaces)


def _after_space(p: Printing, e: nodes.AfterSpace) -> ast.expr:
    return _on_ring(p, e.board, e.args[0], "+")


def _before_space(p: Printing, e: nodes.BeforeSpace) -> ast.expr:
    return _on_ring(p, e.board, e.args[0], "-")


def _numbered_space(p: Printing, e: nodes.NumberedSpace) -> ast.expr:
    return _on_ring(p, e.board, e.args[0], "-")


def _first_item(p: Printing, e: nodes.FirstItem) -> ast.expr:
    return make.call("next", make.call("iter", p.e(e.args[0])), -1)


def _last_item(p: Printing, e: nodes.LastItem) -> ast.expr:
    return make.call("last_of", p.e(e.args[0]))


VALUES: Values = {
    nodes.Around: _around,
    nodes.SideOf: _side_of,
    nodes.Sides: _sides,
    nodes.LongestLine: _longest_line,
    nodes.Ge: _ge,
    nodes.Eq: _eq,
    nodes.Between: _between,
    nodes.AfterSpace: _after_space,
    nodes.BeforeSpace: _before_space,
    nodes.NumberedSpace: _numbered_space,
    nodes.FirstItem: _first_item,
    nodes.LastItem: _last_item,
}
"""How the expressions of this module are printed."""
