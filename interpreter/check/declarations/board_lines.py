"""The lines that declare boards: their shape, what lies on them, how they are divided.

Takes trees; fills the program's boards. The graphs of spaces are made in `boards`.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.check.context import Context
from interpreter.check.declarations import boards, titles, zone_facts, zones
from interpreter.ir.program import Board, Family
from interpreter.syntax.tree import Node


def of_area(node: Node) -> Iterable[Node]:
    """The board lines of an area."""
    return (line for line in node.parts[1:] if isinstance(line, Node) and line.kind == "board")


def declare(ctx: Context, node: Node) -> None:
    """`board field: grid 5 by 5 of dice, seen by all, pushed out to free_dice`"""
    name, shape = titles.word(node, 0), node.parts[1]
    assert isinstance(shape, Node)
    made = boards.build(ctx, name.text, shape, node.span)
    if made is None or not ctx.declare(name.text, "board", made, name.span):
        return
    ctx.program.boards[name.text] = made
    for fact in node.nodes("corners_touch"):
        _touch(ctx, made, fact)
    if shape.kind in ("spaces", "ring"):
        zone_facts.of_spaces(ctx, name.text, node.parts[2:])
        return
    nouns = shape.node("nouns")
    family = Family(
        name.text,
        "table",
        "slots",
        "board",
        zones.kinds_of(ctx, nouns),
        node.span,
        made.spaces,
        board=name.text,
    )
    zone_facts.read(ctx, family, node.parts[2:], shape)
    zones.add_family(ctx, family)
    for fact in node.nodes("divided_into"):
        _divide(ctx, made, fact)


def _touch(ctx: Context, board: Board, fact: Node) -> None:
    """`corners touch`: on this grid, spaces that meet at a corner lie next to each other."""
    if board.sort != "grid":
        ctx.report.add(
            "no-corners",
            fact.span,
            "only the spaces of a grid touch at corners",
            "",
            helps=("leave it out: hexes lie next to all they touch",),
        )
        return
    board.neighbours = boards.touching(board)


def _divide(ctx: Context, board: Board, fact: Node) -> None:
    """`divided into territory`: six equal parts around the middle of a board of hexes."""
    word = fact.words()[0]
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
    ctx.regions[board.name] = (values, boards.sixths(board.width // 2))
