"""Maps: spaces at their positions with links between them, or as a list.

Takes a `Board` of points; gives lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from interpreter.diagnostics.paint import columns
from interpreter.present.frame.canvas import Canvas
from interpreter.present.frame.nodes import nodes
from interpreter.present.frame.pen import Pen, folded
from interpreter.present.frame.place_list import place_list
from interpreter.present.frame.spaces import cell_text
from interpreter.present.model.parts import Board, Cell

STEPS = ((6, 2), (4, 2), (4, 1), (3, 1))
STEP = 7  # least columns per step of `at`, on a map of places with long names
WIDE = 90  # least width for drawing a map of places with long names
HIDDEN = "Also next to each other:"
"""How the words below a board begin that tell of links which texts hide."""
MOST_HIDDEN = 8  # more than this, as in a dense grid, are not listed


def points(board: Board, pen: Pen, across: int, down: int) -> list[str]:
    """Draw spaces at their positions with links; empty if texts would touch.

    `across` and `down` are the columns and lines per step of `at`. Free spaces show their input.
    Marks of changes are dropped where texts would touch otherwise."""
    kinds: list[str] = []
    texts = {}
    explain(board, pen)
    for cell in board.cells:
        text = cell_text(cell, pen, kinds, cell.name)
        texts[cell.id] = f"({cell.name})" if text == "(.)" else text
        if text == cell.name:
            texts[cell.id] = text + _letters_of(cell, pen)
        texts[cell.id] += cell.note
    half = max(map(columns, texts.values())) // 2
    middle = {at: half + at * across for at in {cell.at[0] for cell in board.cells}}
    left = {
        cell.id: cell.name + _letters_of(cell, pen)
        for cell in board.cells
        if texts[cell.id] == f"({cell.name})"
    }
    marked = {one: text[1:-1] for one, text in texts.items() if text[:1] == "(" and text[-1] == ")"}
    for unmarked in ({}, left, marked | left):  # drop marks of changes before giving up
        tried = texts | unmarked
        if not _touching(board, tried, middle):
            return _linked(board, tried, middle, down, pen.width)
    return []


def maps(board: Board, pen: Pen) -> Iterator[list[str]]:
    """Yield the ways of drawing a map of places with long names.

    On a wide terminal: two lines per place, then one line; always last, a list that needs no
    legend. A drawing that does not fit is empty."""
    several = any(len(cell.zones) > 1 for cell in board.cells)
    roomy = (nodes(board, pen, down) for down in (4, 3, 2) if several)
    yield next((lines for lines in roomy if lines), []) if pen.width >= WIDE else []
    yield _map(board, pen) if pen.width >= WIDE else []
    yield place_list(board, pen)


def explain(board: Board, pen: Pen) -> None:
    """Add the signs of drawn notes to the legend."""
    for sign, meaning in board.legend:
        if any(sign in cell.note for cell in board.cells):
            pen.letters.setdefault(sign, meaning)


def _map(board: Board, pen: Pen) -> list[str]:
    """Draw places with contents as close together as their texts allow.

    Each has its number, letter and note, and what lies there."""
    kinds: list[str] = []
    texts = {}
    explain(board, pen)
    for cell in board.cells:
        text = cell_text(cell, pen, kinds, cell.name, 1, " ")
        new = text.startswith("(")
        bare = text.removeprefix("(").removesuffix(")")
        named = cell.name
        if bare not in (".", cell.name):
            named = f"{cell.name.split()[0]}{_letters_of(cell, pen)}{cell.note}: {bare}"
        elif cell.note:
            named = f"{cell.name.split()[0]}{_letters_of(cell, pen)}{cell.note}"
        texts[cell.id] = f"({named})" if new else named
    middle: dict[int, int] = {}
    for at in sorted({cell.at[0] for cell in board.cells}):
        here = max((x + STEP * (at - one) for one, x in middle.items()), default=0)
        for cell in board.cells:
            if cell.at[0] == at:
                before = [one for one in board.cells if one.at[1] == cell.at[1] and one.at[0] < at]
                ends = [_end(texts[one.id], middle[one.at[0]]) + 1 for one in before]
                here = max(here, max(ends, default=0) + columns(texts[cell.id]) // 2)
        middle[at] = here
    return _linked(board, texts, middle, 2, pen.width)


def _letters_of(cell: Cell, pen: Pen) -> str:
    """Join the letters printed on a place, and add them to the legend."""
    return "".join(
        pen.letter(fact.letter, fact.colour, fact.text)
        for fact in cell.facts
        if fact.letter and fact.of and fact.letter in cell.letter
    )


def _end(text: str, middle: int) -> int:
    """Return the column after a text that is centred on a column."""
    return middle - columns(text) // 2 + columns(text)


def _touching(board: Board, texts: dict[str, str], middle: dict[int, int]) -> bool:
    """Check whether two texts in one row would touch."""
    rows: dict[int, list[Cell]] = {}
    for cell in sorted(board.cells, key=lambda one: one.at):
        rows.setdefault(cell.at[1], []).append(cell)
    return any(
        _end(texts[one.id], middle[one.at[0]])
        >= middle[other.at[0]] - columns(texts[other.id]) // 2
        for row in rows.values()
        for one, other in pairwise(row)
    )


def _linked(
    board: Board, texts: dict[str, str], middle: dict[int, int], down: int, width: int
) -> list[str]:
    """Draw texts centred on their columns over the links between them.

    Links that texts cover are listed in words below, if they are few."""
    sheet = Canvas()
    place = {cell.id: (middle[cell.at[0]], cell.at[1] * down) for cell in board.cells}
    ways = {
        (one, other): sheet.link(*place[one], *place[other])
        for one, other in board.links
        if one in place and other in place
    }
    for cell in board.cells:
        x, y = place[cell.id]
        sheet.write(x - columns(texts[cell.id]) // 2, y, texts[cell.id])
    short = {cell.id: cell.name.split()[0] for cell in board.cells}
    hidden = [f"{short[a]}-{short[b]}" for (a, b), way in ways.items() if not sheet.is_seen(way)]
    few = 0 < len(hidden) <= MOST_HIDDEN
    said = folded(f"{HIDDEN} {', '.join(hidden)}", width, "  ") if few else []
    return [*sheet.lines(), *said]
