"""Values of component lines in an overlay, converted to the plain data of a component file.

Takes the tree of a value and the type that is printed in its line; returns plain data, or None
where it does not fit, and words for what would.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.check.context import Context
from interpreter.diagnostics.suggest import digits
from interpreter.ir.types import Type
from interpreter.syntax import ast

COMMON = {
    "title": "a text",
    "text": "a text",
    "source": "a text",
    "copies": "a number from 1 to 200",
    "for_each_player": "yes or no",
}
UNSAID = {"copies": 1, "for_each_player": False}
"""What holds of a component that does not say it."""
MOST_COPIES = 200


def common(name: str, value: ast.Expression) -> tuple[Any] | None:
    """Convert the value of a line that every component may have; None if it does not fit.

    The result is a tuple of one item, so that it differs from None.
    """
    text = value.span.text
    if COMMON[name] == "a text":
        return (text[1:-1],) if isinstance(value, ast.GivenText) else None
    if name == "for_each_player":
        return (text == "yes",) if isinstance(value, ast.YesNo) else None
    fits = isinstance(value, ast.Number) and text.isdigit() and 1 <= int(text) <= MOST_COPIES
    return (int(text),) if fits else None


def value(ctx: Context, wanted: Type, value: ast.Expression) -> tuple[Any] | None:
    """Convert the value of a printed line; None if it does not fit the expected type.

    The result is a tuple of one item, so that it differs from None.
    """
    text, values = value.span.text, ctx.program.values
    names = [word.text for word in value.names] if isinstance(value, ast.GivenNames) else []
    if wanted.optional and names == ["none"]:
        return ("none",)
    if wanted.is_yes_no:
        return (text == "yes",) if isinstance(value, ast.YesNo) else None
    if wanted.is_number:
        return _number(wanted, text) if isinstance(value, ast.Number) else None
    if wanted.is_value:
        return (names[0],) if len(names) == 1 and names[0] in values[wanted.of].members else None
    if wanted.is_piece:
        return (names[0],) if len(names) == 1 else None
    if wanted.is_amounts:
        return _amounts(values[wanted.of].members, value)
    if wanted.is_list and wanted.item is not None:
        if isinstance(value, ast.GivenNothing):
            return ([],)
        members = values[wanted.item.of].members if wanted.item.is_value else names
        return (names,) if names and all(name in members for name in names) else None
    return None


def meant(name: str, wanted: Type | None, value: ast.Expression) -> str:
    """Guess what a value written in a foreign style stands for: `true`, `six`, a quoted number.

    Empty if it cannot be guessed, or would not fit.
    """
    text = value.span.text
    if (wanted is not None and wanted.is_yes_no) or (wanted is None and name == "for_each_player"):
        return {"true": "yes", "on": "yes", "1": "yes", "false": "no", "off": "no", "0": "no"}.get(
            text, ""
        )
    counted = wanted is not None and wanted.is_number
    number = text.strip('"') if isinstance(value, ast.GivenText) else digits(text) or ""
    if not number.isdigit() or (not counted and (wanted is not None or name != "copies")):
        return ""
    if wanted is None:
        return number if 1 <= int(number) <= MOST_COPIES else ""
    return number if _number(wanted, number) is not None else ""


def _number(wanted: Type, text: str) -> tuple[Any] | None:
    if "½" in text:
        return (text,) if wanted.halves else None
    number = int(text) * (2 if wanted.halves else 1)
    low = 0 if wanted.low is None else wanted.low
    high = number if wanted.high is None else wanted.high
    return (int(text),) if low <= number <= high else None


def _amounts(members: Sequence[str], value: ast.Expression) -> tuple[Any] | None:
    if isinstance(value, ast.GivenNothing):
        return ({},)
    made: dict[str, int] = {}
    if not isinstance(value, ast.GivenAmounts):
        return None
    for amount in value.amounts:
        number, name = amount.count, amount.name
        if name.text not in members or not number.text.isdigit() or int(number.text) > 1000:
            return None
        made[name.text] = made.get(name.text, 0) + int(number.text)
    return (made,)


def said(ctx: Context, wanted: Type) -> str:
    """Describe the values that fit a printed line, in words."""
    if wanted.is_number and wanted.low is not None and wanted.high is not None:
        unit = 2 if wanted.halves else 1
        return f"a number from {wanted.low // unit} to {wanted.high // unit}"
    return wanted.words()


def example(ctx: Context, wanted: Type | None) -> str:
    """How a value is written that is not a single number or name."""
    if wanted is None:
        return ""
    if wanted.is_amounts:
        members = ctx.program.values[wanted.of].members
        return ", ".join(f"{n + 1} {one}" for n, one in enumerate(members[:2]))
    if wanted.is_list and wanted.item is not None and wanted.item.is_value:
        return ", ".join(ctx.program.values[wanted.item.of].members[:2])
    return ""
