"""Decks for Tabletop Simulator: a saved object that names pictures of sheets.

Takes a stock, its sheets and the addresses of their pictures; gives plain data. The number of a
card is a hundred times that of its sheet, and its place there, row by row. A deck of one card is a
card: the program has no decks of one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.diagnostics.json_data import Json
from interpreter.present.sheets.card_sides import CardSheet, back_name, by_kind
from interpreter.present.sheets.stock import Piece, Stock

COLUMNS, ROWS = 10, 7
"""The most cards of a sheet that the program reads."""
APART = 3.0  # between decks on the table, in its inches
DECK, CARD = "DeckCustom", "Card"


def tabletop(
    stock: Stock, sheets: Sequence[CardSheet], address: Callable[[str], str]
) -> dict[str, object]:
    """Build a saved object with a deck of each kind; `address` gives the URL of a picture."""
    numbered = list(enumerate(sheets, 1))
    decks: list[Json] = []
    for kind, cards in by_kind(stock).items():
        own = [(number, sheet) for number, sheet in numbered if sheet.kind == kind]
        custom = {
            str(number): {
                "FaceURL": address(sheet.name),
                "BackURL": address(back_name(kind)),
                "NumWidth": sheet.columns,
                "NumHeight": sheet.rows,
                "BackIsHidden": True,
                "UniqueBack": False,
                "Type": 0,
            }
            for number, sheet in own
        }
        decks.append(_deck(cards, own, custom, len(decks)))
    return {
        "SaveName": stock.title,
        "GameMode": stock.title,
        "Date": "",
        "Table": "",
        "Sky": "",
        "Note": "",
        "Rules": "",
        "PlayerTurn": "",
        "LuaScript": "",
        "LuaScriptState": "",
        "ObjectStates": decks,
        "TabStates": {},
    }


def _deck(
    cards: Sequence[Piece], own: Sequence[tuple[int, CardSheet]], custom: Json, place: int
) -> Json:
    """Build the deck of one kind, or its only card."""
    held: list[Json] = []
    for at, card in enumerate(cards):
        number, sheet = next((n, one) for n, one in reversed(own) if one.first <= at)
        id_ = number * 100 + at - sheet.first
        faces = {str(number): custom[str(number)]}
        text = "\n".join(filter(None, (card.text, *card.facts)))
        for _ in range(card.copies):
            held.append(
                _thing(CARD, card.title, text, place) | {"CardID": id_, "CustomDeck": faces}
            )
    if len(held) == 1:
        return held[0]
    return _thing(DECK, cards[0].back, "", place) | {
        "DeckIDs": [one["CardID"] for one in held],
        "CustomDeck": custom,
        "ContainedObjects": held,
    }


def _thing(name: str, title: str, text: str, place: int) -> Json:
    """Return what decks and cards have in common: face down, on their place on the table."""
    return {
        "Name": name,
        "Transform": {
            "posX": place * APART,
            "posY": 1.0,
            "posZ": 0.0,
            "rotX": 0.0,
            "rotY": 180.0,
            "rotZ": 180.0,
            "scaleX": 1.0,
            "scaleY": 1.0,
            "scaleZ": 1.0,
        },
        "Nickname": title,
        "Description": text,
        "ColorDiffuse": {"r": 0.713235259, "g": 0.713235259, "b": 0.713235259},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "SidewaysCard": False,
        "LuaScript": "",
        "LuaScriptState": "",
    }
