"""The state of a running test: its position, its pins, and what was left to chance.

The other modules of this folder execute its lines on a `ScenarioRun`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from interpreter.backends.python.explained import Listed, rules_of
from interpreter.diagnostics import Diagnostic, Report, Span
from interpreter.ir.scenario import Drawn, GameTest, ScenarioField, ScenarioLine
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState, Entry, Option
from interpreter.run.value_writer import Value
from interpreter.testing.overwritten import Overwritten


@dataclass(slots=True)
class Missed:
    """An unpinned roll or draw: `dice` or `draws`, and how many entries of `HEARD` precede it."""

    sort: str
    before: int


@dataclass(frozen=True, slots=True)
class RunOperations:
    """The operations that differ between a test run and a single played turn."""

    call: Callable[[ScenarioRun, BaseState, str], int]
    """What a hidden rule of a test answers that asks for one thing, or whether something is so."""
    value: Callable[[ScenarioRun, BaseState, str], Value]
    """What any hidden rule of a test answers."""
    fork: Callable[[ScenarioRun, BaseState], BaseState]
    """A copy to try something out on."""
    settle: Callable[[ScenarioRun, BaseState], None]
    """Answer by itself what leaves no choice."""
    take: Callable[[ScenarioRun, BaseState, Option], None]
    """Answer a question."""
    named: Callable[[ScenarioRun, Entry], None]
    """Note a question that answered itself."""


class ScenarioRun:
    """One test that is executed; its players have names."""

    def __init__(self, test: GameTest, plan: Plan, report: Report, steps: RunOperations) -> None:
        self.test = test
        self.plan = plan
        self.report = report
        self.steps = steps
        self.space = plan.namespace
        self.rules = rules_of(plan)
        self.players: tuple[str, ...] = test.players
        self.seats: dict[str, int] = {}
        self.strict = False
        """Whether a wrong answer to a question without a choice is refused at once."""
        self.borrowed: set[Span] = set()
        """Lines of the position of which it was told that they take alike pieces from elsewhere."""
        self.in_part = False
        """Whether the position says only some of what lies where: the rest may be anywhere."""
        self.S: BaseState
        self.rolls: list[tuple[str, dict[str, int], Span]] = []
        self.cards: list[Drawn] = []
        self.instead: dict[Span, list[tuple[str, int]]] = {}
        """What was drawn by chance while a pinned card waited: the key of each zone, and the
        card."""
        self.missed: list[Missed] = []
        """What was left to chance since the last answer."""
        self.by_chance: set[str] = set()
        """What was left to chance since the last step began: `dice`, `draws`."""
        self.late: dict[Span, ScenarioLine] = {}
        """Pins below a step that has left such things to chance, with that step."""
        self.overwritten = Overwritten(plan)
        """What is laid out, and moved away before the first question."""
        self.left_out: ScenarioField | None = None
        """A line of the position that is left out to see what it does."""
        self.last: ScenarioLine | None = None
        """The last line that carried the game on."""
        self.rounds = 0
        """How many rounds had begun before it."""
        self.untold: Diagnostic | None = None
        """What was told since then of what is not so while an answer is open."""
        self.pinning: list[tuple[ScenarioLine, list[Missed]]] = []
        """The lines since then that say what is rolled or drawn, and what was left to chance
        before each of them."""
        self.listed: Listed | None = None
        """The question that is asked now, as it was listed."""
