"""Boards drawn by shape: squares, hexes, maps of points with links, rings, lanes, lists."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from interpreter.present.model.parts import Board, Cell, Item, Zone
from interpreter.present.picture.drawn_items import (
    GAP,
    card,
    colour,
    draw_zone,
    is_token,
    says,
    sign,
    token,
    zone_width,
)
from interpreter.present.picture.sheet import COLOURS, Sheet, cut, wide

SQUARE = 46.0
HEX = 24.0  # radius of a hex
POINT_W, POINT_H = 150.0, 96.0  # distance between points of a map

Draw = Callable[[Sheet, float, float, Board, float], float]


def draw_board(sheet: Sheet, x: float, y: float, board: Board, room: float) -> float:
    """Draw a board with its name and legend, `room` pixels wide; return its height."""
    high = 0.0
    if board.say:
        sheet.text(x, y + 13, cut(board.say, room), "title")
        high = 20.0
    drawn = SHAPES.get(board.shape, _rows)(sheet, x, y + high, board, room)
    for mark, meaning in board.legend:
        drawn += 15
        sheet.text(x, y + high + drawn, cut(f"{mark}  {meaning}", room, 10), "small")
    return high + drawn + 10


# ------------------------------------------------------------------------------ squares, hexes


def _grid(sheet: Sheet, x: float, y: float, board: Board, room: float) -> float:
    across, down = _extent(board)
    side = max(16.0, min(SQUARE, (room - 24) / across))
    left = x + 20
    if board.coordinates:
        _coordinates(sheet, left, y, board, side)
    for cell in board.cells:
        at_x, at_y = left + cell.at[0] * side, y + 16 + cell.at[1] * side
        with sheet.place(cell.id, _says(cell)):
            sheet.rect(at_x, at_y, side, side, "cell", 2, _says(cell))
            _inside(sheet, at_x + side / 2, at_y + side / 2, cell, side)
    return 16 + down * side + 6


def _hexes(sheet: Sheet, x: float, y: float, board: Board, room: float) -> float:
    """Draw hexes, each row half a hex further right; coordinates may be negative."""
    halves = [2 * cell.at[0] + cell.at[1] for cell in board.cells]
    rows = [cell.at[1] for cell in board.cells]
    first, top = min(halves, default=0), min(rows, default=0)
    across, down = (max(halves, default=0) - first) / 2 + 1, max(rows, default=0) - top + 1
    step = max(12.0, min(HEX * 1.75, (room - 24) / across))
    r = step / 1.75
    for cell, half in zip(board.cells, halves, strict=True):
        middle_x = x + 12 + step / 2 + (half - first) * step / 2
        middle_y = y + r + 8 + (cell.at[1] - top) * r * 1.5
        corners = [
            (middle_x + r * sin(n * pi / 3), middle_y + r * cos(n * pi / 3)) for n in range(6)
        ]
        with sheet.place(cell.id, _says(cell)):
            sheet.shape(corners, "cell", _says(cell))
            _inside(sheet, middle_x, middle_y, cell, r * 1.6)
    return r * 1.5 * down + r + 14


def _extent(board: Board) -> tuple[int, int]:
    across = max((cell.at[0] for cell in board.cells), default=0) + 1
    down = max((cell.at[1] for cell in board.cells), default=0) + 1
    return across, down


def _coordinates(sheet: Sheet, left: float, y: float, board: Board, side: float) -> None:
    named = {cell.at: cell.name for cell in board.cells}
    for (column, row), name in named.items():
        if row == 0 and name[:1].isalpha():
            sheet.text(
                left + column * side + side / 2,
                y + 11,
                name.rstrip("0123456789"),
                "small",
                "middle",
            )
        if column == 0 and name[-1:].isdigit():
            number = name.lstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
            sheet.text(left - 5, y + 16 + row * side + side / 2 + 4, number, "small", "end")


def _inside(sheet: Sheet, x: float, y: float, cell: Cell, side: float) -> None:
    """Draw up to three components on a space side by side, or else its printed sign."""
    items = [item for zone in cell.zones for item in zone.items]
    if not items:
        printed = cell.letter or cell.note
        sheet.text(x, y + 4, printed[:3], "small", "middle")
        return
    radius = min(13.0, side * 0.38)
    shown = items[:3]
    for number, item in enumerate(shown):
        at = x + (number - (len(shown) - 1) / 2) * radius * 1.2
        token(sheet, at, y, _as_token(item), radius)


def _as_token(item: Item) -> Item:
    """Return an item in a form that draws as a disc, even if it is a card."""
    if is_token(item):
        return item
    short = sign(item) or "".join(word[:1] for word in item.say.split())[:2]
    return Item(item.kind, item.id, say=item.say, face=short, colour=colour(item), n=item.n,
                facts=item.facts, design=item.design)  # fmt: skip


# ------------------------------------------------------------------------------ maps and rings


def _points(sheet: Sheet, x: float, y: float, board: Board, room: float) -> float:
    across, down = _extent(board)
    step = min(POINT_W, (room - 70) / max(1, across - 1)) if across > 1 else POINT_W
    rise = POINT_H if step > 70 else 62.0
    where = {
        cell.id: (x + 35 + cell.at[0] * step, y + 34 + cell.at[1] * rise) for cell in board.cells
    }
    for one, other in board.links:
        if one in where and other in where:
            sheet.line(*where[one], *where[other])
    return _spots(sheet, board, where, step) + rise * (down - 1) + 80


def _ring(sheet: Sheet, x: float, y: float, board: Board, room: float) -> float:
    """Draw the first space at the top and the others clockwise; large rings are flattened."""
    count = len(board.cells)
    half_w = min(room / 2 - 40, 24.0 + count * 16)
    half_h = min(half_w, 40.0 + count * 9)
    middle_x, middle_y = x + half_w + 36, y + half_h + 30
    where = {
        cell.id: (
            middle_x + half_w * sin(2 * pi * number / count),
            middle_y - half_h * cos(2 * pi * number / count),
        )
        for number, cell in enumerate(board.cells)
    }
    _spots(sheet, board, where, 60)
    return 2 * half_h + 76


def _spots(sheet: Sheet, board: Board, where: dict[str, tuple[float, float]], step: float) -> float:
    """Draw spaces at their positions; the returned height is always 0."""
    for cell in board.cells:
        with sheet.place(cell.id, _says(cell)):
            _spot(sheet, *where[cell.id], cell, step)
    return 0.0


def _spot(sheet: Sheet, at_x: float, at_y: float, cell: Cell, step: float) -> None:
    sheet.disc(at_x, at_y, 20, "", _says(cell))
    printed = "".join(one.letter for one in cell.facts if one.letter)
    name = cut(f"{cell.say} {printed}".strip(), max(60, step - 8), 10)
    sheet.text(at_x, at_y - 23, name, "small", "middle")
    sheet.text(at_x, at_y + 4, cell.note[:4], "small", "middle")
    items = [item for zone in cell.zones for item in zone.items]
    most = max(2, int((step - 4) // 22))
    for number, item in enumerate(items[: 2 * most]):
        row, column = divmod(number, most)
        row_count = min(most, len(items[: 2 * most]) - row * most)
        token(
            sheet,
            at_x + (column - (row_count - 1) / 2) * 22,
            at_y + (2 if len(items) == 1 and not cell.note else 20 + row * 22),
            _as_token(item),
            10,
        )


# ------------------------------------------------------------------------------ rows


def _rows(sheet: Sheet, x: float, y: float, board: Board, room: float) -> float:
    """Draw spaces side by side where they fit, and return the height.

    Each has its name, its fields and its zones."""
    left, top, high = 0.0, 0.0, 0.0
    for cell in board.cells:
        zones = [zone for zone in cell.zones if zone.items or zone.room or len(cell.zones) == 1]
        facts = "  ".join(f"{one.say} {one.text}" for one in cell.facts if not one.idle)
        needs = [min(room - 16, zone_width(zone)) for zone in zones]
        need = max(wide(cell.say) + 24, min(200.0, wide(facts, 10)), sum(needs) + GAP * len(needs))
        need = min(room, need + 12)
        if left and left + need > room:
            left, top, high = 0.0, top + high + 8, 0.0
        high = max(high, _panel(sheet, x + left, y + top, cell, zones, need))
        left += need + 10
    return top + high + 8


def _panel(sheet: Sheet, x: float, y: float, cell: Cell, zones: list[Zone], room: float) -> float:
    """Draw one space of a list; return its height."""
    coloured = cell.colour in COLOURS
    with sheet.place(cell.id, cell.say):
        if coloured:
            sheet.disc(x + 7, y + 9, 6, cell.colour, cell.say)
        sheet.text(x + (18 if coloured else 0), y + 13, cut(cell.say, room), "title")
    high = 20.0
    facts = "  ".join(f"{one.say} {one.text}" for one in cell.facts if not one.idle)
    if facts:
        sheet.text(x, y + high + 8, cut(facts, room, 10), "small")
        high += 14
    left, tall = 0.0, 0.0
    for zone in zones:
        need = min(room, zone_width(zone))
        if left and left + need > room:
            left, high, tall = 0.0, high + tall, 0.0
        tall = max(tall, draw_zone(sheet, x + left, y + high, zone, need))
        left += need + GAP
    return high + tall


def _cards(sheet: Sheet, x: float, y: float, board: Board, room: float) -> float:
    """Draw the cards of rows, one per space; return the height."""
    left, top = 0.0, 0.0
    for cell in board.cells:
        for item in (item for zone in cell.zones for item in zone.items):
            if left and left + 104 > room:
                left, top = 0.0, top + 62
            with sheet.place(cell.id, _says(cell)):
                if is_token(item):
                    token(sheet, x + left + 14, y + top + 14, item)
                else:
                    card(sheet, x + left, y + top, item)
            left += 110
    return top + 66


def _says(cell: Cell) -> str:
    told = [cell.say, *(f"{one.say} {one.text}" for one in cell.facts if not one.idle)]
    told += [says(item) for zone in cell.zones for item in zone.items]
    return "; ".join(one for one in told if one)


SHAPES: dict[str, Draw] = {
    "grid": _grid,
    "lanes": _grid,
    "rhombus": _hexes,
    "hexes": _hexes,
    "points": _points,
    "ring": _ring,
    "rows": _cards,
    "list": _rows,
    "values": _rows,
}
"""How each shape of a board is drawn; what is not named is drawn in rows."""
