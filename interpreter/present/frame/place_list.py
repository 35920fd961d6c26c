"""A map as a list of its places: contents, notes and neighbours.

Takes a `Board` whose places have names; gives lines. The list needs no legend."""

from __future__ import annotations

from itertools import accumulate

from interpreter.diagnostics.paint import columns
from interpreter.present.frame.pen import Pen, beside, folded
from interpreter.present.model.parts import Board, Cell, Item
from interpreter.present.story.phrases import plural

GAP = 2  # columns between two lists side by side
HEAD = "Each place, with what it is next to in brackets:"
LEAST = 36  # least columns of an entry


def place_list(board: Board, pen: Pen, side_by_side: bool = True) -> list[str]:
    """Render each place as an entry, in two columns where they fit."""
    near = _neighbours(board)
    halves = side_by_side and pen.width >= 2 * LEAST + GAP
    one_each = pen.width // 2 - GAP // 2 if halves else pen.width
    told = {cell.id: _contents(cell, pen) for cell in board.cells}
    empty = [_name(cell, near, pen) for cell in board.cells if not told[cell.id] and near[cell.id]]
    found = [
        folded(f"{_name(cell, near, pen)}: {told[cell.id]}", one_each, "    ")
        for cell in board.cells
        if told[cell.id]
    ]
    found += [folded(f"Empty: {', '.join(empty)}", one_each, "    ")] if empty else []
    head = folded(pen.paint(HEAD, "dim"), pen.width) if any(near.values()) else []
    if one_each == pen.width:
        return [*head, *(line for entry in found for line in entry)]
    sizes = [*accumulate(map(len, found), initial=0)]
    split = min(range(len(sizes)), key=lambda n: max(sizes[n], sizes[-1] - sizes[n]))
    left = [line for entry in found[:split] for line in entry]
    right = [line for entry in found[split:] for line in entry]
    left = [f"{line}{' ' * (one_each - columns(line))}" for line in left]
    return [*head, *beside(left, right, GAP)]


def _neighbours(board: Board) -> dict[str, list[str]]:
    """Map each place to its neighbours, as sorted numbers or names."""
    linked = {place for link in board.links for place in link}
    numbered = all(c.name.split()[0].isdigit() for c in board.cells if c.id in linked)
    said = {cell.id: cell.name.split()[0] if numbered else cell.name for cell in board.cells}
    found: dict[str, list[str]] = {place: [] for place in said}
    for one, other in board.links:
        if one in said and other in said:
            found[one].append(said[other])
            found[other].append(said[one])
    for names in found.values():
        names.sort(key=lambda name: (int(name) if name.isdigit() else 0, name))
    return found


def _name(cell: Cell, near: dict[str, list[str]], pen: Pen) -> str:
    """Format a place with its neighbours in parentheses."""
    star = "*" if cell.id in pen.changed else ""
    by = f" ({' '.join(near[cell.id])})" if near[cell.id] else ""
    return f"{pen.paint(cell.say, 'bold')}{star}{by}"


def _contents(cell: Cell, pen: Pen) -> str:
    """Describe everything about a place; empty if there is nothing."""
    told = [cell.told or cell.note] if cell.told or cell.note else []
    told += [pen.fact(fact) for fact in cell.facts if not fact.idle and not fact.of]
    lying = [_piece(item, pen) for zone in cell.zones for item in zone.items]
    told += [", ".join(lying)] if lying else []
    return "; ".join(told)


def _piece(item: Item, pen: Pen) -> str:
    """Describe a component by name, after its owner if it has one."""
    many = f"{item.n} " if item.n > 1 or item.hidden else ""
    hidden = " face down" if item.hidden else ""
    owner = f"{pen.name(item.owner)} " if item.owner else ""
    name = item.say or item.kind
    return f"{owner}{many}{plural(name) if item.n > 1 else name}{hidden}"
