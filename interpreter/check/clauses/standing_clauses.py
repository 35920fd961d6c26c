"""Standing sentences, which hold `while` something is so, or `always`.

Standing changes become modifiers of the fields they change; limits and costs have own modules.
"""

from __future__ import annotations

from interpreter.check.clauses import (
    card_ownership,
    deed_limits,
    hand_limits,
    hidden_rules,
    standing_costs,
)
from interpreter.check.context import Context
from interpreter.check.deeds import deed_parts
from interpreter.check.expressions import value_reading
from interpreter.check.names import name_hints
from interpreter.check.scope import Scope
from interpreter.diagnostics.suggest import nearest
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.standing import Modifier
from interpreter.ir.types import PLAYER, YES_NO
from interpreter.ir.weaving.copies import both, each_copy, first_copy, for_all_copies
from interpreter.syntax import ast


def read(
    ctx: Context, node: ast.Standing, condition: ast.Expression | None, owner: str, card: str
) -> None:
    """Read a standing sentence, with an optional `while`."""
    scope = Scope(ctx, None, card_ownership.you_local(node.span), pure=True)
    if card:
        scope.card = card_ownership.this(ctx, card, node.span)
    cond = card_ownership.carried(ctx, card, node.span)
    if condition is not None:
        cond = both(cond, value_reading.question(scope, condition))
    match node:
        case ast.AtMostPer():
            deed_limits.at_most(ctx, scope, node, cond)
        case ast.MayNot():
            deed_limits.may_not(ctx, scope, node, cond)
        case ast.CostChange():
            title = hidden_rules.title_of(ctx, owner, card)
            standing_costs.cost_change(ctx, scope, node, cond, card, title)
        case ast.HoldsAtMost():
            hand_limits.holds_at_most(ctx, scope, node, cond, owner, card)
        case ast.Modifier():
            _modifier(ctx, scope, node, cond, card)
        case ast.CountsAs():
            _counts_as(ctx, scope, node, cond, card)


def _counts_as(
    ctx: Context, scope: Scope, node: ast.CountsAs, cond: Expr | None, card: str
) -> None:
    """Read `card's suit counts as fox`."""
    target = value_reading.value(scope, node.thing)
    held = card_ownership.carried(ctx, card, node.span)
    if scope.card is not None and each_copy(held) is not None:
        assert held is not None
        scope.card = first_copy(held, node.span)  # one value counts, however many copies
    value = value_reading.value(scope, node.value, target.type if target.type.known else None)
    if not (target.type.known and value.type.known):
        return
    if not isinstance(target, nodes.FieldNow):
        ctx.report.add(
            "cannot-change",
            target.span,
            "this cannot count as something else",
            helps=("name what a player, a space or a component `has`",),
        )
        return
    ctx.program.modifiers.append(Modifier(target.field, "set", value, cond, card, node.span))


def _modifier(ctx: Context, scope: Scope, node: ast.Modifier, cond: Expr | None, card: str) -> None:
    """Read `raise your strength by 1`, which holds as long as its rule stands."""
    parts = deed_parts.take_apart(node.deed)
    if parts.verb.text not in ("raise", "lower") or "by" not in parts.preps:
        guess = nearest(parts.verb.text, ["raise", "lower"])
        ctx.report.add(
            "not-standing",
            parts.verb.span,
            f"`{parts.verb.text}` is done once, not for a while",
            helps=(f"did you mean `{guess}`?",)
            if guess
            else (
                "under `while` and `always` write `raise ... by`, `lower ... by`, "
                "or who may not do what",
            ),
        )
        return
    if parts.first is None:
        deed_parts.check_parts(scope, parts)
        return
    target = value_reading.value(scope, parts.first)
    if not target.type.known:
        return
    name_hints.check_used(scope, parts.names, parts.first.span.text)
    if not isinstance(target, nodes.FieldNow) or not target.type.is_number:
        ctx.report.add(
            "cannot-change",
            target.span,
            "this cannot be raised or lowered",
            helps=("name a number that a player, a space or a component has",),
        )
        return
    amount = value_reading.number(scope, parts.preps["by"])
    op = "add" if parts.verb.text == "raise" else "sub"
    if node.only_for is not None and not isinstance(node.only_for, ast.You):
        who = value_reading.value(scope, node.only_for, PLAYER)
        same = nodes.Eq((card_ownership.you_local(node.span), who), YES_NO, node.span)
        cond = both(cond, same)
    whose = target.args[0] if target.args else None
    if whose is not None and not (isinstance(whose, nodes.Local) and whose.name == "you"):
        if not whose.type.is_player or not isinstance(amount, nodes.Num):
            ctx.program.not_run.append(("a standing change of what others have", node.span))
            return
        cond = card_ownership.of_another(whose, cond, node.span)
        amount = card_ownership.from_another(cond, amount, node.span)
    amount = for_all_copies(cond, amount)
    ctx.program.modifiers.append(Modifier(target.field, op, amount, cond, card, node.span))
