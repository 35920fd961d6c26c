"""Rows, columns, straight lines and rings of boards as Python text."""

from __future__ import annotations

from interpreter.backends.python.sets import Sets
from interpreter.ir.program import Expr


class Lines(Sets):
    """Prints what is asked of the order in which spaces lie."""

    def _around(self, e: Expr) -> str:
        return self._neighbours(e.data, e.args[0])

    def _side_of(self, e: Expr) -> str:
        board, side = e.data
        return f"{side.upper()}_{board}[{self.e(e.args[0])}]"

    def _sides(self, e: Expr) -> str:
        board, sides = e.data
        made = self.program.boards[board]
        rows = 2 * made.height
        if sides == "rows":
            return f"range(0, {rows}, 2)"
        return f"range({rows}, {rows + 2 * made.width}, 2)"

    def _longest_line(self, e: Expr) -> str:
        spaces, test = e.args
        found = f"[{self.e(test)} for v_{e.data} in {self.e(spaces)}]"
        return f"longest_line(STRAIGHTS_{spaces.data}, {found})"

    def _ge(self, e: Expr) -> str:
        line, wanted = e.args
        if line.op == "longest_line" and wanted.op == "num" and wanted.data > 0:
            spaces, test = line.args
            board = self.program.boards[spaces.data]
            if board.sort == "grid":
                found = f"[BIT_{board.name}[v_{line.data}] for v_{line.data} in {self.e(spaces)} "
                length = min(wanted.data, max(board.width, board.height) + 1)
                return f"lined_up(LINED_{board.name}_{length}, sum({found}if {self.e(test)}]))"
        return super()._ge(e)

    def _between(self, e: Expr) -> str:
        return f"BETWEEN_{e.data}.get(({self.e(e.args[0])}, {self.e(e.args[1])}), ())"

    def _after_space(self, e: Expr) -> str:
        return f"(({self.e(e.args[0])} + 1) % {self.program.boards[e.data].spaces})"

    def _before_space(self, e: Expr) -> str:
        return f"(({self.e(e.args[0])} - 1) % {self.program.boards[e.data].spaces})"

    def _numbered_space(self, e: Expr) -> str:
        return f"(({self.e(e.args[0])} - 1) % {self.program.boards[e.data].spaces})"

    def _first_item(self, e: Expr) -> str:
        return f"next(iter({self.e(e.args[0])}), -1)"

    def _last_item(self, e: Expr) -> str:
        return f"last_of({self.e(e.args[0])})"
