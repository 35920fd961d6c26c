"""Zones: where components lie, how they lie there, who sees them, what refills them.

Takes the tree of a line; gives a `Family` of the program: one zone for each of its holders.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.check.declarations import areas, boards, titles, zone_facts
from interpreter.ir.program import Family
from interpreter.syntax.tree import Node


def declare_zone(ctx: Context, line: Node, holder: str) -> None:
    """A zone of each holder: what lies in it, and how."""
    name, shape = titles.word(line, 0), line.parts[1]
    assert isinstance(shape, Node)
    nouns = shape.node("nouns")
    kinds = kinds_of(ctx, nouns)
    if not kinds:
        return
    slots, sort = 1, {"heap": "set", "slot": "space"}.get(shape.kind, shape.kind)
    layout = "list"
    if shape.kind == "slot":
        layout = "slots"
    elif shape.kind == "row" and shape.parts[0] is not None:
        slots, layout = ctx.constant(shape.parts[0]) or 0, "slots"
        if not 1 <= slots <= boards.LARGEST:
            ctx.report.add(
                "large-zone",
                shape.span,
                f"a row has 1 to {boards.LARGEST} spaces",
                f"this one has {slots:,}",
                helps=("write `row of ...` without a number if it has no fixed length",),
            )
            slots = 1
    if any(ctx.program.kinds[k].alike for k in kinds):
        layout = "counts"
        if len(kinds) > 1 or sort not in ("set", "pile"):
            ctx.report.add(
                "alike-zone",
                line.span,
                "alike pieces lie in a set of their own",
                helps=(f"write `zone {name.text}: set of {ctx.program.kinds[kinds[0]].plural}`",),
                label=" and ".join(
                    ctx.program.kinds[k].plural for k in kinds if ctx.program.kinds[k].alike
                )
                + " are alike",
            )
            return
    if name.text in ctx.families.setdefault(holder, {}) or name.text in ctx.fields.get(holder, {}):
        areas.twice(ctx, holder, name, line)
        return
    kept, holder_name = areas.kept_by(holder, name.text)
    family = Family(kept, holder_name, layout, sort, kinds, name.span, slots)
    zone_facts.read(ctx, family, line.parts[2:], shape)
    if holder == "table" and not ctx.declare(name.text, "zone", family, name.span):
        return
    add_family(ctx, family, holder, name.text)


def add_family(ctx: Context, family: Family, holder: str = "", name: str = "") -> None:
    """Give zones their number among all zones of the game."""
    family.number = len(ctx.program.families)
    ctx.families.setdefault(holder or family.holder, {})[name or family.name] = family
    ctx.program.families.append(family)


def kinds_of(ctx: Context, nouns: Node | None) -> tuple[str, ...]:
    """The kinds of components that some words name."""
    found = []
    for word in nouns.words() if nouns else ():
        kind = ctx.kind_named(word.text)
        if kind is None:
            legal = [n for k in ctx.program.kinds.values() for n in (k.name, k.plural)]
            ctx.unknown("unknown-kind", word.span, word.text, "kind of component", legal)
        else:
            found.append(kind)
    return tuple(found)
