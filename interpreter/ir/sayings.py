"""Texts of options that omit zero amounts: `"{paid} Might" and "{wit} Cunning" or "nothing"`.

Takes the parts as they are read; produces sayings, each with the condition under which it is shown.
"""

from __future__ import annotations

from functools import reduce

from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Saying
from interpreter.ir.nodes import Expr
from interpreter.ir.types import NUMBER, YES_NO

Told = tuple[str | Expr, ...]


def in_a_row(
    parts: list[Told], otherwise: bool, when: Expr | None, span: Span
) -> tuple[Saying, ...]:
    """Join the parts whose number is not 0 with commas and `and`.

    With `otherwise`, the last part is shown if all numbers are 0. A part without a number is always
    shown, and so is a single part. `when` is a condition for all of it.
    """
    if len(parts) == 1:
        return (Saying(parts[0], when),)
    nothing = parts.pop() if otherwise else None
    tests = [_is_something(part, span) for part in parts]
    made: list[tuple[Told, Expr]] = []
    for at, (part, test) in enumerate(zip(parts, tests, strict=True)):
        if at:
            follows = _joined(nodes.And, [_joined(nodes.Or, tests[:at], span), test], span)
            if at + 1 < len(parts):
                more = _joined(nodes.Or, tests[at + 1 :], span)
                made.append(((",",), _joined(nodes.And, [follows, more], span)))
                follows = _joined(nodes.And, [follows, _not(more, span)], span)
            made.append((("and",), follows))
        made.append((part, test))
    if nothing is not None:
        made.append((nothing, _not(_joined(nodes.Or, tests, span), span)))
    return tuple(
        Saying(told, test if when is None else _joined(nodes.And, [when, test], span))
        for told, test in made
    )


def _is_something(part: Told, span: Span) -> Expr:
    for one in part:
        if isinstance(one, Expr) and one.type.is_number:
            return nodes.Ne((one, nodes.Num((), NUMBER, span, 0)), YES_NO, span)
    return nodes.Num((), YES_NO, span, 1)


def _joined(op: type[Expr], tests: list[Expr], span: Span) -> Expr:
    return reduce(lambda made, one: op((made, one), YES_NO, span), tests)


def _not(test: Expr, span: Span) -> Expr:
    return nodes.Not((test,), YES_NO, span)
