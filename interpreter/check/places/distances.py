"""How many steps it is from one thing to another, on the board on which both lie."""

from __future__ import annotations

from interpreter.check import node_builders
from interpreter.check.places import containment
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.types import NUMBER

NO_WAY = 1_000_000  # steps, of a way that there is not: `run/tables.py` says the same


def distance(scope: Scope, near: Expr, far: Expr, span: Span, as_number: bool = False) -> Expr:
    """Find how many steps it is from one to the other, on the board on which both lie. Where there
    is no way, that is more than any number of steps; `as_number`, as many as the board has
    spaces."""
    found = containment.ends_of(scope, near, far, span)
    if isinstance(found, Expr):
        return found
    each: list[Expr] = []
    for ends in found:
        steps = nodes.Steps(ends.spaces, NUMBER, span, ends.board)
        if as_number:
            most = spaces_of(scope, ends.board, span)
            each.append(if_on(ends, nodes.Min((steps, most), NUMBER, span), most, span))
        else:
            each.append(if_on(ends, steps, node_builders.num(NO_WAY, span), span))
    return shortest(each, span)


def spaces_of(scope: Scope, name: str, span: Span) -> Expr:
    """Find the number of spaces of a board, which is longer than any way on it."""
    board = scope.ctx.program.boards[name]
    return node_builders.num(len(board.neighbours) or board.spaces, span)


def if_on(ends: containment.Ends, steps: Expr, most: Expr, span: Span) -> Expr:
    """Find a number of steps where both ends lie on the board, else its number of spaces."""
    if not ends.on_it:
        return steps
    elsewhere = node_builders.negated_if(True, node_builders.all_of(list(ends.on_it), span))
    return nodes.Max((steps, nodes.Mul((most, elsewhere), NUMBER, span)), NUMBER, span)


def shortest(each: list[Expr], span: Span) -> Expr:
    """Find the smallest of some numbers of steps, or the first that is none."""
    made = each[0]
    for one in each[1:]:
        if made.type.known:
            made = nodes.Min((made, one), NUMBER, span) if one.type.known else one
    return made
