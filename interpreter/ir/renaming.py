"""Copies of statements and expressions in which every local name is a new one.

Takes typed statements and a function from old names to new ones; gives fresh statements that share
nothing that later stages change, but the sites of their questions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from interpreter.ir.program import Expr, Stmt

# Expressions that name a variable of their own for each of many things.
BINDERS = frozenset(
    {
        *("filter", "ordered", "distinct", "best", "each"),
        *("some", "any", "all", "any_of"),
        *("count", "sum", "vsum", "most_alike", "longest_line"),
    }
)


def renamed_expression(e: Expr, new: Callable[[str], str]) -> Expr:
    """Give an expression under new names."""
    data = e.data
    if e.op == "local" or e.op in BINDERS:
        data = new(data)
    elif e.op == "combined":
        data = tuple(new(name) for name in data)
    elif e.op == "group":
        data = (data[0], new(data[1]), data[2])
    elif e.op == "can_block":
        data = [renamed(one, new) for one in data]
    return Expr(e.op, tuple(renamed_expression(a, new) for a in e.args), e.type, e.span, data)


def substituted(e: Expr, given: Mapping[str, Expr]) -> Expr:
    """Give an expression with others in the place of some local names."""
    if e.op == "local":
        return given.get(e.data, e)
    return replace(e, args=tuple(substituted(part, given) for part in e.args))


def renamed(s: Stmt, new: Callable[[str], str]) -> Stmt:
    """Give a statement under new names."""

    def inner(e: Expr) -> Expr:
        return renamed_expression(e, new)

    data = s.data
    if s.op == "choose":
        data = replace(
            data,
            source=inner(data.source),
            var=new(data.var),
            into=new(data.into),
            tests=[(inner(t), x) for t, x in data.tests],
            number=inner(data.number) if data.number is not None else None,
            said=tuple(x.rewritten(inner) for x in data.said),
        )
    elif s.op == "pay":
        data = replace(
            data,
            cost=inner(data.cost),
            less=[inner(x) for x in data.less],
            choice=[inner(x) for x in data.choice],
        )
    elif s.op in ("options", "menu"):
        lines = [replace(line, body=[renamed(x, new) for x in line.body]) for line in data[1]]
        data = (data[0], lines)
    elif s.op in ("let", "let_frozen", "for"):
        data = new(data)
    elif s.op == "for_all":
        data = (new(data[0]), data[1])
    elif s.op == "pick":
        data = (new(data[0]), new(data[1]), *data[2:])
    elif s.op == "draw":
        data = (*data[:5], new(data[5]))
    return Stmt(
        s.op,
        tuple(inner(a) for a in s.args),
        s.span,
        data,
        [renamed(x, new) for x in s.body],
        [renamed(x, new) for x in s.other],
        s.verb,
        None if s.actor is None else inner(s.actor),
    )
