"""Rows, columns, straight lines and rings of boards as Python text."""

from __future__ import annotations

from interpreter.backends.python.expressions import binary
from interpreter.backends.python.places import neighbours_of
from interpreter.backends.python.printing import Printing, Values
from interpreter.ir import nodes


def _around(p: Printing, e: nodes.Around) -> str:
    return neighbours_of(p, e.board, e.args[0])


def _side_of(p: Printing, e: nodes.SideOf) -> str:
    board, side = e.board, e.side
    return f"{side.upper()}_{board}[{p.e(e.args[0])}]"


def _sides(p: Printing, e: nodes.Sides) -> str:
    board, sides = e.board, e.sides
    made = p.program.boards[board]
    rows = 2 * made.height
    if sides == "rows":
        return f"range(0, {rows}, 2)"
    return f"range({rows}, {rows + 2 * made.width}, 2)"


def _longest_line(p: Printing, e: nodes.LongestLine) -> str:
    spaces, test = e.args
    assert isinstance(spaces, nodes.Spaces)
    found = f"[{p.e(test)} for v_{e.name} in {p.e(spaces)}]"
    return f"longest_line(STRAIGHTS_{spaces.board}, {found})"


def _ge(p: Printing, e: nodes.Ge) -> str:
    """Print `>=` on a longest line as a test for the line, which need not be measured."""
    line, wanted = e.args
    if isinstance(line, nodes.LongestLine) and isinstance(wanted, nodes.Num) and wanted.value > 0:
        spaces, test = line.args
        assert isinstance(spaces, nodes.Spaces)
        board = p.program.boards[spaces.board]
        if board.sort == "grid":
            found = f"[BIT_{board.name}[v_{line.name}] for v_{line.name} in {p.e(spaces)} "
            length = min(wanted.value, max(board.width, board.height) + 1)
            return f"lined_up(LINED_{board.name}_{length}, sum({found}if {p.e(test)}]))"
    return binary(p, e, ">=")


def _eq(p: Printing, e: nodes.Eq) -> str:
    """Print `==` on lines: `exactly 5 stones in a line` holds although another line is longer."""
    line, wanted = e.args
    if isinstance(line, nodes.LongestLine) and isinstance(wanted, nodes.Num) and wanted.value > 0:
        spaces, test = line.args
        assert isinstance(spaces, nodes.Spaces)
        found = f"[{p.e(test)} for v_{line.name} in {p.e(spaces)}]"
        return f"line_of(STRAIGHTS_{spaces.board}, {found}, {wanted.value})"
    return binary(p, e, "==")


def _between(p: Printing, e: nodes.Between) -> str:
    return f"BETWEEN_{e.board}.get(({p.e(e.args[0])}, {p.e(e.args[1])}), ())"


def _after_space(p: Printing, e: nodes.AfterSpace) -> str:
    return f"(({p.e(e.args[0])} + 1) % {p.program.boards[e.board].spaces})"


def _before_space(p: Printing, e: nodes.BeforeSpace) -> str:
    return f"(({p.e(e.args[0])} - 1) % {p.program.boards[e.board].spaces})"


def _numbered_space(p: Printing, e: nodes.NumberedSpace) -> str:
    return f"(({p.e(e.args[0])} - 1) % {p.program.boards[e.board].spaces})"


def _first_item(p: Printing, e: nodes.FirstItem) -> str:
    return f"next(iter({p.e(e.args[0])}), -1)"


def _last_item(p: Printing, e: nodes.LastItem) -> str:
    return f"last_of({p.e(e.args[0])})"


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
