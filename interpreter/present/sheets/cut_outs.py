"""Sheets to cut out: cards with their backs, and tokens, each with a bleed of 3 mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice

from interpreter.present.page import colours
from interpreter.present.page.pieces import piece
from interpreter.present.picture.printed_card import BLEED, HIGH, WIDE
from interpreter.present.sheets.card_sides import CardSides
from interpreter.present.sheets.paper import INK, MARGIN, SOFT, Paper
from interpreter.present.sheets.stock import Piece, Stock
from interpreter.present.sheets.svg_on_paper import SvgOnPaper

TOKEN = 16.0  # diameter


def each(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield every piece once per copy."""
    for one in pieces:
        yield from [one] * one.copies


class Cut:
    """Draws what is cut out, in the look of its game."""

    def __init__(self, paper: Paper, stock: Stock) -> None:
        self.paper, self.stock = paper, stock
        self.sides = CardSides(stock, paper.measured)
        self.looks = self.sides.looks
        self.drawer = SvgOnPaper(paper, self.looks.icons.used)

    def cards(self, backs: bool) -> tuple[int, int]:
        """Print cards in landscape, each page followed by their mirrored backs if wanted.

        Returns the number of pages with faces and with backs."""
        paper = self.paper
        cell_w, cell_h = WIDE + 2 * BLEED, HIGH + 2 * BLEED
        across = int(paper.size[1] // cell_w)
        down = int(paper.size[0] // cell_h)
        left = (paper.size[1] - across * cell_w) / 2 + BLEED
        top = (paper.size[0] - down * cell_h) / 2 + BLEED
        rest, count = self._sides(backs), 0
        while shown := list(islice(rest, across * down)):
            count += 1
            places = [divmod(number, across) for number in range(len(shown))]
            for side in range(2 if backs else 1):
                paper.page(lying=True)
                for card, (row, column) in zip(shown, places, strict=True):
                    at = across - 1 - column if side else column
                    x, y = left + at * cell_w, top + row * cell_h
                    with paper.within(x - BLEED, y - BLEED, cell_w, cell_h):
                        self.drawer.draw(card[side], x, y, 1.0)
                    paper.marks(x, y, WIDE, HIGH)
        return count, count if backs else 0

    def _sides(self, backs: bool) -> Iterator[tuple[str, str]]:
        """Yield the face and the back of each card, once per copy."""
        for card in self.stock.cards:
            sides = (self.sides.face(card), self.sides.back(card) if backs else "")
            yield from [sides] * card.copies

    def single_cards(self, backs: bool) -> int:
        """Print each card on a page of its own that is larger by the bleed: all faces, and then
        the back of each in the same order. Returns the number of pages with faces."""
        for side in range(2 if backs else 1):
            for card in each(self.stock.cards):
                self.paper.page()
                self.paper.trimmed(BLEED)
                drawn = self.sides.back(card) if side else self.sides.face(card)
                self.drawer.draw(drawn, BLEED, BLEED, 1.0)
        return sum(card.copies for card in self.stock.cards)

    # ------------------------------------------------------------------------ tokens

    def tokens(self) -> int:
        """Print tokens in portrait, kind by kind with their counts; return the number of pages."""
        paper = self.paper
        cell = TOKEN + 2 * BLEED
        across = int((paper.size[0] - 2 * MARGIN) // cell)
        foot = paper.size[1] - MARGIN
        before = paper.pages
        y = foot
        for _, found in groupby(self.stock.tokens, key=lambda one: one.kind):
            alike = list(found)
            told = paper.lines(_counted(alike), paper.size[0] - 2 * MARGIN, 8)
            y += 4 + len(told) * 3.6
            for number, token in enumerate(each(alike)):
                column = number % across
                if number and column == 0:
                    y += cell
                if y + cell > foot:
                    paper.page()
                    y = MARGIN + (len(told) * 3.6 if number == 0 else 0)
                if number == 0:
                    for row, line in enumerate(reversed(told)):
                        paper.text(MARGIN, y - 1.5 - 3.6 * row, line, 8, ink=SOFT)
                self._token(MARGIN + column * cell, y, token)
            y += cell
        return paper.pages - before

    def _token(self, x: float, y: float, token: Piece) -> None:
        """Print a token: its piece on a disc of its colour, which runs beyond the cut."""
        paper, dress = self.paper, self.looks.item(token.item)
        if not dress.icon and token.letter:
            dress = replace(dress, letter=token.letter)
        middle_x, middle_y = x + TOKEN / 2 + BLEED, y + TOKEN / 2 + BLEED
        paper.disc(middle_x, middle_y, TOKEN / 2 + BLEED, dress.colour, line=False)
        art = piece(replace(dress, shape=dress.shape if dress.icon else "disc"))
        side = TOKEN * 1.02
        self.drawer.draw(art, middle_x - side * 20 / 42, middle_y - side * 20 / 42, side / 42)
        paper.disc(middle_x, middle_y, TOKEN / 2)
        light = colours.ink(dress.colour) == colours.LIGHT_INK
        for line in paper.lines(token.title, TOKEN - 4, 4.5)[:1]:
            tint = (255, 255, 255) if light else INK
            paper.text(middle_x, middle_y + TOKEN / 2 - 1.2, line, 4.5, ink=tint, anchor="middle")


def _counted(pieces: Sequence[Piece]) -> str:
    """Describe the pieces of a kind with counts, merging those that differ in colour only."""
    counts: dict[str, list[Piece]] = {}
    for one in pieces:
        counts.setdefault(one.title, []).append(one)
    told = []
    for title, alike in counts.items():
        many = sum(one.copies for one in alike)
        each_ = f" ({len(alike)} × {alike[0].copies})" if len(alike) > 1 else ""
        told.append(f"{title} {many}{each_}")
    return f"{pieces[0].back}: {', '.join(told)}"
