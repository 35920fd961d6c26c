"""What one person at a table asks of all others: a draw, or to take back what undo refuses.

Takes a table and the seats of people who play now; does what was asked once all others agree. Bots
agree to a decision being taken back, and to no draw.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import interpreter as rw

if TYPE_CHECKING:
    from interpreter.page.shared_table import SharedTable

DRAW, UNDO = "draw", "undo"
NO_DRAW_WITH_BOTS = "a bot plays here, and bots agree to no draw"


class NotYours(rw.Misuse):
    """Somebody answers for another seat, or to a question that is no longer pending."""


@dataclass(slots=True)
class TableRequest:
    """A question to all other people; `number` tells it from others."""

    sort: str
    by: int
    number: int
    agreed: set[int] = field(default_factory=set)

    def open_to(self, people: Iterable[int]) -> list[int]:
        """List who has not answered yet, of the people who play now."""
        return [seat for seat in people if seat != self.by and seat not in self.agreed]


class Agreements:
    """The question that is pending at a table, if there is one."""

    def __init__(self, table: SharedTable) -> None:
        self._table = table
        self.request: TableRequest | None = None
        self._had: set[tuple[int, str]] = set()  # who has asked for what since the last decision

    def can_ask(self, seat: int, sort: str) -> bool:
        """Whether a person can ask all others for this now."""
        with self._table.lock:
            return self.request is None and not self._why_not(seat, sort)

    def _why_not(self, seat: int, sort: str) -> str:
        """Return why a seat cannot ask for this; empty if it can."""
        table = self._table
        if table.drawn or (table.over and sort != UNDO):
            return "the game is over"
        if (seat, sort) in self._had:
            return "you have asked for that already: play on first"
        if seat not in table.playing():
            return "only those who play ask"
        if sort == UNDO:
            return "nothing to take back" if table.last_decided(seat) is None else ""
        if sort != DRAW:
            return "nobody can be asked for that"
        if any(kind != "human" for kind in table.seats):
            return NO_DRAW_WITH_BOTS
        return "nobody else plays" if table.alone or len(table.seats) == 1 else ""

    def ask(self, seat: int, sort: str) -> None:
        """Ask all other people; where none play, it is done at once. Raises `NotYours`."""
        table = self._table
        with table.lock:
            why = self._why_not(seat, sort)
            if why:
                raise NotYours(why)
            pending = self.request
            if pending is not None and pending.sort == sort == DRAW and pending.by != seat:
                self.answer(seat, pending.number, True)
                return
            if pending is not None:
                raise NotYours("something else is asked: it is to be answered first")
            self.request = TableRequest(sort, seat, table.version + 1)
            self._had.add((seat, sort))
            if sort == DRAW:
                table.happen(f"{table.title(seat)} offers a draw")
            self._grant_if_agreed()
            table.changed()

    def answer(self, seat: int, number: int, yes: bool) -> None:
        """Agree to what somebody asks, or not. Raises `NotYours`."""
        table = self._table
        with table.lock:
            request = self.request
            if request is None or request.number != number:
                raise NotYours("this is not asked any more")
            if seat not in request.open_to(table.playing()):
                raise NotYours("others are asked")
            if yes:
                request.agreed.add(seat)
                self._grant_if_agreed()
            else:
                self.request = None
                table.happen(refused_words(request.sort, table.title(seat)))
            table.changed()

    def withdraw(self, seat: int, number: int) -> None:
        """Ask no more. Raises `NotYours`."""
        with self._table.lock:
            request = self.request
            if request is None or request.number != number or request.by != seat:
                raise NotYours("this is not asked any more")
            self.request = None
            self._table.changed()

    def decided(self, seat: int, given: bool) -> None:
        """Drop what is asked, as the game goes on: to play on is to decline.

        A draw stands while whoever offered it plays on, and where an answer is given by itself.
        """
        request = self.request
        if not given:
            self._had.clear()
        ends = self._table.over or (request is not None and request.sort == UNDO)
        if ends or (request is not None and seat != request.by and not given):
            self.request = None

    def drop(self) -> None:
        """Forget what is asked and was asked: another game begins, or other rules hold."""
        self.request = None
        self._had.clear()

    def left(self, seat: int) -> None:
        """Go on without somebody for whom a bot plays now."""
        request = self.request
        if request is not None and (request.by == seat or request.sort == DRAW):
            self.request = None
        self._grant_if_agreed()

    def _grant_if_agreed(self) -> None:
        """Do what was asked once all others have agreed."""
        table, request = self._table, self.request
        if request is None or (request.open_to(table.playing()) and not table.alone):
            return
        self.request = None
        if request.sort == DRAW:
            table.drawn = True
            table.happen("All agree to a draw, and the game is over")
            return
        back = table.last_decided(request.by)
        if back is not None:
            self._had.clear()
            table.go_back(back)
            table.happen(f"{table.title(request.by)} takes back a decision, and all others agree")


def asked_words(sort: str, who: str) -> str:
    """Say to the others what somebody asks."""
    if sort == DRAW:
        return f"{who} offers a draw: the game would end at once, and nobody would win."
    return f"{who} asks to take back a decision, and with it all that was decided since."


def asking_words(sort: str) -> str:
    """Say to whoever asks what is asked."""
    return "You offer a draw." if sort == DRAW else "You ask to take back your decision."


def refused_words(sort: str, who: str) -> str:
    """Say to all that somebody does not agree."""
    if sort == DRAW:
        return f"{who} does not accept the draw"
    return f"{who} does not agree that a decision is taken back"
