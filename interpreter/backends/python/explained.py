"""What the explaining print is about, as data: reasons, questions, notes, entries with a cause.

Filled while a game is printed (`explaining`) and while it is played; read by those who answer
"why?". Must not know how anything is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Self

from interpreter.diagnostics import Span
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.types import Type
from interpreter.run.doers import Done
from interpreter.run.state import BaseState


@contextmanager
def set_aside(owner: Any, name: str, meanwhile: Any) -> Iterator[None]:
    """Put something in the place of an attribute, and that back whichever way this ends."""
    before = getattr(owner, name)
    setattr(owner, name, meanwhile)
    try:
        yield
    finally:
        setattr(owner, name, before)


@contextmanager
def noting(space: MutableMapping[str, Any], hits: Any) -> Iterator[None]:
    """Note the lines that run meanwhile in `hits`, and in nothing else unless that passes them
    on."""
    before, space["HITS"] = space["HITS"], hits
    try:
        yield
    finally:
        space["HITS"] = before


@contextmanager
def unheard(space: MutableMapping[str, Any]) -> Iterator[None]:
    """Forget what is heard meanwhile, whichever way this ends."""
    heard = list(space["HEARD"])
    try:
        yield
    finally:
        space["HEARD"][:] = heard


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is not offered.

    `sort` is `requires`, `source` (not among what is offered at all), `none` (nothing is left to
    choose from), `pay` or `exchange`; `text` what stands after `else`, or the condition itself.
    `code` is the condition as Python over the locals `names` and the state; `test` is the same as
    an expression, where the rules say it in one. `rule` is the rule that it belongs to.
    """

    sort: str
    text: str
    said: bool
    span: Span
    rule: str = ""
    names: tuple[str, ...] = ()
    code: str = ""
    test: Expr | None = None
    data: Any = None


@dataclass(frozen=True, slots=True)
class Question:
    """One place where the options of a question are listed.

    `names` are the locals that the list depends on, `candidate` the one that stands for each
    thing; `source` is the code of the things it is taken from, `among` the reason for what is not
    one of them, `tests` the reasons for what is refused, in order; `none` the one for nothing.
    """

    number: int
    site: int
    sort: str
    rule: str
    span: Span
    names: tuple[str, ...]
    candidate: str = ""
    source: str = ""
    among: int = -1
    tests: tuple[int, ...] = ()
    none: int = -1
    statement: Stmt | None = None
    counters: tuple[str, ...] = ()


@dataclass(slots=True)
class Notes:
    """What is heard on copies while somebody listens: conditions that held, and the one that did
    not. Conditions of `soft` count as held; `prices` are those of paying, which are `owed` where
    they cannot be paid, so that all that is missing can be told. `listed` is the last question
    whose options were listed: its number, the frame that waits, its locals, the options."""

    on: bool = False
    held: list[tuple[int, tuple[object, ...], Any]] = field(default_factory=list)
    failed: tuple[int, tuple[object, ...]] | None = None
    soft: set[int] = field(default_factory=set)
    prices: frozenset[int] = frozenset()
    owed: list[tuple[int, tuple[object, ...], Any]] = field(default_factory=list)
    listed: tuple[int, tuple[object, ...], tuple[object, ...], list[object]] | None = None
    keep: Callable[[Any, int, tuple[object, ...]], Any] | None = None

    def noted(self, state: BaseState, number: int, value: object, args: tuple[object, ...]) -> Any:
        """Whether a condition holds, which is remembered if this is a copy that is listened to."""
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
        """Give a look ahead during which nobody listens."""

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
    """An entry of the log that knows its doer and its cause: a number of `CAUSES`, -1 for none."""

    cause: int

    def __new__(cls, parts: tuple[object, ...], doer: int, cause: int = -1) -> Self:
        """Give an entry with its doer and its cause."""
        made = super().__new__(cls, parts)
        made.doer = doer
        made.cause = cause
        return made


@dataclass(frozen=True, slots=True)
class Pick:
    """A `pick` of the rules: the name of what is picked, and the lines by which it is."""

    rule: str
    span: Span
    name: str
    type: Type
    lines: tuple[str, ...]

    @classmethod
    def of(cls, rule: str, span: Span, name: str, type: Type, length: int) -> Self:
        """Give a pick that stands at a place, in so many lines."""
        said = span.source.text[span.start :].split("\n")[1:length]
        lines = tuple(line.split("#")[0].strip() for line in said)
        return cls(rule, span, name.rsplit("_", 1)[0], type, lines)


def was_so(ways: set[int], number: int) -> bool:
    """Note that one case of a question was so."""
    ways.add(number)
    return True
