"""A question at the keyboard while the clock of its person runs.

Takes a `Session` and a `Screen`; returns what was typed in time. Raises `Resigned` where time that
has run out leaves the game to a bot.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.cli.table.leaving import Resigned
from interpreter.cli.table.people.screen import Screen
from interpreter.play.clock import time_left
from interpreter.play.session import Session
from interpreter.present import words

OUT = "Your time has run out. That decides nothing: the game goes on."
OUT_FOR_GOOD = "Your time has run out: a bot plays on for you."


class TimedQuestion:
    """Asks the people of one game; without clocks, it only asks."""

    def __init__(self, session: Session, screen: Screen) -> None:
        self.session = session
        self.screen = screen

    def ask(self, seat: int) -> str | None:
        """Read the next line about the pending question; None at the end of input."""
        session, clocks = self.session, self.session.clocks
        if clocks is None or seat not in clocks:
            return self.screen.ask(">")
        self._tell_end(seat)
        with self.counted(seat):
            self.screen.within = clocks.left(seat) if session.clock_ends else None
            typed = self.screen.ask(self.prompt(seat))
        self._tell_end(seat)
        return typed

    @contextmanager
    def counted(self, seat: int) -> Iterator[None]:
        """Let the clock of a seat run, if it is this seat that the game asks."""
        clocks, state = self.session.clocks, self.session.state
        if clocks is not None and seat == state.actor:
            clocks.start(seat)
        try:
            yield
        finally:
            self.screen.within = None
            if clocks is not None:
                clocks.stop()

    def prompt(self, seat: int) -> str:
        """Format the time of whom is asked, and of the others, before the sign to type."""
        clocks = self.session.clocks
        assert clocks is not None
        kinds = self.session.seats
        others = [
            f"{words.seat_title(one)} {time_left(clocks.left(one))}"
            for one, kind in enumerate(kinds)
            if one != seat and kind == "human" and one in clocks
        ]
        return f"[{', '.join([time_left(clocks.left(seat)), *others])}] >"

    def _tell_end(self, seat: int) -> None:
        """Tell whose time has run out. Raises `Resigned` if a bot plays on then."""
        if self.session.run_out() is None and not self._ended(seat):
            return
        ends = self.session.clock_ends
        self.screen.wrapped(OUT_FOR_GOOD if ends else OUT, 0, 2)
        if ends:
            raise Resigned

    def _ended(self, seat: int) -> bool:
        """Whether this person has no time left, and a bot should have played on."""
        clocks = self.session.clocks
        return clocks is not None and self.session.clock_ends and seat in clocks.out
