"""Statements: what is done when and how often, and what the engine notes on the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from interpreter.ir.nodes.base import Stmt


@dataclass(frozen=True, slots=True)
class Let(Stmt):
    """Give a name to a value."""

    op: ClassVar[str] = "let"
    name: str


@dataclass(frozen=True, slots=True)
class LetFrozen(Stmt):
    """Give a name to a list as it is now."""

    op: ClassVar[str] = "let_frozen"
    name: str


@dataclass(frozen=True, slots=True)
class If(Stmt):
    """Do `body` if a test holds, else `other`."""

    op: ClassVar[str] = "if"


@dataclass(frozen=True, slots=True)
class For(Stmt):
    """Do `body` for each of many things, at most `args[1]` of them."""

    op: ClassVar[str] = "for"
    name: str


@dataclass(frozen=True, slots=True)
class ForAll(Stmt):
    """The same for players, in the way that `how` says: `together`, `until_all_pass`."""

    op: ClassVar[str] = "for_all"
    name: str
    how: str


@dataclass(frozen=True, slots=True)
class While(Stmt):
    """Do `body` as long as a test holds."""

    op: ClassVar[str] = "while"


@dataclass(frozen=True, slots=True)
class AsOften(Stmt):
    """Do `body` as often as somebody wants and can."""

    op: ClassVar[str] = "as_often"


@dataclass(frozen=True, slots=True)
class Break(Stmt):
    """End the innermost loop."""

    op: ClassVar[str] = "break"


@dataclass(frozen=True, slots=True)
class Return(Stmt):
    """End this rule."""

    op: ClassVar[str] = "return"


@dataclass(frozen=True, slots=True)
class Answer(Stmt):
    """End this definition with an answer."""

    op: ClassVar[str] = "answer"


@dataclass(frozen=True, slots=True)
class Call(Stmt):
    """Carry out a rule; `args[0]` does it."""

    op: ClassVar[str] = "call"
    rule: str


@dataclass(frozen=True, slots=True)
class AnswerEvent(Stmt):
    """Carry out what answers an event: the card or thing, who does it, and what it is about."""

    op: ClassVar[str] = "answer_event"
    rule: str


@dataclass(frozen=True, slots=True)
class Requires(Stmt):
    """Go on only if a test holds; `excuse` tells why not."""

    op: ClassVar[str] = "requires"
    excuse: str


@dataclass(frozen=True, slots=True)
class Foreseen(Requires):
    """Let whoever looks ahead go on only if a test holds; where it is done, nothing asks."""

    op: ClassVar[str] = "foreseen"


@dataclass(frozen=True, slots=True)
class EndGame(Stmt):
    """End the game, in the way of this number."""

    op: ClassVar[str] = "end_game"
    number: int


@dataclass(frozen=True, slots=True)
class EndSpan(Stmt):
    """End this turn, round or phase."""

    op: ClassVar[str] = "end_span"
    time: str


@dataclass(frozen=True, slots=True)
class Win(Stmt):
    """Let a player win."""

    op: ClassVar[str] = "win"


@dataclass(frozen=True, slots=True)
class Horizon(Stmt):
    """Let whoever looks ahead look no further: always, or if `args[0]` holds."""

    op: ClassVar[str] = "horizon"


@dataclass(frozen=True, slots=True)
class Fuel(Stmt):
    """Pay for a round of a loop."""

    op: ClassVar[str] = "fuel"


@dataclass(frozen=True, slots=True)
class Given(Stmt):
    """Note that what stands behind is given."""

    op: ClassVar[str] = "given"


@dataclass(frozen=True, slots=True)
class Aside(Stmt):
    """Note that a rule that waits `begins` or is done: who looks ahead to a deed is not kept from
    it by what cannot be done there."""

    op: ClassVar[str] = "aside"
    begins: bool


@dataclass(frozen=True, slots=True)
class MoreRounds(Stmt):
    """Note that a loop can go on."""

    op: ClassVar[str] = "more_rounds"


@dataclass(frozen=True, slots=True)
class CallLeft(Stmt):
    """Note that a rule has been left, for those that look ahead."""

    op: ClassVar[str] = "call_left"
    tag: str


@dataclass(frozen=True, slots=True)
class LeaveCall(Stmt):
    """Leave a rule that is printed in place, for those that look ahead."""

    op: ClassVar[str] = "leave_call"
    tag: str


@dataclass(frozen=True, slots=True)
class Expire(Stmt):
    """End what lasts until the end of this span of time."""

    op: ClassVar[str] = "expire"
    time: str


@dataclass(frozen=True, slots=True)
class Enter(Stmt):
    """Begin a span of time."""

    op: ClassVar[str] = "enter"
    time: str


@dataclass(frozen=True, slots=True)
class Leave(Stmt):
    """End a span of time."""

    op: ClassVar[str] = "leave"
    time: str


@dataclass(frozen=True, slots=True)
class MakeActive(Stmt):
    """Say whose turn it is."""

    op: ClassVar[str] = "make_active"


@dataclass(frozen=True, slots=True)
class CountUse(Stmt):
    """Count that a rule was carried out."""

    op: ClassVar[str] = "count_use"
    number: int


@dataclass(frozen=True, slots=True)
class Way(Stmt):
    """Count that tests came by here."""

    op: ClassVar[str] = "way"
    number: int
