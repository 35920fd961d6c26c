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


@dataclass(frozen=True, slots=True)
class Room:
    """What is shown, and how closely it is drawn."""

    step: int = 0  # which of the ways of drawing a board, from the roomiest on
    texts: bool = False
    gaps: bool = True  # empty lines between blocks
    brief: bool = False  # rows of cards by their titles
    brief_hand: bool = False  # one's own cards by their titles
    without: frozenset[str] = frozenset()  # parts that have given way

    def has(self, part: str) -> bool:
        """Whether a part is shown."""
        return part not in self.without

    def closer(self, change: str) -> Room:
        """Return the room after one more change: a part that goes, or something drawn otherwise."""
        if change in PARTS:
            return replace(self, without=self.without | {change})
        if change == NO_GAPS:
            return replace(self, gaps=False)
        if change == TITLES:
            return replace(self, brief=True)
        if change == HAND_TITLES:
            return replace(self, brief_hand=True)
        return replace(self, step=max(self.step, STEPS[change]))

    def wider(self, change: str) -> Room:
        """Return the room without a change."""
        if change in PARTS:
            return replace(self, without=self.without - {change})
        if change == NO_GAPS:
            return replace(self, gaps=True)
        if change == TITLES:
            return replace(self, brief=False)
        if change == HAND_TITLES:
            return replace(self, brief_hand=False)
        return replace(self, step=self.step - (self.step == STEPS[change]))


NO_GAPS, TITLES, HAND_TITLES = "no gaps", "titles", "titles of the hand"
STEPS = {"closer": 1, "closer still": 2, "closest": LAST, "no words below": LAST + 1}
"""Changes of how boards are drawn, each with the step that it leads to."""

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
