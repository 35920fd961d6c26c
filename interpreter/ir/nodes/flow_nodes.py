"""Control-flow statements, and markers for the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from interpreter.ir.nodes.node import Stmt


@dataclass(frozen=True, slots=True)
class Let(Stmt):
    """Bind a name to a value."""

    op: ClassVar[str] = "let"
    name: str


@dataclass(frozen=True, slots=True)
class LetFrozen(Stmt):
    """Bind a name to a snapshot of a list."""

    op: ClassVar[str] = "let_frozen"
    name: str


@dataclass(frozen=True, slots=True)
class If(Stmt):
    """Run `body` if a test holds, else `other`."""

    op: ClassVar[str] = "if"


@dataclass(frozen=True, slots=True)
class For(Stmt):
    """Run `body` for each of some things, at most `args[1]` of them."""

    op: ClassVar[str] = "for"
    name: str


@dataclass(frozen=True, slots=True)
class ForAll(Stmt):
    """Run `body` for each of some players in the mode of `how`: `together` or `until_all_pass`."""

    op: ClassVar[str] = "for_all"
    name: str
    how: str


@dataclass(frozen=True, slots=True)
class While(Stmt):
    """Run `body` as long as a test holds."""

    op: ClassVar[str] = "while"


@dataclass(frozen=True, slots=True)
class AsOften(Stmt):
    """Run `body` as often as the player wants and can."""

    op: ClassVar[str] = "as_often"


@dataclass(frozen=True, slots=True)
class Break(Stmt):
    """Exit the innermost loop."""

    op: ClassVar[str] = "break"


@dataclass(frozen=True, slots=True)
class Return(Stmt):
    """Return from this rule."""

    op: ClassVar[str] = "return"


@dataclass(frozen=True, slots=True)
class Answer(Stmt):
    """Return an answer from this definition."""

    op: ClassVar[str] = "answer"


@dataclass(frozen=True, slots=True)
class Call(Stmt):
    """Call a rule; `args[0]` acts."""

    op: ClassVar[str] = "call"
    rule: str


@dataclass(frozen=True, slots=True)
class AnswerEvent(Stmt):
    """Call a trigger; the arguments are its card or owner, who acts, and the event's parameters."""

    op: ClassVar[str] = "answer_event"
    rule: str


@dataclass(frozen=True, slots=True)
class Requires(Stmt):
    """Continue only if a test holds; `excuse` says why not."""

    op: ClassVar[str] = "requires"
    excuse: str


@dataclass(frozen=True, slots=True)
class Foreseen(Requires):
    """A requirement that only look-ahead tests; it has no effect in play."""

    op: ClassVar[str] = "foreseen"


@dataclass(frozen=True, slots=True)
class EndGame(Stmt):
    """End the game with the ending of this number."""

    op: ClassVar[str] = "end_game"
    number: int


@dataclass(frozen=True, slots=True)
class EndSpan(Stmt):
    """End this turn, round or phase."""

    op: ClassVar[str] = "end_span"
    time: str


@dataclass(frozen=True, slots=True)
class Win(Stmt):
    """Declare a player a winner."""

    op: ClassVar[str] = "win"


@dataclass(frozen=True, slots=True)
class Horizon(Stmt):
    """Stop look-ahead: always, or if `args[0]` holds."""

    op: ClassVar[str] = "horizon"


@dataclass(frozen=True, slots=True)
class Fuel(Stmt):
    """Use up one unit of fuel in a round of a loop, so that endless loops are stopped."""

    op: ClassVar[str] = "fuel"


@dataclass(frozen=True, slots=True)
class Given(Stmt):
    """Mark where the setup ends, and a test or the table takes over."""

    op: ClassVar[str] = "given"


@dataclass(frozen=True, slots=True)
class Aside(Stmt):
    """Mark where a trigger `begins` or ends: look-ahead to a deed ignores failures in it."""

    op: ClassVar[str] = "aside"
    begins: bool


@dataclass(frozen=True, slots=True)
class MoreRounds(Stmt):
    """Mark, in look-ahead, the end of a loop's first round, which others may follow."""

    op: ClassVar[str] = "more_rounds"


@dataclass(frozen=True, slots=True)
class CallLeft(Stmt):
    """Mark the point behind an inlined rule, for look-ahead."""

    op: ClassVar[str] = "call_left"
    tag: str


@dataclass(frozen=True, slots=True)
class LeaveCall(Stmt):
    """Leave an inlined rule, for look-ahead."""

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
    """Set whose turn it is."""

    op: ClassVar[str] = "make_active"


@dataclass(frozen=True, slots=True)
class CountUse(Stmt):
    """Count one use of a rule."""

    op: ClassVar[str] = "count_use"
    number: int


@dataclass(frozen=True, slots=True)
class Way(Stmt):
    """Count a visit to this branch, for test coverage."""

    op: ClassVar[str] = "way"
    number: int
