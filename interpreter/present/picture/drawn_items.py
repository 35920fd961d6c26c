"""Components and cards of a zone: tokens with a letter, cards with titles, counted backs."""

from __future__ import annotations

from interpreter.present.model.parts import Item, Zone
from interpreter.present.picture.sheet import COLOURS, LIGHT, Sheet, cut, lines_of, wide

TOKEN = 12.0  # radius
CARD_W, CARD_H = 104.0, 56.0
GAP = 6.0
SHORT = 3  # most letters of a sign
PRINTED = 2  # from so many printed facts on, an item is a card


def is_token(item: Item) -> bool:
    """Check whether an item is drawn as a disc rather than a card.

    A token has a short sign and little printed on it, and is one of several alike, or has a colour,
    an owner or a face."""
    if item.hidden or item.text or item.mark.strip():
        return False
    if item.id and not (item.owner or colour(item) or 0 < len(item.face.strip()) <= SHORT):
        return False
    printed = sum(not one.idle for one in item.facts)
    return printed < PRINTED and bool(sign(item))


def sign(item: Item) -> str:
    """Return the short face or letter of an item; empty if neither is short enough."""
    return next((one for one in (item.face.strip(), item.letter) if 0 < len(one) <= SHORT), "")


def colour(item: Item) -> str:
    """Return the colour of an item: its own, else that of its face, else its owner's.

    Empty if none of them is a known colour."""
    named = (item.colour, item.face, item.owner)
    return next((one for one in named if one in COLOURS), "")


def says(item: Item) -> str:
    """Describe everything that is printed on an item or kept of it."""
    told = [item.say or item.kind]
    told += [f"{one.say} {one.text}" for one in item.facts if not one.idle]
    return f"{', '.join(told)}{f': {item.text}' if item.text else ''}"


def token(sheet: Sheet, x: float, y: float, item: Item, radius: float = TOKEN) -> None:
    """Draw a disc with a letter around a point; several alike ones carry their number."""
    with sheet.place(item.id, says(item)):
        _token(sheet, x, y, item, radius)


def _token(sheet: Sheet, x: float, y: float, item: Item, radius: float) -> None:
    shown = colour(item)
    sheet.disc(x, y, radius, shown, says(item))
    kind = "on-light" if shown in LIGHT else "on-dark" if shown in COLOURS else "title"
    sheet.text(x, y + 4, sign(item) or item.say[:1], kind, "middle")
    if item.n > 1:
        sheet.text(x + radius - 1, y + radius + 3, f"×{item.n}", "small")


def card(sheet: Sheet, x: float, y: float, item: Item) -> None:
    """Draw a card with its title, or its back if it is face down."""
    with sheet.place(item.id, says(item)):
        _card(sheet, x, y, item)


def _card(sheet: Sheet, x: float, y: float, item: Item) -> None:
    if item.hidden:
        sheet.rect(x, y, CARD_W, CARD_H, "back", 6, f"{item.n} {item.kind}, face down")
        sheet.text(x + CARD_W / 2, y + CARD_H / 2 + 4, f"{item.n}", "on-dark", "middle")
        return
    sheet.rect(x, y, CARD_W, CARD_H, "card", 6, says(item))
    top = y + 15
    for line in lines_of(item.say or item.kind, CARD_W - 10, 2):
        sheet.text(x + 5, top, line, "title")
        top += 14
    below = item.mark.strip() or ", ".join(one.text for one in item.facts[:2] if not one.idle)
    sheet.text(x + 5, y + CARD_H - 6, cut(below, CARD_W - 28, 10), "small")
    if item.letter:
        token(sheet, x + CARD_W - 12, y + CARD_H - 12, _sign_of(item), 9)
    if item.n > 1:
        sheet.text(x + CARD_W - 4, y + 12, f"×{item.n}", "small", "end")


def _sign_of(item: Item) -> Item:
    return Item(item.kind, say=item.say, letter=item.letter, colour=item.colour, design=item.design)


def size_of(item: Item) -> tuple[float, float]:
    """Return the width and height of an item in pixels."""
    return (2 * TOKEN + 10, 2 * TOKEN + 6) if is_token(item) else (CARD_W, CARD_H)


def zone_height(zone: Zone, room: float) -> float:
    """Return the height of a zone with its title, for a width."""
    return 18 + _flow(None, 0, 0, zone, room)


def draw_zone(sheet: Sheet, x: float, y: float, zone: Zone, room: float) -> float:
    """Draw a zone with its title above its contents; return its height."""
    many = "" if zone.size is None or zone.size < 2 else f" ({zone.size})"
    with sheet.place(zone.id, zone.say):
        sheet.text(x, y + 12, cut(f"{zone.say}{many}", room, 10), "small")
        if not zone.items:
            sheet.rect(x, y + 18, min(room, 44), 22, "felt")
    return 18 + _flow(sheet, x, y + 18, zone, room)


def _flow(sheet: Sheet | None, x: float, y: float, zone: Zone, room: float) -> float:
    """Lay out items in rows, drawing them if there is a sheet; return the height."""
    if not zone.items:
        return 28
    left, top, high = 0.0, 0.0, 0.0
    for item in zone.items:
        w, h = size_of(item)
        if left and left + w > room:
            left, top, high = 0.0, top + high + GAP, 0.0
        if sheet is not None and is_token(item):
            token(sheet, x + left + TOKEN + 2, y + top + TOKEN + 2, item)
        elif sheet is not None:
            card(sheet, x + left, y + top, item)
        left, high = left + w + GAP, max(high, h)
    return top + high + GAP


def zone_width(zone: Zone) -> float:
    """Return the width of a zone with all items side by side."""
    pieces = sum(size_of(item)[0] + GAP for item in zone.items)
    many = " (00)" if zone.size else ""
    return max(pieces, wide(f"{zone.say}{many}", 10), 44.0)
