"""Which changes of an overlay make a saved game diverge.

Takes a diverging save and the changes of the overlays; replays it with subsets of them applied, and
adds the causes to the divergence. Prints nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from interpreter import pipeline
from interpreter.backends.python.compiled_module import Compiled
from interpreter.check import game
from interpreter.comparing import blame
from interpreter.comparing.blame import BlamedChanges, Some
from interpreter.comparing.divergence import Diverged, Readers, Touched, of_save
from interpreter.diagnostics import Report
from interpreter.ir.declared import NotPlayable
from interpreter.run.plan import Plan
from interpreter.run.saves import Save


class SavesBlamed:
    """Finds causes for saves of one game; caches the plans built with subsets of the changes."""

    def __init__(
        self, parts: BlamedChanges, options: Mapping[str, object], without: Plan, touched: Touched
    ) -> None:
        self.parts = parts
        self.options = options
        self.without = without
        self.touched = touched
        self._kept = Compiled()
        self._plans: dict[Some, Plan | None] = {}

    def blamed(self, save: Save, step: Diverged, readers: Readers = ()) -> Diverged:
        """Add the responsible changes to a divergence, and the line where the first one acts."""
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
        """Look up the plan with only these changes; None if they cannot be applied alone."""
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
