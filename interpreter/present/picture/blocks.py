"""Drawings of a known size, put side by side and below each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Block:
    """SVG elements with their origin at the top left, and the room they take in pixels."""

    wide: float
    high: float
    svg: str

    def at(self, x: float, y: float) -> str:
        """Return the elements at a place."""
        return f'<g transform="translate({x:.1f} {y:.1f})">{self.svg}</g>' if self.svg else ""


EMPTY = Block(0, 0, "")


def beside(blocks: Iterable[Block], room: float, gap: float = 8) -> Block:
    """Put blocks side by side, in as many rows as a width asks for."""
    out, x, y, high, widest = "", 0.0, 0.0, 0.0, 0.0
    for block in blocks:
        if not block.high:
            continue
        if x and x + block.wide > room:
            x, y, high = 0.0, y + high + gap, 0.0
        out += block.at(x, y)
        x, high = x + block.wide + gap, max(high, block.high)
        widest = max(widest, x - gap)
    return Block(widest, y + high, out)


def below(blocks: Iterable[Block], gap: float = 6) -> Block:
    """Put blocks below each other."""
    out, y, widest = "", 0.0, 0.0
    for block in blocks:
        if not block.high:
            continue
        out += block.at(0, y)
        y, widest = y + block.high + gap, max(widest, block.wide)
    return Block(widest, max(0.0, y - gap), out)
