"""What a person sees before a decision: one frame that fits, or one fact after another.

Takes a `Session`, a `Screen` and the seat that is asked; writes to the screen. It remembers
what each seat has been told and has seen, so that the next frame tells what is new.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from interpreter.cli.table.people.screen import Screen
from interpreter.diagnostics.paint import Paint
from interpreter.play.session import Session
from interpreter.present.frame.frame import frame, table_lines
from interpreter.present.frame.pen import Pen, folded
from interpreter.present.frame.prompt import prompt
from interpreter.present.model.asking import of_parts
from interpreter.present.model.changes import with_changes
from interpreter.present.model.parts import Asked, Told, View
from interpreter.present.model.view import view
from interpreter.present.story.paragraphs import Paragraph, weighed
from interpreter.run.state import BaseState

HELP = "`help` lists what you can type; `?` explains what is asked."


class Frames:
    """Shows the game to the persons at this keyboard."""

    def __init__(self, session: Session, screen: Screen, seats: list[int]) -> None:
        self.session = session
        self.screen = screen
        self.seats = seats
        self.told: dict[int, int] = dict.fromkeys(seats, 0)
        self.drawn: dict[int, int] = {}
        self.seen: dict[int, View] = {}  # as each seat saw the table when it decided last
        self.notes: list[str] = []  # said once, in the next frame
        self._asked: Any = None
        self._so_far: tuple[str, ...] = ()
        self._say = ""

    def stand_in(self, state: BaseState | None, so_far: Sequence[str] = (), say: str = "") -> None:
        """Show the question of another state than that of the game, in these words, and what is
        chosen so far; of the game again for None."""
        self._asked, self._so_far, self._say = state, tuple(so_far), say

    def start_anew(self) -> None:
        """Note that the game was loaded again: what happened before counts as told, the table is
        shown."""
        story = self.session.chronicle
        self.told = {seat: len(story.beats(seat)) for seat in self.seats}
        self.drawn.clear()
        self.seen.clear()

    def back(self) -> None:
        """Something was taken back: the line that says so is news for everybody."""
        for seat in self.seats:
            last = len(self.session.chronicle.beats(seat)) - 1
            self.told[seat] = min(self.told[seat], last)

    def forget(self, seat: int) -> None:
        """Somebody else has sat here: the table is shown anew."""
        self.drawn.pop(seat, None)

    # -------------------------------------------------------------------------- showing

    def show(self, seat: int) -> Asked | None:
        """All that a seat needs for its decision; gives what it is asked."""
        first = seat not in self.seen
        now = self.view(seat)
        news = self.news(seat)
        if self.screen.aloud:
            self._aloud(seat, now, [line for one in news for line in one.lines])
        else:
            help_ = folded(HELP, self.screen.width, "  ") if first else []
            told = [
                *(
                    Paragraph(tuple(folded(note, self.screen.width, "  ")), True)
                    for note in self.notes
                ),
                *news,
                *([Paragraph(tuple(help_), True)] if help_ else []),
            ]
            height = self.screen.height() - 1
            seen = with_changes(now, self.seen.get(seat), self.told[seat])
            for line in frame(seen, self.screen.width, height, not self.screen.plain, told):
                self.screen.say(line)
        self.notes.clear()
        self.seen[seat] = now
        return now.asked

    def _aloud(self, seat: int, now: View, news: list[str]) -> None:
        """News, the table once a turn, the question with each option on a line."""
        for line in [*self.notes, *news]:
            self.screen.say(line)
        turn = self.session.chronicle.turns
        first = seat not in self.drawn
        if self.drawn.get(seat) != turn:
            self.drawn[seat] = turn
            self.screen.say()
            self.screen.say(self.table(seat, texts=first))
            if first:
                self.screen.say()
                self.screen.wrapped(HELP, 0, 2)
        self.screen.say()
        self.question(now)

    def question(self, now: View) -> None:
        """Show what is asked alone, with all its options."""
        if now.asked is None:
            return
        who = next(one for one in now.seats if one.you)
        pen = Pen(Paint(not self.screen.plain), self.screen.width)
        for line in prompt(now.asked, pen.paint(who.called or who.say, who.colour), pen):
            self.screen.say(line)

    def view(self, seat: int | None) -> View:
        """Give the game as a seat sees it now."""
        chronicle = self.session.chronicle
        so_far = chronicle.so_far(seat) if seat is not None else []
        so_far = [*so_far, *self._so_far]
        story = [Told(**beat) for beat in chronicle.story(seat)]
        plan, under = self.session.plan, chronicle.under(seat)
        state = self.session.state if self._asked is None else self._asked
        site = plan.program.sites[state.site]
        known = chronicle.known(seat, site.func)
        made = view(plan, state, seat, chronicle.turns, story, so_far, under, known)
        if made.asked is None or not self._say:
            return made
        say = of_parts(plan, site, self._say, known)
        return replace(made, asked=replace(made.asked, say=say))

    def table(self, seat: int | None, texts: bool) -> str:
        """Give the whole table, however long."""
        lines = table_lines(self.view(seat), self.screen.width, not self.screen.plain, texts)
        return "\n".join(lines)

    # -------------------------------------------------------------------------- the story

    def news(self, seat: int) -> list[Paragraph]:
        """Give what has happened since this seat was told last, in lines of the screen's width."""
        self.session.chronicle.settle(unless=seat)
        beats = self.session.chronicle.catch_up(seat)
        new = beats[self.told[seat] :]
        self.told[seat] = len(beats)
        return weighed(new, self.screen.width, seat)
