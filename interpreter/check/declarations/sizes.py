"""Computes sizes: spaces of boards made of components, and numbers of zones.

Takes the declarations and the designs; completes the program's boards and families.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.diagnostics import Label, Span
from interpreter.ir.declared import POSITIONS
from interpreter.ir.program import Program

MOST_PLACES = 20_000  # spaces and zones of a whole game


def space_boards(ctx: Context) -> None:
    """Complete boards whose spaces are components, with spaces and neighbours from the designs."""
    for board in ctx.program.boards.values():
        if not board.of_kind:
            continue
        kind = ctx.program.kinds[board.of_kind]
        board.spaces = kind.last - kind.first
        adjacent: list[tuple[int, ...]] = []
        for design in kind.designs:
            near: set[int] = set()
            for name, wanted in kind.printed.items():
                if wanted.is_list and wanted.item is not None and wanted.item.of == kind.name:
                    near |= {n for n in design.printed[name] if n >= 0}
            adjacent += [tuple(sorted(near))] * (design.last - design.first)
        board.neighbours = tuple(adjacent)
        board.names = tuple(d.id for d in kind.designs for _ in range(d.last - d.first))


def same_keys(ctx: Context) -> None:
    """Report holders whose keys clash: `box_n` of a `card` and `n` of a `card_box`."""
    program = ctx.program
    for lines in (
        [(f.key, f.name, f.span) for f in program.fields],
        [(f.key, f.name, f.span) for f in program.families],
        [(f"{k.name}_{name}", name, k.span) for k in program.kinds.values() for name in k.printed],
    ):
        seen: dict[str, tuple[str, Span]] = {}
        for key, name, span in lines:
            if key in seen and seen[key][0] != name:
                ctx.report.add(
                    "field-twice",
                    span,
                    f"`{name}` and `{seen[key][0]}` are too alike",
                    f"with the names of their holders, both are `{key}`",
                    others=(Label(seen[key][1], "the first one"),),
                    helps=("give one of them another name",),
                )
            seen.setdefault(key, (name, span))


def size_families(ctx: Context) -> None:
    """Compute the number of zones in each family, and the index of its first one."""
    program = ctx.program
    at = 0
    for family in program.families:
        family.owners = owners(program, family.holder)
        if family.shape == "counts":
            kind = program.kinds[family.kinds[0]]
            family.slots = kind.last - kind.first
            family.base = -1
            continue
        family.base = at
        places = family.owners * (family.slots if family.shape == "slots" else 1)
        at += places
        if at > MOST_PLACES:
            ctx.report.add(
                "large-zone",
                family.span,
                f"all zones together have at most {MOST_PLACES:,} spaces",
                f"{places:,} more with this one",
                helps=("make it smaller, or let fewer things have one",),
            )
            at = 0


def owners(program: Program, holder: str) -> int:
    """Count the zones or fields of a holder, at the largest number of players."""
    if holder in ("table", "box"):
        return 1
    if holder == "player":
        return program.most
    if holder == "record":
        return POSITIONS
    if holder.startswith("space:"):
        return program.boards[holder[6:]].spaces
    if holder in program.values:
        return len(program.values[holder].members)
    kind = program.kinds[holder]
    return kind.last - kind.first
