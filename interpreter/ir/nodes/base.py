"""What every node of the typed core has.

A node is a frozen dataclass, one class for each kind of sentence or part of one. What hangs on
other expressions stands in `args`, in the order that the class says; what is fixed about a node
stands in fields with names. A pass asks for the class; a table goes from classes to functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from interpreter.diagnostics import Span
    from interpreter.ir.program import Choice, Family, MenuLine, Site
    from interpreter.ir.types import Type


@dataclass(frozen=True, slots=True)
class Expr:
    """An expression: it has a value of a kind, and changes nothing."""

    op: ClassVar[str]
    """Its name in lists for people: what a map of the node's class may say, and a fault."""
    args: tuple[Expr, ...]
    type: Type
    span: Span

    def walk(self) -> Iterator[Expr]:
        """Give this expression and all parts of it."""
        yield self
        for part in self.args:
            yield from part.walk()

    def fixed(self) -> tuple[object, ...]:
        """Give the values of the fields of its own, in their order."""
        return tuple(getattr(self, one.name) for one in fields(self)[BASE_OF_EXPR:])


@dataclass(frozen=True, slots=True)
class Stmt:
    """A statement; `body` and `other` are blocks (then and otherwise, or a loop's body)."""

    op: ClassVar[str]
    """The name of the step in `language/steps.py`, where the table of verbs has it."""
    args: tuple[Expr, ...]
    span: Span
    body: list[Stmt] = field(default_factory=list, kw_only=True)
    other: list[Stmt] = field(default_factory=list, kw_only=True)
    verb: str = field(default="", kw_only=True)
    """The deed that the rules name, where it can be answered as an event."""
    actor: Expr | None = field(default=None, kw_only=True)
    """Who does it."""

    def walk(self) -> Iterator[Stmt]:
        """Give this statement and all statements in its blocks."""
        yield self
        for part in self.body:
            yield from part.walk()
        for part in self.other:
            yield from part.walk()

    def fixed(self) -> tuple[object, ...]:
        """Give the values of the fields of its own, in their order."""
        return tuple(getattr(self, one.name) for one in fields(self)[BASE_OF_STMT:])


@dataclass(frozen=True, slots=True)
class ForEach(Expr):
    """What goes through the things of `args[0]` and calls each `name` in the parts behind it."""

    name: str


@dataclass(frozen=True, slots=True)
class OfFamily(Expr):
    """What is about zones of a family."""

    family: Family


@dataclass(frozen=True, slots=True)
class WhereLies(Expr):
    """What is about whatever lies in a place: `how` is the `op` of the node of that place."""

    how: str
    family: Family


@dataclass(frozen=True, slots=True)
class Choosing(Stmt):
    """What asks a player to choose things."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class Offering(Stmt):
    """What offers a player lines to take one of, or several in turn."""

    site: Site
    lines: list[MenuLine]


BASE_OF_EXPR = len(fields(Expr))
BASE_OF_STMT = len(fields(Stmt))
