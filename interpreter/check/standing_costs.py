"""Standing changes of costs: `your spells cost 1 less`.

Costs are gathered while rules are read; when all are known, each is changed by what stands.
"""

from __future__ import annotations

from interpreter.check import bearers, expressions
from interpreter.check.context import Context
from interpreter.check.scope import Scope
from interpreter.ir.program import CostChange, E
from interpreter.ir.types import NUMBER
from interpreter.syntax.tree import Node, Word


def cost_change(ctx: Context, scope: Scope, node: Node, cond: E | None, card: str) -> None:
    """`your spells cost 1 less`, gathered until all costs are known."""
    words = [p for p in node.parts if isinstance(p, Word)]
    change = next(p for p in node.parts if isinstance(p, Node))
    kind = ctx.kind_named(words[-1].text)
    if kind is None:
        legal = [k.plural for k in ctx.program.kinds.values()]
        ctx.unknown("unknown-kind", words[-1].span, words[-1].text, "kind of component", legal)
        return
    amount = expressions.number(scope, change.parts[0]) if change.parts else None
    ctx.program.cost_changes.append(
        CostChange(kind, change.kind.rstrip("_"), amount, cond, card, node.span)
    )


def changed(ctx: Context, kind: str, you: E, cost: E) -> E:
    """A cost in numbers; `settle` changes it by what stands about things of this kind."""
    made = E(cost.op, cost.args, cost.type, cost.span, cost.data)
    ctx.payments.append((kind, you, made))
    return made


def settle(ctx: Context) -> None:
    """Let `your spells cost 1 less` and the like change what is paid in numbers."""
    for kind, you, paid in ctx.payments:
        cost = E(paid.op, paid.args, paid.type, paid.span, paid.data)
        changes = [c for c in ctx.program.cost_changes if c.kind == kind]
        for change in sorted(changes, key=lambda c: c.sort == "nothing"):
            zero = E("num", (), NUMBER, change.span, 0)
            made = zero
            if change.amount is not None:
                op = "add" if change.sort == "more" else "sub"
                made = E(op, (cost, bearers.with_you(change.amount, you)), NUMBER, change.span)
                made = E("max", (made, zero), NUMBER, change.span)
            if change.cond is not None:
                test = bearers.with_you(change.cond, you)
                made = E("choose_value", (test, made, cost), NUMBER, change.span)
            cost = made
        paid.op, paid.args, paid.data = cost.op, cost.args, cost.data
    ctx.payments.clear()
