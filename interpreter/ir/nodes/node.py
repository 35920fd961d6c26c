"""The base classes of all nodes: expressions, those that iterate, and statements.

A node is a frozen dataclass, one class for each kind of sentence or part of one. Inner expressions
are in `args`, in the order that the class says; fixed properties of a node are named fields. A pass
dispatches on the class; a table maps classes to functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from interpreter.diagnostics import Span
    from interpreter.ir.types import Type


@dataclass(frozen=True, slots=True)
class Expr:
    """An expression: it has a value of some type, and no side effects."""

    op: ClassVar[str]
    """Its name in lists for people: what a map of the node's class may say, and a fault."""
    args: tuple[Expr, ...]
    type: Type
    span: Span

    def walk(self) -> Iterator[Expr]:
        """Iterate over this expression and all its parts, in preorder."""
        yield self
        for part in self.args:
            yield from part.walk()

    def fixed(self) -> tuple[object, ...]:
        """List the values of the fields that this node class adds, in order."""
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
        """Iterate over this statement and all statements in `body` and `other`, in preorder."""
        yield self
        for part in self.body:
            yield from part.walk()
        for part in self.other:
            yield from part.walk()

    def fixed(self) -> tuple[object, ...]:
        """List the values of the fields that this node class adds, in order."""
        return tuple(getattr(self, one.name) for one in fields(self)[BASE_OF_STMT:])


@dataclass(frozen=True, slots=True)
class ForEach(Expr):
    """Iterates over the things of `args[0]`, binding each to `name` in the remaining arguments."""

    name: str


BASE_OF_EXPR = len(fields(Expr))
BASE_OF_STMT = len(fields(Stmt))
