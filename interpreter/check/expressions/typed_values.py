"""Literals and arithmetic: from trees to typed expressions.

A faulty part yields one diagnostic and a value of unknown type, which never causes a second one.
"""

from __future__ import annotations

from interpreter.check import node_builders
from interpreter.check.expressions import conversions, selections
from interpreter.check.expressions.value_reading import number, value
from interpreter.check.scope import Scope
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.types import NUMBER, YES_NO, Type
from interpreter.syntax import ast


def read_number(scope: Scope, node: ast.Number) -> Expr:
    """`3`, `2½`"""
    text = node.word.text
    amount = int(text.rstrip("½") or 0)
    if text.endswith("½"):
        return node_builders.num(amount * 2 + 1, node.span, Type("number", halves=True))
    return node_builders.num(amount, node.span)


def yes_or_no(scope: Scope, node: ast.YesNo) -> Expr:
    """`yes`, `no`"""
    return node_builders.num(int(node.yes), node.span, YES_NO)


def report_text(scope: Scope, node: ast.Text) -> Expr:
    """Texts are titles and reasons; as a value one is a slip, most often a name in quotes."""
    word = node.word.text[1:-1]
    plain = word.lower().replace(" ", "_").replace("-", "_")
    name = plain if plain.isidentifier() and plain.isascii() else ""
    return scope.ctx.wrong(
        "wrong-kind-of-value",
        node.span,
        "a text in quotes is not a value",
        "names have no quotes" if name else "",
        write=name,
        helps=("texts are titles, and reasons after `else`",),
    )


def times(scope: Scope, node: ast.Times) -> Expr:
    """`2 times might`"""
    first, second = number(scope, node.left), number(scope, node.right)
    halves = first.type.halves or second.type.halves
    kind = Type("number", halves=True) if halves else NUMBER
    made = nodes.Mul((first, second), kind, node.span)
    both = first.type.halves and second.type.halves
    return nodes.DivDown((made, node_builders.num(2, node.span)), kind, node.span) if both else made


def divided(scope: Scope, node: ast.Half | ast.Divided) -> Expr:
    """`half of might rounded up`, `might divided by 3 rounded down`"""
    if isinstance(node, ast.Half):
        first, second = number(scope, node.whole), node_builders.num(2, node.span)
    else:
        first, second = number(scope, node.left), number(scope, node.right)
    if node.rounded is None:
        return scope.ctx.wrong(
            "no-rounding",
            node.span,
            "a division must say how it is rounded",
            helps=("end it with `rounded down` or `rounded up`",),
        )
    if isinstance(second, nodes.Num) and second.value == 0 and second.type.known:
        return scope.ctx.wrong(
            "divided-by-zero",
            second.span,
            "nothing can be divided by 0",
            helps=("divide by a number from 1 on",),
        )
    op = nodes.DivUp if node.rounded.last == "up" else nodes.DivDown
    first, second = conversions.in_one_measure(first, second)
    return op((first, second), NUMBER, node.span)


def bounded(scope: Scope, node: ast.Bounded) -> Expr:
    """`3 minus might but at least 0`"""
    first, limit = number(scope, node.value), number(scope, node.bounds.limit)
    bounded_by = nodes.Max if node.bounds.least else nodes.Min
    first, limit = conversions.in_one_measure(first, limit)
    return bounded_by((first, limit), _measure(first), node.span)


def larger_or_smaller(scope: Scope, node: ast.Larger | ast.Smaller) -> Expr:
    """`larger of 3 and might`, `smaller of 3 and might`"""
    both = conversions.in_one_measure(number(scope, node.first), number(scope, node.second))
    one_of = nodes.Max if isinstance(node, ast.Larger) else nodes.Min
    return one_of(both, _measure(both[0]), node.span)


def _measure(made: Expr) -> Type:
    """Return the type of a computed number: in halves if the operand is, else whole."""
    return Type("number", halves=True) if made.type.halves else NUMBER


def as_set(scope: Scope, node: ast.Head | ast.Selection | ast.AllOf | ast.TopOnes) -> Expr:
    """Things that a description names, as a set."""
    things = node.things if isinstance(node, ast.AllOf) else node
    return selections.chosen(scope, things).as_set()


def plus_or_minus(scope: Scope, node: ast.Plus | ast.Minus) -> Expr:
    """`3 plus 1`, `wanted minus paid`: numbers, or amounts of the same values."""
    plus = isinstance(node, ast.Plus)
    first, second = value(scope, node.left), value(scope, node.right)
    if not (first.type.known and second.type.known):
        return scope.ctx.bad(node.span)
    if first.type.is_amounts and second.type.is_amounts:
        if first.type.of != second.type.of:
            return scope.ctx.wrong(
                "wrong-kind-of-value",
                second.span,
                f"these are amounts of {second.type.of}, not of {first.type.of}",
            )
        of_amounts = nodes.AmountsAdd if plus else nodes.AmountsSub
        return of_amounts((first, second), first.type, node.span)
    first = conversions.as_kind(scope, first, NUMBER)
    second = conversions.as_kind(scope, second, NUMBER)
    first, second = conversions.in_one_measure(first, second)
    of_numbers = nodes.Add if plus else nodes.Sub
    return of_numbers((first, second), first.type if first.type.halves else NUMBER, node.span)
