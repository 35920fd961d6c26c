"""Chance at a real table: its dice and cards decide, and are entered into the program.

Takes the values told so far in one turn, by event number; provides the pins of a state, and records
each roll and draw in order with its position in the log.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.run import chance
from interpreter.run.state import BaseState


@dataclass(slots=True)
class ChanceEvent:
    """A rolled die, a drawn card, or something drawn by lot.

    `sort` is `die`, `card` or `lot`; `of` is the kind of die, the pile or the stream; `value` is
    the face (from 0), the card or the thing. `count` is the number of faces, `among` are the things
    that can be drawn.
    """

    sort: str
    of: str
    at: int
    value: int
    told: bool
    count: int = 0
    among: tuple[int, ...] = ()


class BeforeChance(Exception):
    """The continuation depends on dice or a card that the table has not told."""


class ChanceAtTable(dict[str, object]):
    """The pins of a state whose chance results come from the table."""

    def __init__(self, told: dict[int, int]) -> None:
        """`told` maps event numbers to the values that are known already."""
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
        """Draw by lot; returns an index."""
        place = chance.random(S, stream, len(things))
        if S is not self.state:
            return place
        drawn = self._next("lot", stream, things[place], among=tuple(things))
        return things.index(drawn) if drawn in things else place
