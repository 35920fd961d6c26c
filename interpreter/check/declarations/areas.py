"""What each holder has: the lines of `each player has`, `the table has`, kinds and factions.

Takes trees; gives every line to the module that reads its sort. Boards are read before.
"""

from __future__ import annotations

import re

from interpreter.check.context import Context
from interpreter.check.declarations import fields, titles, zones
from interpreter.diagnostics import Label, Span
from interpreter.ir.program import Family, Field
from interpreter.ir.types import article
from interpreter.syntax.tree import Node, Word


def read_kind_lines(ctx: Context, node: Node) -> None:
    """What is printed on a kind of component, what it keeps, and the zones on it."""
    kind = ctx.program.kinds.get(titles.word(node, 0).text)
    if kind is None or kind.span != node.span:
        return
    seen: dict[str, Span] = {}
    for line in node.parts[3:]:
        if not isinstance(line, Node):
            continue
        if line.kind == "printed":
            words = line.words()
            type_node = next(p for p in line.parts if isinstance(p, Node))
            for word in words:
                if word.text in seen:
                    ctx.report.add(
                        "printed-twice",
                        word.span,
                        f"`{word.text}` is printed twice on {article(kind.name)}",
                        "the second time",
                        others=(Label(seen[word.text], "the first time"),),
                        helps=("remove one of the two, or give it another name",),
                    )
                    continue
                seen[word.text] = word.span
                kind.printed[word.text] = ctx.read_type(type_node, word.text)
        elif line.kind in ("carries", "carries_by", "carries_in"):
            kind.carries = line
        else:
            read_line(ctx, line, kind.name)


def read_faction(ctx: Context, node: Node) -> None:
    """What only one faction has: kept by every player, used by the one who plays the faction."""
    key = f"faction:{titles.word(node, 0).text}"
    ctx.fields.setdefault(key, {})
    ctx.families.setdefault(key, {})
    for line in node.parts[1:]:
        if isinstance(line, Node) and line.kind != "board":
            read_line(ctx, line, key)


def read_area(ctx: Context, node: Node) -> None:
    """`each player has ...`, `the table has ...`, `each space of field has ...`"""
    holder = node.parts[0]
    assert isinstance(holder, Node)
    key = "table"
    if holder.kind == "each_of_kind":
        word = holder.words()[0]
        known = ctx.type_named(word.text)
        if known is None or known.base not in ("player", "piece", "value"):
            legal = ["player", *ctx.program.kinds, *ctx.program.values]
            ctx.unknown("unknown-holder", word.span, word.text, "player, kind or list", legal)
            return
        key = ctx.holder_of(known)
    elif holder.kind == "each_space":
        word = holder.words()[0]
        if word.text not in ctx.program.boards:
            ctx.unknown("unknown-board", word.span, word.text, "board", ctx.program.boards)
            return
        key = f"space:{word.text}"
    for line in node.parts[1:]:
        if isinstance(line, Node) and line.kind != "board":
            read_line(ctx, line, key)


def read_line(ctx: Context, line: Node, holder: str) -> None:
    """One line of a holder: what it keeps, or a zone."""
    if line.kind == "field":
        fields.declare_field(ctx, line, holder)
    elif line.kind == "zone":
        zones.declare_zone(ctx, line, holder)


def kept_by(holder: str, name: str) -> tuple[str, str]:
    """The name and the holder of a line: what a faction has is kept by the players."""
    if holder.startswith("faction:"):
        return f"{holder[8:]}_{name}", "player"
    return name, holder


def twice(ctx: Context, holder: str, name: Word, line: Node) -> None:
    """Report a second line or zone of the same name."""
    old = ctx.fields.get(holder, {}).get(name.text) or ctx.families.get(holder, {}).get(name.text)
    helps: tuple[str, ...] = ("remove one of the two, or give it another name",)
    fix = None
    laid = ctx.overlaid
    if laid is not None and laid.wrote(name.span.source):
        helps = ("leave it out, since the game has it, or give it another name",)
        if old is not None and not laid.wrote(old.span.source):
            helps, fix = _limits(old, name, line) or (helps, None)
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
"""What house rules add, where only one line stands below."""


def _limits(
    old: Field | Family, name: Word, line: Node
) -> tuple[tuple[str, ...], tuple[Span, str] | None] | None:
    """What to write in house rules to change how far a number of the game goes, if a second
    declaration of it says that; in place of its heading, too, if nothing else stands below."""
    numbers = line.node("range_type")
    kind = old.type if isinstance(old, Field) else None
    if numbers is None or kind is None or kind.base != "number" or kind.halves:
        return None
    low, high = (part.span.text for part in numbers.parts[:2] if part is not None)
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
