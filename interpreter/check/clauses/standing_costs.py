"""Standing changes of costs: `your spells cost 1 less`, `your old helpers cost 1 more apple`.

These sentences are read before any payment, so that each payment can include the changes. Costs in
amounts change in whichever sort the payer chooses, unless the rule names one.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.check.choices import choice_sites
from interpreter.check.clauses import card_ownership
from interpreter.check.context import Context
from interpreter.check.expressions import value_reading
from interpreter.check.names import adjectives, references
from interpreter.check.scope import Scope
from interpreter.ir import nodes
from interpreter.ir.declared import Choice, Payment
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.standing import CostChange
from interpreter.ir.types import NUMBER, YES_NO, piece_type, set_of, value_type
from interpreter.ir.weaving.copies import for_all_copies
from interpreter.syntax import ast

_CHANGES: dict[type[ast.HowMuch], str] = {
    ast.CostsNothing: "nothing",
    ast.CostsLess: "less",
    ast.CostsMore: "more",
}
PAID = "_paid"  # what is paid for, in the words that say which things become cheaper or dearer


def cost_change(
    ctx: Context, scope: Scope, node: ast.CostChange, cond: Expr | None, card: str, title: str
) -> None:
    """Read `your spells cost 1 less`; `title` is that of its rule."""
    *words, noun = node.names
    kind = ctx.kind_named(noun.text)
    if kind is None:
        legal = [k.plural for k in ctx.program.kinds.values()]
        ctx.unknown("unknown-kind", noun.span, noun.text, "kind of component", legal)
        return
    ctx.used.add(kind)
    thing = nodes.Local((), piece_type(kind), noun.span, PAID)
    tests = [adjectives.asks(scope, thing, word) for word in words]
    if any(test is None for test in tests):
        return
    which = card_ownership.joined([test for test in tests if test is not None])
    amount = sort = of_what = None
    if isinstance(node.change, ast.CostsLess | ast.CostsMore):
        amount = for_all_copies(cond, value_reading.number(scope, node.change.amount))
        of_what = node.change.word
    if of_what is not None:
        sort = references.lookup(scope, of_what)
        if sort is None or not sort.type.is_value:
            legal = [m for v in ctx.program.values.values() for m in v.members]
            ctx.unknown("unknown-word", of_what.span, of_what.text, "value", legal)
            return
    ctx.program.cost_changes.append(
        CostChange(
            kind, _CHANGES[type(node.change)], amount, cond, card, node.span, which, sort, title
        )
    )


def changed(ctx: Context, item: Expr, you: Expr, cost: Expr) -> Expr:
    """Apply the standing changes for this kind of item to a numeric cost.

    Reductions stop at zero and come before increases; `nothing` comes last. Records the payment,
    for `check_paid`.
    """
    ctx.payments.append((item.type.of, ""))
    order = ("less", "more", "nothing")  # a reduction stops at zero, and what is more comes after
    for change in sorted(_changes_of(ctx, item, you), key=lambda one: order.index(one.sort)):
        cost = _in_numbers(cost, change)
    return cost


def pay_changed(ctx: Context, item: Expr, pay: nodes.Pay) -> list[Stmt]:
    """Apply the standing changes for this kind of item to a payment in amounts.

    Records the payment, for `check_paid`.
    """
    payment = pay.payment
    ctx.payments.append((item.type.of, payment.cost.type.of))
    return _in_amounts(ctx, pay, _changes_of(ctx, item, pay.args[0]))


def _changes_of(ctx: Context, item: Expr, you: Expr) -> list[CostChange]:
    """Collect the cost changes that apply to an item that `you` pay for; `nothing` comes last."""
    changes = [
        replace(
            change,
            amount=None if change.amount is None else card_ownership.with_you(change.amount, you),
            cond=_holds(change, item, you),
        )
        for change in ctx.program.cost_changes
        if change.kind == item.type.of
    ]
    return sorted(changes, key=lambda change: change.sort == "nothing")


def check_paid(ctx: Context) -> None:
    """Check that every cost that a standing change names is paid somewhere, and in that unit."""
    if ctx.report.errors:
        return
    for change in ctx.program.cost_changes:
        _fits(ctx, change, [values for kind, values in ctx.payments if kind == change.kind])


def _fits(ctx: Context, change: CostChange, payments: list[str]) -> None:
    """Report a change to a cost that is never paid, or not paid in what the change names.

    `payments` lists the value list of each payment in amounts, and an empty string for a number.
    """
    plural = ctx.program.kinds[change.kind].plural
    name = change.kind
    if not payments:
        ctx.report.add(
            "unused-cost",
            change.span,
            f"nobody pays for {plural}",
            "this changes nothing",
            helps=(f"where they are paid for, write `pay {name}'s cost` or the like",),
        )
        return
    if change.word is None:
        return
    lists = sorted({values for values in payments if values})
    if lists == [change.word.type.of] and all(payments):
        return
    span = change.word.span
    said = f"amounts of {lists[0]}" if lists else "numbers"
    ctx.report.add(
        "pay-what",
        span,
        f"{plural} are not paid in `{span.text}`",
        notes=(f"they are paid in {said}",),
        helps=() if lists else (f"leave `{span.text}` out",),
    )


def _holds(change: CostChange, item: Expr, you: Expr) -> Expr | None:
    """Build the condition of a change: it is in force and applies to this item."""
    tests = [card_ownership.with_you(change.cond, you)] if change.cond is not None else []
    if change.which is not None:
        tests.append(_about(card_ownership.with_you(change.which, you), item))
    return card_ownership.joined(tests)


def _about(test: Expr, item: Expr) -> Expr:
    if isinstance(test, nodes.Local) and test.name == PAID:
        return item
    args = tuple(_about(part, item) for part in test.args)
    return replace(test, args=args)


def _in_numbers(cost: Expr, change: CostChange) -> Expr:
    zero = nodes.Num((), NUMBER, change.span, 0)
    made: Expr = zero
    if change.amount is not None:
        by = nodes.Add if change.sort == "more" else nodes.Sub
        made = by((cost, change.amount), NUMBER, change.span)
        made = nodes.Max((made, zero), NUMBER, change.span)
    if change.cond is not None:
        made = nodes.ChooseValue((change.cond, made, cost), NUMBER, change.span)
    return made


def _in_amounts(ctx: Context, pay: nodes.Pay, changes: list[CostChange]) -> list[Stmt]:
    """Let the payer spread reductions and increases freely; increases are paid afterwards."""
    payment = pay.payment
    cost, choice = payment.cost, list(payment.choice)
    more: list[Expr] = []
    for change in changes:
        span = change.span
        if change.amount is not None and change.word is None:
            amount = change.amount
            if change.cond is not None:
                zero = nodes.Num((), NUMBER, span, 0)
                amount = nodes.ChooseValue((change.cond, amount, zero), NUMBER, span)
            (more if change.sort == "more" else choice).append(amount)
            continue
        made: Expr = nodes.NoAmounts((), cost.type, span)
        if change.amount is not None and change.word is not None:
            one = nodes.AmountsWith((made, change.word, change.amount), cost.type, span)
            by = nodes.AmountsAdd if change.sort == "more" else nodes.AmountsSub
            made = by((cost, one), cost.type, span)
        if change.cond is not None:
            made = nodes.ChooseValue((change.cond, made, cost), cost.type, span)
        cost = made
        if change.sort == "nothing":
            none = nodes.Num((), NUMBER, span, 0)
            free = change.cond if change.cond is not None else nodes.Num((), YES_NO, span, 1)
            more = [nodes.ChooseValue((free, none, m), NUMBER, span) for m in more]
    paid = replace(pay, payment=replace(payment, cost=cost, choice=choice))
    return [paid, *_pay_more(ctx, paid, more)]


def _pay_more(ctx: Context, pay: nodes.Pay, more: list[Expr]) -> list[Stmt]:
    """After a payment, pay these extras one by one, each in a sort of the payer's choice."""
    if not more:
        return []
    span, you = pay.span, pay.args[0]
    payment = pay.payment
    values = payment.cost.type.of
    kind = value_type(values)
    total = more[0]
    for one in more[1:]:
        total = nodes.Add((total, one), NUMBER, one.span)
    source = nodes.ValuesOf((), set_of(kind), span, values)
    chosen = nodes.Local((), kind, span, "_extra")
    zero = nodes.NoAmounts((), payment.cost.type, span)
    cost = nodes.AmountsWith((zero, chosen, nodes.Num((), NUMBER, span, 1)), zero.type, span)
    asked = choice_sites.add_site_like(ctx, payment.site, "extra", "choose", kind)
    asked.title = "choose what to pay besides"
    paid = choice_sites.add_site_like(ctx, payment.site, "payment", "pay", zero.type)
    choice = Choice(asked, "_each", "_extra", source, [], "one", None, False, False, kind)
    body = [
        nodes.Choose((you,), span, choice),
        nodes.Pay((you,), span, Payment(paid, cost, [], [], payment.money, None)),
    ]
    times = nodes.Range((nodes.Num((), NUMBER, span, 1), total), set_of(NUMBER), span)
    return [nodes.For((times,), span, "_time", body=body)]
