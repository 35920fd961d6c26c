"""`play --watch`: a game whose files are edited while it is played continues with the new rules.

The decisions so far are replayed, with the same chance results, up to the same point; where that
diverges, the step and line are shown. Decisions that do not fit are kept, until somebody decides
something else. Files are checked while somebody is asked.
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.cli import crash, games, output
from interpreter.cli.table.decided import Decided, again
from interpreter.cli.table.people.screen import Screen
from interpreter.diagnostics import Report
from interpreter.load.game_folder import files_below
from interpreter.play import because
from interpreter.play.session import Session
from interpreter.run import handles, replay, saves
from interpreter.run.machine import LIMIT_HELP, Runaway
from interpreter.run.plan import Plan

if TYPE_CHECKING:
    from interpreter.comparing.divergence import Diverged

EVERY = 0.2  # seconds between checks of the files
SETTLED = 0.05  # seconds without change before loading: editors write in several steps
CITATIONS = 4  # their indentation; only `why` shows them
MOST_COMPARED = 2_000  # decisions up to which divergence is searched

Stamp = dict[Path, tuple[int, int]]


class Edited(Exception):
    """A file of the game was changed while somebody was asked."""


class PolledInput:
    """Reads lines of standard input while polling something else."""

    def __init__(self) -> None:
        self.buffer = b""
        self.ended = False

    def read(self, looked_at: Callable[[], bool]) -> str | None:
        """Return the next line; None at the end. Raises `Edited` once `looked_at` is true."""
        while b"\n" not in self.buffer and not self.ended:
            if looked_at():
                raise Edited
            if self._ready():
                more = os.read(sys.stdin.fileno(), 4096)
                self.ended = not more
                self.buffer += more
        if looked_at():
            raise Edited
        line, _, self.buffer = self.buffer.partition(b"\n")
        if self.ended and not line and not self.buffer:
            return None
        return line.decode("utf-8", "replace").rstrip("\r")

    @staticmethod
    def _ready() -> bool:
        try:
            return bool(select.select([sys.stdin], [], [], EVERY)[0])
        except OSError:  # no select on this standard input: block on the read
            return True


class Reloading:
    """The files of a game in progress, and its continuation after an edit."""

    def __init__(self, laid: games.GameWithOverlays, options: dict[str, object]) -> None:
        self.laid = laid
        self.options = options
        self.seen = self._stamp()
        self._lines = PolledInput()
        self._decided: Decided | None = None
        self._ready = False

    def _make_ready(self) -> None:
        """Import the parser and schemas, which an edit will need, while somebody thinks."""
        from interpreter.load import json_schema
        from interpreter.syntax.parser import warm_up

        warm_up()
        json_schema.warm_up()
        self._ready = True

    # -------------------------------------------------------------------------- files

    def _stamp(self) -> Stamp:
        """Collect the modification time and size of each file of the game."""
        folder = self.laid.folder
        files = [folder / "game.yaml", *self.laid.files]
        for name, suffix in (("rules", ".rules"), ("components", ".yaml"), ("components", ".csv")):
            files += files_below(folder / name, suffix)
        found: Stamp = {}
        for path in files:
            try:
                facts = path.stat()
            except OSError:  # briefly missing while an editor replaces it
                continue
            found[path] = (facts.st_mtime_ns, facts.st_size)
        return found

    def changed(self) -> bool:
        """Whether a file has changed, appeared or gone since the last load.

        Waits until the files have settled.
        """
        now = self._stamp()
        if now == self.seen:
            return False
        while True:
            time.sleep(SETTLED)
            again = self._stamp()
            if again == now:
                return True
            now = again

    def ask(self) -> str | None:
        """Return the line that was typed; None at the end. Raises `Edited` after an edit."""
        if not self._ready:
            self._make_ready()
        return self._lines.read(self.changed)

    # -------------------------------------------------------------------------- going on

    def go_on(self, session: Session, screen: Screen) -> bool:
        """Bring a game to the same point with the current rules; False if that fails.

        It then stays as it is.
        """
        before, self.seen = self.seen, self._stamp()
        edited = ", ".join(
            sorted(
                path.name
                for path in before.keys() | self.seen.keys()
                if before.get(path) != self.seen.get(path)
            )
        )
        screen.say()
        try:
            loaded = self._loaded(session, screen, edited)
        except Runaway as stop:
            tell_runaway(stop, screen)
            loaded = False
        except OSError as fault:
            screen.say(f"error: {fault.strerror or fault}: {fault.filename or edited}")
            loaded = False
        except Exception as fault:  # an internal error must not lose the game
            crash.tell(fault, ["play", "--watch"])
            loaded = False
        if not loaded:
            screen.wrapped(f"{edited}: not loaded; the game goes on by the rules as they were.")
        return loaded

    def _loaded(self, session: Session, screen: Screen, edited: str) -> bool:
        report = Report()
        plan = self._plan(report)
        if plan is None or report.errors:
            output.problems(report.sorted(), err=screen.err)
            return False
        if not plan.least <= len(session.seats) <= plan.most:
            screen.wrapped(f"error: {plan.title} is not played by {len(session.seats)} any more.")
            return False
        if self._decided is None or not self._decided.stands(session):
            self._decided = Decided.of(session)
        decided = self._decided
        save, total = decided.save, len(decided.save.decisions)
        fresh, made = again(session, plan, self.laid.pinned(), decided)
        fewer = len(decided.steps) < total
        before = decided.plan if fewer else session.plan
        parts = _parted(save, before, plan, self.laid) if total <= MOST_COMPARED else None
        if made.done < total and decided.kept_in is None and session.file is not None:
            decided.keep(session.file.path)
        session.become(fresh)
        decided.fit(session)
        _write_down(session)
        if made.done == total and parts is None:
            if decided.kept_in is not None:
                decided.forget()
            now = f"all {total:,} decisions fit again, and " if fewer else ""
            screen.wrapped(f"{edited}: loaded; {now}the game stands at the same point.")
            return True
        fits = f"{made.done} of {output.plural(total, 'decision')} fit"
        fits = fits if made.done < total else "all decisions fit"
        screen.wrapped(f"{edited}: loaded; {fits}, and the game goes on from there.")
        explained = made.done < total and _tell_misfit(session, screen, decided, made)
        if parts is not None and not (explained and parts.step > made.done):
            _tell(screen, parts)
        if made.done < total:
            _tell_kept(screen, decided, total - made.done)
        return True

    def _plan(self, report: Report) -> Plan | None:
        from interpreter.load.overlay_files import read_overlays
        from interpreter.pipeline import load_folder

        read = [read_overlays(path, report) for path in self.laid.files]
        if not all(read):
            return None
        overlays = tuple(source for sources in read for source in sources)
        self.laid = games.GameWithOverlays(self.laid.folder, self.laid.files, overlays)
        return load_folder(self.laid.folder, report, self.options, overlays, for_play=True)


def tell_runaway(stop: Runaway, screen: Screen) -> None:
    """Show where rules do not end, and what to do about it."""
    screen.wrapped(f"error: {stop}", 0, 2)
    for help_ in LIMIT_HELP:
        screen.wrapped(f"help: {help_}", 2, 4)


def _write_down(session: Session) -> None:
    """Rewrite the save with the current game; on failure, warn and go on without a save."""
    file = session.file
    if file is None:
        return
    try:
        file.rewrite(session.saved())
    except OSError as fault:
        session.file = None
        file.close()
        output.message(f"warning: this game is not kept: {fault.strerror}: {fault.filename}")


def _parted(
    save: saves.Save, old: Plan, new: Plan, laid: games.GameWithOverlays
) -> Diverged | None:
    """Find where the game diverges from its course under the old rules; None if it does not."""
    from interpreter.comparing.divergence import Touched, of_save
    from interpreter.load.game_folder import shown_path

    names = {name for name, value in new.settings.items() if old.settings.get(name) != value}
    files = {shown_path(path) for path in laid.files}
    people = [seat for seat, kind in enumerate(save.seats) if kind == "human"]
    reader = people[0] if len(people) == 1 else None  # do not reveal hidden information
    return of_save(save, old, new, Touched(frozenset(names), frozenset(files)), (reader,))


def _tell(screen: Screen, parts: Diverged) -> None:
    step = f"decision {parts.step}, {parts.what}" if parts.step else parts.what
    screen.wrapped(f"It takes another course from {step} on:", 2)
    screen.wrapped(f"before: {parts.without}", 4, 6)
    screen.wrapped(f"now: {parts.with_them}", 4, 6)
    if parts.line is not None:
        rule = f" ({parts.line.rule})" if parts.line.rule else ""
        screen.wrapped(f"at {parts.line.path}:{parts.line.number}{rule}: {parts.line.text}", 4, 6)


def _tell_misfit(session: Session, screen: Screen, decided: Decided, made: replay.Replayed) -> bool:
    """Show which decision no longer fits; returns whether its reason could be shown."""
    number = made.done
    decision = decided.save.decisions[number]
    state = session.state
    what = f"Decision {number + 1}, {decision.by}: `{decision.take}`,"
    if state.over:
        screen.wrapped(f"{what} comes too late: the game is over by then.", 2, 4)
        return True
    actor = handles.seat_name(state.actor)
    if actor != decision.by:
        screen.wrapped(f"{what} does not fit: it is {actor} who decides now.", 2, 4)
        return False
    screen.wrapped(f"{what} is not offered any more.", 2, 4)
    why = _why(session, decision.take)
    for margin, line in why:
        screen.wrapped(line, margin + 4, margin + 6)
    return bool(why)


def _why(session: Session, move: str) -> list[tuple[int, str]]:
    """Explain why a move is not possible; empty if the game no longer has such a move."""
    from interpreter.cli.commands.why import explained
    from interpreter.explaining.typed_moves import Unknown

    try:
        made = explained(session, move)
    except (Unknown, Runaway):
        return []
    said = [] if made[0].legal else because.lines(session.plan, made[0])
    return [(margin, line) for margin, line in said if margin < CITATIONS]


def _tell_kept(screen: Screen, decided: Decided, number: int) -> None:
    """Show what became of the decisions that do not fit."""
    if number == 1:
        left = "The decision that does not fit is"
    else:
        every = number == len(decided.save.decisions)
        left = f"All {number:,} are" if every else f"The other {number:,} are"
    place = f" in {decided.kept_in}" if decided.kept_in is not None else ""
    screen.wrapped(
        f"{left} kept{place}. An edit after which it fits again brings the game back to where it"
        " was, until somebody decides something else.",
        2,
    )
