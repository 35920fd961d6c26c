"""A game as people have decided it, kept while its rules are edited.

Takes a `Session`; replays its decisions by other rules, as far as they fit. Prints nothing except
warnings that a file cannot be written.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from interpreter.cli import output
from interpreter.diagnostics import Report
from interpreter.load.files import write_whole
from interpreter.play.savefile import beside
from interpreter.play.session import PlayedStep, Session
from interpreter.run import replay, save_reader, saves
from interpreter.run.plan import Plan


@dataclass(slots=True)
class Decided:
    """All decisions of a game.

    Each edit replays them from the beginning, until somebody makes a new one: what one edit takes
    away another can bring back.
    """

    plan: Plan
    save: saves.Save
    forced: list[bool]
    steps: list[PlayedStep]  # those that fit the current rules
    kept_in: Path | None = None  # the backup of all decisions, if some do not fit

    @classmethod
    def of(cls, session: Session) -> Decided:
        """Capture the decisions of a session so far."""
        save = save_reader.read_save(session.saved().encode(), "the game so far", Report())
        assert save is not None
        forced = [step.forced for step in session.steps]
        return cls(session.plan, save, forced, list(session.steps))

    def stands(self, session: Session) -> bool:
        """Whether no person has made a decision since, taken one back, or left."""
        if len(session.events) != len(self.save.events):
            return False
        fitted, more = session.steps[: len(self.steps)], session.steps[len(self.steps) :]
        if len(fitted) < len(self.steps) or (fitted and fitted[-1] is not self.steps[-1]):
            return False
        return all(step.forced or session.seats[step.seat] != "human" for step in more)

    def fit(self, session: Session) -> None:
        """Record the decisions that fit the current rules."""
        self.steps = list(session.steps)

    def keep(self, path: Path) -> None:
        """Write all decisions to a file beside the game's own, which continues with fewer."""
        try:
            self.kept_in = beside(path)
            write_whole(self.kept_in, self.save.source.text, private=True)
        except OSError as fault:
            self.kept_in = None
            output.message(f"warning: not kept: {fault.strerror}: {fault.filename}")

    def forget(self) -> None:
        """Delete that file, as the game's own has all decisions again."""
        assert self.kept_in is not None
        self.kept_in.unlink(missing_ok=True)
        self.kept_in = None


def again(
    session: Session, plan: Plan, variants: tuple[saves.Pinned, ...], decided: Decided
) -> tuple[Session, replay.Replayed]:
    """Replay all decisions on another plan, as far as they fit."""
    save, forced = decided.save, decided.forced
    state = replay.start(plan, save, log=True)
    fresh = Session.begin(
        plan, session.opened, session.seed, session.options, state, variants, session.folder
    )
    fresh.due = [*save.events]
    made = replay.replay(
        plan,
        save,
        Report(),
        lambda: fresh.state,
        lambda index: fresh.take(index, forced[len(fresh.steps)]),
        verify=False,
    )
    fresh.catch_up()
    fresh.pinned = save.pinned if made.same_rules else made.done
    return fresh, made
