"""Requirements on zones named by `refilled from`, `pushed out to`, `kept in` and `banked in`.

Each clause needs a zone that holds the right components in the right shape. All these requirements
are checked here; the engine relies on them.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.check.context import Context
from interpreter.diagnostics import Label, Span
from interpreter.ir.declared import Family, Kind


@dataclass(frozen=True, slots=True)
class Need:
    """What a clause requires of the zone it names: `shape` as in `Family`, and the reason."""

    shape: str
    why: str


NEEDS = {
    "refilled": Need("list", "what is drawn again lies in a pile or a set"),
    "pushed_out": Need("list", "what is pushed out lies in a pile or a set"),
    "kept_in": Need("counts", "money is kept there"),
    "banked_in": Need("counts", "the bank of the money"),
}


def holds_money(ctx: Context, kind: Kind, family: Family, span: Span, clause: str) -> bool:
    """Check that a zone holds pieces of this money and nothing else; report it if not."""
    need = NEEDS[clause]
    if family.kinds == (kind.name,) and family.shape == need.shape:
        return True
    same = [
        other.name
        for other in ctx.families.get(family.holder, {}).values()
        if other.kinds == (kind.name,) and other.shape == need.shape
    ]
    said = clause.replace("_", " ")
    return not ctx.report.add(
        "zone-kinds",
        span,
        f"`{family.name}` is not for {kind.plural}",
        need.why,
        others=(Label(family.span, "declared here"),),
        helps=(
            f"write `{said} {same[0]}`"
            if same
            else f"declare a zone for them below `each {family.holder} has`, such as `zone purse: "
            f"set of {kind.plural}`",
        ),
    )


def check_links(ctx: Context) -> None:
    """Check that `refilled from` and `pushed out to` name zones for the same components."""
    for family in ctx.program.families:
        for attribute in ("refilled", "pushed_out"):
            name = getattr(family, attribute)
            if name:
                span = ctx.links.get((id(family), attribute), family.span)
                other = _linked(ctx, family, attribute, name, span)
                setattr(family, attribute, other.name if other is not None else "")


def _linked(ctx: Context, family: Family, attribute: str, name: str, span: Span) -> Family | None:
    """Resolve the zone a link names and check its kinds and shape; None after a diagnostic.

    A faction's own zone shadows one of the same name on the players or the table.
    """
    own = next((lines for lines in ctx.families.values() if family in lines.values()), {})
    legal = ctx.families.get("table", {}) | ctx.families.get(family.holder, {}) | own
    other = legal.get(name)
    if other is None:
        ctx.unknown("unknown-zone", span, name, "zone", legal)
        return None
    where = (Label(other.span, "declared here"),)
    if other is family:
        ctx.report.add(
            "zone-shape",
            span,
            f"`{name}` cannot be filled from itself",
            "the same zone",
            helps=("name another zone for the same kinds of components",),
        )
        return None
    if not set(family.kinds) <= set(other.kinds):
        plurals = [ctx.program.kinds[k].plural for k in family.kinds]
        ctx.report.add(
            "zone-kinds",
            span,
            f"`{name}` does not take the {' and '.join(plurals)} of `{family.name}`",
            "a zone for other components",
            others=where,
            helps=("name a zone for the same kinds of components",),
        )
        return None
    more = [ctx.program.kinds[k].plural for k in other.kinds if k not in family.kinds]
    if attribute == "refilled" and more:
        ctx.report.add(
            "zone-kinds",
            span,
            f"`{name}` holds {' and '.join(more)}, and `{family.name}` does not",
            "all that lies there goes back",
            others=where,
            helps=("name a zone for the same kinds of components, and nothing else",),
        )
        return None
    need = NEEDS[attribute]
    if other.shape != need.shape:
        many = " or ".join(ctx.program.kinds[k].plural for k in other.kinds)
        is_ = "a row of spaces" if other.slots > 1 or other.board else "a space for one thing"
        ctx.report.add(
            "zone-shape",
            span,
            f"`{name}` is {is_}",
            need.why,
            others=where,
            helps=(f"name a zone without spaces, such as `zone spent: pile of {many}`",),
        )
        return None
    return other
