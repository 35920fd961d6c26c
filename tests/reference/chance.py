"""Chapter 11: all random numbers come from one seed, each sort from a stream of its own."""

from __future__ import annotations

BITS = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15


def stream(name: str) -> int:
    """64 bits for the name of a stream (FNV-1a)."""
    key = 0xCBF29CE484222325
    for letter in name.encode():
        key = (key ^ letter) * 0x100000001B3 & BITS
    return key


def mixed(bits: int) -> int:
    """Mix 64 bits (the end of splitmix64)."""
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & BITS
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & BITS
    return bits ^ bits >> 31


class Chance:
    """The seed of a game, and how often each stream was asked."""

    def __init__(self, seed: int) -> None:
        self.seed = seed & BITS
        self.asked: dict[str, int] = {}

    def copy(self) -> Chance:
        """Give chance that goes on alike."""
        other = Chance(self.seed)
        other.asked = dict(self.asked)
        return other

    def _next(self, name: str) -> int:
        self.asked[name] = self.asked.get(name, 0) + 1
        return mixed((self.seed ^ stream(name)) + self.asked[name] * STEP & BITS)

    def below(self, name: str, count: int) -> int:
        """Give a whole number from 0 to before `count`."""
        return (self._next(name) >> 32) * count >> 32

    def order(self, name: str, things: list[int], marks: dict[int, tuple[str, int]]) -> list[int]:
        """Give things in a new order, by a number for each that hangs on its design and copy."""
        base = self._next(name)

        def by(thing: int) -> tuple[int, int]:
            design, copy = marks[thing]
            return mixed(base ^ mixed(stream(design) + copy * STEP & BITS)), thing

        return sorted(things, key=by)
