"""Constructors for small typed expressions that every reader needs: constants, tests, negation.

Works on typed expressions only, not on syntax trees.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.types import NUMBER, YES_NO, Type


def num(value: int, span: Span, kind: Type = NUMBER) -> Expr:
    """Build a constant; `kind` is its type, a number by default."""
    return nodes.Num((), kind, span, value)


def zero(span: Span) -> Expr:
    """Build the number 0."""
    return num(0, span)


def true(span: Span) -> Expr:
    """Build the condition that always holds."""
    return num(1, span, YES_NO)


def test(op: type[Expr], first: Expr, second: Expr, span: Span) -> Expr:
    """Build a yes-or-no node of two values, such as `nodes.Eq` or `nodes.And`."""
    return op((first, second), YES_NO, span)


def negated(asked: Expr) -> Expr:
    """Negate a condition; one of unknown type is returned unchanged."""
    if not asked.type.known:
        return asked
    return nodes.Not((asked,), YES_NO, asked.span)


def negated_if(turned: bool, asked: Expr) -> Expr:
    """Negate a condition if `turned` is set, as where a sentence says `not`."""
    return negated(asked) if turned else asked


def all_of(tests: Sequence[Expr], span: Span, op: type[Expr] = nodes.And) -> Expr:
    """Combine one or more conditions with `and`."""
    return reduce(lambda made, one: test(op, made, one, span), tests)


_COUNTS = (
    nodes.Count, nodes.Size, nodes.ZoneSize, nodes.CountIn, nodes.Position, nodes.AmountsTotal,
    nodes.Steps, nodes.LongestLine, nodes.MostAlike, nodes.SideOf,
)  # fmt: skip


def never_negative(value: Expr) -> bool:
    """Whether a number is known to be 0 or more."""
    if isinstance(value, nodes.Num):
        return value.value >= 0
    if isinstance(value, _COUNTS):
        return True
    if isinstance(value, (nodes.FieldNow, nodes.FieldRaw, nodes.Attr)):
        return value.type.low is not None and value.type.low >= 0
    if isinstance(value, nodes.Max):
        return any(never_negative(one) for one in value.args)
    if isinstance(value, (nodes.Add, nodes.Mul, nodes.Min, nodes.DivDown, nodes.DivUp)):
        return all(never_negative(one) for one in value.args)
    return isinstance(value, nodes.Sum) and never_negative(value.args[2])


def nothing_below(amount: Expr) -> Expr:
    """Clamp an amount that is paid, gained or lost to at least 0.

    Returned unchanged if it is of unknown type or is known never to be negative.
    """
    if not amount.type.known or never_negative(amount):
        return amount
    return nodes.Max((amount, zero(amount.span)), amount.type, amount.span)


def is_same(first: Expr, second: Expr) -> bool:
    """Whether two values are worked out alike, so that they can never differ."""
    if type(first) is not type(second) or first.fixed() != second.fixed():
        return False
    return len(first.args) == len(second.args) and all(
        is_same(a, b) for a, b in zip(first.args, second.args, strict=True)
    )


def speaks_of(value: Expr, name: str) -> bool:
    """Whether a value depends on a local."""
    return any(isinstance(part, nodes.Local) and part.name == name for part in value.walk())


def any_of(tests: Sequence[Expr], span: Span) -> Expr:
    """Combine one or more conditions with `or`."""
    return all_of(tests, span, nodes.Or)
