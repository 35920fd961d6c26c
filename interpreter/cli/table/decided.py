"""A game as people have decided it, kept while its rules are edited.

Takes a `Session`; plays its decisions again by other rules, as far as they fit. Prints nothing but
that a file cannot be written.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from interpreter.cli import output
from interpreter.diagnostics import Report
from interpreter.load.files import write_whole
from interpreter.play.savefile import beside
from interpreter.play.session import Session, Step
from interpreter.run import replay, save_reader, saves
from interpreter.run.plan import Plan


@dataclass(slots=True)
class Decided:
    """A game as people have decided it. Edits play it again and again, each of them from its
    beginning, until somebody decides something more: what one edit takes away another gives back.
    """

    plan: Plan
    save: saves.Save
    forced: list[bool]
    steps: list[Step]  # those that fitted last
    kept_in: Path | None = None  # where all of it lies, since some of it did not fit

    @classmethod
    def of(cls, session: Session) -> Decided:
        """Give what has been decided up to now."""
        save = save_reader.read_save(session.saved().encode(), "the game so far", Report())
        assert save is not None
        forced = [step.forced for step in session.steps]
        return cls(session.plan, save, forced, list(session.steps))

    def stands(self, session: Session) -> bool:
        """Whether no person has decided anything since, or taken anything back."""
        fitted, more = session.steps[: len(self.steps)], session.steps[len(self.steps) :]
        if len(fitted) < len(self.steps) or (fitted and fitted[-1] is not self.steps[-1]):
            return False
        return all(step.forced or session.seats[step.seat] != "human" for step in more)

    def fit(self, session: Session) -> None:
        """So much fits now."""
        self.steps = list(session.steps)

    def keep(self, path: Path) -> None:
        """Put all of it into a file beside that of the game, which goes on with less."""
        try:
            self.kept_in = beside(path)
            write_whole(self.kept_in, self.save.source.text, private=True)
        except OSError as fault:
            self.kept_in = None
            output.message(f"warning: not kept: {fault.strerror}: {fault.filename}")

    def forget(self) -> None:
        """Note that the game's own file has all of it again."""
        assert self.kept_in is not None
        self.kept_in.unlink(missing_ok=True)
        self.kept_in = None


def again(
    session: Session, plan: Plan, variants: tuple[saves.Pinned, ...], decided: Decided
) -> tuple[Session, replay.Replayed]:
    """All decisions played again with another plan, as far as they fit."""
    save, forced = decided.save, decided.forced
    state = replay.start(plan, save, log=True)
    fresh = Session.begin(
        plan, session.seats, session.seed, session.options, state, variants, session.folder
    )
    made = replay.replay(
        plan,
        save,
        Report(),
        lambda: fresh.state,
        lambda index: fresh.take(index, forced[len(fresh.steps)]),
        verify=False,
    )
    fresh.pinned = save.pinned if made.same_rules else made.done
    return fresh, made
