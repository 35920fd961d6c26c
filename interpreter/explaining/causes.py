"""Attribution of log entries to the rules that caused them.

Takes a plan and the decisions of a game; replays them with the explaining print, whose log knows
its causes. Returns one `RuleReference` for each entry, in the order of the log. Prints nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from interpreter.backends.python.explained import Caused
from interpreter.diagnostics.json_data import Json
from interpreter.explaining.explanations import RuleReference
from interpreter.explaining.prices import rule_of
from interpreter.run import replay
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState, Entry, Option


class TakenStep(Protocol):
    """A decision of a game that was played."""

    @property
    def before(self) -> BaseState:
        """The state that waited for it."""

    @property
    def option(self) -> Option:
        """The option that was taken."""

    @property
    def log(self) -> int:
        """Where its entries of the log begin."""

    @property
    def chance(self) -> Json:
        """The results of chance that were laid down for it."""


class Causes:
    """The causes of all log entries of one game; those of earlier steps are cached."""

    def __init__(self, plan: Plan, players: int, seed: int, opening: Json) -> None:
        self.plan = plan
        self.made = plan.explaining()
        self.opening = opening
        self.players = players
        self.seed = seed
        self._kept: list[tuple[TakenStep, list[RuleReference | None]]] = []
        self._first: list[RuleReference | None] | None = None

    def of(self, log: list[Entry], steps: Iterable[TakenStep]) -> list[RuleReference | None]:
        """Map each entry of a log to the rule that caused it, None where no rule did.

        Each of `steps` has `before`, `option`, `log` (where its entries begin) and `chance`.
        """
        taken = list(steps)
        if self._first is None:
            end = taken[0].log if taken else len(log)
            self._first = self._of_opening(log[:end])
        del self._kept[len(taken) :]
        while self._kept and self._kept[-1][0] is not taken[len(self._kept) - 1]:
            self._kept.pop()
        for number in range(len(self._kept), len(taken)):
            end = taken[number + 1].log if number + 1 < len(taken) else len(log)
            step = taken[number]
            self._kept.append((step, self._of_step(step, log[step.log : end])))
        return [*self._first, *(rule for _, rules in self._kept for rule in rules)]

    def _of_opening(self, entries: list[Entry]) -> list[RuleReference | None]:
        for pins in (None, replay.pinned(self.plan, replay.remembered(self.opening))):
            state = self.made.start(self.players, self.seed, log=True, pins=pins)
            if same(state.log, entries):
                break
        return self._rules(state.log)

    def _of_step(self, step: TakenStep, entries: list[Entry]) -> list[RuleReference | None]:
        for pins in (None, replay.pinned(self.plan, replay.remembered(step.chance))):
            state = self.made.copied(step.before, log=True)
            state.pins = pins
            self.made.answer(state, step.option)
            if same(state.log, entries):
                break
        return self._rules(state.log)

    def _rules(self, log: list[Entry]) -> list[RuleReference | None]:
        program = self.plan.program
        causes = self.made.logging_causes()
        found: list[RuleReference | None] = []
        for entry in log:
            if entry[0] == "choose":
                site = program.sites[entry[2]]
                name, span = site.func, site.span
                if site.sort == "menu" and site.items[entry[3]][1] != "pass":
                    name = site.items[entry[3]][2]
                    span = program.funcs[name].span
                found.append(rule_of(program, name, span))
            elif isinstance(entry, Caused) and entry.cause >= 0:
                name, span = causes[entry.cause]
                found.append(rule_of(program, name, span))
            else:
                found.append(None)
        for at in range(len(found) - 2, -1, -1):
            if found[at] is None and log[at][0] == "reshuffle":
                found[at] = found[at + 1]  # a draw from an empty pile causes its reshuffle
        return found


def same(log: list[Entry], entries: list[Entry]) -> bool:
    """Check whether two logs have equal entries."""
    return [tuple(entry) for entry in log] == [tuple(entry) for entry in entries]
