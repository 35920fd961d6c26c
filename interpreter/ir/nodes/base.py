"""Base classes of nodes with the same fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.ir.nodes.node import Expr, Stmt

if TYPE_CHECKING:
    from interpreter.ir.declared import Choice, Family, MenuLine, Site


@dataclass(frozen=True, slots=True)
class ForEach(Expr):
    """Iterates over the things of `args[0]`, binding each to `name` in the remaining arguments."""

    name: str


@dataclass(frozen=True, slots=True)
class OfFamily(Expr):
    """An expression about zones of a family."""

    family: Family


@dataclass(frozen=True, slots=True)
class WhereLies(Expr):
    """An expression about the contents of a place: `how` is the `op` of the node of that place."""

    how: str
    family: Family


@dataclass(frozen=True, slots=True)
class Choosing(Stmt):
    """A statement that asks a player to choose things."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class Offering(Stmt):
    """A statement that offers a player lines, one of which or several in turn can be taken."""

    site: Site
    lines: list[MenuLine]
