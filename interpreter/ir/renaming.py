"""Copies of statements and expressions with renamed locals.

Takes typed statements and a function from old names to new ones; produces fresh statements that
share nothing that later stages change, except the sites of their questions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, ForEach, Offering, Stmt


def renamed_expression(e: Expr, new: Callable[[str], str]) -> Expr:
    """Copy an expression with renamed locals."""
    args = tuple(renamed_expression(part, new) for part in e.args)
    if isinstance(e, (nodes.Local, ForEach, nodes.Group)):
        return replace(e, args=args, name=new(e.name))
    if isinstance(e, nodes.Combined):
        return replace(e, args=args, names=tuple(new(name) for name in e.names))
    if isinstance(e, nodes.CanBlock):
        return replace(e, args=args, body=[renamed(one, new) for one in e.body])
    return replace(e, args=args)


def substituted(e: Expr, given: Mapping[str, Expr]) -> Expr:
    """Replace locals of an expression by the expressions in `given`; other names stay.

    Bound names are not renamed, so that `given` must not capture them.
    """
    if isinstance(e, nodes.Local):
        return given.get(e.name, e)
    return replace(e, args=tuple(substituted(part, given) for part in e.args))


def renamed(s: Stmt, new: Callable[[str], str]) -> Stmt:
    """Copy a statement, with its blocks, with renamed locals."""

    def inner(e: Expr) -> Expr:
        return renamed_expression(e, new)

    made = _with_new_names(s, inner, new)
    return replace(
        made,
        args=tuple(inner(part) for part in s.args),
        body=[renamed(one, new) for one in s.body],
        other=[renamed(one, new) for one in s.other],
        actor=None if s.actor is None else inner(s.actor),
    )


def _with_new_names(s: Stmt, inner: Callable[[Expr], Expr], new: Callable[[str], str]) -> Stmt:
    """Rename the locals in what a statement holds besides its arguments and blocks."""
    if isinstance(s, nodes.Choose):
        choice = s.choice
        asked = replace(
            choice,
            source=inner(choice.source),
            var=new(choice.var),
            into=new(choice.into),
            tests=[(inner(test), excuse) for test, excuse in choice.tests],
            number=inner(choice.number) if choice.number is not None else None,
            said=tuple(one.rewritten(inner) for one in choice.said),
        )
        return replace(s, choice=asked)
    if isinstance(s, nodes.Pay):
        due = s.payment
        due = replace(
            due,
            cost=inner(due.cost),
            less=[inner(one) for one in due.less],
            choice=[inner(one) for one in due.choice],
        )
        return replace(s, payment=due)
    if isinstance(s, (nodes.SetFor, nodes.ModifyFor)) and s.whose is not None:
        return replace(s, whose=inner(s.whose))
    if isinstance(s, Offering):
        lines = [replace(one, body=[renamed(x, new) for x in one.body]) for one in s.lines]
        return replace(s, lines=lines)
    if isinstance(s, nodes.Pick):
        return replace(s, name=new(s.name), each=new(s.each))
    if isinstance(s, (nodes.Let, nodes.LetFrozen, nodes.For, nodes.ForAll, nodes.Draw)):
        return replace(s, name=new(s.name))
    return s
