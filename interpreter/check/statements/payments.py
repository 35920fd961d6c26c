"""`pay`: the cost, the money it is paid in, and reductions."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.check import node_builders
from interpreter.check.choices import choice_sites
from interpreter.check.clauses import standing_costs
from interpreter.check.context import Context
from interpreter.check.declarations import fields
from interpreter.check.expressions import conversions, selections, value_reading
from interpreter.check.names import attributes, name_hints
from interpreter.check.scope import Scope
from interpreter.ir import nodes
from interpreter.ir.declared import Money, Payment
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.types import NUMBER, YES_NO, Type
from interpreter.syntax import ast


def pay(scope: Scope, node: ast.Pay) -> list[Stmt]:
    """Read `pay cost, less ...`."""
    ctx, span = scope.ctx, node.span
    you = scope.player(span)
    if choice_sites.report_no_choice(scope, span):
        return []
    thing: Expr | None = None
    if isinstance(node.paid.amount, ast.Possessed):
        owner = value_reading.value(scope, node.paid.amount.owner)
        thing = owner if owner.type.is_piece else None
    place = None
    if node.source is not None:  # pay 2 cards from your purse
        place = value_reading.value(scope, node.source)
    if node.paid.names:
        kind = ctx.kind_named(node.paid.names[-1].text) or ""
        _check_kept_there(scope, place, you, ctx.program.money.get(kind))
        return _pay_words(scope, node, you, thing)
    cost = value_reading.value(scope, node.paid.amount)
    money = _money_for(ctx, cost)
    if money is None:
        return []
    _check_kept_there(scope, place, you, money)
    made = _pay_amounts(scope, node, you, cost, money)
    return [made] if thing is None else standing_costs.pay_changed(ctx, thing, made)


def _money_for(ctx: Context, cost: Expr) -> Money | None:
    """Find the money in which a cost is paid; None after a diagnostic."""
    if not cost.type.known:
        return None
    if not cost.type.is_amounts:
        ctx.report.add(
            "pay-what",
            cost.span,
            f"this is {cost.type.words()}: of what is it paid?",
            helps=("name what is paid: `pay 3 power`, `pay 1 pyramid cards`",),
        )
        return None
    for money in ctx.program.money.values():
        if ctx.program.kinds[money.kind].printed[money.symbol].of == cost.type.of:
            return money
    ctx.report.add(
        "no-money",
        cost.span,
        f"nothing pays for {cost.type.words()}",
        helps=("declare the pieces that pay, such as: money card of symbol",),
    )
    return None


def _pay_amounts(scope: Scope, node: ast.Pay, you: Expr, cost: Expr, money: Money) -> nodes.Pay:
    """Pay amounts of each sort with pieces of money."""
    less, choice = _reductions(scope, node.reductions, cost.type)
    site = choice_sites.add_site(scope, "payment", "pay", cost.type, node.span)
    return nodes.Pay((you,), node.span, Payment(site, cost, less, choice, money, None))


def _check_kept_there(scope: Scope, place: Expr | None, you: Expr, money: Money | None) -> None:
    """Check that payment comes from where the payer keeps the money, the only supported place."""
    if place is None or not place.type.known:
        return
    owner = place.args[0] if len(place.args) == 1 else None
    own = owner is not None and type(owner) is type(you) and owner.fixed() == you.fixed()
    if money is None or not (
        own and isinstance(place, nodes.Zone) and place.family.name == money.kept
    ):
        scope.ctx.program.not_run.append(("paying from another place", place.span))


def _reductions(
    scope: Scope, nodes: Sequence[ast.Reduction], kind: Type
) -> tuple[list[Expr], list[Expr]]:
    """Read the reductions of a payment in amounts: fixed ones, and those of the payer's choice."""
    less: list[Expr] = []
    choice: list[Expr] = []
    for part in nodes:
        if isinstance(part, ast.LessOfChoice):
            choice.append(_times_each(scope, value_reading.number(scope, part.amount), part))
            continue
        assert isinstance(part, ast.Less)
        made = value_reading.value(scope, part.amount)
        if made.type.known and not made.type.is_amounts:
            scope.ctx.report.add(
                "less-of-what",
                made.span,
                "it is not said what this lessens",
                "a number of what?",
                helps=("write `less 1 of your choice`, or amounts of the same list",),
            )
            continue
        if made.type.known and made.type.of != kind.of:
            conversions.as_kind(scope, made, kind)
        less.append(made)
    return less, choice


def _times_each(scope: Scope, amount: Expr, part: ast.Reduction) -> Expr:
    """Multiply a reduction by the number of things if it is `for each` of some."""
    if not isinstance(part, ast.LessOfChoice) or part.each is None:
        return amount
    count = selections.chosen(scope, part.each).count()
    return nodes.Mul((amount, count), NUMBER, part.span)


def _pay_words(scope: Scope, node: ast.Pay, you: Expr, thing: Expr | None) -> list[Stmt]:
    """Read a payment of `3 power` from a player's field, or of `1 pyramid cards` as money."""
    ctx, span, words = scope.ctx, node.span, node.paid.names
    amount = node_builders.nothing_below(value_reading.number(scope, node.paid.amount))
    noun = words[-1]
    money = ctx.program.money.get(ctx.kind_named(noun.text) or "")
    if money is not None and len(words) == 2:
        symbol_type = ctx.program.kinds[money.kind].printed[money.symbol]
        symbol = value_reading.value(scope, words[0], symbol_type)
        zero = nodes.NoAmounts((), Type("amounts", symbol_type.of), span)
        cost = nodes.AmountsWith((zero, symbol, amount), zero.type, span)
        return [_pay_amounts(scope, node, you, cost, money)]
    field = attributes.player_number(scope, you, noun)
    if field is None:
        return []
    name_hints.check_used(scope, words[:-1], words[-1].text)
    if isinstance(amount, nodes.Num):
        fields.in_range(ctx, field, amount.span)
    if thing is not None:
        amount = standing_costs.changed(ctx, thing, you, amount)
    for part in node.reductions:
        assert isinstance(part, ast.Less | ast.LessOfChoice)
        less = _times_each(scope, value_reading.number(scope, part.amount), part)
        amount, less = conversions.in_one_measure(amount, less)
        rest = nodes.Sub((amount, less), amount.type, span)
        amount = nodes.Max((rest, nodes.Num((), NUMBER, span, 0)), rest.type, span)
    field.gained = True
    amount = conversions.measured(amount, field.type)
    now = nodes.FieldRaw((you,), field.type, span, field)
    enough = nodes.Ge((now, amount), YES_NO, span)
    return [
        nodes.Requires((enough,), span, f"not enough {noun.text}", verb="pay", actor=you),
        nodes.Set((you, nodes.Sub((now, amount), field.type, span)), span, field),
    ]
