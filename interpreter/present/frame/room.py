"""How much room a table has: what is shown, how compactly, and what is dropped first.

Knows nothing of what is drawn. Parts are dropped as a whole; boards, players and fields of the
table never are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

DECKS, PLACES, BEFORE, ROWS, SUPPLIES, HAND, LETTERS = (
    "decks",  # piles and sets of the table
    "places",  # places that are listed and not drawn
    "before",  # what lies before players and fits no column
    "rows",  # rows of cards
    "supplies",  # markets and supplies, which lie with the values of a list
    "hand",
    "letters",
)
PARTS = (DECKS, PLACES, BEFORE, ROWS, SUPPLIES, HAND, LETTERS)
"""What may give way, in the order in which it does unless the game sets another."""

LAST = 3  # the most compact way to draw a board; beyond it, without words below


NO_GAPS, TITLES, HAND_TITLES = "no gaps", "titles", "titles of the hand"
STEPS = {"closer": 1, "closer still": 2, "closest": LAST, "no words below": LAST + 1}
"""Changes of how boards are drawn, each with the step that it leads to."""


@dataclass(frozen=True, slots=True)
class Room:
    """What is shown, and how compactly.

    Everything is shown, except for the changes `made`, each of which drops a part or draws
    something in another way."""

    texts: bool = False
    made: frozenset[str] = frozenset()

    def closer(self, *more: str) -> Room:
        """Return the room after more changes."""
        return replace(self, made=self.made.union(more))

    def wider(self, *less: str) -> Room:
        """Return the room with some changes undone."""
        return replace(self, made=self.made.difference(less))

    def has(self, part: str) -> bool:
        """Check whether a part is shown."""
        return part not in self.made

    @property
    def without(self) -> frozenset[str]:
        """The parts that have been dropped."""
        return self.made.intersection(PARTS)

    @property
    def step(self) -> int:
        """The index of the way to draw boards, from the roomiest on."""
        return max((STEPS[one] for one in self.made if one in STEPS), default=0)

    @property
    def gaps(self) -> bool:
        """Whether empty lines separate blocks."""
        return NO_GAPS not in self.made

    @property
    def brief(self) -> bool:
        """Whether rows of cards are shown by title only."""
        return TITLES in self.made

    @property
    def brief_hand(self) -> bool:
        """Whether the player's own cards are shown by title only."""
        return HAND_TITLES in self.made


_FIRST = (NO_GAPS, "closer")
_BEHIND = {
    BEFORE: (TITLES, "closer still", "closest"),
    SUPPLIES: ("no words below", HAND_TITLES),
}
"""What is drawn otherwise once a part has gone, and before the next one does."""


def changes(order: Sequence[str] = ()) -> Iterator[str]:
    """Yield the changes to make as room gets scarce, in order.

    `order` names the parts that the game drops first."""
    yield from _FIRST
    for part in (*order, *(part for part in PARTS if part not in order)):
        yield part
        yield from _BEHIND.get(part, ())
