"""Hex boards as text: each row is shifted by half a hex against the next.

Takes a `Board` of hexes, either a rhombus with edges or a hexagon; gives lines. A rhombus has
column labels above and row labels on the left. In a hexagon with coordinates, rows have letters,
and the lines falling to the right have numbers, written where these lines enter and leave it."""

from __future__ import annotations

from interpreter.diagnostics.paint import columns, pad
from interpreter.present.frame.pen import Pen
from interpreter.present.frame.spaces import CLOSE, cell_texts
from interpreter.present.model.parts import Board

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
MARGIN = 6  # columns before the first hex
LEAST = 4  # the same for a compact hexagon: row letter, bracket
FREE = "._"  # signs for free hexes of adjacent parts
CLOSEST = 2  # from this step on, rows shift by half a hex only roughly


def hexes(board: Board, pen: Pen, close: int) -> list[str]:
    """Render a board of hexes; `close` is as in `cell_text`."""
    texts = cell_texts(board, pen, close, _parts(board, pen), CLOSE)
    step = max(columns(text) - 2 * (text[:1] == "(") for text in texts) + 1
    step += step % 2 if close < CLOSEST else 0
    if close >= CLOSEST and step == CLOSE + 1:
        step = CLOSE  # a full hex touches the next
    if board.cells[0].name and board.shape != "rhombus":  # two digits and a blank
        step = max(step, 1 + max(len(cell.name.lstrip(ALPHABET)) for cell in board.cells))
    if board.shape == "rhombus":
        return _rhombus(board, pen, texts, step)
    return _hexagon(board, texts, step, LEAST if close >= CLOSEST else MARGIN)


def _parts(board: Board, pen: Pen) -> dict[str, str]:
    """Choose a sign for the free hexes of each part of a divided board.

    Adjacent parts differ, so that their border is visible. Adds the signs to the legend."""
    titles = list(dict.fromkeys(cell.part for cell in board.cells if cell.part))
    if not titles:
        return {}
    across = {cell.at: cell.part for cell in board.cells}
    beside = {
        frozenset((part, across.get((x + dx, y + dy), "")))
        for (x, y), part in across.items()
        for dx, dy in ((1, 0), (0, 1), (1, -1))
    }
    signs: dict[str, str] = {}
    for title in titles:
        taken = {signs[one] for one in signs if frozenset((one, title)) in beside}
        signs[title] = next((sign for sign in FREE if sign not in taken), FREE[0])
    for sign in FREE:
        pen.letters.setdefault(sign, "/".join(one for one in titles if signs[one] == sign))
    return signs


def _across(board: Board, step: int) -> list[int]:
    """Return the column of each hex, counted from the leftmost."""
    found = [2 * cell.at[0] + cell.at[1] for cell in board.cells]
    least = min(found)
    return [(x - least) * step // 2 for x in found]


def _row(line: str, at: list[tuple[int, str]], margin: int = MARGIN) -> str:
    """Write texts at their columns after the beginning of a line; brackets precede their column."""
    for x, text in sorted(at):
        if text[:1] == "(" and columns(line) >= margin + x:
            text = text[1:]  # the previous bracket takes this column: `(Yf|T)`
            line = f"{line[:-1]}|" if line.endswith(")") else line
        line = pad(line, margin + x - (text[:1] == "(")) + text
    return line


def _edge(board: Board, side: str, pen: Pen) -> str:
    seat = dict(board.edges).get(side, "")
    return pen.paint(seat[:1].upper(), seat) if seat else ""


def _rhombus(board: Board, pen: Pen, texts: list[str], step: int) -> list[str]:
    places = _across(board, step)
    names = [cell.name.rstrip("0123456789") or str(cell.at[0] + 1) for cell in board.cells]
    head = " " * MARGIN + "".join(pad(name[-1:], step) for name in names[: board.size[0]])
    top, bottom = _edge(board, "top", pen), _edge(board, "bottom", pen)
    left, right = _edge(board, "left", pen), _edge(board, "right", pen)
    lines = [head.rstrip() + (f"   {top}" if top else "")]
    rows = sorted({cell.at[1] for cell in board.cells})
    for number, row in enumerate(rows):
        cells = zip(board.cells, places, texts, strict=True)
        at = [(x, text) for cell, x, text in cells if cell.at[1] == row]
        line = _row(pad("", min(at)[0]) + f"{number + 1:>3} {left or ' '}", at)
        lines.append(pad(line, MARGIN + max(at)[0] + step) + right if right else line)
    if bottom:
        lines.append(" " * (MARGIN + len(rows)) + " ".join([bottom] * board.size[0]))
    return lines


def _hexagon(board: Board, texts: list[str], step: int, margin: int) -> list[str]:
    """Render a hexagon; its last rows end with the numbers of the lines that leave there."""
    places = _across(board, step)
    radius = board.size[0] // 2
    named = bool(board.cells[0].name)
    ends: dict[int, list[tuple[int, str]]] = {}
    lines = []
    for row in range(-radius, radius + 1):
        cells = zip(board.cells, places, texts, strict=True)
        at = [(x, text) for cell, x, text in cells if cell.at[1] == row]
        here = [(x, c) for c, x in zip(board.cells, places, strict=True) if c.at[1] == row]
        for x, cell in here if named else ():
            number = cell.name.lstrip(ALPHABET)
            if row == -radius:
                ends.setdefault(row - 1, []).append((x - step // 2, number))
            if row == radius or (row >= 0 and x == max(here)[0]):
                ends.setdefault(row + 1, []).append((x + step // 2, number))
        label = here[0][1].name.rstrip("0123456789") if named else str(row)
        start = min(at)[0]
        head = pad("", start) + f"{label:>{margin // 2}}"
        lines.append(_row(head, [*at, *ends.get(row, [])], margin))
    if named:
        first, last = ends[-radius - 1], ends[radius + 1]
        lines = [_row("", first, margin), *lines, _row("", last, margin)]
    return lines
