"""Arithmetic, comparisons and logic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from interpreter.ir.nodes.node import Expr

if TYPE_CHECKING:
    from interpreter.ir.types import Type


@dataclass(frozen=True, slots=True)
class Add(Expr):
    """A sum of two numbers."""

    op: ClassVar[str] = "add"


@dataclass(frozen=True, slots=True)
class Sub(Expr):
    """A difference."""

    op: ClassVar[str] = "sub"


@dataclass(frozen=True, slots=True)
class Mul(Expr):
    """A product."""

    op: ClassVar[str] = "mul"


@dataclass(frozen=True, slots=True)
class DivDown(Expr):
    """A quotient, rounded down."""

    op: ClassVar[str] = "divdown"


@dataclass(frozen=True, slots=True)
class DivUp(Expr):
    """A quotient, rounded up."""

    op: ClassVar[str] = "divup"


@dataclass(frozen=True, slots=True)
class Min(Expr):
    """The smaller of two numbers."""

    op: ClassVar[str] = "min"


@dataclass(frozen=True, slots=True)
class Max(Expr):
    """The larger of two numbers."""

    op: ClassVar[str] = "max"


@dataclass(frozen=True, slots=True)
class Clamp(Expr):
    """A number clamped to the range of this type."""

    op: ClassVar[str] = "clamp"
    range: Type


@dataclass(frozen=True, slots=True)
class ChooseValue(Expr):
    """`args[1]` if `args[0]` holds, else `args[2]`."""

    op: ClassVar[str] = "choose_value"


@dataclass(frozen=True, slots=True)
class AmountsAdd(Expr):
    """A sum of amounts, value by value."""

    op: ClassVar[str] = "vadd"


@dataclass(frozen=True, slots=True)
class AmountsSub(Expr):
    """A difference of amounts, value by value, never below 0."""

    op: ClassVar[str] = "vsub"


@dataclass(frozen=True, slots=True)
class AmountsTotal(Expr):
    """The total of some amounts, as one number."""

    op: ClassVar[str] = "vtotal"


@dataclass(frozen=True, slots=True)
class AmountOf(Expr):
    """The amount of one value."""

    op: ClassVar[str] = "vget"


@dataclass(frozen=True, slots=True)
class AmountsWith(Expr):
    """Amounts with another amount of one value."""

    op: ClassVar[str] = "vset"


@dataclass(frozen=True, slots=True)
class NoAmounts(Expr):
    """Amounts that are all 0."""

    op: ClassVar[str] = "vzero"


@dataclass(frozen=True, slots=True)
class AmountsGe(Expr):
    """Whether each amount is at least the corresponding other one."""

    op: ClassVar[str] = "vge"


@dataclass(frozen=True, slots=True)
class AmountsLe(Expr):
    """Whether no amount is more than the other."""

    op: ClassVar[str] = "vle"


@dataclass(frozen=True, slots=True)
class AmountsGt(Expr):
    """Whether some amount is more than the other."""

    op: ClassVar[str] = "vgt"


@dataclass(frozen=True, slots=True)
class AmountsLt(Expr):
    """Whether some amount is less than the other."""

    op: ClassVar[str] = "vlt"


@dataclass(frozen=True, slots=True)
class Eq(Expr):
    """Whether two values are equal."""

    op: ClassVar[str] = "eq"


@dataclass(frozen=True, slots=True)
class Ne(Expr):
    """Whether two values differ."""

    op: ClassVar[str] = "ne"


@dataclass(frozen=True, slots=True)
class Lt(Expr):
    """Whether a number is less than another."""

    op: ClassVar[str] = "lt"


@dataclass(frozen=True, slots=True)
class Le(Expr):
    """Whether a number is at most another."""

    op: ClassVar[str] = "le"


@dataclass(frozen=True, slots=True)
class Gt(Expr):
    """Whether a number is more than another."""

    op: ClassVar[str] = "gt"


@dataclass(frozen=True, slots=True)
class Ge(Expr):
    """Whether a number is at least another."""

    op: ClassVar[str] = "ge"


@dataclass(frozen=True, slots=True)
class And(Expr):
    """Whether both hold; the second is asked only if the first holds."""

    op: ClassVar[str] = "and"


@dataclass(frozen=True, slots=True)
class Or(Expr):
    """Whether one holds; the second is asked only if the first does not."""

    op: ClassVar[str] = "or"


@dataclass(frozen=True, slots=True)
class Not(Expr):
    """Whether something does not hold."""

    op: ClassVar[str] = "not"


@dataclass(frozen=True, slots=True)
class Part(Expr):
    """One element of a joint value, by its bit offset."""

    op: ClassVar[str] = "part"
    shift: int
