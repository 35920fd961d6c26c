"""Chance as a table has it: its dice and its cards decide, and the program hears of it.

Takes what was told so far of the rolls and draws of one turn, by their number; gives the pins of a
state, and notes each roll and draw in its order with where the log stood.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.run import chance
from interpreter.run.state import BaseState


@dataclass(slots=True)
class ChanceEvent:
    """A die that is rolled, a card that is drawn, or something that is drawn by lot: `sort` is
    `die`, `card` or `lot`, `of` the kind of die, the pile or the stream, and `value` the face (from
    0), the card or the thing. `count` says how many faces there are, `among` from what is
    drawn."""

    sort: str
    of: str
    at: int
    value: int
    told: bool
    count: int = 0
    among: tuple[int, ...] = ()


class BeforeChance(Exception):
    """What follows hangs on dice or a card of which the table has not told."""


class ChanceAtTable(dict[str, object]):
    """The pins of a state whose chance comes from the table."""

    def __init__(self, told: dict[int, int]) -> None:
        """`told` has the values that are known already, by the number of their event."""
        super().__init__(top=self._top, lot=self._lot, roll=self._roll)
        self.told = told
        self.events: list[ChanceEvent] = []
        self.stop = -1
        """The number of the event before which play stops, by `BeforeChance`; -1 for none."""
        self.state: BaseState | None = None
        """The state that is played: copies of it that look ahead are left to chance."""

    def _next(
        self, sort: str, of: str, value: int, count: int = 0, among: tuple[int, ...] = ()
    ) -> int:
        assert self.state is not None
        if len(self.events) == self.stop:
            raise BeforeChance
        number, at = len(self.events), len(self.state.log)
        value = self.told.get(number, value)
        self.events.append(ChanceEvent(sort, of, at, value, number in self.told, count, among))
        return value

    def _roll(self, S: BaseState, stream: str, count: int, face: int) -> int:
        """Take the next face, from 0."""
        if S is not self.state:
            return face
        return self._next("die", stream.removeprefix("roll "), face, count)

    def _top(self, S: BaseState, name: str, pile: list[int]) -> int:
        """Take the next card of a pile."""
        if S is not self.state:
            return pile[-1]
        card = self._next("card", name, pile[-1], among=tuple(pile))
        return card if card in pile else pile[-1]

    def _lot(self, S: BaseState, stream: str, things: list[int]) -> int:
        """Draw by lot: say at which place."""
        place = chance.random(S, stream, len(things))
        if S is not self.state:
            return place
        drawn = self._next("lot", stream, things[place], among=tuple(things))
        return things.index(drawn) if drawn in things else place
