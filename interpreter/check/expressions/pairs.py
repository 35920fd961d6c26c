"""Values stored per pair of things: `your height in column`.

There is one field for each member of the values list. A literal member selects its field; any other
value becomes a choice among all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.check import node_builders
from interpreter.check.expressions.value_reading import value
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Field
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.types import Type
from interpreter.syntax import ast

ADDED = ("number", "yesno")
"""What is kept as a number: of the sum of all lines, only the one that is meant counts."""


@dataclass(slots=True)
class Pair:
    """A reference to such a value: the owner, the key, and the field of each list member."""

    whose: tuple[Expr, ...]
    which: Expr
    lines: list[Field]
    before: list[Stmt]

    def cases(self) -> Iterator[tuple[Expr | None, Field]]:
        """Yield each field that may be meant, with the condition that selects it.

        A literal key yields just its own field, with None for the condition.
        """
        if isinstance(self.which, nodes.Num):
            yield None, self.lines[self.which.value]
            return
        for number, line in enumerate(self.lines):
            own = nodes.Num((), self.which.type, self.which.span, number)
            yield node_builders.test(nodes.Eq, self.which, own, self.which.span), line


def kept_for(scope: Scope, node: ast.KeptFor) -> Expr:
    """`your height in column`"""
    pair = found(scope, node)
    if pair is None:
        return scope.ctx.bad(node.span)
    made: Expr | None = None
    for case, line in pair.cases():
        kind = line.type
        there: Expr = nodes.FieldNow(pair.whose, kind, node.span, line)
        if case is not None and kind.base in ADDED:
            there = nodes.Mul((there, case), kind, node.span)
        if made is None:
            made = there
        elif case is not None and kind.base not in ADDED:
            made = nodes.ChooseValue((case, there, made), kind, node.span)
        else:
            made = nodes.Add((made, there), kind, node.span)
    assert made is not None
    return made


def found(scope: Scope, node: ast.KeptFor) -> Pair | None:
    """Find what is kept so; None after a diagnostic."""
    kept = node.kept
    owner: tuple[Expr, ...] = ()
    match kept:
        case ast.Your(word=word):
            owner = (value(scope, ast.You(kept.span)),)
        case ast.Their(word=word):
            owner = (value(scope, ast.They(kept.span)),)
        case ast.Its(word=word):
            owner = (value(scope, ast.It(kept.span)),)
        case ast.Possessed(owner=whose, word=word):
            owner = (value(scope, whose),)
        case ast.Name(word=word):
            pass
        case _:
            _report_not_declared_so(scope, node)
            return None
    if owner and not owner[0].type.known:
        return None
    holder = scope.ctx.holder_of(owner[0].type) if owner else "table"
    line = scope.ctx.kept_for_each.get(holder, {}).get(word.text)
    if line is None:
        _report_not_declared_so(scope, node)
        return None
    values, lines = line
    scope.ctx.used.update(one.name for one in lines)
    which = value(scope, node.place, Type("value", values))
    return Pair(owner, which, lines, []) if which.type.known else None


def _report_not_declared_so(scope: Scope, node: ast.KeptFor) -> None:
    """Report `in` behind what is not kept for each value of a list."""
    at = node.span.source.text.rfind("in", node.kept.span.end, node.place.span.start)
    scope.ctx.report.add(
        "unexpected-word",
        Span(node.span.source, at, at + 2),
        "`in` does not fit here",
        "expected `is in`, or the end of the question",
        helps=("what is kept for each value of a list is declared: `height in column: 0 to 13`",),
    )
