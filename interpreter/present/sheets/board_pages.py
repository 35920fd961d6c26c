"""Boards on paper, large enough for tokens, over as many pages as that takes.

They are drawn as on the page of a table. A board that nearly fits on one page is shrunk a
little."""

from __future__ import annotations

from interpreter.present.model.parts import Board, View
from interpreter.present.page.appearance import Appearance
from interpreter.present.page.cards import Cards
from interpreter.present.page.drawn_boards import DrawnBoards
from interpreter.present.page.numbers import DrawnNumbers
from interpreter.present.page.targets import Targets
from interpreter.present.sheets.paper import MARGIN, SOFT, Paper
from interpreter.present.sheets.svg_on_paper import SvgOnPaper

SCALE = 0.18  # millimetres per unit of a drawing: a square is 18 mm wide
LEAST = 0.65  # least fraction of it that may fit a board on one page


def board_pages(drawer: SvgOnPaper, looks: Appearance, view: View, board: Board) -> int:
    """Print a board; return the number of pages it takes."""
    paper = drawer.paper
    drawn, plan = DrawnBoards(Cards(looks, DrawnNumbers(looks), Targets(view))).drawing(board)
    wide, high = plan.width, plan.height
    scale, lying = _scale(paper, wide, high)
    width, height = paper.size[::-1] if lying else paper.size
    room_w, room_h = width - 2 * MARGIN, height - 2 * MARGIN - 4
    across = max(1, -int(-(wide * scale - 0.01) // room_w))
    down = max(1, -int(-(high * scale - 0.01) // room_h))
    for row in range(down):
        for column in range(across):
            paper.page(lying)
            with paper.within(MARGIN, MARGIN, room_w, room_h):
                left, top = MARGIN - column * room_w, MARGIN - row * room_h
                drawer.draw(drawn, left, top, scale)
            if across * down > 1:
                paper.marks(MARGIN, MARGIN, room_w, room_h, 4)
                number = row * across + column + 1
                told = f"{board.say or board.id}: part {number} of {across * down}, "
                told += f"row {row + 1}, column {column + 1}"
                paper.text(MARGIN + 6, height - 4, told, 8, ink=SOFT)
    return across * down


def _scale(paper: Paper, wide: float, high: float) -> tuple[float, bool]:
    """Choose the scale of a board, and whether its pages are in landscape."""
    best, lying = 0.0, False
    for turned in (False, True):
        width, height = paper.size[::-1] if turned else paper.size
        fits = min((width - 2 * MARGIN) / wide, (height - 2 * MARGIN - 4) / high)
        if fits > best:
            best, lying = fits, turned
    return (min(SCALE, best) if best >= SCALE * LEAST else SCALE), lying
