"""Cards in several copies: which copy acts, and how often they count.

The acting copy has a fixed name: a trigger receives each copy that its owner has as an argument,
and a standing rule is evaluated for each. Rewrites expressions and statements; a card with a single
copy is left unchanged.
"""

from __future__ import annotations

from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.names import free
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.renaming import renamed_expression
from interpreter.ir.types import NUMBER, YES_NO

COPY = "_copy"


def each_copy(held: Expr | None) -> tuple[Expr, Expr] | None:
    """Return all copies and the test on one of them, `COPY`, if `held` quantifies over several.

    Other parts of `held` are dropped. Returns None for a card with a single copy.
    """
    while held is not None and isinstance(held, nodes.And):
        held = held.args[0]
    if held is None or not isinstance(held, nodes.Some) or held.name != COPY:
        return None
    return held.args[0], held.args[1]


def names_copy(e: Expr) -> bool:
    """Check whether an expression mentions the acting copy."""
    return COPY in free(e)


def both(held: Expr | None, test: Expr | None) -> Expr | None:
    """Join both tests; one about a copy moves inside the quantifier of the copy that is held."""
    if held is None or test is None:
        return test if held is None else held
    if isinstance(held, nodes.Some) and held.name == COPY and names_copy(test):
        asked = nodes.And((held.args[1], test), YES_NO, test.span)
        return nodes.Some((held.args[0], asked), YES_NO, held.span, COPY)
    return nodes.And((held, test), YES_NO, test.span)


def for_all_copies(held: Expr | None, amount: Expr) -> Expr:
    """Multiply an amount by the number of copies held; unchanged for a single copy."""
    several = each_copy(held)
    if several is None:
        return amount
    return nodes.Sum((*several, amount), NUMBER, amount.span, COPY)


def first_copy(held: Expr, span: Span) -> Expr:
    """Build the expression for the first of the copies held; the card must have several."""
    several = each_copy(held)
    assert several is not None
    kind = several[0].type.item
    assert kind is not None
    copy = nodes.Local((), kind, span, COPY)
    before = nodes.Sub((nodes.Num((), NUMBER, span, 0), copy), NUMBER, span)
    return nodes.Best((*several, before), kind.maybe(), span, COPY)


def told_copy(when: Expr | None, span: Span, name: str = COPY) -> tuple[nodes.Local, ...]:
    """Return the extra argument of a trigger: the copy, if there are several; else none."""
    several = each_copy(when)
    if several is None:
        return ()
    kind = several[0].type.item
    assert kind is not None
    return (nodes.Local((), kind, span, name),)


def under_name(e: Expr, name: str) -> Expr:
    """Rename the acting copy in an expression."""
    return renamed_expression(e, lambda one: name if one == COPY else one)


def if_held(when: Expr, body: list[Stmt], span: Span, name: str = COPY) -> Stmt:
    """Build the statement that runs a body if a card is held, once for each copy held."""
    several = each_copy(when)
    if several is None:
        return nodes.If((when,), span, body=body)
    copies, holds = several
    return nodes.For(
        (copies,), span, name, body=[nodes.If((under_name(holds, name),), span, body=body)]
    )
