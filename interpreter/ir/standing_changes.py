"""What stands and changes numbers or costs, asked where these are read.

Takes the modifiers and cost changes of a program; gives questions and costs.
"""

from __future__ import annotations

from interpreter.ir.program import E, Field, Func, Payment, Program, S
from interpreter.ir.types import NUMBER, YES_NO
from interpreter.ir.woven import Woven, local, with_you, you_at


def changed_numbers(woven: Woven, changes: list[tuple[Field, S]]) -> None:
    """Kept numbers that something standing changes are read through a question."""
    program = woven.program
    by_field: dict[int, list[S]] = {}
    for modifier in program.modifiers:
        span = modifier.span
        kept = modifier.field
        value = local("value", NUMBER, span)
        made = (
            modifier.amount
            if modifier.op == "set"
            else E(modifier.op, (value, modifier.amount), NUMBER, span)
        )
        one = S("let", (made,), span, "value")
        by_field.setdefault(kept.number, []).append(
            one if modifier.cond is None else S("if", (modifier.cond,), span, None, [one])
        )
    for kept, change in changes:
        by_field.setdefault(kept.number, []).append(change)
    for number, all_changes in by_field.items():
        kept = program.fields[number]
        woven.modified.add(number)
        span = kept.span
        raw = E(
            "field_raw", (you_at(span),) if kept.holder != "table" else (), kept.type, span, kept
        )
        clamped = E("clamp", (local("value", NUMBER, span),), kept.type, span, kept.type)
        body = [S("let", (raw,), span, "value"), *all_changes, S("answer", (clamped,), span)]
        woven.funcs[f"mod {kept.key}"] = Func(
            f"mod {kept.key}", "define", [], kept.name, span, body=body, returns=kept.type
        )


def changed_cost(program: Program, payment: Payment, you: E, cost: E) -> E:
    """The cost after everything standing that changes what is paid for such things."""
    for change in program.cost_changes:
        if change.kind != payment.thing:
            continue
        span = change.span
        if change.sort == "nothing":
            made = E("vzero", (), cost.type, span)
        else:
            continue
        test = change.cond if change.cond is not None else E("num", (), YES_NO, span, 1)
        cost = E("choose_value", (with_you(test, you), made, cost), cost.type, span)
    return cost


def more_choice(program: Program, payment: Payment, you: E) -> list[E]:
    """Standing reductions that the payer spreads freely: `your spells cost 1 less`."""
    found = []
    for change in program.cost_changes:
        if (
            change.kind == payment.thing
            and change.sort in ("less", "more")
            and change.amount is not None
        ):
            amount = change.amount
            if change.sort == "more":
                continue
            if change.cond is not None:
                zero = E("num", (), NUMBER, change.span, 0)
                amount = E(
                    "choose_value", (with_you(change.cond, you), amount, zero), NUMBER, change.span
                )
            found.append(amount)
    return found
