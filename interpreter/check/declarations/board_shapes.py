"""Builds board graphs: grids with their lines, hexes, rings, and spaces that are components."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.check.context import Context
from interpreter.diagnostics import Span
from interpreter.ir.declared import Board
from interpreter.syntax import ast

LARGEST = 1024


def lay_out(ctx: Context, name: str, shape: ast.BoardShape, span: Span) -> Board | None:
    """Build the board of a given shape; None after reporting a diagnostic."""
    if isinstance(shape, ast.Grid | ast.Rhombus):
        height, width = ctx.constant(shape.rows), ctx.constant(shape.columns)
        if height is None or width is None:
            return None
        if not (height >= 1 and width >= 1 and height * width <= LARGEST):
            _report_size(ctx, shape, f"{height} by {width} are {height * width}")
            return None
        made = grid if isinstance(shape, ast.Grid) else rhombus
        return made(name, height, width, span)
    if isinstance(shape, ast.Ring):
        spaces = ctx.constant(shape.size)
        if spaces is None:
            return None
        if not 1 <= spaces <= LARGEST:
            _report_size(ctx, shape, f"this one has {spaces}")
            return None
        return ring(name, spaces, span)
    if isinstance(shape, ast.Hexes):
        radius = ctx.constant(shape.radius)
        if radius is None:
            return None
        if not 0 <= radius <= 18:
            ctx.report.add(
                "board-size",
                shape.span,
                "a hex board has a radius of 0 to 18",
                f"a radius of {radius}",
            )
            return None
        return hexes(name, radius, span)
    assert isinstance(shape, ast.Spaces)
    word = shape.of
    kind = ctx.kind_named(word.text)
    if kind is None:
        ctx.unknown("unknown-kind", word.span, word.text, "kind of component", ctx.program.kinds)
        return None
    return Board(name, f"kind:{kind}", 0, (), (), (), (), 0, 0, span)


def _report_size(ctx: Context, shape: ast.BoardShape, label: str) -> None:
    ctx.report.add("board-size", shape.span, f"a board has 1 to {LARGEST} spaces", label)


def grid(name: str, height: int, width: int, span: Span) -> Board:
    """Build a grid whose spaces are numbered row by row from the top left.

    Lines come in both directions: rows from the left and the right, then columns from the top and
    the bottom.
    """
    cells = [(row, column) for row in range(height) for column in range(width)]
    number = {cell: i for i, cell in enumerate(cells)}
    neighbours = _neighbours(cells, ((-1, 0), (0, -1), (0, 1), (1, 0)))
    lanes: list[tuple[int, ...]] = []
    names: list[str] = []
    for r in range(height):
        line = tuple(number[r, c] for c in range(width))
        lanes += [line, line[::-1]]
        names += [f"row_{r + 1}_from_left", f"row_{r + 1}_from_right"]
    for c in range(width):
        line = tuple(number[r, c] for r in range(height))
        lanes += [line, line[::-1]]
        names += [f"column_{c + 1}_from_top", f"column_{c + 1}_from_bottom"]
    return Board(
        name,
        "grid",
        len(cells),
        neighbours,
        tuple(lanes),
        tuple(names),
        tuple(f"{r + 1}_{c + 1}" for r, c in cells),
        width,
        height,
        span,
        _straights(cells, ((0, 1), (1, 0), (1, 1), (1, -1))),
    )


def touching(board: Board) -> tuple[tuple[int, ...], ...]:
    """List the neighbours of each space of a grid, diagonals included: up to eight."""
    cells = [(at // board.width, at % board.width) for at in range(board.spaces)]
    around = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]
    return _neighbours(cells, around)


def _neighbours(
    cells: list[tuple[int, int]], steps: Iterable[tuple[int, int]]
) -> tuple[tuple[int, ...], ...]:
    """List, for each cell, the indices of the cells that lie one of `steps` away."""
    number = {cell: i for i, cell in enumerate(cells)}
    return tuple(
        tuple(number[x + a, y + b] for a, b in steps if (x + a, y + b) in number) for x, y in cells
    )


def _straights(
    cells: list[tuple[int, int]], steps: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, ...], ...]:
    """List all lines that run from edge to edge along one of `steps`."""
    number = {cell: i for i, cell in enumerate(cells)}
    found = []
    for a, b in steps:
        for x, y in cells:
            if (x - a, y - b) in number:
                continue
            line = []
            while (x, y) in number:
                line.append(number[x, y])
                x, y = x + a, y + b
            if len(line) > 1:
                found.append(tuple(line))
    return tuple(found)


def rhombus(name: str, height: int, width: int, span: Span) -> Board:
    """Build a rhombus of hexes, each row shifted half a hex to the right of the one above."""
    cells = [(row, column) for row in range(height) for column in range(width)]
    steps = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
    return Board(
        name,
        "rhombus",
        len(cells),
        _neighbours(cells, steps),
        (),
        (),
        tuple(f"{r + 1}_{c + 1}" for r, c in cells),
        width,
        height,
        span,
        _straights(cells, ((0, 1), (1, 0), (1, -1))),
    )


def ring(name: str, spaces: int, span: Span) -> Board:
    """Build a ring of spaces, whose last space is followed by the first."""
    near = tuple(
        tuple(sorted({(at - 1) % spaces, (at + 1) % spaces} - {at})) for at in range(spaces)
    )
    names = tuple(str(at + 1) for at in range(spaces))
    return Board(name, "ring", spaces, near, (), (), names, spaces, 1, span)


def hexes(name: str, radius: int, span: Span) -> Board:
    """Build a hexagon of hexes with axial coordinates (q, r), row by row.

    |q|, |r| and |q + r| are at most `radius`.
    """
    reach = range(-radius, radius + 1)
    cells = [(q, r) for r in reach for q in reach if abs(q + r) <= radius]
    steps = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    return Board(
        name,
        "hexes",
        len(cells),
        _neighbours(cells, steps),
        (),
        (),
        tuple(f"{q}_{r}".replace("-", "m") for q, r in cells),
        2 * radius + 1,
        2 * radius + 1,
        span,
        _straights(cells, ((1, 0), (0, 1), (1, -1))),
    )


def sixths(radius: int) -> tuple[int, ...]:
    """Compute the sector, 0 to 5, of each hex of a board of this radius; -1 for the centre hex.

    Each sector includes the arm (the row of hexes out from the centre) at which it begins, and ends
    before the next arm.
    """
    reach = range(-radius, radius + 1)
    arms = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    found = []
    for q, r in ((q, r) for r in reach for q in reach if abs(q + r) <= radius):
        place = -1
        for number, (a, b) in enumerate(arms):
            c, d = arms[(number + 1) % 6]
            along = q * d - r * c  # (q, r) = along * arm + across * next arm; the arms span 1
            across = a * r - b * q
            if along >= 1 and across >= 0:
                place = number
        found.append(place)
    return tuple(found)
