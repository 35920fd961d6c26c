"""Cards as PNG: one by one, or many on a sheet.

Each is drawn on a page of PDF, as it would be printed, and that page becomes a picture. Uses fpdf2,
pypdfium2 and Pillow, which are imported with this module."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import closing

import pypdfium2
from PIL import Image

from interpreter.present.sheets.card_sides import (
    CardSheet,
    CardSides,
    back_name,
    by_kind,
    face_names,
)
from interpreter.present.sheets.paper import Paper, fonts_for
from interpreter.present.sheets.stock import Stock
from interpreter.present.sheets.svg_on_paper import SvgOnPaper

INCH = 72  # typographic points
_RUNS = 3  # zlib's Z_RLE: of flat colours as small as usual, in two thirds of the time


class CardPictures:
    """Draws the cards of a stock as pictures of some dots per inch.

    `lacking` says whether the font, called `font`, lacked letters."""

    def __init__(self, stock: Stock, dpi: int) -> None:
        self.stock, self.dpi = stock, dpi
        self.lacking, self.font = False, ""

    def one_by_one(self, backs: bool = True) -> Iterator[tuple[str, bytes]]:
        """Yield the name and the PNG of each face, and of the back of each kind if wanted."""
        names = face_names(self.stock)
        if backs:
            names += map(back_name, by_kind(self.stock))
        for name, picture in zip(names, self._pictures(True, backs), strict=True):
            yield name, _png(picture)

    def backs(self) -> Iterator[tuple[str, bytes]]:
        """Yield the name and the PNG of the back of each kind."""
        names = map(back_name, by_kind(self.stock))
        for name, picture in zip(names, self._pictures(False, True), strict=True):
            yield name, _png(picture)

    def on_sheets(self, sheets: Sequence[CardSheet]) -> Iterator[tuple[CardSheet, bytes]]:
        """Yield each sheet with its PNG; together they have all faces of the stock."""
        pictures = self._pictures(True, False)
        for sheet in sheets:
            faces = [next(pictures) for _ in range(sheet.cards)]
            yield sheet, _png(_side_by_side(faces, sheet.columns, sheet.rows))

    def _pictures(self, faces: bool, backs: bool) -> Iterator[Image.Image]:
        """Yield the pictures of faces and of backs, in the order of the stock."""
        paper = Paper("card", fonts_for(self.stock.font))
        with closing(paper):
            sides = CardSides(self.stock, paper.measured)
            drawings = [sides.face(card) for card in self.stock.cards] if faces else []
            if backs:
                drawings += [sides.back(cards[0]) for cards in by_kind(self.stock).values()]
            drawer = SvgOnPaper(paper, sides.looks.icons.used)
            for drawing in drawings:
                paper.page()
                drawer.draw(drawing, 0, 0, 1.0)
            self.lacking, self.font = paper.lacking, paper.font
            document = pypdfium2.PdfDocument(paper.data())
        with closing(document):
            for page in document:
                yield page.render(scale=self.dpi / INCH).to_pil().convert("RGB")


def _side_by_side(pictures: Sequence[Image.Image], columns: int, rows: int) -> Image.Image:
    """Put pictures of one size into rows."""
    wide, high = pictures[0].size
    sheet = Image.new("RGB", (columns * wide, rows * high), "white")
    for number, one in enumerate(pictures):
        sheet.paste(one, (number % columns * wide, number // columns * high))
    return sheet


def _png(picture: Image.Image) -> bytes:
    """Write a picture as PNG."""
    file = io.BytesIO()
    picture.save(file, "PNG", compress_type=_RUNS)
    return file.getvalue()
