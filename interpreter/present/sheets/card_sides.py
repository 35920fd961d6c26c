"""The faces and the backs of a game's cards as drawings, and the names of their files.

Takes a stock; gives SVG in millimetres. Nothing here needs a library that is an extra."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.present.page import colours
from interpreter.present.page.appearance import Appearance
from interpreter.present.page.card_content import card_content
from interpreter.present.picture.lettering import Measure, estimated
from interpreter.present.picture.printed_card import HIGH, WIDE, CardBack, card_back, card_face
from interpreter.present.picture.svg_style import FONT
from interpreter.present.sheets.stock import Piece, Stock

_USED = re.compile(r'href="#(\w+)"')


@dataclass(frozen=True, slots=True)
class CardSheet:
    """Faces of one kind side by side in one picture; `first` is the number of its first card."""

    kind: str
    name: str
    columns: int
    rows: int
    first: int
    cards: int


class CardSides:
    """Draws the faces and the backs of cards in the look of their game."""

    def __init__(self, stock: Stock, measure: Measure = estimated) -> None:
        self.stock, self.measure = stock, measure
        self.looks = Appearance(stock.view, stock.looks)

    def face(self, card: Piece) -> str:
        """Draw the face of a card as SVG, in millimetres."""
        places = tuple(zone.room for zone in card.item.zones if zone.room)
        content = card_content(card.item, self.looks, bool(places))
        art = self.looks.art(card.item)
        return card_face(content, card.back, places, self.measure, art)

    def back(self, card: Piece) -> str:
        """Draw the back of a card as SVG, in millimetres."""
        look = self.looks.of(card.kind)
        icon = self.looks.icons.use(look.back or look.icon)
        table = self.looks.look.table
        colour = colours.known(look.colour) or colours.known(table.ground)
        made = CardBack(self.stock.title, card.back, icon, colour)
        return card_back(made, self.measure)

    def alone(self, drawing: str) -> str:
        """Return a drawing as the text of an SVG file of the trimmed size."""
        used = self.looks.icons.used
        symbols = "".join(
            used[name].replace("<symbol", f'<symbol id="{name}"', 1)
            for name in sorted(set(_USED.findall(drawing)))
            if name in used
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE:g}mm" height="{HIGH:g}mm"'
            f' viewBox="0 0 {WIDE:g} {HIGH:g}"><style>text{{font-family:{FONT};'
            f"dominant-baseline:central}}</style><defs>{symbols}</defs>{drawing}</svg>\n"
        )


def face_names(stock: Stock) -> list[str]:
    """Name the faces by the ids of the rules: `card.guard`, of a player's `card.guard.blue`."""
    counts = Counter((card.kind, card.id) for card in stock.cards)
    return [
        f"{card.kind}.{card.id}"
        + (f".{card.colour}" if counts[card.kind, card.id] > 1 else "")
        for card in stock.cards
    ]  # fmt: skip


def back_name(kind: str) -> str:
    """Name the back of a kind; no id has a dash, so that it is no face's name."""
    return f"{kind}-back"


def by_kind(stock: Stock) -> dict[str, list[Piece]]:
    """Return the cards of each kind, in their order."""
    kinds: dict[str, list[Piece]] = {}
    for card in stock.cards:
        kinds.setdefault(card.kind, []).append(card)
    return kinds


def named_svgs(stock: Stock) -> Iterator[tuple[str, str]]:
    """Yield the name and the SVG of each face, and of the back of each kind."""
    sides = CardSides(stock)
    for name, card in zip(face_names(stock), stock.cards, strict=True):
        yield name, sides.alone(sides.face(card))
    for kind, cards in by_kind(stock).items():
        yield back_name(kind), sides.alone(sides.back(cards[0]))


def laid_out(stock: Stock, columns: int, rows: int) -> list[CardSheet]:
    """Lay the faces of each kind on sheets, each face once; no sheet is larger than its cards."""
    made: list[CardSheet] = []
    most = columns * rows
    for kind, cards in by_kind(stock).items():
        for first in range(0, len(cards), most):
            number = min(most, len(cards) - first)
            wide = min(columns, number)
            name = f"{kind}-{first // most + 1}" if len(cards) > most else kind
            made.append(CardSheet(kind, name, wide, -(-number // wide), first, number))
    return made
