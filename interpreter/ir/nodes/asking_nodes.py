"""Statements that ask players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from interpreter.ir.nodes.node import Stmt

if TYPE_CHECKING:
    from interpreter.ir.declared import Choice, MenuLine, Payment, Site
    from interpreter.ir.types import Type


@dataclass(frozen=True, slots=True)
class Choosing(Stmt):
    """A statement that asks a player to choose things."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class Offering(Stmt):
    """A statement that offers a player lines, one of which or several in turn can be taken."""

    site: Site
    lines: list[MenuLine]


@dataclass(frozen=True, slots=True)
class Choose(Choosing):
    """Ask a player to choose; `other` runs where there is nothing to choose from."""

    op: ClassVar[str] = "choose"


@dataclass(frozen=True, slots=True)
class ChooseMatching(Choosing):
    """Ask a player to choose things that make up amounts."""

    op: ClassVar[str] = "choose_matching"


@dataclass(frozen=True, slots=True)
class Options(Offering):
    """Ask a player to take one of some options."""

    op: ClassVar[str] = "options"


@dataclass(frozen=True, slots=True)
class Menu(Offering):
    """Ask a player to take things from a menu, until they pass."""

    op: ClassVar[str] = "menu"


@dataclass(frozen=True, slots=True)
class Pay(Stmt):
    """Ask a player to pay."""

    op: ClassVar[str] = "pay"
    payment: Payment


@dataclass(frozen=True, slots=True)
class Pick(Stmt):
    """Take one thing (or `every`) by wishes and keys, none of them chosen by a player."""

    op: ClassVar[str] = "pick"
    name: str
    each: str
    sorts: tuple[str, ...]
    every: bool
    at_random: bool
    has_none: bool
    item: Type


def choice_of(asked: Stmt | None) -> Choice:
    """Return the choice of a statement that is known to be a `Choosing`."""
    assert isinstance(asked, Choosing), asked
    return asked.choice


def lines_of(asked: Stmt | None) -> list[MenuLine]:
    """Return the lines of a statement that is known to be an `Offering`."""
    assert isinstance(asked, Offering), asked
    return asked.lines
