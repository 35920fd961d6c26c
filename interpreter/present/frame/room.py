"""How much room a table has: what is shown and how closely it is drawn, and what gives way first.

Knows nothing of what is drawn. A part that gives way goes as a whole; boards, players and what
the table keeps never do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

DECKS, PLACES, BEFORE, ROWS, SUPPLIES, HAND, LETTERS = (
    "decks",  # piles and sets of the table
    "places",  # places that are listed and not drawn
    "before",  # what lies before the others and fits no column
    "rows",  # rows of cards
    "supplies",  # markets and supplies, which lie with the values of a list
    "hand",
    "letters",
)
PARTS = (DECKS, PLACES, BEFORE, ROWS, SUPPLIES, HAND, LETTERS)
"""What may give way, in the order in which it does unless the game sets another."""

LAST = 3  # the step of the closest way of drawing a board; beyond, without words below it


NO_GAPS, TITLES, HAND_TITLES = "no gaps", "titles", "titles of the hand"
STEPS = {"closer": 1, "closer still": 2, "closest": LAST, "no words below": LAST + 1}
"""Changes of how boards are drawn, each with the step that it leads to."""


@dataclass(frozen=True, slots=True)
class Room:
    """What is shown, and how closely it is drawn: all, but for `made` changes, each of which takes
    a part away or draws something otherwise."""

    texts: bool = False
    made: frozenset[str] = frozenset()

    def closer(self, *more: str) -> Room:
        """Return the room after more changes."""
        return replace(self, made=self.made.union(more))

    def wider(self, *less: str) -> Room:
        """Return the room without some changes."""
        return replace(self, made=self.made.difference(less))

    def has(self, part: str) -> bool:
        """Whether a part is shown."""
        return part not in self.made

    @property
    def without(self) -> frozenset[str]:
        """The parts that have given way."""
        return self.made.intersection(PARTS)

    @property
    def step(self) -> int:
        """Which of the ways of drawing a board, from the roomiest on."""
        return max((STEPS[one] for one in self.made if one in STEPS), default=0)

    @property
    def gaps(self) -> bool:
        """Whether empty lines stand between blocks."""
        return NO_GAPS not in self.made

    @property
    def brief(self) -> bool:
        """Whether rows of cards are told by their titles."""
        return TITLES in self.made

    @property
    def brief_hand(self) -> bool:
        """Whether one's own cards are told by their titles."""
        return HAND_TITLES in self.made


_FIRST = (NO_GAPS, "closer")
_BEHIND = {
    BEFORE: (TITLES, "closer still", "closest"),
    SUPPLIES: ("no words below", HAND_TITLES),
}
"""What is drawn otherwise once a part has gone, and before the next one does."""


def changes(order: Sequence[str] = ()) -> Iterator[str]:
    """Return what changes as room gets scarce, one after the other; `order`: the parts that a game
    lets go first, as it names them."""
    yield from _FIRST
    for part in (*order, *(part for part in PARTS if part not in order)):
        yield part
        yield from _BEHIND.get(part, ())
