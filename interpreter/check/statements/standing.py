"""Standing sentences: what holds `while` something is so, or `always`.

Standing changes become modifiers of the lines they change; limits and costs have own modules.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.check.deeds import deed_parts
from interpreter.check.expressions import conditions, typed_values
from interpreter.check.scope import Scope
from interpreter.check.statements import card_ownership, limits, standing_costs, triggers
from interpreter.diagnostics.suggest import nearest
from interpreter.ir.copies import both, each_copy, first_copy, for_all_copies
from interpreter.ir.program import E, Modifier
from interpreter.ir.types import PLAYER, YES_NO
from interpreter.syntax.tree import Node


def sentence(ctx: Context, node: Node, test_node: Node | None, owner: str, card: str) -> None:
    """A standing sentence, under an optional `while`."""
    scope = Scope(ctx, None, card_ownership.you_local(node.span), pure=True)
    if card:
        scope.card = card_ownership.this(ctx, card, node.span)
    cond = card_ownership.carried(ctx, card, node.span)
    if test_node is not None:
        cond = both(cond, conditions.cond(scope, test_node))
    if node.kind in ("at_most_per", "may_not"):
        limits.limit(ctx, scope, node, cond)
    elif node.kind == "cost_change":
        standing_costs.cost_change(
            ctx, scope, node, cond, card, triggers.title_of(ctx, owner, card)
        )
    elif node.kind == "holds_at_most":
        limits.holds_at_most(ctx, scope, node, cond, owner, card)
    elif node.kind == "modifier":
        _modifier(ctx, scope, node, cond, card)
    elif node.kind == "counts_as":
        target = typed_values.value(scope, node.parts[0])
        held = card_ownership.carried(ctx, card, node.span)
        if scope.card is not None and each_copy(held) is not None:
            assert held is not None
            scope.card = first_copy(held, node.span)  # one value counts, however many copies
        value = typed_values.value(scope, node.parts[1], target.type if target.type.known else None)
        if not (target.type.known and value.type.known):
            return
        if target.op != "field":
            ctx.report.add(
                "cannot-change",
                target.span,
                "this cannot count as something else",
                "",
                helps=("name what a player, a space or a component `has`",),
            )
            return
        ctx.program.modifiers.append(Modifier(target.data, "set", value, cond, card, node.span))
    else:
        ctx.report.add("unknown-sentence", node.span, "this sentence does not belong here", "")


def _modifier(ctx: Context, scope: Scope, node: Node, cond: E | None, card: str) -> None:
    deed_node = node.parts[0]
    assert isinstance(deed_node, Node)
    parts = deed_parts.take_apart(deed_node)
    if parts.verb.text not in ("raise", "lower") or "by" not in parts.preps:
        guess = nearest(parts.verb.text, ["raise", "lower"])
        ctx.report.add(
            "not-standing",
            parts.verb.span,
            f"`{parts.verb.text}` is done once, not for a while",
            "",
            helps=(f"did you mean `{guess}`?",)
            if guess
            else (
                "under `while` and `always` write `raise ... by`, `lower ... by`, "
                "or who may not do what",
            ),
        )
        return
    if parts.first is None:
        deed_parts.expect(scope, parts, {"by"})
        return
    target = typed_values.value(scope, parts.first)
    if not target.type.known:
        return
    if target.op != "field" or target.type.base != "number":
        ctx.report.add(
            "cannot-change",
            target.span,
            "this cannot be raised or lowered",
            "",
            helps=("name a number that a player, a space or a component has",),
        )
        return
    amount = typed_values.number(scope, parts.preps["by"])
    op = "add" if parts.verb.text == "raise" else "sub"
    only = node.parts[1]
    if isinstance(only, Node) and only.kind != "you":
        who = typed_values.value(scope, only, PLAYER)
        same = E("eq", (card_ownership.you_local(node.span), who), YES_NO, node.span)
        cond = both(cond, same)
    whose = target.args[0] if target.args else None
    if whose is not None and not (whose.op == "local" and whose.data == "you"):
        if whose.type.base != "player" or amount.op != "num":
            ctx.program.not_run.append(("a standing change of what others have", node.span))
            return
        cond = card_ownership.of_another(whose, cond, node.span)
        amount = card_ownership.from_another(cond, amount, node.span)
    amount = for_all_copies(cond, amount)
    ctx.program.modifiers.append(Modifier(target.data, op, amount, cond, card, node.span))
