"""The people at the keyboard: shows what each may see, asks, and interprets input.

Takes a `Session` and a `Screen`; returns the index of an option, or raises `Left`. Everything shown
comes from `present/`, for the viewer at the keyboard.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.cli.table.leaving import Left, Taken
from interpreter.cli.table.people.frames import Frames
from interpreter.cli.table.people.not_taken import refusal
from interpreter.cli.table.people.screen import Screen
from interpreter.cli.table.people.set_choice import SetChoice
from interpreter.cli.table.people.timing import TimedQuestion
from interpreter.cli.table.people.together import SetChoiceInProgress
from interpreter.cli.table.people.typed_commands import COMMANDS, PARTING, Asides
from interpreter.cli.table.people.whys import Whys
from interpreter.play.reactions import Reactions
from interpreter.play.session import Session
from interpreter.present import labels, words
from interpreter.present.chooser import Chooser
from interpreter.present.model import chosen_together
from interpreter.present.model.keys import numbered_too
from interpreter.present.model.parts import Option, PendingQuestion
from interpreter.present.option_matching import OptionMatch, plain
from interpreter.run.plan import Plan, cached
from interpreter.run.state import BaseState


class People:
    """All people at this keyboard."""

    def __init__(
        self, session: Session, screen: Screen, free_undo: bool, reactions: Reactions
    ) -> None:
        self.reactions = reactions
        self.session = session
        self.screen = screen
        self.free_undo = free_undo
        self.seats = [seat for seat, kind in enumerate(session.seats) if kind == "human"]
        self.at_keyboard = self.seats[0] if len(self.seats) == 1 else -1
        self.frames = Frames(session, screen, self.seats)
        self.whys = Whys(session, self.frames)
        self.asides = Asides(self)
        self.timing = TimedQuestion(session, screen)
        self.queue: list[str] = []  # input typed ahead
        self.typed_at = 0  # number of decisions when it was typed
        self.asked: PendingQuestion | None = None
        self.set: SetChoice | None = None  # the pending set choice
        self.feed: list[int] = []  # the rest of its answers, in the order of the rules
        self.joined = False  # whether the answer belongs to the previous one

    def start_anew(self, said: Sequence[str] = ()) -> None:
        """Show the table again after a reload, with `said` above the question."""
        self.feed = []
        self.frames.start_anew()
        self.frames.notes += [line for line in said if line]

    def leave(self, seat: int) -> bool:
        """Let somebody go for whom a bot plays on; returns whether others are still here."""
        self.forget_answers()
        others = [one for one in self.seats if one != seat]
        if len(others) == 1:  # nobody passes the keyboard on later, and a hand may be on the screen
            self.hand_over(others[0])
        self.seats.remove(seat)
        if seat in self.reactions.seats:
            self.reactions.seats.remove(seat)
        if not others:
            self.screen.sits(-1)
        return bool(others)

    def forget_answers(self) -> None:
        """Drop all input meant for later, after an undo."""
        self.frames.back()
        self.frames.stand_in(None)
        self.set, self.feed, self.queue = None, [], []

    # -------------------------------------------------------------------------- asking

    def decide(self) -> int:
        """Ask the person whose turn it is for an option, and return its index. Raises `Left`."""
        state = self.session.state
        self.joined = bool(self.feed) and self.feed[0] in state.options
        if self.joined:
            return int(state.options.index(self.feed.pop(0)))
        self.feed = []
        seat = state.actor
        self.hand_over(seat)
        self.set = SetChoice.begin(self.session.plan, state)
        if self.set is not None:
            answers = SetChoiceInProgress(self, seat, self.set).ask()
            self.set, self.feed = None, answers[1:]
            return int(state.options.index(answers[0]))
        ahead = self.ahead(seat)
        if ahead is not None:
            return ahead
        self.frames.show(seat)
        while True:
            typed = self.typed(seat)
            if typed is None:
                raise Left("end")
            index = self.understood(seat, typed)
            if index is not None:
                return index

    def typed(self, seat: int) -> str | None:
        """Read the next line about the pending question; None at the end of input."""
        self.asked = self.frames.view(seat).asked
        options = self.options()
        words = [*(one.key for one in options), *(one.plain for one in options), *COMMANDS]
        self.screen.words = list(dict.fromkeys(words))
        self.typed_at = len(self.session.steps)
        self.screen.draw_again = lambda: self.frames.again(seat)
        typed = self.timing.ask(seat)
        self.screen.draw_again = None
        return typed

    @property
    def state(self) -> BaseState:
        """The pending state; in a set choice, it offers everything that can still be chosen."""
        return self.set.state() if self.set is not None else self.session.state

    def ahead(self, seat: int) -> int | None:
        """Find the option that was typed ahead, on the line of an earlier answer.

        None if there is none, or if it does not fit and earlier answers cannot be undone. If they
        can, the answers of that line are taken back, and `Taken` is raised.
        """
        if not self.queue:
            return None
        text = " ".join(self.queue)
        self.queue = []
        since = self.session.steps[self.typed_at :]
        if any(step.seat != seat and not step.form for step in since):
            self.frames.notes.append(f"Others have acted since: `{text}` is not taken.")
            return None
        self.asked = self.frames.view(seat).asked
        index = self.meant(seat, text)
        if index is None and len(self.options()) == 1:  # a later answer was named
            self.queue = text.split()
            return 0
        if index is not None:
            return index
        fits = self.match(text)
        why = "" if fits.found else self.whys.reason(seat, text, self.options())
        why = refusal(text, fits, self.options(), why=why) if fits.found or why else ""
        if self.session.kept_by(self.typed_at, seat):
            self.frames.notes.append(why or f"`{text}` does not fit what is asked now.")
            return None
        self.session.back_to(self.typed_at)
        self.frames.unsay(seat)
        said = f"{why} Nothing of this line is taken." if why else ""
        self.frames.notes.append(said or f"`{text}` does not fit; nothing of this line is taken.")
        raise Taken

    def only_one(self) -> None:
        """Tell the person which option was taken as the only one, where no frame shows it."""
        plan, state = self.session.plan, self.session.state
        if self.screen.aloud and self.at_keyboard == state.actor:
            label = labels.option_label(plan, state, 0, state.actor).split(": ")[0]
            asked = self.frames.view(state.actor).asked
            said = asked.say if asked is not None else labels.question(plan, state)
            self.screen.wrapped(f"({said}: only {label})", 2, 4)

    def would_tell(self, seat: int) -> bool:
        """Whether not passing the keyboard on would reveal that somebody has no choice.

        That could show, for example, which suit is left in a hand.
        """
        several = len(self.seats) > 1 and self.screen.terminal
        return several and self.session.hides and self.at_keyboard != seat

    def hand_over(self, seat: int) -> None:
        """Pass a shared keyboard to a seat, hiding the table until its player is there."""
        if self.at_keyboard == seat:
            return
        self.queue = []
        name = words.seat_title(seat)
        if len(self.seats) > 1 and not self.screen.terminal:
            self.screen.say(f"---- {name} ----")
        elif len(self.seats) > 1 and self.session.hides:
            self.read_before(self.at_keyboard)
            self.screen.sits(-1)
            self.screen.clear()
            self.wait_for(f"Pass the keyboard to {name}; press Enter.")
            self.screen.clear()
        self.at_keyboard = seat
        self.screen.sits(seat)
        self.frames.forget(seat)

    def read_before(self, seat: int) -> None:
        """Let the player at the keyboard read the news before the screen is cleared."""
        news = self.frames.news(seat) if seat >= 0 else []
        if news:
            self.screen.say()
            for line in news:
                self.screen.say(line)
            self.wait_for("Enter hides this.")

    def wait_for(self, prompt: str) -> None:
        """Wait for Enter alone, as somebody else may be typing. Raises `Left`."""
        while typed := self.screen.ask(prompt):
            word = typed.strip().lower()
            if word == "quit":
                raise Left("quit")
            if not word:
                return
            self.screen.wrapped(
                "Nothing is shown before you press Enter alone; `quit` leaves the game.", 0, 2
            )
        if typed is None:
            raise Left("end")

    def closing(self) -> None:
        """Show the end of the game, for all to see."""
        from interpreter.cli.table.watch import result

        alone = self.seats[0] if len(self.seats) == 1 else None
        news = [line for seat in self.seats[:1] for line in self.frames.news(seat)]
        result(self.session, self.screen, alone, news)

    # -------------------------------------------------------------------------- understanding

    def understood(self, seat: int, typed: str) -> int | None:
        """Interpret a line: return the option that it means, run a command, or say why not.

        None unless it means an option.
        """
        text = typed.strip()
        if not text:
            self.frames.again(seat)
            return None
        command, _, rest = text.partition(" ")
        command = command.lower()
        if text.startswith("?"):
            command, rest = "?", text[1:]
        names = labels.option_handles(self.session.plan, self.state)
        keys = [key.lower() for key in self.keys()]
        if " ".join(text.lower().split()) == "offer draw":
            command, rest = "draw", ""
        elif command in PARTING and (rest or self.match(text).found):
            command = ""  # the beginning of an option, such as `draw 2 cards`
        if command in COMMANDS and text.lower() not in (*names, *keys):
            self.asides.command(seat, command, rest.strip())
            return None
        index = self.meant(seat, text)
        if index is None:
            fits, options = self.match(text), self.options()
            why = ""
            if self.asked is not None and self.asked.how == "sets":
                why = chosen_together.refusal(text, self.asked)
            if not fits.found and not why:
                why = self.whys.reason(seat, text, options)
            self.screen.wrapped(refusal(text, fits, options, [*COMMANDS], why), 0, 2)
        return index

    def keys(self) -> list[str]:
        """List what can be typed for each option."""
        return [option.key for option in self.options()]

    def options(self) -> tuple[Option, ...]:
        """Return the options as shown; empty if nothing is asked."""
        return self.asked.options if self.asked is not None else ()

    def match(self, text: str) -> OptionMatch:
        """Find the options that a text may mean."""
        asked = self.asked
        if asked is not None and asked.how == "sets":
            index = chosen_together.meant(text, asked)
            return OptionMatch(() if index is None else (index,), exact=True)
        told = Chooser.of(self.session.plan, self.state, self.options())
        found = told.typed(text, self.keys())
        if asked is not None and not found.found and numbered_too(asked):
            number = int(text) if text.isdecimal() and len(text) < 3 else 0
            if 0 < number <= len(asked.options):
                return OptionMatch((number - 1,), exact=True)
        return found

    def meant(self, seat: int, text: str) -> int | None:
        """Find the one option that a text or its beginning means; None if it is not clear.

        The rest of the text is kept for the next question.
        """
        whole = self.match(text)
        if len(whole.found) == 1 and not whole.by_text:
            return whole.found[0]
        if whole.found:
            return None
        parts = text.split()
        least = self.words_of_a_name(parts)
        for number in range(len(parts) - 1, least - 1, -1):
            head = self.match(" ".join(parts[:number]))
            if len(head.found) == 1 and head.exact:
                self.queue = parts[number:]
                return head.found[0]
        return None

    def words_of_a_name(self, parts: list[str]) -> int:
        """Count the leading words that form a name with a digit, such as `2 of Diamonds`.

        Their first word is then no number of an option. At least 1.
        """
        names = _names_with_digits(self.session.plan)
        wanted = [plain(part) for part in parts]
        found = (n for n in range(len(parts), 1, -1) if " ".join(wanted[:n]) in names)
        return next(found, 1)


@cached
def _names_with_digits(plan: Plan) -> set[str]:
    """Collect the titles that begin with a digit."""
    return {plain(one.title) for one in plan.program.designs if one.title[:1].isdigit()}
