"""Plain values: numbers, names, fields and what is printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from interpreter.ir.nodes.node import Expr, Stmt

if TYPE_CHECKING:
    from interpreter.ir.declared import Design, Field


@dataclass(frozen=True, slots=True)
class Num(Expr):
    """A number, or the number of a known list member, component or seat; none is -1."""

    op: ClassVar[str] = "num"
    value: int


@dataclass(frozen=True, slots=True)
class Text(Expr):
    """A text passed on by a test or a saying."""

    op: ClassVar[str] = "text"
    text: str


@dataclass(frozen=True, slots=True)
class Local(Expr):
    """The value of a local name."""

    op: ClassVar[str] = "local"
    name: str


@dataclass(frozen=True, slots=True)
class FieldNow(Expr):
    """The value of a field, of `args[0]` unless it is the table's, with standing changes."""

    op: ClassVar[str] = "field"
    field: Field


@dataclass(frozen=True, slots=True)
class FieldRaw(Expr):
    """The value of a field without standing changes."""

    op: ClassVar[str] = "field_raw"
    field: Field


@dataclass(frozen=True, slots=True)
class Attr(Expr):
    """A line printed on a component of a kind."""

    op: ClassVar[str] = "attr"
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class OwnerOf(Expr):
    """The player who owns a component."""

    op: ClassVar[str] = "owner_of"


@dataclass(frozen=True, slots=True)
class TitleOf(Expr):
    """The design of a component."""

    op: ClassVar[str] = "title_of"


@dataclass(frozen=True, slots=True)
class IsDesign(Expr):
    """Whether a component is of this design."""

    op: ClassVar[str] = "is_design"
    design: Design


@dataclass(frozen=True, slots=True)
class IsKind(Expr):
    """Whether a component is of this kind."""

    op: ClassVar[str] = "is_kind"
    kind: str


@dataclass(frozen=True, slots=True)
class Worth(Expr):
    """The worth of a piece of money of this kind."""

    op: ClassVar[str] = "worth"
    kind: str


@dataclass(frozen=True, slots=True)
class CallValue(Expr):
    """The answer of a definition; `args[0]` is `you`."""

    op: ClassVar[str] = "call"
    rule: str


@dataclass(frozen=True, slots=True)
class Can(Expr):
    """Whether a deed can be carried out by `args[0]`."""

    op: ClassVar[str] = "can"
    rule: str


@dataclass(frozen=True, slots=True)
class CanBlock(Expr):
    """Whether these deeds can be carried out; `freely` if nothing can prevent them."""

    op: ClassVar[str] = "can_block"
    body: list[Stmt]
    freely: bool = False


@dataclass(frozen=True, slots=True)
class HasDone(Expr):
    """Whether a player has done a deed, named with the span of time that counts."""

    op: ClassVar[str] = "has_done"
    deed: tuple[str, str]


@dataclass(frozen=True, slots=True)
class TimesDone(Expr):
    """How often a player has done a deed, named with the span of time that counts."""

    op: ClassVar[str] = "times_done"
    deed: tuple[str, str]


@dataclass(frozen=True, slots=True)
class PositionNow(Expr):
    """The number of the present position, for a record of positions."""

    op: ClassVar[str] = "position_now"


@dataclass(frozen=True, slots=True)
class TimesRecorded(Expr):
    """How often the present position is in the record of positions."""

    op: ClassVar[str] = "times_recorded"


@dataclass(frozen=True, slots=True)
class Arrived(Expr):
    """Whether a component came to its place in this span of time."""

    op: ClassVar[str] = "arrived"
    time: str


@dataclass(frozen=True, slots=True)
class Running(Expr):
    """Whether such a span of time is in progress."""

    op: ClassVar[str] = "running"
    time: str


@dataclass(frozen=True, slots=True)
class Outermost(Expr):
    """Whether no other span of time of its sort encloses this one."""

    op: ClassVar[str] = "outermost"
    time: str


@dataclass(frozen=True, slots=True)
class LookingAhead(Expr):
    """Whether this is evaluated in look-ahead, not in play."""

    op: ClassVar[str] = "looking_ahead"


@dataclass(frozen=True, slots=True)
class Asked(Expr):
    """The player for whom look-ahead is done."""

    op: ClassVar[str] = "asked"


@dataclass(frozen=True, slots=True)
class Shown(Expr):
    """Whether a component is face up, or the player of the look-ahead has looked at it."""

    op: ClassVar[str] = "shown"


@dataclass(frozen=True, slots=True)
class Lasts(Expr):
    """Whether a temporary sentence is in force for `you` and the things of `args`."""

    op: ClassVar[str] = "lasts"
    number: int
    whose: str


@dataclass(frozen=True, slots=True)
class LastingSum(Expr):
    """The sum of temporary changes to a field of a thing, for `you`."""

    op: ClassVar[str] = "lasting_sum"
    number: int


@dataclass(frozen=True, slots=True)
class EventPlace(Expr):
    """The place that the thing of an event came from, or goes to."""

    op: ClassVar[str] = "event_place"
    end: str


@dataclass(frozen=True, slots=True)
class Case(Expr):
    """A part of a condition whose answers are counted for test coverage."""

    op: ClassVar[str] = "case"
    number: int


@dataclass(frozen=True, slots=True)
class Changed(Expr):
    """The value in the rules or, while a change to them is tried, another one (`args[0]`)."""

    op: ClassVar[str] = "changed"
    number: int


def is_local(e: Expr, name: str) -> bool:
    """Check whether an expression is exactly a local of this name."""
    return isinstance(e, Local) and e.name == name


def is_number(e: Expr, value: int) -> bool:
    """Check whether an expression is this number, or a known thing of this number."""
    return isinstance(e, Num) and e.value == value
