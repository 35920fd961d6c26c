"""Spaces and lines of boards by their names: `row_1_column_2`, `hex_0_m3`, `row_2_from_left`.

Takes a program; gives what each name stands for. Names that a game declares take precedence.
"""

from __future__ import annotations

from functools import lru_cache

from interpreter.ir import nodes
from interpreter.ir.declared import Board
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Program
from interpreter.ir.space_names import space_names
from interpreter.ir.types import Type


def on_boards(program: Program) -> dict[str, Expr]:
    """Map the names of all lines and spaces to what they stand for.

    With several boards, the board's name comes first: `market_row_1_column_2`. Components that are
    spaces have names of their own.
    """
    return _named(tuple(b for b in program.boards.values() if not b.of_kind))


@lru_cache(maxsize=32)
def _named(boards: tuple[Board, ...]) -> dict[str, Expr]:
    found: dict[str, Expr] = {}
    for board in boards:
        head = f"{board.name}_" if len(boards) > 1 else ""
        for sort, names in (("lane", board.lane_names), ("space", space_names(board))):
            for number, name in enumerate(names):
                found[head + name] = nodes.Num((), Type(sort, board.name), board.span, number)
    return found
