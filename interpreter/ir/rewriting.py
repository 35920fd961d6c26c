"""Rewrites statements and expressions without changing the program in place.

Takes statements and a function on them; produces new ones that share all unchanged parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, Stmt

Block = list[Stmt]


def with_blocks(s: Stmt, by: Callable[[Block], Block]) -> Stmt:
    """Apply `by` to all blocks of a statement, including those of options and menus.

    Returns the statement itself if no block changes.
    """
    if s.body or s.other:
        body, other = by(s.body), by(s.other)
        if body is not s.body or other is not s.other:
            s = replace(s, body=body, other=other)
    if isinstance(s, (nodes.Options, nodes.Menu)):
        lines = s.lines
        bodies = [by(line.body) for line in lines]
        if any(body is not line.body for body, line in zip(bodies, lines, strict=True)):
            lines = [replace(o, body=body) for o, body in zip(lines, bodies, strict=True)]
            s = replace(s, lines=lines)
    return s


def unless_same(old: Block, new: Block) -> Block:
    """Return the old block itself if the new one holds the identical statements."""
    same = len(old) == len(new) and all(a is b for a, b in zip(old, new, strict=True))
    return old if same else new


def rewritten(body: Block, change: Callable[[Stmt], Iterable[Stmt]]) -> Block:
    """Replace each statement of a block by what `change` returns for it, inner ones first."""
    made: Block = []
    for s in body:
        made += change(with_blocks(s, lambda block: rewritten(block, change)))
    return unless_same(body, made)


def with_expressions(s: Stmt, change: Callable[[Expr], Expr]) -> Stmt:
    """Apply `change` to all expressions of a statement and its blocks, inner ones first."""

    def inner(e: Expr) -> Expr:
        args = tuple(inner(a) for a in e.args)
        if isinstance(e, nodes.CanBlock):
            e = replace(e, body=[with_expressions(one, change) for one in e.body])
        if any(new is not old for new, old in zip(args, e.args, strict=True)):
            e = replace(e, args=args)
        return change(e)

    if isinstance(s, nodes.Choose):
        s = replace(
            s,
            choice=replace(
                s.choice,
                source=inner(s.choice.source),
                tests=[(inner(test), excuse) for test, excuse in s.choice.tests],
                number=inner(s.choice.number) if s.choice.number is not None else None,
                said=tuple(one.rewritten(inner) for one in s.choice.said),
            ),
        )
    elif isinstance(s, nodes.Pay):
        s = replace(
            s,
            payment=replace(
                s.payment,
                cost=inner(s.payment.cost),
                less=[inner(e) for e in s.payment.less],
                choice=[inner(e) for e in s.payment.choice],
            ),
        )
    elif isinstance(s, (nodes.SetFor, nodes.ModifyFor)) and s.whose is not None:
        s = replace(s, whose=inner(s.whose))
    args = tuple(inner(a) for a in s.args)
    actor = inner(s.actor) if s.actor is not None else None
    if actor is not s.actor or any(new is not old for new, old in zip(args, s.args, strict=True)):
        s = replace(s, args=args, actor=actor)
    return with_blocks(
        s, lambda block: unless_same(block, [with_expressions(one, change) for one in block])
    )
