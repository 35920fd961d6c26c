"""Data model of the explaining print: reasons, questions, notes, log entries with their cause.

Filled while a game is printed (`explaining`) and while it is played; read to answer "why?". Knows
nothing of how rules are printed.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Self, TypeAlias

from interpreter.backends.target import make
from interpreter.diagnostics import Span
from interpreter.diagnostics.json_data import Json
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.types import Type
from interpreter.run.doers import Done
from interpreter.run.plan import EXPLAINED, Plan
from interpreter.run.state import BaseState

NOTHING: ast.expr = make.row()
"""What stands for the code of what has none."""
Args: TypeAlias = tuple[Any, ...]
"""The values of the locals that a condition or question names."""
Listed: TypeAlias = tuple[int, Args, Args, list[Any]]
"""The options of a question: its number, the waiting frame, its locals, the options."""


@contextmanager
def set_aside(owner: Any, name: str, meanwhile: Any) -> Iterator[None]:
    """Replace an attribute temporarily."""
    before = getattr(owner, name)
    setattr(owner, name, meanwhile)
    try:
        yield
    finally:
        setattr(owner, name, before)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is not offered.

    `sort` is `requires`, `source` (not among the candidates), `none` (nothing left to choose from),
    `pay` or `exchange`; `text` is what follows `else` in the rules, or the condition itself. `code`
    is the condition as a node of the target over the locals `names` and the state; `test` is the
    same as an expression of the rules, where they have it as one. `rule` is the rule it belongs
    to.
    """

    sort: str
    text: str
    said: bool
    span: Span
    rule: str = ""
    names: tuple[str, ...] = ()
    code: ast.expr = NOTHING
    test: Expr | None = None
    data: Any = None


@dataclass(frozen=True, slots=True)
class Question:
    """A place at which the options of a question are listed.

    `names` are the locals that the list depends on, and `candidate` is the one that stands for each
    candidate. `source` is the code of the candidates, `among` the reason for what is not one of
    them, `tests` the reasons for what is refused, in order, and `none` the reason if nothing is
    left.
    """

    number: int
    site: int
    sort: str
    rule: str
    span: Span
    names: tuple[str, ...]
    candidate: str = ""
    source: ast.expr = NOTHING
    among: int = -1
    tests: tuple[int, ...] = ()
    none: int = -1
    statement: Stmt | None = None
    counters: tuple[str, ...] = ()


@dataclass(slots=True)
class Observations:
    """Observations on copies while somebody listens: conditions that held, and the one that failed.

    Conditions in `soft` count as held. `prices` are the conditions of payments, which are `owed`
    where they cannot be paid, so that all that is missing can be reported. `listed` is the last
    question whose options were listed: its number, the waiting frame, its locals, the options.
    """

    on: bool = False
    held: list[tuple[int, Args, Any]] = field(default_factory=list)
    failed: tuple[int, tuple[object, ...]] | None = None
    soft: set[int] = field(default_factory=set)
    prices: frozenset[int] = frozenset()
    owed: list[tuple[int, Args, BaseState]] = field(default_factory=list)
    listed: Listed | None = None
    keep: Callable[[BaseState, int, Args], Any] | None = None

    def noted(self, state: BaseState, number: int, value: object, args: tuple[object, ...]) -> Any:
        """Record the value of a condition on a copy that is listened to, and return it.

        Soft conditions and those of paying are returned as true even if they fail.
        """
        if not self.on or not state.probe:
            return value
        if value:
            kept = self.keep(state, number, args) if self.keep is not None else None
            self.held.append((number, args, kept))
            return value
        if number in self.soft:
            return True
        if number in self.prices:
            self.owed.append((number, args, state.clone()))
            return True
        self.failed = (number, args)
        return value

    def quietly(self, look: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a look-ahead function so that nothing is recorded while it runs.

        The last listed question is restored afterwards, too.
        """

        def done(*args: Any) -> Any:
            before, self.on = self.on, False
            listed = self.listed
            try:
                return look(*args)
            finally:
                self.on = before
                self.listed = listed

        return done


class Caused(Done):
    """A log entry with its doer and its cause: an index into `CAUSES`, -1 for none."""

    cause: int

    def __new__(cls, parts: tuple[object, ...], doer: int, cause: int = -1) -> Self:
        """Create an entry with its doer and its cause."""
        made = super().__new__(cls, parts)
        made.doer = doer
        made.cause = cause
        return made


@dataclass(frozen=True, slots=True)
class Pick:
    """A `pick` of the rules: the name of what is picked, and the lines that define it."""

    rule: str
    span: Span
    name: str
    type: Type
    lines: tuple[str, ...]

    @classmethod
    def of(cls, rule: str, span: Span, name: str, type: Type, length: int) -> Self:
        """Create a pick from the `length` source lines at a span, comments removed."""
        said = span.source.text[span.start :].split("\n")[1:length]
        lines = tuple(line.split("#")[0].strip() for line in said)
        return cls(rule, span, name.rsplit("_", 1)[0], type, lines)


def was_so(ways: set[int], number: int) -> bool:
    """Record that a case held, and return True."""
    ways.add(number)
    return True


@dataclass(slots=True)
class ExplainedRules:
    """What the explaining print of a game knows of its rules, and what it records as they run.

    `numbers` are the frames of the rules in which somebody may choose, by name. `lines` are the
    places of numbered lines in the rules, as (file, line); `sources` say by question what is chosen
    from, where the rules name it. `printed` is an expression of the rules as a node of the target.
    """

    namespace: Json
    reasons: list[Reason]
    questions: list[Question]
    causes: list[tuple[str, Span]]
    picks: list[Pick]
    notes: Observations
    numbers: dict[str, int]
    names: dict[str, str]
    lines: dict[int, tuple[str, int]]
    sources: dict[int, str]
    printed: Callable[[Expr], ast.expr]
    heard: list[Any] = field(default_factory=list)
    """What was done without being asked, and what was picked, since the last answer."""
    picked: list[Any] = field(default_factory=list)
    ways: set[int] = field(default_factory=set)
    """The branches that were entered."""

    @property
    def hits(self) -> Any:
        """The numbers of the lines that ran, or whatever records them meanwhile."""
        return self.namespace[_HITS]

    def rule(self, name: str) -> Callable[..., Any]:
        """Return the function of a rule in which nobody chooses."""
        function: Callable[..., Any] = self.namespace[self.names[name]]
        return function

    @contextmanager
    def noting(self, hits: Any) -> Iterator[None]:
        """Record executed lines in `hits` temporarily, and nowhere else."""
        before, self.namespace[_HITS] = self.hits, hits
        try:
            yield
        finally:
            self.namespace[_HITS] = before

    @contextmanager
    def unheard(self) -> Iterator[None]:
        """Discard what is reported meanwhile."""
        heard = list(self.heard)
        try:
            yield
        finally:
            self.heard[:] = heard

    def ask_through(self, lister: Callable[..., Any]) -> None:
        """Have options listed by a function of another's hands."""
        self.namespace[_ASKING] = lister


_HITS, _ASKING = "HITS", "ASKING"


def rules_of(plan: Plan) -> ExplainedRules:
    """Return what an explaining plan knows of its rules."""
    found: ExplainedRules = plan.namespace[EXPLAINED]
    return found


def logged_rules_of(plan: Plan) -> ExplainedRules:
    """Return the same of the variant of the plan that keeps a log."""
    found: ExplainedRules = plan.logging().space[EXPLAINED]
    return found
