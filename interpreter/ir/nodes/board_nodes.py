"""Boards: spaces, lanes, lines and adjacency."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from interpreter.ir.nodes.node import Expr, ForEach


@dataclass(frozen=True, slots=True)
class Spaces(Expr):
    """All spaces of a board."""

    op: ClassVar[str] = "spaces"
    board: str


@dataclass(frozen=True, slots=True)
class Around(Expr):
    """The spaces adjacent to one."""

    op: ClassVar[str] = "around"
    board: str


@dataclass(frozen=True, slots=True)
class CellOf(Expr):
    """The space on which a component lies."""

    op: ClassVar[str] = "cell_of"
    board: str


@dataclass(frozen=True, slots=True)
class At(Expr):
    """The contents of a space."""

    op: ClassVar[str] = "at"
    board: str


@dataclass(frozen=True, slots=True)
class LiesOn(Expr):
    """The space or component in whose zone a component lies."""

    op: ClassVar[str] = "lies_on"
    board: str


@dataclass(frozen=True, slots=True)
class NextTo(Expr):
    """Whether two spaces are adjacent."""

    op: ClassVar[str] = "next_to"
    board: str


@dataclass(frozen=True, slots=True)
class Steps(Expr):
    """The distance between two spaces, in steps."""

    op: ClassVar[str] = "steps"
    board: str


@dataclass(frozen=True, slots=True)
class StepsOver(Expr):
    """The distance over spaces for which a test holds, up to a maximum."""

    op: ClassVar[str] = "steps_over"
    board: str


@dataclass(frozen=True, slots=True)
class Region(Expr):
    """The part of a divided board in which a space lies."""

    op: ClassVar[str] = "region"
    board: str
    parts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SideOf(Expr):
    """The row or column of a space."""

    op: ClassVar[str] = "side_of"
    board: str
    side: str


@dataclass(frozen=True, slots=True)
class Sides(Expr):
    """All `rows` or `columns` of a board."""

    op: ClassVar[str] = "sides"
    board: str
    sides: str


@dataclass(frozen=True, slots=True)
class Lanes(Expr):
    """All lanes of a board."""

    op: ClassVar[str] = "lanes"
    board: str


@dataclass(frozen=True, slots=True)
class LaneCells(Expr):
    """The spaces of a lane."""

    op: ClassVar[str] = "lane_cells"


@dataclass(frozen=True, slots=True)
class Entry(Expr):
    """The space where a lane is entered."""

    op: ClassVar[str] = "entry"


@dataclass(frozen=True, slots=True)
class LastOfLane(Expr):
    """The last space of a lane."""

    op: ClassVar[str] = "last_of_lane"


@dataclass(frozen=True, slots=True)
class InEnd(Expr):
    """Whether a space is among the last spaces of a lane, up to a number."""

    op: ClassVar[str] = "in_end"


@dataclass(frozen=True, slots=True)
class InStart(Expr):
    """Whether a space is among the first spaces of a lane, up to a number."""

    op: ClassVar[str] = "in_start"


@dataclass(frozen=True, slots=True)
class Group(Expr):
    """The spaces, or components (`base`), reachable from a space over spaces that pass a test."""

    op: ClassVar[str] = "group"
    board: str
    name: str
    base: str


@dataclass(frozen=True, slots=True)
class LongestLine(ForEach):
    """The longest straight line of spaces for which a test holds."""

    op: ClassVar[str] = "longest_line"


@dataclass(frozen=True, slots=True)
class Between(Expr):
    """The spaces between two on a line."""

    op: ClassVar[str] = "between"
    board: str


@dataclass(frozen=True, slots=True)
class AfterSpace(Expr):
    """The next space of a ring."""

    op: ClassVar[str] = "after_space"
    board: str


@dataclass(frozen=True, slots=True)
class BeforeSpace(Expr):
    """The previous space of a ring."""

    op: ClassVar[str] = "before_space"
    board: str


@dataclass(frozen=True, slots=True)
class NumberedSpace(Expr):
    """A space of a ring by its number."""

    op: ClassVar[str] = "numbered_space"
    board: str
