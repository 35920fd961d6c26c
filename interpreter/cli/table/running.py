"""Running one game from the keyboard, a script, or by itself; where its saves come from and go to.

Takes what `play` was told; gives exit codes. What is shown is made by `person` and `watch`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from interpreter.cli import exits, output
from interpreter.cli.exits import Stop
from interpreter.cli.table import savefile
from interpreter.cli.table.person import Left, People, Taken
from interpreter.cli.table.reloading import Edited, Reloading, tell_runaway
from interpreter.cli.table.savefile import SaveFile
from interpreter.cli.table.screen import Screen
from interpreter.cli.table.script import Answer
from interpreter.cli.table.seats import random_choice, seated
from interpreter.cli.table.session import Session
from interpreter.cli.table.watch import Watch
from interpreter.diagnostics import Report
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.present import labels, words
from interpreter.present.answers import match
from interpreter.run import handles, replay, save_reader, saves
from interpreter.run.machine import Runaway
from interpreter.run.plan import Plan

MOST_DECISIONS = 1_000_000


# ------------------------------------------------------------------------------ where games begin


def new_game(
    game: str,
    seats: tuple[str, ...] | None,
    seed: int,
    options: Mapping[str, Any],
    variants: tuple[str, ...],
    scripted: bool,
) -> Session:
    """A game from its set-up on."""
    plan, pinned = load(game, options, variants)
    if seats is None and scripted:
        seats = ("human",) * min(max(plan.least, 3), plan.most)
    return Session.begin(plan, seated(plan, seats), seed, options, variants=pinned)


def load(
    game: str, options: Mapping[str, Any], variants: Sequence[str] = ()
) -> tuple[Plan, tuple[saves.Pinned, ...]]:
    """The plan of a game and the house rules that are laid on it, or its problems and the end."""
    from interpreter.cli import games

    laid = games.lay(game, variants)
    return games.plan_of(laid, options), laid.pinned()


def load_saved(save: saves.Save) -> tuple[Plan, tuple[saves.Pinned, ...]]:
    """The game of a save, with the house rules it was played with. What the save says of them that
    does not fit is told at its line."""
    from interpreter.load.overlay_files import is_there

    for one in save.variants:
        if "/" in one.file and not is_there(one.file):
            raise Stop(
                exits.FILES,
                f"the house rules of this game are not there any more: {one.file}",
                "put the file back, and try again",
            )
    for seat in save.seats:
        if seat not in ("human", "random"):
            told = f"no kind of player is called `{seat}`"
            raise _damaged(save, told, "each seat is human or random")
    try:
        return load(save.game, save.options, [one.file for one in save.variants])
    except exits.Misused as slip:
        first = slip.slips[0]
        raise _damaged(save, first.message, "this line says so", first.notes) from None


def _damaged(save: saves.Save, message: str, label: str, notes: Sequence[str] = ()) -> Stop:
    """The first line of a save cannot be meant: tells it; gives the end of the command."""
    report = Report()
    report.add("save-value", save.header, message, label, notes=notes)
    output.problems(report.sorted())
    return Stop(exits.FILES)


def variants_of(session: Session) -> list[str]:
    """The house rules of a game, as they are named on the command line."""
    return [one.file for one in session.variants]


def read(path: Path) -> saves.Save:
    """A save, or what is wrong with it and the end."""
    report = Report()
    save = save_reader.read_save(
        savefile.read_bytes(path, save_reader.MOST_BYTES), str(path), report
    )
    output.problems(report.sorted())
    if save is None:
        raise Stop(exits.FILES)
    return save


def saved_game(game: str | None, path: Path | None, screen: Screen) -> Session:
    """A game that goes on from a file, or from the newest that was left before its end."""
    resumed = path is None
    if path is None:
        path = _newest(game)
    save = read(path)
    plan, pinned = load_saved(save)
    if game is not None:
        wanted, _ = load(game, {})
        if wanted.id != save.game:
            raise Stop(
                exits.USAGE,
                f"{path} is a game of `{save.game}`, not of `{wanted.id}`",
                f"`rulewright play --load {path}` goes on with it",
            )
    report = Report()
    if not replay.fits(plan, save, report, pinned):
        output.problems(report.sorted())
        raise Stop(exits.FILES)
    state = replay.start(plan, save, log=True)
    session = Session.begin(plan, save.seats, save.seed, save.options, state, pinned)
    same = plan.hash_of_rules == save.rules
    made = replay.replay(plan, save, report, lambda: session.state, session.take, verify=same)
    output.problems(report.sorted())
    session.pinned = save.pinned if made.same_rules else made.done
    if made.misfit is not None and made.same_rules:
        raise Stop(exits.DIVERGED)
    total = len(save.decisions)
    if made.misfit is not None:
        screen.wrapped(f"{made.done} of {total} decisions fit. The game goes on from there.")
    else:
        screen.wrapped(f"{plan.title}: {output.plural(total, 'decision')} played again.")
    if resumed and made.same_rules and not session.state.over:
        session.file = SaveFile.go_on(path, len(save.source.text[: save.whole].encode()))
    return session


def _newest(game: str | None) -> Path:
    """The save of the game that was left last; `game` narrows it to one game."""
    found = None
    for path in savefile.kept_games():
        report = Report()
        try:
            save = save_reader.read_save(
                savefile.read_bytes(path, save_reader.MOST_BYTES), str(path), report
            )
        except OSError:
            continue
        if save is None or save.over:
            continue
        if game is None or save.game.startswith(game.lower().replace("-", "_")):
            found = path
            break
    if found is None:
        of = f" of `{game}`" if game else ""
        raise Stop(
            exits.FILES,
            f"no game{of} was left before its end",
            "`rulewright play GAME` begins one; `--load FILE` goes on with a file",
        )
    return found


def keep(session: Session, path: Path | None) -> None:
    """Write the game down from now on: in a file that was named, or where people's games are kept.

    Not being able to keep a game that nobody asked to keep is no reason not to play.
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
        script: list[Answer],
        free_undo: bool,
        quiet: bool,
        reloading: Reloading | None = None,
        keep_late: bool = False,
    ) -> None:
        """`keep_late`: nobody wants a game back that only a script has played; it is kept from
        where a person says something."""
        self.session = session
        self.reloading = reloading
        if reloading is not None:
            screen.reader = reloading.ask
        self.screen = screen
        self.script = script
        self.at = 0
        self.forced = False
        self.keep_late = keep_late
        self.people = People(session, screen, free_undo) if "human" in session.seats else None
        scripted = bool(script) and not screen.terminal
        self.watching = self.people is None or scripted
        self.watch = Watch(session, screen, quiet) if self.watching else None

    def run(self) -> int:
        """Play; gives the exit code."""
        session = self.session
        if self.watch is not None:
            self.watch.opening()
        else:
            self.screen.wrapped(f"{words.game_title(session.plan)}. Seed {session.seed}.")
        try:
            while not session.state.over and len(session.steps) < MOST_DECISIONS:
                try:
                    index = self.decide()
                    if self.reloading is not None:  # the rules are being written
                        session.tried(index)
                    session.take(index, self.forced)
                except Taken:
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
                    self.watch.told()
        except Left as left:
            if left.how == "quit":
                self.keep()
            session.left()
            return self.left(left.how)
        except KeyboardInterrupt:
            self.screen.say()
            self.left("interrupted")
            return exits.INTERRUPTED
        if not session.state.over:
            raise Stop(exits.LIMIT, f"the game is not over after {MOST_DECISIONS:,} decisions")
        if self.watch is not None:
            self.watch.closing()
        elif self.people is not None:
            self.people.closing()
        return exits.FINE

    def reload(self) -> None:
        """Go on by the rules as they are now; whoever is asked sees the table anew."""
        assert self.reloading is not None
        if not self.reloading.go_on(self.session, self.screen):
            return
        if self.people is not None:
            self.people.start_anew()
        if self.watch is not None:
            self.watch.at = len(self.session.chronicle.lines[None])

    def ran_away(self, stop: Runaway) -> None:
        """While rules are edited, rules without end cost nobody a game: the decision is not taken.
        Where no person took it, nothing else will come of it before an edit."""
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
        """The option that is taken now."""
        session, state = self.session, self.session.state
        self.forced = False
        answer = self.script[self.at] if self.at < len(self.script) else None
        human = session.seats[state.actor] == "human"
        only = len(state.options) == 1 and session.plan.sites[state.site].sort != "menu"
        # As on the screen, a script need not say what alone is possible.
        if answer is not None and not (human and only and not self.meant(answer)):
            mine = answer.seat in ("", handles.seat_name(state.actor))
            if human or (answer.seat and mine):
                self.at += 1
                return self.scripted(answer, mine)
        if not human:
            return random_choice(session.seed, state.actor, len(session.steps), len(state.options))
        assert self.people is not None
        if only:
            self.forced = True
            self.people.only_one()
            return 0
        if self.watching and not self.screen.terminal and self.script:
            raise Left("script")
        index = self.people.decide()
        self.keep()
        return index

    def keep(self) -> None:
        """Keep the game from now on, where that was put off."""
        if self.keep_late:
            self.keep_late = False
            keep(self.session, None)

    def meant(self, answer: Answer) -> tuple[int, ...]:
        """The options that a line of a script may mean."""
        plan, state = self.session.plan, self.session.state
        names = labels.option_handles(plan, state)
        # A name comes before a number: `1` in a script is what an option says, if one does.
        whole = tuple(n for n, name in enumerate(names) if name == answer.text)
        said = labels.option_labels(plan, state, state.actor)
        titles = labels.option_titles(plan, state, state.actor)
        fits = match(answer.text, said, names, titles)
        return whole or (() if fits.by_text else fits.found)

    def scripted(self, answer: Answer, mine: bool) -> int:
        """The option that a line of a script means; an illegal one ends everything."""
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
        """What to tell somebody who goes before the end."""
        if how == "script":
            self.screen.wrapped("The script ends here; the game is not over.")
        file = self.session.file
        if file is None:
            return exits.FINE
        if file.path.parent == savefile.state_folder():
            command = "rulewright play --resume"
        else:
            command = f"rulewright play --load {file.path}"
        self.screen.with_command("The game is kept. Go on with:", command)
        return exits.FINE
