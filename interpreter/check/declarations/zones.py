"""Zones: where components lie, in which shape, who sees them, what refills them.

Takes the tree of a line; adds a `Family` to the program: one zone for each of its holders.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.check.declarations import board_shapes, holder_lines, zone_facts
from interpreter.ir.declared import Family
from interpreter.syntax import ast
from interpreter.syntax.ast import Word
from interpreter.syntax.repetitions import report_twice

SORTS: dict[type[ast.ZoneShape], str] = {
    ast.Pile: "pile",
    ast.Heap: "set",
    ast.Row: "row",
    ast.Slot: "space",
}
"""What a shape is called in the program."""


def declare_zone(ctx: Context, line: ast.Zone, holder: str) -> None:
    """Declare a zone of each holder: its contents and shape."""
    name, shape = line.name, line.shape
    assert isinstance(shape, ast.Pile | ast.Heap | ast.Row | ast.Slot)
    kinds = kinds_of(ctx, shape.nouns)
    if not kinds:
        return
    sort = SORTS[type(shape)]
    slots = _spaces(ctx, shape)
    layout = "list" if slots is None else "slots"
    if any(ctx.program.kinds[k].alike for k in kinds):
        layout = "counts"
        if len(kinds) > 1 or sort not in ("set", "pile"):
            _report_alike(ctx, line, kinds)
            return
    ctx.families.setdefault(holder, {})
    if holder_lines.is_taken(ctx, holder, name):
        holder_lines.report_second(ctx, holder, name, None)
        return
    kept, holder_name = holder_lines.kept_by(holder, name.text)
    family = Family(kept, holder_name, layout, sort, kinds, name.span, slots or 1)
    zone_facts.read(ctx, family, line.facts, shape)
    if holder == "table" and not ctx.declare(name.text, "zone", family, name.span):
        return
    add_family(ctx, family, holder, name.text)


def _spaces(ctx: Context, shape: ast.ZoneShape) -> int | None:
    """Compute the number of spaces of a zone; None for shapes without a fixed number of spaces.

    A row size out of range is reported and counts as 1.
    """
    if isinstance(shape, ast.Slot):
        return 1
    if not isinstance(shape, ast.Row) or shape.size is None:
        return None
    slots = ctx.whole(shape.size)
    if 1 <= slots <= board_shapes.LARGEST:
        return slots
    ctx.report.add(
        "large-zone",
        shape.span,
        f"a row has 1 to {board_shapes.LARGEST} spaces",
        f"this one has {slots:,}",
        helps=("write `row of ...` without a number if it has no fixed length",),
    )
    return 1


def _report_alike(ctx: Context, line: ast.Zone, kinds: tuple[str, ...]) -> None:
    """Report alike pieces in a zone with other kinds or with an order."""
    alike = [ctx.program.kinds[k].plural for k in kinds if ctx.program.kinds[k].alike]
    plural = ctx.program.kinds[kinds[0]].plural
    ctx.report.add(
        "alike-zone",
        line.span,
        "alike pieces lie in a set of their own",
        " and ".join(alike) + " are alike",
        helps=(f"write `zone {line.name.text}: set of {plural}`",),
    )


def add_family(ctx: Context, family: Family, holder: str = "", name: str = "") -> None:
    """Register a family: number it, make it known to its holder and append it to the program.

    `holder` and `name` override those it is registered under.
    """
    family.number = len(ctx.program.families)
    ctx.families.setdefault(holder or family.holder, {})[name or family.name] = family
    ctx.program.families.append(family)


def kinds_of(ctx: Context, nouns: ast.Nouns) -> tuple[str, ...]:
    """Resolve nouns to distinct kinds of components; report unknown and repeated ones."""
    found: dict[str, Word] = {}
    before = nouns.names[0]
    for word in nouns.names:
        kind = ctx.kind_named(word.text)
        if kind is None:
            ctx.unknown_kind(word)
        elif kind in found:  # in its other form: `card or cards`
            report_twice(word.span, found[kind].span, before.span, ctx.report)
        else:
            found[kind] = word
        before = word
    return tuple(found)
