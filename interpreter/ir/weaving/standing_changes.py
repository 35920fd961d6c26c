"""Applies standing changes of numbers where these are read.

Takes the modifiers of a program; produces definitions.
"""

from __future__ import annotations

from interpreter.ir import nodes
from interpreter.ir.declared import Field
from interpreter.ir.lowered import Woven, local, you_at
from interpreter.ir.nodes import Stmt
from interpreter.ir.program import Func
from interpreter.ir.types import NUMBER


def changed_numbers(woven: Woven, changes: list[tuple[Field, Stmt]]) -> None:
    """Add a definition for each field with standing changes, through which it is read."""
    program = woven.program
    by_field: dict[int, list[Stmt]] = {}
    for modifier in program.modifiers:
        span = modifier.span
        kept = modifier.field
        value = local("_value", NUMBER, span)
        made = (
            modifier.amount
            if modifier.op == "set"
            else (nodes.Add if modifier.op == "add" else nodes.Sub)(
                (value, modifier.amount), NUMBER, span
            )
        )
        one = nodes.Let((made,), span, "_value")
        by_field.setdefault(kept.number, []).append(
            one if modifier.cond is None else nodes.If((modifier.cond,), span, body=[one])
        )
    for kept, change in changes:
        by_field.setdefault(kept.number, []).append(change)
    for number, all_changes in by_field.items():
        kept = program.fields[number]
        woven.modified.add(number)
        span = kept.span
        raw = nodes.FieldRaw(
            (you_at(span),) if kept.holder != "table" else (), kept.type, span, kept
        )
        clamped = nodes.Clamp((local("_value", NUMBER, span),), kept.type, span, kept.type)
        body = [nodes.Let((raw,), span, "_value"), *all_changes, nodes.Answer((clamped,), span)]
        woven.funcs[f"mod {kept.key}"] = Func(
            f"mod {kept.key}", "define", [], kept.name, span, body=body, returns=kept.type
        )
