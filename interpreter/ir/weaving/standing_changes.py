"""What stands and changes numbers, asked where these are read.

Takes the modifiers of a program; gives questions.
"""

from __future__ import annotations

from interpreter.ir.lowered import Woven, local, you_at
from interpreter.ir.program import Expr, Field, Func, Stmt
from interpreter.ir.types import NUMBER


def changed_numbers(woven: Woven, changes: list[tuple[Field, Stmt]]) -> None:
    """Kept numbers that something standing changes are read through a question."""
    program = woven.program
    by_field: dict[int, list[Stmt]] = {}
    for modifier in program.modifiers:
        span = modifier.span
        kept = modifier.field
        value = local("_value", NUMBER, span)
        made = (
            modifier.amount
            if modifier.op == "set"
            else Expr(modifier.op, (value, modifier.amount), NUMBER, span)
        )
        one = Stmt("let", (made,), span, "_value")
        by_field.setdefault(kept.number, []).append(
            one if modifier.cond is None else Stmt("if", (modifier.cond,), span, None, [one])
        )
    for kept, change in changes:
        by_field.setdefault(kept.number, []).append(change)
    for number, all_changes in by_field.items():
        kept = program.fields[number]
        woven.modified.add(number)
        span = kept.span
        raw = Expr(
            "field_raw", (you_at(span),) if kept.holder != "table" else (), kept.type, span, kept
        )
        clamped = Expr("clamp", (local("_value", NUMBER, span),), kept.type, span, kept.type)
        body = [Stmt("let", (raw,), span, "_value"), *all_changes, Stmt("answer", (clamped,), span)]
        woven.funcs[f"mod {kept.key}"] = Func(
            f"mod {kept.key}", "define", [], kept.name, span, body=body, returns=kept.type
        )
