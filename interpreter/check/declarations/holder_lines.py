"""Lines of one holder: the name they are stored under, and diagnostics for duplicates.

A holder is the table, each player, each space of a board, each component of a kind, each member of
a list, or a faction, whose lines are stored with the players.
"""

from __future__ import annotations

import re

from interpreter.check.context import Context
from interpreter.diagnostics import Label, Span
from interpreter.ir.declared import Family, Field
from interpreter.syntax import ast


def kept_by(holder: str, name: str) -> tuple[str, str]:
    """Resolve the name and the holder a line is stored under: faction lines belong to players."""
    if holder.startswith("faction:"):
        return f"{holder[8:]}_{name}", "player"
    return name, holder


def is_taken(ctx: Context, holder: str, name: ast.Word) -> bool:
    """Check whether the holder already has a line or a zone of this name."""
    return name.text in ctx.fields.get(holder, {}) or name.text in ctx.families.get(holder, {})


def report_second(ctx: Context, holder: str, name: ast.Word, type_: ast.Type | None) -> None:
    """Report a second line or zone of the same name."""
    old = ctx.fields.get(holder, {}).get(name.text) or ctx.families.get(holder, {}).get(name.text)
    helps: tuple[str, ...] = ("remove one of the two, or give it another name",)
    fix = None
    laid = ctx.overlaid
    if laid is not None and laid.wrote(name.span.source):
        helps = ("leave it out, since the game has it, or give it another name",)
        if old is not None and not laid.wrote(old.span.source):
            helps, fix = _wider_range(old, name, type_) or (helps, None)
    ctx.report.add(
        "field-twice",
        name.span,
        f"`{name.text}` is declared twice",
        "the second time",
        others=(Label(old.span, "the first time"),) if old is not None else (),
        helps=helps,
        fix=fix,
    )


_ONLY_LINE = re.compile(
    r"^( +)(add [^\n]*\S)[ \t]*\n\1 +(\S[^\n]*)(?=\n\1\S|\n\S|\s*\Z)", re.MULTILINE
)
"""What house rules add, where only one line stands below: its lines are replaced as text, since
the tree of a change does not know where the next one begins."""


def _wider_range(
    old: Field | Family, name: ast.Word, type_: ast.Type | None
) -> tuple[tuple[str, ...], tuple[Span, str] | None] | None:
    """Suggest how house rules can widen the range of a number that they declare a second time.

    Returns the help lines, and a fix that also replaces the heading if nothing else stands below
    it; None if the second declaration is not such a change.
    """
    kind = old.type if isinstance(old, Field) else None
    if not isinstance(type_, ast.RangeType) or kind is None or not kind.is_number or kind.halves:
        return None
    low, high = type_.low.span.text, type_.high.span.text
    text, at = name.span.source.text, name.span.start
    whole = next((m for m in _ONLY_LINE.finditer(text) if m.start(3) <= at < m.end()), None)
    it = "it" if whole is None else "it and the `add` above it"
    if (low, high) == (str(kind.low), str(kind.high)):
        return (f"leave {it} out, since the game has it just so",), None
    assert isinstance(old, Field)
    said = f"set {name.text} of {old.holder.partition(':')[0]} from {low} to {high}"
    if whole is None:
        return (f"to change how far it goes, write in place of it, beside `add`: {said}",), None
    place = Span(name.span.source, whole.start(2), whole.end())
    return (f"to change how far it goes, write in place of {it}: {said}",), (place, said)
