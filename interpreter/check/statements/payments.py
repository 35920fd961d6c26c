"""`pay`: what is asked for, in which money, and what makes it cheaper."""

from __future__ import annotations

from interpreter.check.deeds import changing
from interpreter.check.expressions import attributes, selections, typed_values
from interpreter.check.scope import Scope
from interpreter.check.statements import choices, standing_costs
from interpreter.ir.program import E, Money, Payment, S
from interpreter.ir.types import NUMBER, YES_NO, Type
from interpreter.syntax.tree import Node, Part, Word


def pay(scope: Scope, node: Node) -> list[S]:
    """`pay cost, less ...`."""
    paid = next(p for p in node.parts if isinstance(p, Node) and p.kind == "paid")
    reductions = [
        p for p in node.parts if isinstance(p, Node) and p.kind in ("less", "less_choice")
    ]
    ctx = scope.ctx
    span = node.span
    cost_node = paid.parts[0]
    words = [p for p in paid.parts[1:] if isinstance(p, Word)]
    you = scope.player(span)
    if scope.pure:
        choices.no_choice_here(scope, node)
        return []
    thing: E | None = None
    if isinstance(cost_node, Node) and cost_node.kind == "possessed":
        owner = typed_values.value(scope, cost_node.parts[0])
        thing = owner if owner.type.base == "piece" else None
    named = node.parts[1] if len(node.parts) > 1 else None
    place: E | None = None
    if isinstance(named, Node) and named not in reductions:  # pay 2 cards from your purse
        place = typed_values.value(scope, named)
    if words:
        money = ctx.program.money.get(ctx.kind_named(words[-1].text) or "")
        _kept_there(scope, place, you, money)
        return _pay_words(scope, node, cost_node, words, reductions, you, thing)
    cost = typed_values.value(scope, cost_node)
    if not cost.type.known:
        return []
    if cost.type.base != "amounts":
        ctx.report.add(
            "pay-what",
            cost.span,
            f"this is {cost.type.words()}: of what is it paid?",
            "",
            helps=("name what is paid: `pay 3 power`, `pay 1 pyramid cards`",),
        )
        return []
    money = next(
        (
            m
            for m in ctx.program.money.values()
            if ctx.program.kinds[m.kind].printed[m.symbol].of == cost.type.of
        ),
        None,
    )
    if money is None:
        ctx.report.add(
            "no-money",
            cost.span,
            f"nothing pays for {cost.type.words()}",
            "",
            helps=("declare the pieces that pay, such as: money card of symbol",),
        )
        return []
    _kept_there(scope, place, you, money)
    less, choice = _reductions(scope, reductions, cost.type)
    site = choices.site_of(scope, "payment", "pay", cost.type, node)
    made = S("pay", (you,), span, Payment(site, cost, less, choice, money, None))
    if thing is not None:
        ctx.payments.append((thing, you, made))
    return [made]


def _kept_there(scope: Scope, place: E | None, you: E, money: Money | None) -> None:
    """What is paid comes from where whoever pays keeps it; another place cannot be named yet."""
    if place is None or not place.type.known:
        return
    owner = place.args[0] if len(place.args) == 1 else None
    own = owner is not None and (owner.op, owner.data) == (you.op, you.data)
    there = place.op == "zone" and place.data is not None
    if money is None or not (own and there and place.data.name == money.kept):
        scope.ctx.program.not_run.append(("paying from another place", place.span))


def _reductions(scope: Scope, nodes: list[Node], kind: Type) -> tuple[list[E], list[E]]:
    less: list[E] = []
    choice: list[E] = []
    for part in nodes:
        if part.kind == "less":
            made = typed_values.value(scope, part.parts[0])
            if made.type.known and made.type.base != "amounts":
                scope.ctx.report.add(
                    "less-of-what",
                    made.span,
                    "it is not said what this lessens",
                    "a number of what?",
                    helps=("write `less 1 of your choice`, or amounts of the same list",),
                )
                continue
            if made.type.known and made.type.of != kind.of:
                typed_values.as_kind(scope, made, kind)
            less.append(made)
        else:
            amount = typed_values.number(scope, part.parts[0])
            each = next((p for p in part.parts[1:] if isinstance(p, Node)), None)
            if each is not None:
                count = selections.chosen(scope, each).count()
                amount = E("mul", (amount, count), NUMBER, part.span)
            choice.append(amount)
    return less, choice


def _pay_words(
    scope: Scope,
    node: Node,
    cost_node: Part,
    words: list[Word],
    reductions: list[Node],
    you: E,
    thing: E | None,
) -> list[S]:
    ctx = scope.ctx
    span = node.span
    amount = typed_values.number(scope, cost_node)
    noun = words[-1]
    money = ctx.program.money.get(ctx.kind_named(noun.text) or "")
    if money is not None and len(words) == 2:
        symbol_type = ctx.program.kinds[money.kind].printed[money.symbol]
        symbol = typed_values.value(scope, words[0], symbol_type)
        zero = E("vzero", (), Type("amounts", symbol_type.of), span)
        cost = E("vset", (zero, symbol, amount), zero.type, span)
        less, choice = _reductions(scope, reductions, cost.type)
        site = choices.site_of(scope, "payment", "pay", cost.type, node)
        return [S("pay", (you,), span, Payment(site, cost, less, choice, money, None))]
    field = attributes.player_number(scope, you, noun)
    if field is None:
        return []
    changing.only_one_noun(scope, words)
    if thing is not None:
        amount = standing_costs.changed(ctx, thing, you, amount)
    for part in reductions:
        made = typed_values.number(scope, part.parts[0])
        each = next((p for p in part.parts[2:] if isinstance(p, Node)), None)
        if each is not None:
            made = E("mul", (made, selections.chosen(scope, each).count()), NUMBER, part.span)
        amount = E(
            "max",
            (E("sub", (amount, made), NUMBER, span), E("num", (), NUMBER, span, 0)),
            NUMBER,
            span,
        )
    field.gained = True
    if field.type.halves and not amount.type.halves:
        amount = E("mul", (amount, E("num", (), NUMBER, span, 2)), field.type, span)
    now = E("field_raw", (you,), field.type, span, field)
    enough = E("ge", (now, amount), YES_NO, span)
    return [
        S("requires", (enough,), span, f"not enough {noun.text}", verb="pay"),
        S("set", (you, E("sub", (now, amount), field.type, span)), span, field),
    ]
