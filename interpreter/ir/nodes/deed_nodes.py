"""Statements: deeds that change components, numbers and money."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from interpreter.ir.nodes.node import Expr, Stmt

if TYPE_CHECKING:
    from interpreter.ir.declared import Family, Field, Money, Payment
    from interpreter.ir.standing import Until


@dataclass(frozen=True, slots=True)
class Set(Stmt):
    """Store a value in a field; the last argument is the value."""

    op: ClassVar[str] = "set"
    field: Field


@dataclass(frozen=True, slots=True)
class SetFor(Stmt):
    """Store a value for a limited time.

    With `by`, only the difference is undone; `whose` is set if the next span of that player ends
    it.
    """

    op: ClassVar[str] = "set_for"
    field: Field
    until: Until
    by: bool
    whose: Expr | None


@dataclass(frozen=True, slots=True)
class SetParam(Stmt):
    """Change a parameter of an event before it happens."""

    op: ClassVar[str] = "set_param"
    name: str


@dataclass(frozen=True, slots=True)
class Last(Stmt):
    """Keep a sentence in force for a limited time."""

    op: ClassVar[str] = "last"
    number: int
    until: Until


@dataclass(frozen=True, slots=True)
class Cannot(Stmt):
    """Record in the story that a player cannot do what each player is to do."""

    op: ClassVar[str] = "cannot"


@dataclass(frozen=True, slots=True)
class Ban(Stmt):
    """Forbid a deed for a limited time."""

    op: ClassVar[str] = "ban"
    deed: str
    whose: str
    until: Until | None
    excuse: str


@dataclass(frozen=True, slots=True)
class CloseFor(Stmt):
    """Close some zones for a limited time: nothing may enter them."""

    op: ClassVar[str] = "close_for"
    until: Until | None
    excuse: str


@dataclass(frozen=True, slots=True)
class ModifyFor(Stmt):
    """Raise or lower a number for a limited time, if `only` for one player; see `SetFor`."""

    op: ClassVar[str] = "modify_for"
    target: Field | tuple[str, str]
    sign: str
    until: Until | None
    only: bool
    whose: Expr | None


@dataclass(frozen=True, slots=True)
class Reopen(Stmt):
    """Forget what keeps some zones closed."""

    op: ClassVar[str] = "reopen"


@dataclass(frozen=True, slots=True)
class Move(Stmt):
    """Move a component to a place; `how` is the `op` of the place's node."""

    op: ClassVar[str] = "move"
    kind: str
    how: str
    to: Family | None


@dataclass(frozen=True, slots=True)
class Draw(Stmt):
    """Move cards from a pile, one by one; the first `sources` arguments say which pile."""

    op: ClassVar[str] = "draw"
    family: Family
    sources: int
    kind: str
    how: str
    to: Family | None
    name: str


@dataclass(frozen=True, slots=True)
class MoveAlike(Stmt):
    """Move alike pieces from zone to zone."""

    op: ClassVar[str] = "move_alike"
    family: Family
    sources: int
    to: Family
    targets: int


@dataclass(frozen=True, slots=True)
class Shuffle(Stmt):
    """Shuffle a pile."""

    op: ClassVar[str] = "shuffle"
    family: Family


@dataclass(frozen=True, slots=True)
class Reverse(Stmt):
    """Turn a pile over."""

    op: ClassVar[str] = "reverse"
    family: Family


@dataclass(frozen=True, slots=True)
class Push(Stmt):
    """Push things into a lane; what is pushed out goes to `out`."""

    op: ClassVar[str] = "push"
    family: Family
    out: Family


@dataclass(frozen=True, slots=True)
class Rotate(Stmt):
    """Rotate the contents of a lane."""

    op: ClassVar[str] = "rotate"
    family: Family


@dataclass(frozen=True, slots=True)
class TurnRow(Stmt):
    """Rotate the contents of a row."""

    op: ClassVar[str] = "turn_row"
    family: Family


@dataclass(frozen=True, slots=True)
class CloseUp(Stmt):
    """Close the gaps of a row."""

    op: ClassVar[str] = "close_up"
    family: Family


@dataclass(frozen=True, slots=True)
class PassOn(Stmt):
    """Pass what lies before each player on to the next one."""

    op: ClassVar[str] = "pass_on"
    family: Family
    side: str


@dataclass(frozen=True, slots=True)
class Swap(Stmt):
    """Exchange the places of two components."""

    op: ClassVar[str] = "swap"
    kind: str


@dataclass(frozen=True, slots=True)
class Roll(Stmt):
    """Roll a die."""

    op: ClassVar[str] = "roll"
    field: Field


@dataclass(frozen=True, slots=True)
class RollOdds(Stmt):
    """Roll a die whose faces are not equally likely."""

    op: ClassVar[str] = "roll_odds"
    field: Field
    odds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reveal(Stmt):
    """Turn a component face up."""

    op: ClassVar[str] = "reveal"
    kind: str


@dataclass(frozen=True, slots=True)
class Look(Stmt):
    """Let one player look at a component, and remember it."""

    op: ClassVar[str] = "look"
    kind: str


@dataclass(frozen=True, slots=True)
class Show(Stmt):
    """Show a component to one player."""

    op: ClassVar[str] = "show"
    kind: str


@dataclass(frozen=True, slots=True)
class GainMoney(Stmt):
    """Give money to a player."""

    op: ClassVar[str] = "gain_money"
    money: Money


@dataclass(frozen=True, slots=True)
class Exchange(Stmt):
    """Combine money into bigger pieces, or split it."""

    op: ClassVar[str] = "exchange"
    money: Money
    how: str


@dataclass(frozen=True, slots=True)
class PayDue(Stmt):
    """Compute what is to be paid, and how much may be reduced."""

    op: ClassVar[str] = "pay_due"
    payment: Payment
    due: str
    most: str


@dataclass(frozen=True, slots=True)
class PayOut(Stmt):
    """Pay what is due, less what was chosen."""

    op: ClassVar[str] = "pay_out"
    payment: Payment
    due: str
    name: str
