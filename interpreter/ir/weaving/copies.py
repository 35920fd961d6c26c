"""Several copies of a card: which of them acts, and how often they count.

The copy that acts goes by one name: a rule that waits is told it for each copy that its owner has,
what stands is asked of each of them. Takes and gives expressions and statements; of a card of which
there is one copy only, nothing is changed.
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
    """All copies, and the question whether one of them, `COPY`, is meant, if `held` asks this of
    several; what else it asks is left out."""
    while held is not None and isinstance(held, nodes.And):
        held = held.args[0]
    if held is None or not isinstance(held, nodes.Some) or held.name != COPY:
        return None
    return held.args[0], held.args[1]


def names_copy(e: Expr) -> bool:
    """Whether something is said of the copy that acts."""
    return COPY in free(e)


def both(held: Expr | None, test: Expr | None) -> Expr | None:
    """Both questions as one: what is asked of a copy is asked of the one that is held."""
    if held is None or test is None:
        return test if held is None else held
    if isinstance(held, nodes.Some) and held.name == COPY and names_copy(test):
        asked = nodes.And((held.args[1], test), YES_NO, test.span)
        return nodes.Some((held.args[0], asked), YES_NO, held.span, COPY)
    return nodes.And((held, test), YES_NO, test.span)


def for_all_copies(held: Expr | None, amount: Expr) -> Expr:
    """Give an amount, as often as copies are held."""
    several = each_copy(held)
    if several is None:
        return amount
    return nodes.Sum((*several, amount), NUMBER, amount.span, COPY)


def first_copy(held: Expr, span: Span) -> Expr:
    """Give the first of the copies that are held."""
    several = each_copy(held)
    assert several is not None
    kind = several[0].type.item
    assert kind is not None
    copy = nodes.Local((), kind, span, COPY)
    before = nodes.Sub((nodes.Num((), NUMBER, span, 0), copy), NUMBER, span)
    return nodes.Best((*several, before), kind.maybe(), span, COPY)


def told_copy(when: Expr | None, span: Span, name: str = COPY) -> tuple[nodes.Local, ...]:
    """Give what a rule that waits is told besides: the copy, if there are several."""
    several = each_copy(when)
    if several is None:
        return ()
    kind = several[0].type.item
    assert kind is not None
    return (nodes.Local((), kind, span, name),)


def under_name(e: Expr, name: str) -> Expr:
    """Give the same of a copy that goes by another name."""
    return renamed_expression(e, lambda one: name if one == COPY else one)


def if_held(when: Expr, body: list[Stmt], span: Span, name: str = COPY) -> Stmt:
    """Give what is done if a card is held: for each copy that is."""
    several = each_copy(when)
    if several is None:
        return nodes.If((when,), span, body=body)
    copies, holds = several
    return nodes.For(
        (copies,), span, name, body=[nodes.If((under_name(holds, name),), span, body=body)]
    )
