"""Detection of things that a test lays out and the rules move away before anybody is asked.

Takes a plan and the lines that ran since; returns words for it. It must not know what failed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from interpreter.backends.python.explained import rules_of
from interpreter.diagnostics import Label, Span
from interpreter.diagnostics.model import Diagnostic
from interpreter.ir.nodes import Stmt
from interpreter.ir.scenario import Placed
from interpreter.ir.walking import walk
from interpreter.ir.weaving.events import kind_of
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState
from interpreter.testing.arranging import Arranger

_HELPS = (
    "deal in a `setup`: what a test lays out comes after it",
    "or say what is dealt later with `draws:`, above the first step",
)
_DRAWN = frozenset({"draw", "deal", "refill"})
"""Deeds that take things from where they were laid out for it."""


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """A line of a position: its zone, and the components that were laid there."""

    fact: Placed
    index: int
    things: tuple[int, ...]
    played: bool = False
    """Whether what is gone lies open elsewhere, and nothing else has come in its place."""


class _Since:
    """Collects the lines that run from now on, and passes them on to the previous collector."""

    __slots__ = ("before", "numbers")

    def __init__(self, before: BaseState) -> None:
        self.before = before
        self.numbers: set[int] = set()

    def add(self, number: int) -> None:
        """Record that a line was reached."""
        self.numbers.add(number)
        self.before.add(number)


class Overwritten:
    """Records what is laid out, and what of it is gone when the first question is asked."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.laid: list[PlacedLine] = []
        self.gone: list[PlacedLine] = []
        self.since: set[int] = set()
        self.ran: set[tuple[str, int]] = set()

    def begin(self, arranger: Arranger, facts: list[tuple[Placed, int]]) -> None:
        """Record what lies where, and start collecting lines."""
        self.laid = [
            PlacedLine(fact, index, tuple(arranger.contents(fact.family, index, fact.cell)))
            for fact, index in facts
            if fact.family.shape != "counts"
        ]
        self.since.clear()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Collect the lines that run within the context."""
        rules = rules_of(self.plan)
        since = _Since(rules.hits)
        self.since = since.numbers
        with rules.noting(since):
            yield

    def asked(self, arranger: Arranger) -> None:
        """Record what is gone, once somebody is asked for the first time or the game is over."""
        lines = rules_of(self.plan).lines
        self.ran = {lines[number] for number in self.since}
        self.gone = []
        for one in self.laid:
            now = {*arranger.contents(one.fact.family, one.index, one.fact.cell)}
            gone = {*one.things} - now
            if gone:
                open_ = now <= {*one.things} and all(arranger.lies_open(thing) for thing in gone)
                self.gone.append(replace(one, played=open_))

    def undone(self) -> Diagnostic | None:
        """Build the warning for a passing test whose layout the rules moved elsewhere.

        Returns None if nothing was, or if it was only drawn or dealt, as from a deck laid out for
        it, or only played by the rules themselves.
        """
        for laid in self.gone:
            if laid.played:
                continue
            put = [one for one in self._moved(self._kinds(laid)) if one.verb not in _DRAWN]
            if put:
                span = laid.fact.span
                return Diagnostic(
                    "given-undone",
                    f"`{_whose(laid)}` was laid out, and then moved again",
                    Label(span, "gone before anybody was asked"),
                    notes=(f"moved by {_place(put[0].span)}",),
                    helps=_HELPS,
                )
        return None

    def words(self) -> tuple[str, ...]:
        """Build the notes to add to a failure of the test; empty if nothing is gone."""
        if not self.gone:
            return ()
        first = self.gone[0]
        moved = self._moved(self._kinds(first))
        said = list(dict.fromkeys(_place(one.span) for one in moved))[:2]
        by = f" by {' and '.join(said)}" if said else ""
        return (
            f"what line {first.fact.span.line} lays out for `{_whose(first)}` was moved again{by},"
            " before anybody was asked",
            *_HELPS,
        )

    def _kinds(self, laid: PlacedLine) -> set[str]:
        program = self.plan.program
        return {str(program.designs[program.design_of[thing]].kind) for thing in laid.things}

    def _moved(self, kinds: set[str]) -> Iterator[Stmt]:
        """Yield the sentences that ran since and move components of these kinds."""
        for func in self.plan.program.funcs.values():
            for one in walk(func.body):
                place = (one.span.source.path, one.span.line)
                if place in self.ran and kind_of(one) in kinds and one.verb:
                    yield one


def _whose(laid: PlacedLine) -> str:
    return laid.fact.span.text.partition(" holds ")[0].partition(" has ")[0]


def _place(span: Span) -> str:
    return f"`{span.text.strip()}` ({span.source.path}:{span.line})"
