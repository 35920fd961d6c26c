"""Running one game from the keyboard, from a script, or without people; and keeping it.

Takes the arguments of `play`; returns exit codes. Output is made by `person` and `watch`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.cli import exits, output
from interpreter.cli.exits import Stop
from interpreter.cli.table import saved_games
from interpreter.cli.table.exchange import ExternalPeople
from interpreter.cli.table.leaving import DrawAgreed, Left, Resigned, Taken
from interpreter.cli.table.people.person import People
from interpreter.cli.table.people.screen import Screen
from interpreter.cli.table.people.thinking import DROPPED, ThinkingTime
from interpreter.cli.table.reloading import Edited, Reloading, tell_runaway
from interpreter.cli.table.script import ScriptAnswer
from interpreter.cli.table.seats import random_choice, seated
from interpreter.cli.table.watch import Watch
from interpreter.diagnostics import Report
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.play import savefile
from interpreter.play.forced import decides_nothing
from interpreter.play.reactions import STOP, Reactions
from interpreter.play.savefile import SaveFile
from interpreter.play.session import Session
from interpreter.present import labels, words
from interpreter.present.chooser import Chooser
from interpreter.present.model.asking import names_forced
from interpreter.present.option_preview import course
from interpreter.present.player_names import calling
from interpreter.run import handles
from interpreter.run.machine import Runaway

if TYPE_CHECKING:
    from interpreter.bots.at_table import AtTable

MOST_DECISIONS = 100_000
PLAYS_ON = "greedy"  # the bot that goes on for somebody who leaves


# ------------------------------------------------------------------------------ where games begin


def new_game(
    game: str,
    seats: tuple[str, ...] | None,
    seed: int,
    options: Mapping[str, object],
    variants: tuple[str, ...],
    scripted: bool,
) -> Session:
    """Start a new game; a `scripted` one has people in all seats unless `seats` are given."""
    plan, pinned, folder = saved_games.load(game, options, variants)
    if seats is None and scripted:
        seats = ("human",) * min(max(plan.least, 3), plan.most)
    return Session.begin(plan, seated(plan, seats), seed, options, None, pinned, folder)


def variants_of(session: Session) -> list[str]:
    """List a game's overlays, as named on the command line."""
    return [one.file for one in session.variants]


def keep(session: Session, path: Path | None) -> None:
    """Save the game from now on, in the named file or among the user's kept games.

    Without a named file, only games with people are kept, and failing to is just a warning.
    """
    if session.file is not None and path is None:
        return
    if path is not None:
        session.file = SaveFile.create(path, session.saved())
    elif "human" in session.seats and not session.state.over:
        stamp = time.strftime("%Y%m%d-%H%M%S")
        try:
            session.file = SaveFile.create(
                savefile.new_path(session.plan.id, stamp), session.saved()
            )
        except OSError as fault:
            output.message(f"warning: this game is not kept: {fault.strerror}: {fault.filename}")


# ------------------------------------------------------------------------------ playing


class Play:
    """Lets every seat decide until the game is over or the people leave."""

    def __init__(
        self,
        session: Session,
        screen: Screen,
        script: list[ScriptAnswer],
        free_undo: bool,
        quiet: bool,
        reloading: Reloading | None = None,
        keep_late: bool = False,
        windows: str = STOP,
    ) -> None:
        """With `keep_late`, the game is kept only once a person, not just a script, decides."""
        self.session = session
        self.reloading = reloading
        if reloading is not None:
            screen.reader = reloading.ask
        self.screen = screen
        self.script = script
        self.at = 0
        self.forced = False
        self.keep_late = keep_late
        self.people: People | ExternalPeople | None = None
        self.reactions = Reactions(session, windows)
        self.bots: AtTable | None = None
        self.waiting = ThinkingTime(screen)
        self.named = 0  # forced answers that the last option has announced
        if "human" in session.seats and quiet:  # stdout belongs to another program
            self.people = ExternalPeople(session, screen.line_in, output.json_line)
        elif "human" in session.seats:
            self.people = People(session, screen, free_undo, self.reactions)
        scripted = bool(script) and not screen.terminal
        self.watching = self.people is None or scripted
        self.watch = Watch(session, screen, quiet) if self.watching else None

    def run(self) -> int:
        """Play the game, and return the exit code."""
        session = self.session
        if self.watch is not None:
            self.watch.opening()
        else:
            self.screen.wrapped(f"{words.game_title(session.plan)}. Seed {session.seed}.")
        try:
            while not session.over and len(session.steps) < MOST_DECISIONS:
                try:
                    index = self.decide()
                    if self.reloading is not None:  # the rules are being edited
                        session.tried(index)
                    joined = isinstance(self.people, People) and self.people.joined
                    session.take(index, self.forced, joined)
                except Taken:
                    continue
                except Resigned:
                    self.resign()
                    continue
                except DrawAgreed:
                    session.agree_draw(session.state.actor)
                    continue
                except Edited:
                    self.reload()
                    continue
                except Runaway as stop:
                    if self.reloading is None:
                        raise
                    self.ran_away(stop)
                    continue
                if self.watch is not None:
                    self.watch.tell_turns()
        except Left as left:
            self.waiting.end()
            if left.how == "quit":
                self.keep()
            session.left()
            return self.left(left.how)
        except KeyboardInterrupt:
            self.waiting.end()
            self.screen.say()
            session.keep_clocks()
            self.left("interrupted")
            return exits.INTERRUPTED
        self.waiting.end()
        if not session.over:
            raise Stop(exits.LIMIT, f"the game is not over after {MOST_DECISIONS:,} decisions")
        if self.watch is not None:
            self.watch.closing()
        elif self.people is not None:
            self.people.closing()
        return exits.FINE

    def resign(self) -> None:
        """Let a bot go on for the person who is asked; if nobody is left, the rest is watched."""
        session = self.session
        session.leave(session.state.actor, PLAYS_ON)
        self.bots = None
        self.keep()
        if isinstance(self.people, People) and self.people.leave(session.state.actor):
            return
        if self.watch is None and "human" not in session.seats:
            quiet = isinstance(self.people, ExternalPeople)
            self.watching, self.watch = True, Watch(session, self.screen, quiet)
            self.watch.join()

    def reload(self) -> None:
        """Continue with the edited rules, and show the table with what became of the edit.

        If nothing was loaded, only the question is shown again.
        """
        assert self.reloading is not None
        with self.screen.held() as said:
            loaded = self.reloading.go_on(self.session, self.screen)
        if not loaded or not isinstance(self.people, People):
            for line in said:
                self.screen.say(line)
        if not loaded:
            if isinstance(self.people, People):
                self.people.frames.only_question = True
            return
        if self.people is not None:
            self.people.start_anew(said)
        if self.watch is not None:
            self.watch.at = len(self.session.chronicle.beats(None))

    def ran_away(self, stop: Runaway) -> None:
        """Refuse a decision whose rules do not end, while rules are being edited.

        If no person made it, wait for an edit, as it would come to the same again.
        """
        tell_runaway(stop, self.screen)
        state = self.session.state
        if self.session.seats[state.actor] == "human" and not self.forced and not self.script:
            self.screen.wrapped("Nothing was decided. Edit the rules, or decide something else.")
            return
        who = handles.seat_name(state.actor).capitalize()
        self.screen.wrapped(
            f"{who} cannot decide before the rules are edited; `quit` leaves the game."
        )
        while True:
            try:
                typed = self.screen.ask(">")
            except Edited:
                self.reload()
                return
            if typed is None or typed.strip().lower() == "quit":
                raise Left("end" if typed is None else "quit")
            self.screen.wrapped("Edit the rules, or type `quit`.")

    def decide(self) -> int:
        """Decide which option is taken, asking a person if necessary, and return its index.

        Sets `forced`. Raises `Left`, `Taken` or `Edited`, or `Stop` for an illegal line of a
        script.
        """
        session, state = self.session, self.session.state
        self.forced = False
        answer = self.script[self.at] if self.at < len(self.script) else None
        human = session.seats[state.actor] == "human"
        only = len(state.options) == 1 and session.plan.sites[state.site].sort != "menu"
        if answer is None and human and only:
            assert self.people is not None
            only = not self.people.would_tell(state.actor)
        if session.plan.asks_for_form(state) and (not human or self.script):
            return 0  # scripts leave out passes that were the only option
        # As on the screen, a script need not contain forced answers.
        if answer is not None and not (human and only and not self.meant(answer)):
            mine = answer.seat in ("", handles.seat_name(state.actor))
            if human or (answer.seat and mine):
                self.at += 1
                return self.scripted(answer, mine)
        if not human:
            if isinstance(self.people, People):
                with calling(session.plan, state):
                    self.waiting.on(words.seat_title(state.actor))
            return self.of_nobody()
        assert self.people is not None
        if self.waiting.end() and isinstance(self.people, People):
            self.people.frames.notes.append(DROPPED)
        if only and (answer is not None or self.need_not_be_asked()):
            self.forced = True
            self.people.only_one()
            return 0
        passing = self.reactions.passing(self.people.at_keyboard)
        if passing is not None:
            self.forced = True
            return passing
        if self.watching and not self.screen.terminal and self.script:
            raise Left("script")
        index = self.people.decide()
        self.keep()
        self.named = 0
        if isinstance(self.people, People) and names_forced(session.plan, state):
            self.named = len(course(session.plan, state, index).forced)
        return index

    def need_not_be_asked(self) -> bool:
        """Whether the only option is taken without asking.

        It is if the option that led here has named it, or if nothing depends on it. A program reads
        it in the story, and a script need not contain it.
        """
        if not isinstance(self.people, People) or (self.script and not self.screen.terminal):
            return True
        if self.named:
            self.named -= 1
            return True
        return decides_nothing(self.session.plan, self.session.state)

    def of_nobody(self) -> int:
        """Choose the option of a seat that no person plays. Raises `Stop` if its bot fails."""
        session, state = self.session, self.session.state
        if session.seats[state.actor] == "random":
            return random_choice(session.seed, state.actor, session.asked, len(state.options))
        from interpreter.bots.at_table import AtTable
        from interpreter.bots.player_kinds import Failed, NoSuchBot

        if self.bots is None or self.bots.plan is not session.plan:
            self.bots = AtTable(session.plan, session.seats, session.seed)
        try:
            return self.bots.choose(state, session.steps, session.sealed(), session.in_turn())
        except (Failed, NoSuchBot) as fault:
            raise Stop(exits.FAILED, str(fault)) from None

    def keep(self) -> None:
        """Start saving the game, if that was postponed."""
        if self.keep_late:
            self.keep_late = False
            keep(self.session, None)

    def meant(self, answer: ScriptAnswer) -> tuple[int, ...]:
        """List the indices of the options that a line of a script may mean."""
        return Chooser(self.session.plan, self.session.state).scripted(answer.text)

    def scripted(self, answer: ScriptAnswer, mine: bool) -> int:
        """Find the option that a line of a script means; an illegal one is fatal (`Stop`)."""
        plan, state = self.session.plan, self.session.state
        report = Report()
        actor = handles.seat_name(state.actor)
        asked = labels.question(plan, state)
        if not mine:
            report.add(
                "script-player",
                answer.span,
                f"it is {actor.capitalize()} who decides now, not {answer.seat.capitalize()}",
                f"{actor.capitalize()} is asked: {asked}",
            )
        else:
            names = labels.option_handles(plan, state)
            found = self.meant(answer)
            if len(found) == 1:
                return found[0]
            shown = answer.text if len(answer.text) <= 30 else answer.text[:27] + "..."
            if found:
                message = f"`{shown}` fits several options"
                helps = [f"these: {listed(names[i] for i in found)}"]
            else:
                message = f"`{shown}` is not offered"
                close = nearest(answer.text, names)
                helps = [f"did you mean `{close}`?"] if close else []
                helps.append(f"offered: {listed(names, 12)}")
            report.add(
                "script-answer",
                answer.span,
                message,
                f"{actor.capitalize()} is asked: {asked}",
                notes=(f"it is decision {len(self.session.steps) + 1} of the game",),
                helps=helps,
            )
        output.problems(report.sorted())
        raise Stop(exits.ILLEGAL_MOVE)

    def left(self, how: str) -> int:
        """Show somebody who leaves how to resume the game, and return the exit code."""
        if how == "script":
            self.screen.wrapped("The script ends here; the game is not over.")
        file = self.session.file
        if file is None:
            return exits.FINE
        if file.path.parent == savefile.saves_folder():
            command = "rulewright play --resume"
        else:
            command = f"rulewright play --load {file.path}"
        self.screen.with_command("The game is kept. Go on with:", command)
        return exits.FINE
