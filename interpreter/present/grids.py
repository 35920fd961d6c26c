"""Boards as text: grids with numbered rows and columns, hexes in shifted rows, rings, lists.

Takes a board, whether it takes components itself or only its spaces do; gives painted lines with a
legend of what is drawn.
"""

from __future__ import annotations

from typing import Any

from interpreter.diagnostics.paint import Paint, columns, pad
from interpreter.present import words
from interpreter.run import handles
from interpreter.run.plan import Plan


def draw_board(
    plan: Plan, state: Any, viewer: int | None, board: Any, paint: Paint, width: int
) -> list[str]:
    """One board with everything on its spaces; closer together where `width` columns ask for it."""
    title = words.capital(words.spoken(board.name))
    marks: dict[str, str] = {}
    cells = [_cell(plan, state, viewer, board.name, s, paint, marks) for s in range(board.spaces)]
    size = max([2, *(columns(cell) for cell in cells)])
    if board.sort == "grid":
        lines = _grid(board, cells, size, title, paint)
    elif board.sort in ("hexes", "rhombus"):
        lines = _hexes(board, cells, size, title, paint)
        narrow = [f"{cell.replace(' ', '')}" for cell in cells]
        if max(map(columns, lines)) > width and all(columns(cell) == 1 for cell in narrow):
            lines = _hexes(board, narrow, 1, title, paint)
    elif board.sort == "ring":
        lines = _ring(board, cells, size, title, paint)
    else:
        lines = [paint(title, "bold")]
        for space, cell in enumerate(cells):
            lines.append(f"  {words.space_title(plan, board.name, space)}: {cell.strip() or '-'}")
    return [*lines, *(f"{'':6}{mark} {says}" for mark, says in marks.items())]


def _cell(
    plan: Plan,
    state: Any,
    viewer: int | None,
    board: str,
    space: int,
    paint: Paint,
    marks: dict[str, str],
) -> str:
    """The piece of a space; a single piece lying upon it is drawn as brackets around it."""

    def letter(piece: int) -> str:
        if not handles.sees_piece(plan, state, piece, viewer):
            return "?"
        return paint(words.piece_letter(plan, state, piece), words.piece_colour(plan, state, piece))

    family = next((f for f in plan.program.families if f.board == board), None)
    piece = -1 if family is None else getattr(state, f"z_{family.key}")[space]
    base = letter(piece) if piece >= 0 else "."
    upon = []
    for other in plan.program.families:
        if other.holder != f"space:{board}":
            continue
        zone = getattr(state, f"z_{other.key}")
        if other.shape == "list":
            pieces = zone[space]
        elif other.shape == "slots":
            pieces = [p for p in zone[space * other.slots : (space + 1) * other.slots] if p >= 0]
        else:
            count = sum(zone[space * other.slots : (space + 1) * other.slots])
            if count:
                upon.append(str(count))
            continue
        for lying in pieces:
            made = handles.design(plan, lying)
            kind = plan.program.kinds[made.kind]
            if len(kind.designs) == 1 and not kind.owned and family is not None:
                marks["[ ]"] = f"has a {made.title} on it"
                base = f"[{base}]"
            else:
                upon.append(letter(lying))
    if not upon:
        return base if base.startswith("[") else f" {base} "
    return f"{base if piece >= 0 else ''}{'+' if piece >= 0 else ''}{'+'.join(upon)}"


def _grid(board: Any, cells: list[str], size: int, title: str, paint: Paint) -> list[str]:
    name = paint(title, "bold")
    margin = max(columns(name), 6) + 1
    head = "".join(pad(f" {c + 1}", size + 1) for c in range(board.width))
    lines = [pad(name, margin) + head.rstrip() + "  column"]
    for row in range(board.height):
        own = cells[row * board.width : (row + 1) * board.width]
        label = f"row {row + 1}"
        lines.append(pad(label, margin) + "".join(pad(cell, size + 1) for cell in own).rstrip())
    return lines


def _ring(board: Any, cells: list[str], size: int, title: str, paint: Paint) -> list[str]:
    """Both halves of a ring: the first from the left, below; the others above it, backwards."""
    half = (board.spaces + 1) // 2
    below = list(range(half))
    above = list(range(board.spaces - 1, half - 1, -1))
    size = max(size, len(str(board.spaces)) + 1)
    lines = [paint(title, "bold")]
    for spots, names_first in ((above, True), (below, False)):
        names = "space  " + "".join(pad(f" {spot + 1}", size + 1) for spot in spots).rstrip()
        drawn = "       " + "".join(pad(cells[spot], size + 1) for spot in spots).rstrip()
        lines += [names, drawn] if names_first else [drawn, names]
    return lines


def _hexes(board: Any, cells: list[str], size: int, title: str, paint: Paint) -> list[str]:
    """Rows of hexes, each shifted by half a hex; those of a rhombus have numbers as in a grid."""
    places = [
        tuple(int(part.replace("m", "-")) for part in name.split("_")) for name in board.names
    ]
    if board.sort == "rhombus":
        places = [(column, row) for row, column in places]
    lines = [paint(title, "bold")]
    step = size + 1 + (size + 1) % 2
    least = min((2 * q + r for q, r in places), default=0)
    if board.sort == "rhombus":
        head = ""
        for column in range(board.width):
            at = column * step + (size > 1)
            if not column or at > len(head):  # close together not every number finds its place
                head = f"{head:<{at}}{column + 1}"
        lines.append(f"    {head}  column")
    for row in sorted({r for _, r in places}):
        line = f"{row:>3} "
        for (q, r), cell in zip(places, cells, strict=True):
            if r == row:
                line = pad(line, 4 + (2 * q + r - least) * step // 2) + cell
        lines.append(line)
    return lines
