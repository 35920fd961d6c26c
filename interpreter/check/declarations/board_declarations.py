"""Declarations of boards: their shape, what lies on them, how they are divided.

Takes trees; fills the program's boards. The graphs of spaces are built in `board_shapes`.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.check.declarations import board_shapes, zone_facts, zones
from interpreter.ir.declared import Board, Family
from interpreter.syntax import ast


def declare_boards(ctx: Context, holder: ast.Area | ast.Faction) -> None:
    """Declare the boards among the lines of a holder."""
    for line in holder.lines:
        if isinstance(line, ast.Board):
            _declare(ctx, line)


def _declare(ctx: Context, node: ast.Board) -> None:
    """Declare `board field: grid 5 by 5 of dice, seen by all, pushed out to free_dice`."""
    name, shape = node.name, node.shape
    made = board_shapes.lay_out(ctx, name.text, shape, node.span)
    if made is None or not ctx.declare(name.text, "board", made, name.span):
        return
    ctx.program.boards[name.text] = made
    for fact in node.facts:
        if isinstance(fact, ast.CornersTouch):
            _touch(ctx, made, fact)
    if not isinstance(shape, ast.Grid | ast.Hexes | ast.Rhombus):
        zone_facts.check_spaces(ctx, name.text, node.facts)
        return
    kinds = zones.kinds_of(ctx, shape.nouns)
    alike = [ctx.program.kinds[kind].plural for kind in kinds if ctx.program.kinds[kind].alike]
    if alike:
        ctx.report.add(
            "alike-zone",
            shape.nouns.span,
            "alike pieces lie in a set of their own",
            f"{' and '.join(alike)} are alike",
            helps=(
                "leave out `alike`, or give each space a set of them: `each space of"
                f" {name.text} has`, below it `zone lot: set of {alike[0]}`",
            ),
        )
    family = Family(
        name.text,
        "table",
        "slots",
        "board",
        kinds,
        node.span,
        made.spaces,
        board=name.text,
    )
    zone_facts.read(ctx, family, node.facts, shape)
    zones.add_family(ctx, family)
    for fact in node.facts:
        if isinstance(fact, ast.DividedInto):
            _divide(ctx, made, fact)


def _touch(ctx: Context, board: Board, fact: ast.CornersTouch) -> None:
    """Make spaces of a grid that meet at a corner adjacent: `corners touch`."""
    if board.sort != "grid":
        ctx.report.add(
            "no-corners",
            fact.span,
            "only the spaces of a grid touch at corners",
            helps=("leave it out: hexes lie next to all they touch",),
        )
        return
    board.neighbours = board_shapes.touching(board)


def _divide(ctx: Context, board: Board, fact: ast.DividedInto) -> None:
    """Divide a board of hexes into six equal parts around its centre: `divided into territory`."""
    word = fact.values
    values = ctx.values_named(word.text)
    if values is None:
        ctx.unknown("unknown-values", word.span, word.text, "values list", ctx.program.values)
        return
    if board.sort != "hexes" or len(ctx.program.values[values].members) != 6:
        ctx.report.add(
            "cannot-divide",
            fact.span,
            "only hexes are divided, into six parts",
            f"`{values}` has {len(ctx.program.values[values].members)} values",
            helps=("let each space have a line of its own that says where it belongs",),
        )
        return
    ctx.regions[board.name] = board.divided = (values, board_shapes.sixths(board.width // 2))
