"""Pieces as SVG in a box of 40 by 40: discs, shields, gems, dice and cubes with a sign."""

from __future__ import annotations

from interpreter.present.page.appearance import Dress
from interpreter.present.page.colours import ink, luminance
from interpreter.present.page.markup import esc

PIPS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}
"""Where the pips of a die are, in a square of nine from a to i."""
_PLATES = {
    "disc": '<circle cx="20" cy="20" r="11.6"',
    "shield": '<path d="M9 8h22v13c0 6-6 9-11 11C15 30 9 27 9 21z"',
    "square": '<rect x="8" y="8" width="24" height="24" rx="2"',
    "card": '<rect x="7" y="7" width="26" height="26" rx="3"',
    "die": '<rect x="5.500" y="5.500" width="29" height="29" rx="6"',
}
"""The light ground below an icon, so that it is seen on any colour."""


def piece(dress: Dress, number: int = 1, faded: bool = False) -> str:
    """Draw a piece; several alike ones carry their number, one that is used up is faded."""
    body = _body(dress) + _sign(dress, number)
    if number > 1:
        wide = 17 if number < 10 else 24
        body += (
            f'<g class="pn"><rect x="{41 - wide}" y="23" width="{wide}" height="18" rx="9"/>'
            f'<text x="{41 - wide / 2}" y="33">{number}</text></g>'
        )
    return f'<g opacity=".45">{body}</g>' if faded else body


def _body(dress: Dress) -> str:
    colour = dress.colour
    edge = "#fff" if luminance(colour) < 0.55 else "#5d584c"
    if dress.shape == "gem":
        return (
            f'<path d="M12 3h16l9 10v14l-9 10H12L3 27V13z" fill="{colour}" stroke="#4b483f"'
            ' stroke-width="1.6"/><path d="M13 9h14l5 6v10l-5 6H13l-5-6V15z" fill="#fff"'
            ' fill-opacity=".28"/>'
        )
    if dress.shape == "cube":
        return (
            f'<path d="M20 3l15 8v18l-15 8-15-8V11z" fill="{colour}" stroke="{edge}"'
            ' stroke-width="1.4"/><path d="M20 3l15 8-15 8-15-8z" fill="#fff"'
            ' fill-opacity=".35"/><path d="M20 19l15-8v18l-15 8z" fill="#000"'
            ' fill-opacity=".18"/>'
        )
    if dress.shape == "shield":
        return (
            f'<path d="M4 3h32v19c0 9-9 13-16 16C13 35 4 31 4 22z" fill="{colour}"'
            f' stroke="{edge}" stroke-width="2"/>'
        )
    if dress.shape in ("die", "square", "card"):
        round_ = 8 if dress.shape == "die" else 4
        if _is_pips(dress):
            colour, edge = "#fbf8ef", "#5d584c"
        return (
            f'<rect x="3" y="3" width="34" height="34" rx="{round_}" fill="{colour}"'
            f' stroke="{edge}" stroke-width="2"/>'
        )
    return f'<circle cx="20" cy="20" r="17.5" fill="{colour}" stroke="{edge}" stroke-width="2"/>'


def _is_pips(dress: Dress) -> bool:
    return dress.shape == "die" and not dress.icon and dress.letter in "123456" and dress.plain


def _sign(dress: Dress, number: int) -> str:
    """Draw the icon on a light plate, the pips of a die, or the letter."""
    if _is_pips(dress) and dress.letter:
        spots = ("abcdefghi".index(one) for one in PIPS[int(dress.letter)])
        return "".join(
            f'<circle cx="{11 + 9 * (at % 3)}" cy="{11 + 9 * (at // 3)}" r="3.4" fill="#2a2d33"/>'
            for at in spots
        )
    if dress.icon:
        plate = _PLATES.get(dress.shape, "")
        ground = f'{plate} fill="#fffdf5" fill-opacity=".94"/>' if plate else ""
        inset = 7 if dress.shape in ("die", "gem") else 8.5
        side = 40 - 2 * inset
        return (
            f'{ground}<use href="#{dress.icon}" x="{inset}" y="{inset - 1}" width="{side}"'
            f' height="{side}"/>'
        )
    if not dress.letter.strip(".") or (dress.shape == "cube" and number > 1):
        return ""
    size = (18, 18, 14, 11)[min(3, len(dress.letter))]
    return (
        f'<text x="20" y="21" class="pl" font-size="{size}" fill="{ink(dress.colour)}">'
        f"{esc(dress.letter)}</text>"
    )
