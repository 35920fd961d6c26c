"""Where the spaces of a board are drawn: centres and sizes in a picture of its own units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import hypot

from interpreter.present.model.parts import Board, Id

SQUARE = 100.0  # the distance of neighbours, of tiles
WAY_X, WAY_Y = 172.0, 136.0  # of places on a map with ways
GEOMETRIC = ("points", "grid", "rhombus", "hexes", "ring", "lanes")
"""Shapes that are drawn; all others are rows of things."""
LETTER, NARROW, WIDE = 11.4, 7.0, 17.0  # widths of letters of a name, bold
HEX_ROW = 0.87  # the height of a row of hexes, by their width

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Geometry:
    """The centres of spaces, the size of the picture, and the form of a space.

    `form` is tile, hex or spot; `radius` is half of a space, `left` and `top` are the edges of the
    first one."""

    centres: Mapping[Id, Point]
    width: float
    height: float
    form: str
    radius: float
    left: float
    top: float
    columns: int
    rows: int


def geometry(board: Board) -> Geometry:
    """Work out where the spaces of a drawn board are."""
    at: dict[Id, Point] = {cell.id: (float(cell.at[0]), float(cell.at[1])) for cell in board.cells}
    if board.shape == "ring":  # the first half below, from the left, the others back above it
        half = (len(at) + 1) // 2
        at = {
            name: (float(n), 1.0) if n < half else (float(len(at) - 1 - n), 0.0)
            for n, name in enumerate(at)
        }
    if board.shape in ("hexes", "rhombus"):
        at = {name: (x + y / 2, y * HEX_ROW) for name, (x, y) in at.items()}
        return _placed(at, SQUARE, SQUARE, "hex", 58.0, 12.0, 12.0)
    if board.shape == "points" and not _is_tiled(board):
        radius = min(61.0, _room_of(at) * 0.42)
        longest = max((name_width(cell.say) for cell in board.cells), default=0.0)
        left = max(20.0, longest / 2 + 16 - radius)  # for the names at the edges
        return _placed(at, WAY_X, WAY_Y, "spot", radius, left, 26.0)
    margin = 44.0 if board.coordinates or board.shape == "lanes" else 10.0
    margin = 78.0 if board.lines else margin
    left = 120.0 if board.shape == "lanes" else margin
    return _placed(at, SQUARE, SQUARE, "tile", 50.0, left, 10.0 if left == 120.0 else margin)


def name_width(name: str) -> float:
    """Return how wide a name is about, in units of the picture."""
    return sum(
        NARROW if one in " .,'\u2019-fijlrtI" else WIDE if one in "mwMW" else LETTER for one in name
    )


def _placed(
    at: Mapping[Id, Point],
    wide: float,
    high: float,
    form: str,
    radius: float,
    left: float,
    top: float,
) -> Geometry:
    """Scale positions, and move them so that all are in the picture."""
    xs, ys = [x for x, _ in at.values()], [y for _, y in at.values()]
    first_x, first_y = min(xs, default=0.0), min(ys, default=0.0)
    half = 50.0 if form == "tile" else radius
    centres = {
        name: (left + half + (x - first_x) * wide, top + half + (y - first_y) * high)
        for name, (x, y) in at.items()
    }
    right = left if form != "tile" or left != 120.0 else 10.0
    width = max((x for x, _ in centres.values()), default=0.0) + half + right
    height = max((y for _, y in centres.values()), default=0.0) + half + top
    columns = round(max(xs, default=0.0) - first_x) + 1
    rows = round(max(ys, default=0.0) - first_y) + 1
    return Geometry(centres, width, height, form, radius, left, top, columns, rows)


def _is_tiled(board: Board) -> bool:
    """Check whether all links of a map join orthogonal neighbours, so that it is made of tiles."""
    at = {cell.id: cell.at for cell in board.cells}
    ways = [(at[one], at[other]) for one, other in board.links if one in at and other in at]
    return bool(ways) and all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in ways)


def _room_of(at: Mapping[Id, Point]) -> float:
    """Return the smallest distance of two places of a map, in units of the picture."""
    places = sorted((x * WAY_X, y * WAY_Y) for x, y in at.values())
    near = [
        hypot(a - c, b - d)
        for number, (a, b) in enumerate(places)
        for c, d in places[number + 1 : number + 13]
        if abs(a - c) < 2 * WAY_X
    ]
    return min((one for one in near if one > 0), default=WAY_X)


def walls(board: Board, plan: Geometry) -> list[tuple[Point, Point]]:
    """List the edges between neighbouring tiles that are not linked, of a map made of tiles."""
    if board.shape != "points" or plan.form != "tile":
        return []
    linked = {frozenset(link) for link in board.links}
    by_place = {cell.at: cell.id for cell in board.cells}
    found = []
    for (x, y), name in by_place.items():
        for step_x, step_y in ((1, 0), (0, 1)):
            other = by_place.get((x + step_x, y + step_y))
            if other is None or frozenset((name, other)) in linked:
                continue
            (a, b), (c, d) = plan.centres[name], plan.centres[other]
            middle_x, middle_y = (a + c) / 2, (b + d) / 2
            found.append(
                (
                    (middle_x - 49 * step_y, middle_y - 49 * step_x),
                    (middle_x + 49 * step_y, middle_y + 49 * step_x),
                )
            )
    return found


def edge_line(board: Board, plan: Geometry, side: str) -> list[Point]:
    """Return the points of a line along one side of a board."""
    axis = 1 if side in ("top", "bottom") else 0
    last = side in ("bottom", "right")
    at = {cell.id: cell.at for cell in board.cells}
    edge = (max if last else min)(place[axis] for place in at.values())
    names = sorted((n for n, p in at.items() if p[axis] == edge), key=lambda n: at[n][1 - axis])
    out = 54.0 if last else -54.0
    move = (0.0, out) if axis else (out, 0.0)
    return [(plan.centres[n][0] + move[0], plan.centres[n][1] + move[1]) for n in names]


def entry(plan: Geometry, cells: tuple[Id, ...]) -> tuple[Point, int]:
    """Return where a line is entered, before its first space, and the way in degrees."""
    first = plan.centres[cells[0]]
    second = plan.centres[cells[1]] if len(cells) > 1 else (first[0], first[1] + 1)
    dx, dy = second[0] - first[0], second[1] - first[1]
    long = hypot(dx, dy) or 1.0
    turn = {(1, 0): 0, (0, 1): 90, (-1, 0): 180, (0, -1): 270}.get(
        (round(dx / long), round(dy / long)), 45
    )
    return (first[0] - dx / long * 80, first[1] - dy / long * 80), turn


@lru_cache(maxsize=64)
def free_ground(
    places: tuple[tuple[Id, Point], ...],
    links: tuple[tuple[Id, Id], ...],
    width: float,
    height: float,
    radius: float,
) -> tuple[tuple[int, int], ...]:
    """List points of the ground away from all spaces and ways, strewn but always alike."""
    centres = dict(places)
    ways = [(centres[a], centres[b]) for a, b in links if a in centres and b in centres]
    found, seed = [], 7
    for row in range(26, int(height) - 10, 52):
        for column in range(26, int(width) - 10, 54):
            seed = (seed * 1103515245 + 12345) % 2**31
            x, y = column + seed % 19 - 9, row + seed // 64 % 17 - 8
            if any(hypot(x - a, y - b) < radius + 26 for a, b in centres.values()):
                continue
            if all(_distance((x, y), one, other) >= 26 for one, other in ways):
                found.append((x, y))
    return tuple(found)


def _distance(point: Point, one: Point, other: Point) -> float:
    (x, y), (a, b), (c, d) = point, one, other
    long = (c - a) ** 2 + (d - b) ** 2 or 1.0
    along = max(0.0, min(1.0, ((x - a) * (c - a) + (y - b) * (d - b)) / long))
    return hypot(x - a - along * (c - a), y - b - along * (d - b))


def packed(count: int, wide: float, high: float, most: float) -> tuple[float, list[Point]]:
    """Pack squares into a box; return their side and their corners from the box's corner."""
    if not count:
        return most, []
    across = max(range(1, count + 1), key=lambda n: min(wide / n, high / -(-count // n)))
    side = min(wide / across, high / -(-count // across), most)
    rows = -(-count // across)
    found = []
    for row in range(rows):
        here = min(across, count - row * across)
        for column in range(here):
            x = (wide - here * side) / 2 + column * side
            found.append((x, (high - rows * side) / 2 + row * side))
    return side, found
