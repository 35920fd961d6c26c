"""Boards on paper, large enough for tokens, over as many pages as that takes.

They are drawn as in pictures. A board that nearly fits on one page is shrunk a little."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from interpreter.present.model.parts import Board
from interpreter.present.picture.drawn_boards import draw_board
from interpreter.present.picture.sheet import COLOURS, Sheet
from interpreter.present.sheets.paper import INK, LINE, MARGIN, POINT, SOFT, Paper, rgb

SCALE = 0.4  # millimetres per picture pixel: a square is 18 mm wide
LEAST = 0.65  # least fraction of it that may fit a board on one page
ROOM = 6000.0  # pixels, wider than any board
_FILLS = {"paper": "", "felt": "#eef1ee", "cell": "#ffffff", "card": "#ffffff", "back": "#5b6b7b"}
_SIZES = {"head": (18, True), "title": (12, True), "small": (10, False)}

Stroke = Callable[[Paper, float, float, float], None]


class Outline(Sheet):
    """A recorded drawing, to be replayed on paper at a position and scale.

    `wide` is the largest x coordinate reached."""

    def __init__(self) -> None:
        super().__init__()
        self.strokes: list[Stroke] = []
        self.wide = 0.0

    def rect(
        self, x: float, y: float, w: float, h: float, kind: str, round_: float = 4, title: str = ""
    ) -> None:
        """Record a rectangle with a class of the style sheet."""
        self.wide = max(self.wide, x + w)
        fill = _FILLS.get(kind, "")
        self.strokes.append(
            lambda paper, left, top, k: paper.box(
                left + x * k, top + y * k, w * k, h * k, fill, line=True
            )
        )

    def disc(self, x: float, y: float, r: float, colour: str, title: str = "") -> None:
        """Record a disc in a named colour; white if the name is unknown."""
        self.wide = max(self.wide, x + r)
        fill = COLOURS.get(colour, "#ffffff")
        self.strokes.append(
            lambda paper, left, top, k: paper.disc(left + x * k, top + y * k, r * k, fill)
        )

    def shape(self, points: Sequence[tuple[float, float]], kind: str, title: str = "") -> None:
        """Record a closed polygon."""
        self.wide = max(self.wide, *(x for x, _ in points))
        fill = _FILLS.get(kind, "") or "#ffffff"

        def stroke(paper: Paper, left: float, top: float, k: float) -> None:
            paper.pdf.set_draw_color(*LINE)
            paper.pdf.set_fill_color(*rgb(fill))
            paper.pdf.polygon([(left + x * k, top + y * k) for x, y in points], style="DF")

        self.strokes.append(stroke)

    def line(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Record a link between two places."""

        def stroke(paper: Paper, left: float, top: float, k: float) -> None:
            paper.pdf.set_draw_color(*LINE)
            paper.pdf.set_line_width(0.8)
            paper.pdf.line(left + x * k, top + y * k, left + to_x * k, top + to_y * k)

        self.strokes.append(stroke)

    def text(self, x: float, y: float, said: str, kind: str = "", anchor: str = "start") -> None:
        """Record a text with its baseline at y; nothing if it is empty."""
        if not said:
            return
        size, bold = _SIZES.get(kind, (12, False))
        reach = {"start": 0.6, "middle": 0.3, "end": 0.0}[anchor]
        self.wide = max(self.wide, x + len(said) * size * reach)
        self.strokes.append(
            lambda paper, left, top, k: paper.text(
                left + x * k, top + y * k, said, size * k / POINT * 0.9, bold, INK, anchor
            )
        )


def board_pages(paper: Paper, board: Board) -> int:
    """Print a board; return the number of pages it takes."""
    made = Outline()
    high = draw_board(made, 4, 4, _named(board), ROOM) + 4
    wide = made.wide + 4
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
                for stroke in made.strokes:
                    stroke(paper, left, top, scale)
            if across * down > 1:
                paper.marks(MARGIN, MARGIN, room_w, room_h, 4)
                number = row * across + column + 1
                told = f"{board.say or board.id}: part {number} of {across * down}, "
                told += f"row {row + 1}, column {column + 1}"
                paper.text(MARGIN + 6, height - 4, told, 8, ink=SOFT)
    return across * down


def _named(board: Board) -> Board:
    """Return the board with names written on spaces if it has no coordinates."""
    if board.coordinates:
        return board
    cells = tuple(
        one if one.letter or one.note or len(one.name) > 3 else replace(one, note=one.name)
        for one in board.cells
    )
    return replace(board, cells=cells)


def _scale(paper: Paper, wide: float, high: float) -> tuple[float, bool]:
    """Choose the scale of a board, and whether its pages are in landscape."""
    best, lying = 0.0, False
    for turned in (False, True):
        width, height = paper.size[::-1] if turned else paper.size
        fits = min((width - 2 * MARGIN) / wide, (height - 2 * MARGIN - 4) / high)
        if fits > best:
            best, lying = fits, turned
    return (min(SCALE, best) if best >= SCALE * LEAST else SCALE), lying
