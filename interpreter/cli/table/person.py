"""A person's seat: shows what they may see, asks, and understands what they type.

Takes a `Session` and a `Screen`; gives the place of an option, or raises `Left`. Everything shown
comes from `present/`, for this person's eyes.
"""

from __future__ import annotations

from interpreter.cli.exits import Stop
from interpreter.cli.overwriting import SAVE, writable
from interpreter.cli.table import because
from interpreter.cli.table.screen import Screen
from interpreter.cli.table.session import Session
from interpreter.diagnostics.suggest import nearest
from interpreter.present import details, digest, labels, words
from interpreter.present.answers import Match, match
from interpreter.present.board import draw, folded
from interpreter.run import handles
from interpreter.run.doers import is_event

COMMANDS = {
    "?": "what the question means, and each option; `? 3` explains option 3",
    "why": "why a move is possible or not: `why ACTION: ANSWER`; alone, what is not offered",
    "look": "the whole table, with the texts of the cards",
    "hand": "what you alone see",
    "log": "what has happened; `log 50` shows more of it, `log --rules` the rule behind each line",
    "undo": "take back your last decision",
    "save": "save the game; `save FILE` into a file of this name",
    "quit": "stop; the game is kept, and `play --resume` goes on with it",
    "help": "this list",
}
SHORT_LOG = 20


class Left(Exception):
    """The person goes; `how` is quit or end (nothing more to read)."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


class Taken(Exception):
    """Decisions were taken back: somebody is to be asked anew."""


class People:
    """All persons at this keyboard."""

    def __init__(self, session: Session, screen: Screen, free_undo: bool) -> None:
        self.session = session
        self.screen = screen
        self.free_undo = free_undo
        self.seats = [seat for seat, kind in enumerate(session.seats) if kind == "human"]
        self.at_keyboard = self.seats[0] if len(self.seats) == 1 else -1
        self.told: dict[int, int] = dict.fromkeys(self.seats, 0)
        self.drawn: dict[int, int] = {}

    def start_anew(self) -> None:
        """The game was loaded again: what happened before counts as told, the table is shown."""
        lines = self.session.chronicle.lines
        self.told = {seat: len(lines[seat]) for seat in self.seats}
        self.drawn.clear()

    # -------------------------------------------------------------------------- asking

    def decide(self) -> int:
        """The option that the person whose turn it is takes."""
        seat = self.session.state.actor
        self.hand_over(seat)
        self.news(seat)
        self.table(seat)
        self.question(seat)
        plan, state = self.session.plan, self.session.state
        self.screen.words = [*labels.option_labels(plan, state, seat), *COMMANDS]
        while True:
            typed = self.screen.ask(">")
            if typed is None:
                raise Left("end")
            index = self.understood(seat, typed)
            if index is not None:
                return index

    def only_one(self) -> None:
        """Tell the one who decides what is taken because nothing else is possible."""
        plan, state = self.session.plan, self.session.state
        if self.at_keyboard == state.actor:
            label = labels.option_label(plan, state, 0, state.actor).split(": ")[0]
            self.screen.wrapped(f"({labels.question(plan, state)}: only {label})", 2, 4)

    def hand_over(self, seat: int) -> None:
        """Where several play at one keyboard: hide the table until the next one sits there."""
        if self.at_keyboard == seat:
            return
        name = words.seat_title(seat)
        if len(self.seats) > 1:
            self.screen.clear()
            if self.screen.terminal:
                self.wait_for(f"Pass the keyboard to {name}; press Enter.")
                self.screen.clear()
            else:
                self.screen.say(f"---- {name} ----")
        self.at_keyboard = seat
        self.drawn.pop(seat, None)

    def wait_for(self, prompt: str) -> None:
        """Show nothing of the table before a bare Enter: who types more may be somebody else."""
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

    def news(self, seat: int) -> None:
        """What has happened since this person last looked."""
        self.session.chronicle.settle(unless=seat)
        lines = self.session.chronicle.lines[seat]
        new = lines[self.told[seat] :]
        first = not self.told[seat]
        self.told[seat] = len(lines)
        for group in digest.turns(new):
            if group[0].sort == "turn":
                if group[0].seat == seat and len(group) == 1:
                    self.screen.say(f"{group[0].says}, it is your turn.")
                    continue
                for text in digest.digest(group, self.screen.width):
                    self.screen.say(text)
                continue
            if first:
                group = digest.after_set_up(group)
            said = " ".join(digest.sentences(group, seat, bare=False))
            if said:
                self.screen.wrapped(said, 2)

    def table(self, seat: int) -> None:
        """The table, at the beginning of each of one's own turns."""
        now = self.session.chronicle.turns
        if self.drawn.get(seat) == now:
            return
        mine = self.session.state.active in (seat, -1)
        if seat in self.drawn and not mine:
            return
        first = seat not in self.drawn
        self.drawn[seat] = now
        self.screen.say()
        self.screen.say(self.drawing(seat, texts=first))
        if first:
            self.screen.say()
            self.screen.wrapped("`help` lists what you can type; `?` explains what is asked.", 0, 2)

    def drawing(self, seat: int, texts: bool) -> str:
        """The table as this person sees it."""
        return draw(
            self.session.plan, self.session.state, seat, self.screen.width, self.screen.plain, texts
        )

    def question(self, seat: int) -> None:
        """What is asked, and the options by number."""
        plan, state = self.session.plan, self.session.state
        self.screen.say()
        name = self.screen.paint(words.seat_title(seat), handles.seat_name(seat))
        asked = self.screen.paint(labels.question(plan, state), "bold")
        chosen = self.session.chronicle.so_far(seat)
        so_far = f" (so far: {', '.join(chosen)})" if chosen else ""
        for line in folded(f"{name}: {asked}{so_far}", self.screen.width, "  "):
            self.screen.say(line)
        self.screen.numbered(labels.option_labels(plan, state, seat))

    def closing(self) -> None:
        """The end of the game, for all to see."""
        from interpreter.cli.table.watch import result

        for seat in self.seats[:1]:
            self.news(seat)
        result(self.session, self.screen, self.seats[0] if len(self.seats) == 1 else None)

    # -------------------------------------------------------------------------- understanding

    def understood(self, seat: int, typed: str) -> int | None:
        """The option that was meant; None if something else was, or nothing that is offered."""
        text = typed.strip()
        if not text:
            self.screen.wrapped(
                "Type the number of an option or some letters of it; `help` says more.", 0, 2
            )
            return None
        command, _, rest = text.partition(" ")
        command = command.lower()
        if text.startswith("?"):
            command, rest = "?", text[1:]
        plan, state = self.session.plan, self.session.state
        said = labels.option_labels(plan, state, seat)
        names = labels.option_handles(plan, state)
        whole = match(text, said, names, labels.option_titles(plan, state, seat))
        if command in COMMANDS and text.lower() not in names:
            self.command(seat, command, rest.strip())
            return None
        if len(whole.found) == 1 and not whole.by_text:
            return whole.found[0]
        self.screen.wrapped(refusal(text, whole, said, names), 0, 2)
        return None

    def command(self, seat: int, command: str, rest: str) -> None:
        """Do what is no decision."""
        if command == "?":
            self.explain(seat, rest)
        elif command == "why":
            self.why(rest)
        elif command == "look":
            self.screen.say()
            self.screen.say(self.drawing(seat, texts=True))
            self.question(seat)
        elif command == "hand":
            self.hand(seat)
        elif command == "log":
            self.log(seat, rest)
        elif command == "undo":
            self.undo(seat)
        elif command == "save":
            self.save(rest)
        elif command == "quit":
            raise Left("quit")
        else:
            for name, says in COMMANDS.items():
                self.screen.wrapped(f"{name:<6}{says}", 2, 8)
            self.screen.wrapped(
                "To decide, type the number of an option, or some letters of it: "
                "`r 2 l` is enough for `row 2 from the left`.",
                2,
            )

    def explain(self, seat: int, rest: str) -> None:
        """The rules behind a question and its options."""
        plan, state = self.session.plan, self.session.state
        said = labels.option_labels(plan, state, seat)
        chosen = list(range(len(said)))
        if rest:
            names, titles = (
                labels.option_handles(plan, state),
                labels.option_titles(plan, state, seat),
            )
            chosen = list(match(rest, said, names, titles).found)
            if not chosen:
                self.screen.wrapped(f"No option is called `{rest}`.", 0, 2)
                return
        else:
            self.screen.say(labels.question(plan, state))
            for line in details.of_question(plan, state):
                self.screen.wrapped(line, 2, 4)
        for number in chosen:
            about = details.of_option(plan, state, number, seat)
            if about or rest or len(chosen) <= 10:
                self.screen.wrapped(f"{number + 1}  {said[number]}", 2, 5)
            for line in about:
                self.screen.wrapped(line, 5, 7)

    def why(self, move: str) -> None:
        """Why a move is possible or not; without one, why things of the menu are not offered."""
        from interpreter.cli.commands.why import explained, not_understood
        from interpreter.explaining.moves import Unknown

        try:
            made = explained(self.session, move)
        except Unknown as unknown:
            message, helps = not_understood(unknown, self.session)
            self.screen.wrapped(f"{words.capital(message)}: {helps}", 0, 2)
            return
        if not made:
            self.screen.wrapped(
                "Name a move: `why MOVE`, such as the name of what you miss here.", 0, 2
            )
        for one in made:
            for margin, line in because.lines(self.session.plan, one)[: None if move else 1]:
                self.screen.wrapped(line, margin, margin + 2)

    def hand(self, seat: int) -> None:
        """What lies before this person."""
        from interpreter.present.board import Table

        table = Table(
            self.session.plan, self.session.state, seat, self.screen.width, self.screen.plain, True
        )
        for line in table.player(seat):
            self.screen.say(line)

    def log(self, seat: int, rest: str) -> None:
        """The story as this person knows it."""
        lines = self.session.chronicle.lines[seat]
        rest, by_rules = rest.replace("--rules", "").strip(), "--rules" in rest
        number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 8 else SHORT_LOG
        if len(lines) > number:
            said = f"({len(lines) - number} lines before; `log {len(lines)}` shows all)"
            self.screen.wrapped(said, 2, 4)
        told = because.story(self.session, seat) if by_rules else [(line, None) for line in lines]
        for line, rule in told[-number:] if number else []:
            self.screen.wrapped(line.text, 2, 4)
            if rule is not None:
                self.screen.wrapped(because.behind(rule), 6, 8)

    def undo(self, seat: int) -> None:
        """Take back, or say why not."""
        before = self.session.state.log
        why = self.session.undo(seat, self.free_undo)
        if why:
            hint = "" if self.free_undo else " (`play --undo free` allows it)"
            barred = why != "you have not decided anything yet"
            self.screen.wrapped(f"This cannot be taken back: {why}{hint if barred else ''}.", 0, 2)
            return
        if any(is_event(entry) for entry in before[len(self.session.state.log) :]):
            self.screen.say()
            self.screen.say(self.drawing(seat, texts=False))
        for other in self.seats:
            self.told[other] = min(self.told[other], len(self.session.chronicle.lines[other]) - 1)
        raise Taken

    def save(self, rest: str) -> None:
        """Save now, into a file if one is named."""
        if not rest:
            if self.session.file is None:
                self.screen.say("Name a file: `save FILE`.")
            else:
                self.screen.wrapped(
                    f"The game is saved after every decision: {self.session.file.path}", 0, 2
                )
            return
        try:
            self.session.write_to(writable(rest, SAVE))
        except Stop as fault:
            self.screen.wrapped(f"The game is not saved: {fault.message}.", 0, 2)
            return
        except (OSError, ValueError) as fault:
            why = getattr(fault, "strerror", None) or "this is no name for a file"
            self.screen.wrapped(f"The game is not saved: {why}: {rest}", 0, 2)
            return
        self.screen.wrapped(f"Saved: {rest}", 0, 2)


def refusal(text: str, fits: Match, said: list[str], names: list[str]) -> str:
    """Why no option was taken: several fit, or none, and then what may have been meant."""
    shown = text if len(text) <= 40 else text[:37] + "..."
    found = fits.found
    if found:
        some = [f"{i + 1} {said[i].split(': ')[0]}" for i in found[:6]]
        more = f" and {len(found) - 6} more" if len(found) > 6 else ""
        if fits.by_text:
            return (
                f"`{shown}` is no title. It is in the text of {', '.join(some)}{more}; "
                "type the number or the title of what you mean."
            )
        return f"`{shown}` fits several: {', '.join(some)}{more}."
    heads = [one.split(":")[0] for one in said]
    close = nearest(text, [*COMMANDS, *heads, *names])
    if close:
        return f"`{shown}` is no option. Did you mean `{close}`?"
    if text.isdigit():
        return f"`{shown}` is no option: they go from 1 to {len(said)}."
    return f"`{shown}` is no option. Type its number, or `help`."
