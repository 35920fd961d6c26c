"""Rows, columns, straight lines and rings of boards as Python text."""

from __future__ import annotations

from interpreter.backends.python.sets import Sets
from interpreter.ir import nodes


class Lines(Sets):
    """Prints what is asked of the order in which spaces lie."""

    def _around(self, e: nodes.Around) -> str:
        return self._neighbours(e.board, e.args[0])

    def _side_of(self, e: nodes.SideOf) -> str:
        board, side = e.board, e.side
        return f"{side.upper()}_{board}[{self.e(e.args[0])}]"

    def _sides(self, e: nodes.Sides) -> str:
        board, sides = e.board, e.sides
        made = self.program.boards[board]
        rows = 2 * made.height
        if sides == "rows":
            return f"range(0, {rows}, 2)"
        return f"range({rows}, {rows + 2 * made.width}, 2)"

    def _longest_line(self, e: nodes.LongestLine) -> str:
        spaces, test = e.args
        assert isinstance(spaces, nodes.Spaces)
        found = f"[{self.e(test)} for v_{e.name} in {self.e(spaces)}]"
        return f"longest_line(STRAIGHTS_{spaces.board}, {found})"

    def _ge(self, e: nodes.Ge) -> str:
        line, wanted = e.args
        if (
            isinstance(line, nodes.LongestLine)
            and isinstance(wanted, nodes.Num)
            and wanted.value > 0
        ):
            spaces, test = line.args
            assert isinstance(spaces, nodes.Spaces)
            board = self.program.boards[spaces.board]
            if board.sort == "grid":
                found = f"[BIT_{board.name}[v_{line.name}] for v_{line.name} in {self.e(spaces)} "
                length = min(wanted.value, max(board.width, board.height) + 1)
                return f"lined_up(LINED_{board.name}_{length}, sum({found}if {self.e(test)}]))"
        return super()._ge(e)

    def _between(self, e: nodes.Between) -> str:
        return f"BETWEEN_{e.board}.get(({self.e(e.args[0])}, {self.e(e.args[1])}), ())"

    def _after_space(self, e: nodes.AfterSpace) -> str:
        return f"(({self.e(e.args[0])} + 1) % {self.program.boards[e.board].spaces})"

    def _before_space(self, e: nodes.BeforeSpace) -> str:
        return f"(({self.e(e.args[0])} - 1) % {self.program.boards[e.board].spaces})"

    def _numbered_space(self, e: nodes.NumberedSpace) -> str:
        return f"(({self.e(e.args[0])} - 1) % {self.program.boards[e.board].spaces})"

    def _first_item(self, e: nodes.FirstItem) -> str:
        return f"next(iter({self.e(e.args[0])}), -1)"

    def _last_item(self, e: nodes.LastItem) -> str:
        return f"last_of({self.e(e.args[0])})"
