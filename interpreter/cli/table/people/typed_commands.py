"""Commands that a person types instead of a decision: help, table, story, hints, saving.

Takes the people at the keyboard, who is asked and what was typed; writes to their screen. All of it
is shown for this person's eyes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.cli.exits import Stop
from interpreter.cli.overwriting import SAVE, writable
from interpreter.cli.table.leaving import Left, Taken
from interpreter.cli.table.people.not_taken import is_numbered
from interpreter.cli.table.people.parting import offer_draw, resign
from interpreter.diagnostics.paint import Paint
from interpreter.play import because
from interpreter.play.reactions import windows
from interpreter.play.savefile import SaveFile
from interpreter.present import details, labels, things
from interpreter.present.frame import seat_columns
from interpreter.present.frame.frame import legend
from interpreter.present.frame.pen import Pen, folded, run_on
from interpreter.present.frame.prompt import changes
from interpreter.present.option_matching import plain
from interpreter.present.option_preview import course
from interpreter.present.story.paragraphs import ALL, PLAY, paragraphs

if TYPE_CHECKING:
    from interpreter.bots.at_table import AtTable
    from interpreter.cli.table.people.person import People
    from interpreter.play.session import PlayedStep
    from interpreter.present.model import parts
    from interpreter.run.state import BaseState, Option

COMMANDS = {
    "?": "what is asked, and each option; `? NAME` explains an option, a card, anything named",
    "why": "why a move is possible or not: `why ACTION: ANSWER`; alone, what is not offered",
    "hint": "what a search would do, and what it expects; `hint 5000` looks longer",
    "look": "the whole table, with the texts of the cards",
    "hand": "what you alone see",
    "log": "the story; `log 50` shows more of it, `log --all` all that was done, `log --rules` why",
    "windows": "when you are asked whether you react to what others do",
    "undo": "take back your last decision",
    "save": "save the game; `save FILE` into a file of this name, and from then on there",
    "resign": "leave the game for good: a bot plays on for you",
    "leave": "the same as `resign`",
    "draw": "offer all others to end the game as a draw; where an option begins so: `offer draw`",
    "quit": "stop; the game is kept, and `play --resume` goes on with it",
    "help": "this list",
}
PARTING = ("resign", "leave", "draw")  # commands, unless they begin an option
DECIDING = (
    "To decide, type the number of an option, its name or some letters of it: `r 2 l` is enough for"
    " `row 2 from the left`. Several answers fit on one line: `2 black`, `c3 d4`. Enter alone shows"
    " the table again."
)
SHORT_LOG = 20  # lines of the story, if nothing else is said
NEXT, NEXT_TRIES = 3, 300  # answers that a hint follows its move, and how often it tries each


@dataclass(frozen=True, slots=True)
class _Taken:
    """A hypothetical answer: the state before it, and the option."""

    before: BaseState
    option: Option


class Asides:
    """Runs these commands at one table."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.session, self.screen, self.frames = people.session, people.screen, people.frames
        self._table: AtTable | None = None  # who looks ahead for a hint

    def command(self, seat: int, command: str, rest: str) -> None:
        """Run a command."""
        if command == "?":
            self.explain(seat, rest)
        elif command == "why":
            self.why(rest)
        elif command == "hint":
            self.hint(seat, rest)
        elif command == "look":
            self.screen.say()
            self.screen.say(self.frames.table(seat, texts=True))
            self.screen.say()
            self.frames.question(self.frames.view(seat))
        elif command == "hand":
            self.hand(seat)
        elif command == "log":
            self.log(seat, rest)
        elif command == "windows":
            for line in windows(self.people.reactions, seat, rest):
                self.screen.wrapped(line, 0, 2)
        elif command == "undo":
            self.undo(seat)
        elif command == "save":
            self.save(rest)
        elif command in ("resign", "leave"):
            resign(self.people)
        elif command == "draw":
            offer_draw(self.people, seat)
        elif command == "quit":
            raise Left("quit")
        else:
            for name, says in COMMANDS.items():
                self.screen.wrapped(f"{name:<9}{says}", 2, 11)
            self.screen.wrapped(DECIDING, 2)
            self.screen.wrapped(self.screen.help(), 2)

    # -------------------------------------------------------------------------- explaining

    def explain(self, seat: int, rest: str) -> None:
        """Show the rules behind a question and its options; with a name, what is known of it."""
        plan, state = self.session.plan, self.people.state
        options = self.people.options()
        chosen = list(range(len(options)))
        if rest:
            fits = self.people.match(rest)
            chosen = list(fits.found)
            clear = fits.exact or len(chosen) == 1
            if not clear and self._thing(seat, rest):
                return
            if not chosen:
                self.screen.wrapped(f"Nothing is called `{rest}` here.", 0, 2)
                return
        else:
            asked = self.people.asked
            said = asked.say if asked is not None else labels.question(plan, state)
            self.screen.wrapped(said, 0, 2)
            for line in details.of_question(plan, state):
                self.screen.wrapped(line, 2, 4)
        made: list[str] = []
        if is_numbered([one.key for one in options]):
            chosen.sort(key=lambda number: int(options[number].key))
        for number in chosen:
            made += folded(f"  {_keyed(options[number], '  ')}", self.screen.width, "     ")
            for line in details.of_option(plan, state, number, seat):
                made += folded(f"     {line}", self.screen.width, "       ")
        most = self.screen.height() - 4
        if self.screen.terminal and len(made) > most:  # without the details, and if need be cut
            made = self._in_brief([options[number] for number in chosen], most)
        for line in made:
            self.screen.say(line)

    def _in_brief(self, options: list[parts.Option], most: int) -> list[str]:
        """Format the options without explanations, in at most `most` lines."""
        made: list[str] = []
        for short in (False, True):
            told = [_keyed(one, " ", short) for one in options]
            made = [f"  {line}" for line in run_on(told, self.screen.width - 2)]
            if len(made) < most:
                break
        left = len(made) - most + 1
        if left > 1:
            made = [*made[: most - 1], f"  and {left} more lines"]
        return [*made, "  `? NAME` explains one of them."]

    def _thing(self, seat: int, name: str) -> bool:
        """Show what is known of a thing on the table, in a hand or in the story.

        Returns whether there is such a thing.
        """
        pen = Pen(Paint(not self.screen.plain), self.screen.width)
        view = self.frames.view(seat)
        meaning = legend(view).get(name.strip(), "")
        if meaning:
            self.screen.wrapped(f"{name.strip()} stands for {meaning}.", 2, 4)
            return True
        lines = things.explained(self.session.plan, view, name)
        player = next((one for one in view.seats if plain(name) in _names(one)), None)
        if player is not None:
            lines += seat_columns.before(player, pen)
        for line in lines:
            self.screen.wrapped(line, 2, 4)
        return bool(lines)

    def why(self, move: str) -> None:
        """Explain a move; without one, why things of the menu are not offered."""
        people = self.people
        found = people.match(move).found if people.set is not None and move else ()
        if found:  # the order in which the rules ask is no reason
            named = people.options()[found[0]].plain
            self.screen.wrapped(f"{named} is possible: it can be chosen with others.", 0, 2)
            return
        numbered = is_numbered(people.keys())
        fits = people.match(move).found if numbered and move.isdecimal() else ()
        if len(fits) == 1:  # the number of an option, which is offered
            named = people.options()[fits[0]].plain
            self.screen.wrapped(f"{named} is possible: it is offered.", 0, 2)
            return
        for margin, line in people.whys.of_move(move, numbered, people.asked):
            self.screen.wrapped(line, margin, margin + 2)

    # -------------------------------------------------------------------------- looking ahead

    def hint(self, seat: int, rest: str) -> None:
        """Show what a search with this person's knowledge would do, up to the end of the move."""
        from interpreter.bots.at_table import AtTable
        from interpreter.bots.hints import ITERATIONS, MOST, sentences

        if rest and not (rest.isdecimal() and 0 < int(rest) <= MOST):
            self.screen.wrapped(f"`hint` tries {ITERATIONS:,} times; `hint 5000` so often.", 0, 2)
            return
        session, state = self.session, self.people.state
        if self._table is None or self._table.plan is not session.plan:
            self._table = AtTable(session.plan, session.seats, session.seed)
        tries = int(rest or ITERATIONS)
        found = self._table.consider(state, session.steps, session.sealed(), tries)
        options = self.people.options()
        said = [f"{option.plain}{changes(option)}" for option in options]
        if len(said) != len(found):  # several things are chosen together
            said = labels.option_titles(session.plan, state, seat)
        then = self._follow(self._table, state, found[0].index)
        told = [labels.option_titles(session.plan, there, seat)[index] for there, index in then]
        first, *others = sentences(found, said, tries)
        for line in (first, *([f"Then: {', '.join(told)}."] if told else []), *others):
            self.screen.wrapped(line, 0, 2)

    def _follow(self, table: AtTable, state: BaseState, index: int) -> list[tuple[BaseState, int]]:
        """List the search's answers to this person's next questions, once an option is taken.

        It ends at the first question with chance or hidden information in between.
        """
        session = self.session
        made: list[tuple[BaseState, int]] = []
        taken = [_Taken(state, state.options[index])]
        while len(made) < NEXT:
            found = course(session.plan, state, index)
            for there in found.forced:
                made.append((there, 0))
                taken.append(_Taken(there, there.options[0]))
            if found.after is None:
                break
            state = found.after
            steps: list[PlayedStep | _Taken] = [*session.steps, *taken]
            index = table.consider(state, steps, session.sealed(), NEXT_TRIES)[0].index
            made.append((state, index))
            taken.append(_Taken(state, state.options[index]))
        return made[:NEXT]

    # -------------------------------------------------------------------------- telling

    def hand(self, seat: int) -> None:
        """Show what is in front of this person."""
        you = self.frames.view(seat).seats[seat]
        pen = Pen(Paint(not self.screen.plain), self.screen.width)
        for line in seat_columns.before(you, pen):
            self.screen.say(line)

    def log(self, seat: int, rest: str) -> None:
        """Show the story as this person knows it."""
        words = rest.split()
        number = next((int(one) for one in words if one.isascii() and one.isdigit()), SHORT_LOG)
        number = min(number, 10_000_000)
        if "--rules" in words:
            told = because.story(self.session, seat)
            self._before(len(told) - number)
            for line, rule in told[-number:] if number else []:
                self.screen.wrapped(line.text, 2, 4)
                if rule is not None:
                    self.screen.wrapped(because.behind(rule), 6, 8)
            return
        level = ALL if "--all" in words else PLAY
        beats = self.session.chronicle.catch_up(seat)
        lines = paragraphs(beats, self.screen.width, level)
        self._before(len(lines) - number)
        for text in lines[-number:] if number else []:
            self.screen.say(text)

    def _before(self, left: int) -> None:
        if left > 0:
            self.screen.wrapped(f"({left} lines before; `log {left + SHORT_LOG}` shows more)", 2, 4)

    # -------------------------------------------------------------------------- going back, keeping

    def undo(self, seat: int) -> None:
        """Take back the last decision, or say why not."""
        free = self.people.free_undo
        why = self.session.undo(seat, free)
        if why:
            hint = "" if free else " (`play --undo free` allows it)"
            barred = why != "you have not decided anything yet"
            self.screen.wrapped(f"This cannot be taken back: {why}{hint if barred else ''}.", 0, 2)
            return
        self.people.forget_answers()
        raise Taken

    def save(self, rest: str) -> None:
        """Save now; if a file is named, continue saving there."""
        session = self.session
        if not rest:
            if session.file is None:
                self.screen.say("Name a file: `save FILE`.")
            else:
                self.screen.wrapped(
                    f"The game is saved after every decision: {session.file.path}", 0, 2
                )
            return
        try:
            path = writable(rest, SAVE)
            session.write_to(path)
            if session.file is None or session.file.path.resolve() != path.resolve():
                before, session.file = session.file, SaveFile.create(path, session.saved())
                if before is not None:
                    before.close()
        except Stop as fault:
            self.screen.wrapped(f"The game is not saved: {fault.message}.", 0, 2)
            return
        except (OSError, ValueError) as fault:
            why = getattr(fault, "strerror", None) or "this is no name for a file"
            self.screen.wrapped(f"The game is not saved: {why}: {rest}", 0, 2)
            return
        self.screen.wrapped(f"Saved: {rest}. From here on the game is saved there.", 0, 2)


def _keyed(option: parts.Option, gap: str, short: bool = False) -> str:
    """Format an option by its key, with its description unless the key includes that."""
    said = option.say.split(": ")[0] if short else option.say
    begins = f"{plain(said)} ".startswith(f"{plain(option.key)} ")
    return said if begins else f"{option.key}{gap}{said}"


def _names(seat: parts.Seat) -> tuple[str, ...]:
    return plain(seat.say), plain(seat.called or seat.say)
