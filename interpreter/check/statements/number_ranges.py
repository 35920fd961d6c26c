"""Ranges of numbers: `from 1 to 4`."""

from __future__ import annotations

from interpreter.check.expressions import value_reading
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.types import NUMBER, set_of
from interpreter.syntax import ast


def read(scope: Scope, low: ast.Expression, high: ast.Expression, span: Span) -> Expr:
    """Read a range of numbers, empty if the first is larger than the last."""
    first, last = value_reading.whole(scope, low), value_reading.whole(scope, high)
    if isinstance(first, nodes.Num) and isinstance(last, nodes.Num) and _are_swapped(first, last):
        told = f"{first.value} to {last.value} holds no number"
        first_to_last = Span(span.source, low.span.start, high.span.end)
        swapped = f"{high.span.text} to {low.span.text}"
        scope.ctx.report.add(
            "empty-range", first_to_last, told, "the smaller number comes first", write=swapped
        )
    return nodes.Range((first, last), set_of(NUMBER), span)


def _are_swapped(first: nodes.Num, last: nodes.Num) -> bool:
    """Tell whether two literal numbers are the wrong way round."""
    written = all(one.span.text == str(one.value) for one in (first, last))
    return written and first.value > last.value
