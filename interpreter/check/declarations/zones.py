"""Zones: where components lie, how they lie there, who sees them, what refills them.

Takes the tree of a line; gives a `Family` of the program: one zone for each of its holders.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.check.declarations import boards, holder_lines, zone_facts
from interpreter.ir.program import Family
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
    """Declare a zone of each holder: what lies in it, and how."""
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
    """Give the number of spaces of a zone; None where things lie without spaces."""
    if isinstance(shape, ast.Slot):
        return 1
    if not isinstance(shape, ast.Row) or shape.size is None:
        return None
    slots = ctx.whole(shape.size)
    if 1 <= slots <= boards.LARGEST:
        return slots
    ctx.report.add(
        "large-zone",
        shape.span,
        f"a row has 1 to {boards.LARGEST} spaces",
        f"this one has {slots:,}",
        helps=("write `row of ...` without a number if it has no fixed length",),
    )
    return 1


def _report_alike(ctx: Context, line: ast.Zone, kinds: tuple[str, ...]) -> None:
    """Report alike pieces that lie with others or in an order."""
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
    """Give zones their number among all zones of the game."""
    family.number = len(ctx.program.families)
    ctx.families.setdefault(holder or family.holder, {})[name or family.name] = family
    ctx.program.families.append(family)


def kinds_of(ctx: Context, nouns: ast.Nouns) -> tuple[str, ...]:
    """Give the kinds of components that some words name."""
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
