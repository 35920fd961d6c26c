"""Triggers and standing changes of numbers and costs."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.diagnostics import Span
from interpreter.ir.declared import Field
from interpreter.ir.nodes.node import Expr

Until = tuple[int | str, str]
"""How long something holds, and by which span of time: to the end of so many of them, to the `next`
one of whoever did it, or to its end (`end_of_next`)."""


@dataclass(slots=True, eq=False, repr=False)
class Hook:
    """A rule that responds to an event: `func` runs for each player for whom `test` holds."""

    func: str
    who: str
    when: Expr | None
    card: str
    span: Span
    test: Expr | None = None
    """For a rule that replaces the event: its condition, in the words of the rule."""


@dataclass(slots=True, eq=False, repr=False)
class DeedTrigger:
    """A trigger on a built-in deed such as `move` or `draw`, done to components of a kind.

    `sort` is before, after or instead; `told` says what the trigger learns of the deed: thing, from
    or to, under which name. Its first argument is who acts, and its last ones are the numbers of
    the zones from and to.
    """

    sort: str
    verb: str
    kind: str
    told: list[tuple[str, str]]
    hook: Hook
    span: Span
    """Where the deed that is waited for is said."""


@dataclass(slots=True, eq=False, repr=False)
class Modifier:
    """A standing change of a field: `cond` and `amount` are about `you`, its holder."""

    field: Field
    op: str
    amount: Expr
    cond: Expr | None
    card: str
    span: Span


@dataclass(slots=True, eq=False, repr=False)
class CostChange:
    """A standing change of what a player pays for things of a kind."""

    kind: str
    sort: str
    amount: Expr | None
    cond: Expr | None
    card: str
    span: Span
    which: Expr | None = None
    """For some of the things only: a question about `_paid`."""
    word: Expr | None = None
    """What of a list is paid more or less; without it, whatever the payer likes."""
    title: str = ""
    """The rule or the card that it stands in, as players call it."""
