"""Plain values: numbers, names, what is kept and what is printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from interpreter.ir.nodes.base import Expr, Stmt

if TYPE_CHECKING:
    from interpreter.ir.program import Design, Field


@dataclass(frozen=True, slots=True)
class Num(Expr):
    """A number, also a value of a list, a component or a seat that is known; nothing is -1."""

    op: ClassVar[str] = "num"
    value: int


@dataclass(frozen=True, slots=True)
class Text(Expr):
    """A text that a test or a saying hands on."""

    op: ClassVar[str] = "text"
    text: str


@dataclass(frozen=True, slots=True)
class Local(Expr):
    """What a local name stands for."""

    op: ClassVar[str] = "local"
    name: str


@dataclass(frozen=True, slots=True)
class FieldNow(Expr):
    """What a field holds now, of `args[0]` unless it is the table's; standing changes count."""

    op: ClassVar[str] = "field"
    field: Field


@dataclass(frozen=True, slots=True)
class FieldRaw(Expr):
    """What a field holds, without what stands and changes it."""

    op: ClassVar[str] = "field_raw"
    field: Field


@dataclass(frozen=True, slots=True)
class Attr(Expr):
    """What is printed on a component of a kind."""

    op: ClassVar[str] = "attr"
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class OwnerOf(Expr):
    """The player to whom a component belongs."""

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
    """What a piece of money of this kind is worth."""

    op: ClassVar[str] = "worth"
    kind: str


@dataclass(frozen=True, slots=True)
class CallValue(Expr):
    """What a definition answers; `args[0]` is `you`."""

    op: ClassVar[str] = "call"
    rule: str


@dataclass(frozen=True, slots=True)
class Can(Expr):
    """Whether a deed can be carried out by `args[0]`."""

    op: ClassVar[str] = "can"
    rule: str


@dataclass(frozen=True, slots=True)
class CanBlock(Expr):
    """Whether these deeds can be carried out; where nothing can keep them from it, what `freely`
    says."""

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
class Arrived(Expr):
    """Whether a component came to its place in this span of time."""

    op: ClassVar[str] = "arrived"
    time: str


@dataclass(frozen=True, slots=True)
class Running(Expr):
    """Whether such a span of time is under way."""

    op: ClassVar[str] = "running"
    time: str


@dataclass(frozen=True, slots=True)
class Outermost(Expr):
    """Whether no other span of time of its sort lies around this one."""

    op: ClassVar[str] = "outermost"
    time: str


@dataclass(frozen=True, slots=True)
class LookingAhead(Expr):
    """Whether somebody looks ahead and nothing really happens."""

    op: ClassVar[str] = "looking_ahead"


@dataclass(frozen=True, slots=True)
class Asked(Expr):
    """Who looks ahead."""

    op: ClassVar[str] = "asked"


@dataclass(frozen=True, slots=True)
class Shown(Expr):
    """Whether a component lies open, or whoever looks ahead has looked at it."""

    op: ClassVar[str] = "shown"


@dataclass(frozen=True, slots=True)
class Lasts(Expr):
    """Whether a sentence that holds for a time holds for `you` and the things of `args`."""

    op: ClassVar[str] = "lasts"
    number: int
    whose: str


@dataclass(frozen=True, slots=True)
class LastingSum(Expr):
    """By how much sentences that hold for a time change a number of a thing, for `you`."""

    op: ClassVar[str] = "lasting_sum"
    number: int


@dataclass(frozen=True, slots=True)
class EventPlace(Expr):
    """Where the thing of an event came from, or goes to."""

    op: ClassVar[str] = "event_place"
    end: str


@dataclass(frozen=True, slots=True)
class Case(Expr):
    """A part of a condition whose answers are counted while tests run."""

    op: ClassVar[str] = "case"
    number: int


@dataclass(frozen=True, slots=True)
class Changed(Expr):
    """What the rules say or, while this change of them is tried, something else (`args[0]`)."""

    op: ClassVar[str] = "changed"
    number: int


def is_local(e: Expr, name: str) -> bool:
    """Whether an expression is a local of this name, and nothing else."""
    return isinstance(e, Local) and e.name == name


def is_number(e: Expr, value: int) -> bool:
    """Whether an expression is this number, or what it stands for, written out."""
    return isinstance(e, Num) and e.value == value
