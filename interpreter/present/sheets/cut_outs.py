"""Sheets to cut out: cards with their backs, and tokens, each with a bleed of 3 mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, islice

from interpreter.present.picture.sheet import COLOURS, LIGHT
from interpreter.present.sheets.paper import INK, MARGIN, POINT, SOFT, Paper, rgb
from interpreter.present.sheets.stock import Piece

CARD = (63.0, 88.0)
BLEED = 3.0
TOKEN = 16.0  # diameter
BAND = 5.0  # height of the coloured band at the top of a card
INNER = 4.0  # padding from the edge of a card to its text
BACK, PLAIN = "#5b6b7b", "#e4e8e4"
_WHITE = (255, 255, 255)


def each(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield every piece once per copy."""
    for piece in pieces:
        yield from [piece] * piece.copies


def cards(paper: Paper, title: str, pieces: Sequence[Piece], backs: bool) -> tuple[int, int]:
    """Print cards in landscape, each page followed by their mirrored backs if wanted.

    Returns the number of pages with faces and with backs."""
    cell_w, cell_h = CARD[0] + 2 * BLEED, CARD[1] + 2 * BLEED
    across = int(paper.size[1] // cell_w)
    down = int(paper.size[0] // cell_h)
    left = (paper.size[1] - across * cell_w) / 2
    top = (paper.size[0] - down * cell_h) / 2
    rest, count = each(pieces), 0
    while shown := list(islice(rest, across * down)):
        count += 1
        places = [divmod(number, across) for number in range(len(shown))]
        paper.page(lying=True)
        for piece, (row, column) in zip(shown, places, strict=True):
            _face(paper, left + column * cell_w, top + row * cell_h, piece)
        if backs:
            paper.page(lying=True)
            for piece, (row, column) in zip(shown, places, strict=True):
                mirrored = across - 1 - column
                _back(paper, left + mirrored * cell_w, top + row * cell_h, piece, title)
    return count, count if backs else 0


def _face(paper: Paper, x: float, y: float, piece: Piece) -> None:
    band = COLOURS.get(piece.colour, PLAIN)
    paper.box(x, y, CARD[0] + 2 * BLEED, BLEED + BAND, band)
    x, y = x + BLEED, y + BLEED
    left, room = x + INNER, CARD[0] - 2 * INNER
    at = y + BAND + 1
    size = 13.0 if len(paper.lines(piece.title, room, 13, True)) <= 2 else 10.0
    for line in paper.lines(piece.title, room, size, True)[:4]:
        at += size * POINT * 1.2
        paper.text(left, at, line, size, True)
    at += 1.5
    foot = y + CARD[1] - 8
    if piece.text:
        facts = " · ".join(piece.facts)
        at = _fitted(paper, left, at, room, facts, (9.0, 8.0, 7.0), foot - 12, SOFT)
        _fitted(paper, left, at + 2, room, piece.text, (10.0, 9.0, 8.0, 7.0, 6.0, 5.0), foot, INK)
    else:
        size = 11.0 if len(piece.facts) < 5 else 8.5
        for fact in piece.facts:
            at = _fitted(paper, left, at + 1, room, fact, (size, 7.0, 6.0), foot, INK)
    paper.text(left, y + CARD[1] - 3.5, piece.back, 6.5, ink=SOFT)
    paper.marks(x, y, *CARD)


def _fitted(
    paper: Paper,
    x: float,
    y: float,
    room: float,
    text: str,
    sizes: Sequence[float],
    foot: float,
    ink: Sequence[int],
) -> float:
    """Write a text in the largest size that fits above `foot`; return where it ends.

    Text that does not fit in the smallest size is truncated."""
    for size in sizes:
        step = size * POINT * 1.22
        lines = paper.lines(text, room, size)
        most = max(1, int((foot - y) / step))
        if len(lines) <= most or size == sizes[-1]:
            break
    if len(lines) > most:
        lines = [*lines[: most - 1], lines[most - 1][:-3] + "..."]
    for line in lines:
        y += step
        paper.text(x, y, line, size, ink=ink)
    return y


def _back(paper: Paper, x: float, y: float, piece: Piece, title: str) -> None:
    paper.box(x, y, CARD[0] + 2 * BLEED, CARD[1] + 2 * BLEED, BACK)
    middle, at = x + BLEED + CARD[0] / 2, y + BLEED + CARD[1] / 2 - 4
    for line in paper.lines(title, CARD[0] - 12, 13, True)[:4]:
        paper.text(middle, at, line, 13, True, _WHITE, "middle")
        at += 13 * POINT * 1.25
    paper.text(middle, at + 3, piece.back, 9, ink=_WHITE, anchor="middle")


def tokens(paper: Paper, pieces: Sequence[Piece]) -> int:
    """Print tokens in portrait, kind by kind with their counts; return the number of pages."""
    cell = TOKEN + 2 * BLEED
    across = int((paper.size[0] - 2 * MARGIN) // cell)
    foot = paper.size[1] - MARGIN
    before = paper.pages
    y = foot
    for _, found in groupby(pieces, key=lambda one: one.kind):
        alike = list(found)
        told = paper.lines(_counted(alike), paper.size[0] - 2 * MARGIN, 8)
        y += 4 + len(told) * 3.6
        for number, piece in enumerate(each(alike)):
            column = number % across
            if number and column == 0:
                y += cell
            if y + cell > foot:
                paper.page()
                y = MARGIN + (len(told) * 3.6 if number == 0 else 0)
            if number == 0:
                for row, line in enumerate(reversed(told)):
                    paper.text(MARGIN, y - 1.5 - 3.6 * row, line, 8, ink=SOFT)
            _token(paper, MARGIN + column * cell, y, piece)
        y += cell
    return paper.pages - before


def _counted(pieces: Sequence[Piece]) -> str:
    """Describe the pieces of a kind with counts, merging those that differ in colour only."""
    counts: dict[str, list[Piece]] = {}
    for piece in pieces:
        counts.setdefault(piece.title, []).append(piece)
    told = []
    for title, alike in counts.items():
        many = sum(one.copies for one in alike)
        each_ = f" ({len(alike)} × {alike[0].copies})" if len(alike) > 1 else ""
        told.append(f"{title} {many}{each_}")
    return f"{pieces[0].back}: {', '.join(told)}"


def _token(paper: Paper, x: float, y: float, piece: Piece) -> None:
    middle_x, middle_y = x + TOKEN / 2 + BLEED, y + TOKEN / 2 + BLEED
    fill = COLOURS.get(piece.colour, PLAIN)
    paper.disc(middle_x, middle_y, TOKEN / 2 + BLEED, fill, line=False)
    paper.disc(middle_x, middle_y, TOKEN / 2)
    light = piece.colour not in COLOURS or piece.colour in LIGHT
    ink = INK if light or sum(rgb(fill)) > 600 else _WHITE
    size = 6.5
    lines = paper.lines(piece.title, TOKEN - 2.5, size)[:2]
    letter = piece.letter or piece.title[:1].upper()
    paper.text(middle_x, middle_y + 0.6, letter, 15, True, ink, "middle")
    for number, line in enumerate(lines):
        paper.text(middle_x, middle_y + 3.6 + 2.4 * number, line, size, ink=ink, anchor="middle")
