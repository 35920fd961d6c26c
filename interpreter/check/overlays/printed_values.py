"""Lines that every component may have, as a house rule writes them, and values in a foreign style.

Takes the tree of a value; returns plain data as a component file holds it, or None where it does
not fit. What is printed on a kind is converted by `declarations/printed_kinds.py`.
"""

from __future__ import annotations

from interpreter.check.declarations.printed_kinds import PrintedKind, PrintedNumber
from interpreter.diagnostics.suggest import digits
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


def common(name: str, value: ast.Expression) -> object:
    """Convert the value of a line that every component may have; None if it does not fit."""
    text = value.span.text
    if COMMON[name] == "a text":
        return text[1:-1] if isinstance(value, ast.GivenText) else None
    if name == "for_each_player":
        return text == "yes" if isinstance(value, ast.YesNo) else None
    fits = isinstance(value, ast.Number) and text.isdigit() and 1 <= int(text) <= MOST_COPIES
    return int(text) if fits else None


def meant(name: str, printed: PrintedKind | None, value: ast.Expression) -> str:
    """Guess what a value written in a foreign style stands for: `true`, `six`, a quoted number.

    Empty if it cannot be guessed, or would not fit.
    """
    text = value.span.text
    wanted = printed.wanted if printed is not None else None
    if (wanted is not None and wanted.is_yes_no) or (wanted is None and name == "for_each_player"):
        return {"true": "yes", "on": "yes", "1": "yes", "false": "no", "off": "no", "0": "no"}.get(
            text, ""
        )
    number = text.strip('"') if isinstance(value, ast.GivenText) else digits(text) or ""
    if not number.isdigit():
        return ""
    if printed is None:
        return number if name == "copies" and 1 <= int(number) <= MOST_COPIES else ""
    fits = isinstance(printed, PrintedNumber) and printed.from_text(number) is not None
    return number if fits else ""
