"""What tests call things: the spaces and lines of boards, and every name of a kind of thing.

Takes boards and kinds of value; gives names.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.check.context import Context
from interpreter.ir.program import Expr
from interpreter.ir.space_names import space_names
from interpreter.ir.types import Type


def board_names(ctx: Context) -> dict[str, Expr]:
    """Lines and spaces by the names that tests give them; with several boards the board's name
    stands before: `market_row_1_column_2`."""
    boards = [b for b in ctx.program.boards.values() if not b.sort.startswith("kind:")]
    found: dict[str, Expr] = {}
    for board in boards:
        head = f"{board.name}_" if len(boards) > 1 else ""
        for number, name in enumerate(board.lane_names):
            found[head + name] = Expr("num", (), Type("lane", board.name), board.span, number)
        for number, name in enumerate(space_names(board)):
            found[head + name] = Expr("num", (), Type("space", board.name), board.span, number)
    return found


def names_of(ctx: Context, item: Type, seats: Iterable[str]) -> list[str]:
    """Every name for one of such things."""
    program = ctx.program
    found = ["none"] if item.optional else []
    if item.base == "player":
        found += seats
    elif item.base == "value":
        found += program.values[item.of].members
    elif item.base == "piece":
        found += [d.id for d in program.kinds[item.of].designs]
    if item.base in ("lane", "space", "piece"):
        wanted = "lane" if item.base == "lane" else "space"
        lying = {f.board for f in program.families if item.of in f.kinds}
        boards = lying if item.base == "piece" else set(program.boards)
        found += [
            n for n, e in board_names(ctx).items() if e.type.base == wanted and e.type.of in boards
        ]
    return found
