"""What causes that a saved game takes another course with house rules.

Takes a saved game that does, and the changes of the overlays; plays it with some of them laid on.
Gives the same step with the changes that cause it. Prints nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from interpreter import pipeline
from interpreter.backends.python.printed import Compiled
from interpreter.check import game
from interpreter.comparing import blame
from interpreter.comparing.blame import Parts, Some
from interpreter.comparing.divergence import Diverged, Readers, Touched, of_save
from interpreter.diagnostics import Report
from interpreter.ir.program import NotPlayable
from interpreter.run.plan import Plan
from interpreter.run.saves import Save


class SavesBlamed:
    """Saved games of one game, and plans of it with some of the changes; what was made is kept."""

    def __init__(
        self, parts: Parts, options: Mapping[str, object], without: Plan, touched: Touched
    ) -> None:
        self.parts = parts
        self.options = options
        self.without = without
        self.touched = touched
        self._kept = Compiled()
        self._plans: dict[Some, Plan | None] = {}

    def blamed(self, save: Save, step: Diverged, readers: Readers = ()) -> Diverged:
        """Give the step at which a saved game parts, with the changes that cause it."""
        courses: dict[Some, Diverged | None] = {self.parts.all: step}

        def course(some: Some) -> Diverged | None:
            if some not in courses:
                plan = self._plan(some)
                courses[some] = (
                    of_save(save, self.without, plan, self.touched, readers) if plan else None
                )
            return courses[some]

        def alike(some: Some) -> bool:
            other = course(some)
            return other is not None and other.step == step.step

        def the_same(some: Some) -> bool:
            other = course(some)
            return other is not None and other.with_them == step.with_them

        line = step.line
        items = self.parts.items
        likely = [at for at, one in enumerate(items) if line is not None and one.holds(line)]
        found = blame.causes(self.parts.all, likely, alike, the_same)
        alone = courses.get(found[0]) or step
        return self.parts.blamed(replace(step, line=alone.line), found)

    def _plan(self, some: Some) -> Plan | None:
        """Give the game with some of the changes; None if they cannot be laid on by themselves."""
        if some not in self._plans:
            self._plans[some] = self._made(some)
        return self._plans[some]

    def _made(self, some: Some) -> Plan | None:
        if not self.parts.may_try(some):
            return None
        files = self.parts.with_only(some)
        report = Report()
        ctx = game.read_game(files, report, self.options)
        if ctx is None or report.errors:
            return None
        try:
            return pipeline.build(ctx.program, files, kept=self._kept)
        except NotPlayable:
            return None
