"""Small typed terms that every reader makes: numbers, yes, the opposite of a test, two tests.

Takes and gives typed expressions; knows no trees.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.types import NUMBER, YES_NO, Type


def num(value: int, span: Span, kind: Type = NUMBER) -> Expr:
    """Give a number that is written out, or another constant of a kind."""
    return nodes.Num((), kind, span, value)


def zero(span: Span) -> Expr:
    """Give the number 0."""
    return num(0, span)


def true(span: Span) -> Expr:
    """Give the test that always holds."""
    return num(1, span, YES_NO)


def test(op: type[Expr], first: Expr, second: Expr, span: Span) -> Expr:
    """A test of two values, such as `nodes.Eq` or `nodes.And`."""
    return op((first, second), YES_NO, span)


def negated(asked: Expr) -> Expr:
    """Give the opposite test; of an unknown one, that one itself."""
    if not asked.type.known:
        return asked
    return nodes.Not((asked,), YES_NO, asked.span)


def negated_if(turned: bool, asked: Expr) -> Expr:
    """Give the opposite test where a sentence says `not`, else the test itself."""
    return negated(asked) if turned else asked


def all_of(tests: Sequence[Expr], span: Span, op: type[Expr] = nodes.And) -> Expr:
    """Several tests, at least one, as one that holds if all of them do."""
    return reduce(lambda made, one: test(op, made, one, span), tests)


def any_of(tests: Sequence[Expr], span: Span) -> Expr:
    """Several tests, at least one, as one that holds if any of them does."""
    return all_of(tests, span, nodes.Or)
