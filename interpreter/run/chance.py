"""Randomness: whole numbers, shuffles and the next card of a pile.

It is a pure function of (seed, name of the stream, number of earlier draws), so that one more draw
shifts no other stream.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from interpreter.run.state import BaseState, Entry, own

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


@lru_cache(maxsize=4096)
def stream_key(name: str) -> int:
    """Hash the name of a stream to 64 bits (FNV-1a), the same on every platform."""
    key = 0xCBF29CE484222325
    for letter in name.encode():
        key = ((key ^ letter) * 0x100000001B3) & MASK
    return key


def mix(value: int) -> int:
    """Scramble a value into 64 well-mixed bits (the finaliser of splitmix64)."""
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return value ^ (value >> 31)


POSITION_BITS = (1 << 60) - 1
"""What of a mingled number is kept."""


def mingled(what: int, where: int, number: int) -> int:
    """Mix three numbers into one of 60 bits, from 0 up: a part of a recorded position."""
    return mix((mix((what + where * GOLDEN) & MASK) + number * GOLDEN) & MASK) & POSITION_BITS


def random(S: BaseState, stream: str, count: int) -> int:
    """Draw the next whole number from 0 to `count` - 1 of a stream, and advance the stream.

    Pinned results, of a test, a save or a physical table, come before those of the seed.
    """
    draws = S.draws
    n = draws.get(stream, 0)
    draws[stream] = n + 1
    pins = S.pins
    if pins and "roll" in pins and stream.startswith("roll "):
        return int(pins["roll"](S, stream, count, by_seed(S.seed, stream, n, count)))
    if pins and pins.get(stream):
        return int(pins[stream].pop(0))
    return by_seed(S.seed, stream, n, count)


def by_seed(seed: int, stream: str, asked: int, count: int) -> int:
    """Compute the draw (0 to `count` - 1) of a stream after `asked` earlier ones, from the seed."""
    bits = mix((seed ^ stream_key(stream)) + (asked + 1) * GOLDEN & MASK)
    return (bits >> 32) * count >> 32


def drawn_lot(S: BaseState, stream: str, things: Sequence[int], sort: str = "") -> int:
    """Draw one of some things by lot and return its index in `things`.

    `sort` is empty for components, `player`, `number`, or the name of a list of values. A draw
    pinned by a test is used up if its thing is among them; a table's answer for a component comes
    first.
    """
    pins = S.pins
    if pins and "lot" in pins and not sort:
        return int(pins["lot"](S, stream, things))
    queue = f"draw {sort}" if sort else "draw"
    if pins and pins.get(queue):
        for place, thing in enumerate(things):
            if thing in pins[queue][0]:
                pins[queue].pop(0)
                return place
    return random(S, stream, len(things))


def shuffle(
    S: BaseState, pile: list[int], stream: str, keys: Sequence[int], copies: Sequence[int]
) -> None:
    """Shuffle a pile in place by a key drawn for each card; all cards are face down afterwards.

    Adding a card does not change the relative order of the others.
    """
    if S.probe:
        own(S, "shown")
    draws = S.draws
    n = draws.get(stream, 0)
    draws[stream] = n + 1
    base = mix((S.seed ^ stream_key(stream)) + (n + 1) * GOLDEN & MASK)
    pile.sort(key=lambda c: (mix(base ^ mix(keys[c] + copies[c] * GOLDEN & MASK)), c))
    for card in pile:
        S.shown[card] = 0


def next_card(S: BaseState, pile: list[int], refill: Entry | None, owner: int, name: str) -> int:
    """Find the next card of a pile (its last one) without removing it; -1 if there is none.

    An empty pile is refilled from its discard pile first. Pinned draws come before the order of the
    pile.
    """
    if not pile and refill is not None:
        refill[0](S, owner)
    if not pile:
        return -1
    pins = S.pins
    if pins and "top" in pins:
        return int(pins["top"](S, name, pile))
    if pins and pins.get("draw"):
        wanted = pins["draw"][0]
        for card in reversed(pile):
            if card in wanted:
                pins["draw"].pop(0)
                return card
        if "instead" in pins:
            pins["instead"](name, pile[-1])
    return pile[-1]
