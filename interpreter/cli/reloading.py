"""`play --watch`: a game whose files are edited while it is played goes on by the new rules.

The decisions so far are played again, with what chance gave, up to the same point; where that does
not come to the same, it is said at which step and line. Files are looked at while somebody is
asked.
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.cli import games, output
from interpreter.cli.savefile import SaveFile
from interpreter.cli.screen import Screen
from interpreter.cli.session import Session
from interpreter.diagnostics import Report
from interpreter.run import replay, save_reader, saves
from interpreter.run.plan import Plan

if TYPE_CHECKING:
    from interpreter.study.divergence import Diverged

EVERY = 0.2  # seconds between two looks at the files
SETTLED = 0.05  # seconds for which a file must stay as it is: editors write in several goes
MOST_COMPARED = 2_000  # decisions of a game that is played twice to see where it parts

Stamp = dict[Path, tuple[int, int]]


class Edited(Exception):
    """A file of the game was changed while somebody was asked."""


class Lines:
    """Lines of standard input, waited for while something else is looked at now and then."""

    def __init__(self) -> None:
        self.buffer = b""
        self.ended = False

    def read(self, looked_at: Callable[[], bool]) -> str | None:
        """The next line; None at the end. Raises `Edited` as soon as `looked_at` says so."""
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
        except OSError:  # some systems cannot wait for a keyboard: then the line is waited for
            return True


class Reloading:
    """The files that a game in progress was read from, and the way back to it after an edit."""

    def __init__(self, laid: games.Laid, options: dict[str, object]) -> None:
        self.laid = laid
        self.options = options
        self.seen = self._stamp()
        self._lines = Lines()
        self._ready = False

    def _make_ready(self) -> None:
        """Import what an edit will need, while somebody thinks: the parser, and the schemas."""
        from interpreter.load import json_schema
        from interpreter.syntax.parser import warm_up

        warm_up()
        json_schema.warm_up()
        self._ready = True

    # -------------------------------------------------------------------------- files

    def _stamp(self) -> Stamp:
        """When each file of the game was changed last, and its size."""
        folder = self.laid.folder
        files = [folder / "game.yaml", *self.laid.files]
        for name, suffix in (("rules", ".rules"), ("components", ".yaml")):
            files += (folder / name).glob(f"*{suffix}")
        found: Stamp = {}
        for path in files:
            try:
                facts = path.stat()
            except OSError:  # gone for a moment, while an editor puts another in its place
                continue
            found[path] = (facts.st_mtime_ns, facts.st_size)
        return found

    def changed(self) -> bool:
        """Whether a file has been changed, added or removed since it was last read."""
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
        """A line that was typed; None at the end. Raises `Edited` after an edit."""
        if not self._ready:
            self._make_ready()
        return self._lines.read(self.changed)

    # -------------------------------------------------------------------------- going on

    def go_on(self, session: Session, screen: Screen) -> bool:
        """Bring a game to the same point by the rules as they are now; False if they have errors,
        and it stays as it is."""
        before, self.seen = self.seen, self._stamp()
        edited = sorted(
            path.name
            for path in before.keys() | self.seen.keys()
            if before.get(path) != self.seen.get(path)
        )
        screen.say()
        report = Report()
        plan = self._plan(report)
        if plan is None or report.errors:
            output.problems(report.sorted(), err=screen.err)
            screen.say(
                f"{', '.join(edited)}: not loaded; the game goes on by the rules as they were."
            )
            return False
        save = save_reader.read_save(session.saved().encode(), "the game so far", report)
        assert save is not None
        if not plan.least <= len(session.seats) <= plan.most:
            screen.say(f"Not loaded: {plan.title} is not played by {len(session.seats)} any more.")
            return False
        old = session.plan
        done = _again(session, plan, self.laid.pinned(), save)
        total = len(save.decisions)
        parts = _parted(save, old, plan, self.laid) if total <= MOST_COMPARED else None
        fits = f"{done} of {output.plural(total, 'decision')} fit" if done < total else ""
        if parts is None and not fits:
            screen.wrapped(f"{', '.join(edited)}: loaded; the game stands at the same point.")
            return True
        screen.wrapped(
            f"{', '.join(edited)}: loaded; {fits or 'all decisions fit'}, and the game goes on"
            " from there."
        )
        if parts is not None:
            _tell(screen, parts)
        return True

    def _plan(self, report: Report) -> Plan | None:
        from interpreter.load.overlay_files import read_overlay
        from interpreter.pipeline import load_folder

        read = [read_overlay(path, report) for path in self.laid.files]
        overlays = tuple(source for source in read if source is not None)
        if len(overlays) < len(read):
            return None
        self.laid = games.Laid(self.laid.folder, self.laid.files, overlays)
        return load_folder(self.laid.folder, report, self.options, overlays, for_play=True)


def _again(
    session: Session, plan: Plan, variants: tuple[saves.Pinned, ...], save: saves.Save
) -> int:
    """Play all decisions again with another plan, as far as they fit; gives how many do."""
    file = session.file
    forced = [step.forced for step in session.steps]
    state = replay.start(plan, save, log=True)
    fresh = Session.begin(plan, session.seats, session.seed, session.options, state, variants)
    made = replay.replay(
        plan,
        save,
        Report(),
        lambda: fresh.state,
        lambda index: fresh.take(index, forced[len(fresh.steps)]),
        verify=False,
    )
    fresh.pinned = session.pinned if made.same_rules else made.done
    session.become(fresh)
    if file is not None:
        file.close()
        session.file = SaveFile.create(file.path, session.saved())
    return made.done


def _parted(save: saves.Save, old: Plan, new: Plan, laid: games.Laid) -> Diverged | None:
    """Where the game took another course than before, if it did."""
    from interpreter.load.game_folder import shown_path
    from interpreter.study.divergence import Touched, of_save

    names = {name for name, value in new.settings.items() if old.settings.get(name) != value}
    files = {shown_path(path) for path in laid.files}
    people = [seat for seat, kind in enumerate(save.seats) if kind == "human"]
    reader = people[0] if len(people) == 1 else None  # what is hidden stays hidden
    return of_save(save, old, new, Touched(frozenset(names), frozenset(files)), (reader,))


def _tell(screen: Screen, parts: Diverged) -> None:
    step = f"decision {parts.step}, {parts.what}" if parts.step else parts.what
    screen.wrapped(f"It takes another course from {step} on:", 2)
    screen.wrapped(f"before: {parts.without}", 4, 6)
    screen.wrapped(f"now: {parts.with_them}", 4, 6)
    if parts.line is not None:
        rule = f" ({parts.line.rule})" if parts.line.rule else ""
        screen.wrapped(f"at {parts.line.path}:{parts.line.number}{rule}: {parts.line.text}", 4, 6)
