"""What a person sees before a decision: news, table and question, or one fact after another.

Takes a `Session`, a `Screen` and the seat that is asked; writes to the screen. It remembers what
each seat has been told and has seen, so that the next frame shows what is new.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter.cli.output import plural
from interpreter.cli.table.people.screen import WIDEST, Screen
from interpreter.diagnostics.paint import Paint
from interpreter.play.session import Session
from interpreter.present import labels
from interpreter.present.frame.frame import fitted, table_lines
from interpreter.present.frame.pen import Pen, folded
from interpreter.present.frame.prompt import prompt
from interpreter.present.frame.room import Room
from interpreter.present.model.asking import of_parts
from interpreter.present.model.parts import PendingQuestion, StoryBeat, View
from interpreter.present.model.view import view
from interpreter.present.model.view_changes import with_changes
from interpreter.present.story.paragraphs import in_paragraphs
from interpreter.run.state import BaseState

HELP = "`help` lists what you can type; `?` explains what is asked."
ABOVE = "(The story begins above: scroll up by {}, or type `log`.)"
LARGEST = 60  # rows of the largest window recommended


class Frames:
    """Shows the game to the people at this keyboard."""

    def __init__(self, session: Session, screen: Screen, seats: list[int]) -> None:
        self.session = session
        self.screen = screen
        self.seats = seats
        self.told: dict[int, int] = dict.fromkeys(seats, 0)
        self.drawn: dict[int, int] = {}
        self.seen: dict[int, View] = {}  # each seat's view at its last decision
        self.before: dict[int, View | None] = {}  # the view that changes are marked against
        self.earlier: dict[int, list[list[str]]] = {}  # paragraphs shown since others last acted
        self.steps: dict[int, int] = {}  # number of decisions at the last question
        self.rooms: dict[tuple[int, int, int], Room] = {}  # layouts of the table, by seat and size
        self.notes: list[str] = []  # shown once, above the next question
        self.rebuilt = False  # after an undo, partial choices come from the decisions
        self._sized = False  # whether the small window was mentioned
        self.only_question = False  # whether the table above is unchanged
        self._asked: BaseState | None = None
        self._so_far: tuple[str, ...] = ()
        self._say = ""

    def stand_in(self, state: BaseState | None, so_far: Sequence[str] = (), say: str = "") -> None:
        """Show the question of another state, worded as `say`, with what is chosen so far.

        None returns to the game's own state.
        """
        self._asked, self._so_far, self._say = state, tuple(so_far), say

    def start_anew(self) -> None:
        """Treat all that happened before a reload as told, and show the whole table next."""
        story = self.session.chronicle
        self.told = {seat: len(story.beats(seat)) for seat in self.seats}
        self.drawn.clear()
        self.seen.clear()
        self.before.clear()
        self.earlier.clear()
        self.rooms.clear()

    def back(self) -> None:
        """Make the line about an undo news for everybody."""
        self.rebuilt = True
        self.earlier.clear()
        for seat in self.seats:
            last = len(self.session.chronicle.beats(seat)) - 1
            self.told[seat] = min(self.told[seat], last)

    def unsay(self, seat: int) -> None:
        """Treat an undo that was only technical as told."""
        self.earlier.clear()
        self.told[seat] = len(self.session.chronicle.beats(seat))

    def forget(self, seat: int) -> None:
        """Show the table in full next time, as somebody else has been at the keyboard."""
        self.drawn.pop(seat, None)

    # -------------------------------------------------------------------------- showing

    def show(self, seat: int) -> PendingQuestion | None:
        """Show all that a seat needs for its decision, and return what it is asked."""
        first = seat not in self.seen
        now = self.view(seat)
        news = self._news(seat)
        earlier = [] if self._others_acted(seat) else self.earlier.get(seat, [])
        if self.screen.aloud:
            self._aloud(seat, now, [line for one in news for line in one])
        elif self.only_question:
            self.question(now)
        else:
            self.before[seat], self.earlier[seat] = self.seen.get(seat), earlier
            self._frame(seat, now, news, [*self.notes, *(self._begin() if first else [])])
            self.earlier[seat] = [*earlier, *(one for one in news if one[0][:1] != "(")]
        self.only_question = False
        self.notes.clear()
        self.seen[seat] = now
        return now.asked

    def again(self, seat: int) -> None:
        """Show the table and question once more, without news."""
        now = self.view(seat)
        if self.screen.aloud:
            self.screen.say(self.table(seat, texts=False))
            self.screen.say()
            self.question(now)
        else:
            self._frame(seat, now, [], [])

    def _frame(self, seat: int, now: View, news: list[list[str]], notes: list[str]) -> None:
        """Show news, table and question within the window.

        The news since the last decision is shown whole; above it, dimmed, as much of earlier turns
        as fits.
        """
        width, height = self.screen.width, self.screen.height() - 1
        seen = with_changes(now, self.before.get(seat), self.told[seat])
        size = (seat, width, height)
        told = [line for one in news for line in one]
        colours, most = not self.screen.plain, self.rooms.get(size)
        made = fitted(seen, width, height, colours, most, len(told))
        self.rooms[size] = made.room
        notes = [line for note in notes for line in folded(note, width, "  ")]
        left = height - len(made.lines(told, notes)) - (0 if told else 1)
        for paragraph in reversed(self.earlier.get(seat, [])):
            left -= len(paragraph)
            if left < 0:
                break
            told = [*(self.screen.paint(line, "dim") for line in paragraph), *told]
        if made.room.without and not self._sized:
            self._sized = True
            notes += folded(self._size_that_would_do(seen), width, "  ")
        above = len(made.lines(told, notes)) - height
        if above > 0 and told:
            said = self.screen.paint(ABOVE.format(plural(above, "line")), "dim")
            notes = [*folded(said, width, "  "), *notes]
        for line in made.lines(told, notes):
            self.screen.say(line)

    def _begin(self) -> list[str]:
        """List the notes for a seat's first question: what the game is about, and `HELP`."""
        about = self.session.plan.program.description
        head, stop, _ = about.partition(". ")
        return [head + stop.strip(), HELP] if about else [HELP]

    def _size_that_would_do(self, seen: View) -> str:
        """Recommend a window size that would show the whole table."""
        for width in (self.screen.width, WIDEST):
            for height in range(self.screen.height(), LARGEST + 1):
                if not fitted(seen, width, height - 1, False).room.without:
                    return (
                        "This window does not show all of the table;"
                        f" one of {width} columns and {height} rows does."
                    )
        return "This window does not show all of the table; a larger one shows more of it."

    def _aloud(self, seat: int, now: View, news: list[str]) -> None:
        """Show the news, the table once per turn, and the question, one fact per line."""
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
                for note in self._begin():
                    self.screen.wrapped(note, 0, 2)
        self.screen.say()
        self.question(now)

    def question(self, now: View) -> None:
        """Show the question alone, with all its options."""
        if now.asked is None:
            return
        who = next(one for one in now.seats if one.you)
        pen = Pen(Paint(not self.screen.plain), self.screen.width)
        for line in prompt(now.asked, pen.paint(who.called or who.say, who.colour), pen):
            self.screen.say(line)

    def view(self, seat: int | None) -> View:
        """Build the view of a seat, or of a spectator for None."""
        chronicle = self.session.chronicle
        so_far = chronicle.so_far(seat) if seat is not None else []
        if self.rebuilt and seat is not None and not so_far:
            so_far = self._chosen(seat)
        so_far = [*so_far, *self._so_far]
        story = [StoryBeat(**beat) for beat in chronicle.story(seat)]
        plan, under = self.session.plan, chronicle.under(seat)
        state = self.session.state if self._asked is None else self._asked
        site = plan.program.sites[state.site]
        known = chronicle.known(seat, site.func)
        made = view(plan, state, seat, chronicle.turns, story, so_far, under, known)
        if made.asked is None or not self._say:
            return made
        say = of_parts(plan, site, self._say, known)
        return replace(made, asked=replace(made.asked, say=say))

    def _chosen(self, seat: int) -> list[str]:
        """List what a seat has chosen in the rule that asks now, in order."""
        plan, state = self.session.plan, self.session.state
        rule = plan.program.sites[state.site].func
        found: list[str] = []
        for step in reversed(self.session.steps):
            site = plan.program.sites[step.site]
            if step.seat != seat or site.func != rule or site.sort == "menu":
                break
            index = step.before.options.index(step.option)
            found.append(labels.option_titles(plan, step.before, seat)[index].split(" (")[0])
        return found[::-1]

    def table(self, seat: int | None, texts: bool) -> str:
        """Format the whole table, however long."""
        screen = self.screen
        lines = table_lines(self.view(seat), screen.width, not screen.plain, texts, screen.aloud)
        return "\n".join(lines)

    # -------------------------------------------------------------------------- the story

    def news(self, seat: int) -> list[str]:
        """Format what happened since this seat was last told, as lines; marks it as told."""
        return [line for paragraph in self._news(seat) for line in paragraph]

    def _news(self, seat: int) -> list[list[str]]:
        """Format the news as paragraphs; marks it as told."""
        self.session.chronicle.settle(unless=seat)
        beats = self.session.chronicle.catch_up(seat)
        new, before = beats[self.told[seat] :], beats[: self.told[seat]]
        self.told[seat] = len(beats)
        return in_paragraphs(new, self.screen.width, after=before[-1] if before else None)

    def _others_acted(self, seat: int) -> bool:
        """Whether others have decided anything since the last call for this seat."""
        steps = self.session.steps
        since = steps[min(self.steps.get(seat, 0), len(steps)) :]
        self.steps[seat] = len(steps)
        return any(step.seat != seat and not step.form for step in since)
