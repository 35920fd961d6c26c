"""A map of places with names and contents, drawn at their positions with the links between them.

Takes a `Board` of points; gives lines. Each place takes two: its title with printed values and the
components on it, and below it the buildings, spaces and cards that lie there."""

from __future__ import annotations

from interpreter.diagnostics.paint import columns
from interpreter.present.frame.canvas import Canvas
from interpreter.present.frame.pen import Pen
from interpreter.present.frame.spaces import mark
from interpreter.present.model.parts import Board, Cell, Zone


def nodes(board: Board, pen: Pen, down: int) -> list[str]:
    """Draw the map, with `down` lines per step of `at`; empty if it does not fit."""
    said = {cell.id: _node(cell, pen) for cell in board.cells}
    across = _steps(board, said, pen.width)
    if across is None:
        return []
    sheet = Canvas()
    place = {cell.id: (round(cell.at[0] * across), cell.at[1] * down) for cell in board.cells}
    for one, other in board.links:
        if one in place and other in place:
            sheet.link(
                *_middle(place[one], said[one], down),
                *_middle(place[other], said[other], down),
            )
    for cell in board.cells:
        x, y = place[cell.id]
        for number, line in enumerate(said[cell.id]):
            sheet.write(x, y + number, line)
    return sheet.lines()


def _middle(at: tuple[int, int], lines: list[str], down: int) -> tuple[int, int]:
    """Return where links start: in the middle of a short title, or near its start."""
    return at[0] + min(5, max(map(columns, lines)) // 2), at[1]


def _steps(board: Board, said: dict[str, list[str]], width: int) -> float | None:
    """Compute the columns per step of `at`, as many as fit; None if texts would touch."""
    widest = {cell.id: max(map(columns, said[cell.id])) for cell in board.cells}
    farthest = max(cell.at[0] for cell in board.cells)
    steps = [(width - widest[cell.id]) / cell.at[0] for cell in board.cells if cell.at[0]]
    across = min(steps, default=float(width))
    across = min(across, 16.0) if farthest else 0.0
    for one in board.cells:
        for other in board.cells:
            if one.at[1] == other.at[1] and one.at[0] < other.at[0]:
                between = round(other.at[0] * across) - round(one.at[0] * across)
                if between < widest[one.id] + 1:
                    return None
    return across


def _node(cell: Cell, pen: Pen) -> list[str]:
    """Render a place in one or two lines."""
    printed = "".join(
        pen.paint(str(fact.letter or fact.text), fact.colour)
        for fact in cell.facts
        if _brief(fact) and fact.text not in cell.say.split()
    )
    first = [f"({cell.say}{' ' + printed if printed else ''}){cell.note}"]
    second = []
    for zone in cell.zones:
        if zone.room:
            second.append(_squares(zone, pen))
        elif zone.items:
            first += [mark(item, pen, 1) for item in zone.items]
    kept = [
        pen.fact(fact) for fact in cell.facts if not fact.idle and not _brief(fact) and not fact.of
    ]
    star = "*" if cell.id in pen.changed else ""
    lines = [" ".join(first) + star]
    below = " ".join([*second, *kept])
    return [*lines, f" {below}"] if below else lines


def _brief(fact: object) -> bool:
    """Check whether a fact is a single letter to put after the title."""
    return bool(getattr(fact, "letter", ""))


def _squares(zone: Zone, pen: Pen) -> str:
    """Render the spaces of a place: `[s][ ]`."""
    lying = {item.spot: item for item in zone.items}
    return "".join(
        f"[{mark(lying[spot], pen, 1) if spot in lying else ' '}]"
        for spot in range(1, zone.room + 1)
    )
