"""Colours on which text can be read: luminance, black or white ink, and colours made firm."""

from __future__ import annotations

from functools import lru_cache

DARK_INK, LIGHT_INK = "#1a1d21", "#ffffff"
READABLE = 4.6  # contrast of text: 4.5 by WCAG 2.2, and what rounding takes
NO_COLOUR = "#857f72"  # of what has none

NAMED = {
    "red": "#c23b30",
    "yellow": "#e3b23c",
    "green": "#2f8f5b",
    "blue": "#2f6db5",
    "white": "#f2efe6",
    "magenta": "#b0448f",
    "orange": "#dd7423",
    "purple": "#7350b0",
    "black": "#2f2f36",
    "brown": "#8a5a36",
    "grey": "#70767e",
    "cyan": "#2a93a6",
    "pink": "#c8558f",
}
"""Colours that a game may call by name."""


def luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb`, from 0 (black) to 1 (white)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    lower, higher = sorted((luminance(one), luminance(other)))
    return (higher + 0.05) / (lower + 0.05)


@lru_cache(maxsize=1_000)
def ink(colour: str) -> str:
    """Return the ink, dark or light, that is read best on a colour."""
    return max((LIGHT_INK, DARK_INK), key=lambda one: contrast(one, colour))


@lru_cache(maxsize=1_000)
def firm(colour: str) -> str:
    """Darken a colour as little as needed, until one of the inks can be read on it."""
    while contrast(ink(colour), colour) < READABLE:
        parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
        colour = "#" + "".join(f"{int(one * 0.95):02x}" for one in parts)
    return colour


@lru_cache(maxsize=1_000)
def known(name: str) -> str:
    """Return the firm colour of a name or of `#rrggbb`; empty for anything else."""
    if name in NAMED:
        return firm(NAMED[name])
    return firm(name) if len(name) == 7 and name.startswith("#") else ""
