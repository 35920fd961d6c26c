"""Facts behind the shape of a zone or a board: who sees it, what refills it, its limit.

Takes the facts of a line; completes its `Family`. A fact that does not apply to the shape is
reported, since it would do nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.check.context import Context
from interpreter.diagnostics import Label
from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.program import OTHERS
from interpreter.ir.types import NUMBER
from interpreter.syntax import ast


def read(
    ctx: Context,
    family: Family,
    facts: Iterable[ast.ZoneFact],
    shape: ast.ZoneShape | ast.BoardShape,
) -> None:
    """Read who sees the zones, what refills them, and their limit."""
    said: dict[type, ast.ZoneFact] = {}
    for fact in facts:
        if _is_second(ctx, fact, said) or _is_unfit(ctx, family, fact, shape):
            continue
        match fact:
            case ast.SeenBy():
                family.seen = _viewer(ctx, family, fact)
            case ast.NumberSeenBy():
                family.number_seen = _viewer(ctx, family, fact)
            case ast.TopSeen():
                family.covered = True
            case ast.RefilledFrom():
                family.refilled = fact.zone.text
                ctx.links[id(family), "refilled"] = fact.zone.span
            case ast.PushedOutTo():
                family.pushed_out = fact.zone.text
                ctx.links[id(family), "pushed_out"] = fact.zone.span
            case ast.Limit():
                number = ctx.constant(fact.most)
                most = fact.most.span
                family.limit = None if number is None else nodes.Num((), NUMBER, most, number)
    covered = said.get(ast.TopSeen)
    if covered is not None and family.seen != "all" and ast.SeenBy in said:
        ctx.report.add(
            "unfit-fact",
            said[ast.SeenBy].span,
            "each card of this pile was seen on top once",
            "so this cannot be kept secret",
            others=(Label(covered.span, "because of this"),),
            helps=("leave it out: what is covered is not shown, but is no secret",),
        )
    if not family.number_seen:  # whoever may not see what they hold sees that they hold it
        family.number_seen = "all" if family.sort == "pile" else family.seen
        family.number_seen = "all" if family.seen == OTHERS else family.number_seen


def _viewer(ctx: Context, family: Family, fact: ast.SeenBy | ast.NumberSeenBy) -> str:
    """Read who sees a zone: `all`, `owner`, `nobody` or `all but owner`."""
    who = fact.viewer.text
    kind = ctx.program.kinds.get(family.holder)
    somebody = family.holder == "player" or (kind is not None and kind.owned)
    if who in ("owner", OTHERS) and not somebody:
        ctx.report.add(
            "no-owner",
            fact.span,
            f"`{family.name}` belongs to no player",
            "it has no owner",
            helps=("write `seen by all` or `seen by nobody`",),
        )
    return who


def check_spaces(ctx: Context, name: str, facts: Iterable[ast.ZoneFact]) -> None:
    """Report facts of a board of spaces or a ring that only a zone can have.

    Such a board holds nothing itself: its spaces have zones.
    """
    for fact in facts:
        if not isinstance(fact, ast.CornersTouch | ast.DividedInto):
            ctx.report.add(
                "unfit-fact",
                fact.span,
                "a board of spaces holds nothing itself",
                helps=(f"say it of a zone that each space has: `each space of {name} has`",),
            )


def _is_second(ctx: Context, fact: ast.ZoneFact, said: dict[type, ast.ZoneFact]) -> bool:
    """Report a duplicate fact; tell whether it is one."""
    before = said.setdefault(type(fact), fact)
    if before is fact:
        return False
    words = " ".join(fact.span.text.split()[: 1 if isinstance(fact, ast.Limit) else 2])
    return ctx.report.add(
        "unfit-fact",
        fact.span,
        f"`{words}` is said twice",
        "once too often",
        others=(Label(before.span, "said here, too"),),
        helps=("leave one of them out",),
    )


def _is_unfit(
    ctx: Context, family: Family, fact: ast.ZoneFact, shape: ast.ZoneShape | ast.BoardShape
) -> bool:
    """Report a fact that does not apply to the shape; tell whether it is one."""
    written = shape.span.text
    if isinstance(fact, ast.RefilledFrom) and family.sort != "pile":
        said = "only a pile is made again from another"
        help_ = "leave it out"
        if family.sort == "row" and not family.board:
            help_ = f"leave it out and write, where it is done: refill {family.name} from ..."
    elif isinstance(fact, ast.RefilledFrom) and family.shape == "counts":
        said = "alike pieces are moved, and never drawn"
        help_ = "leave it out, and move them back where it is needed"
    elif isinstance(fact, ast.TopSeen) and (family.sort, family.shape) != ("pile", "list"):
        said, help_ = "only a pile has a top", "leave it out, or write `pile of ...` before it"
    elif isinstance(fact, ast.PushedOutTo) and not (family.board and isinstance(shape, ast.Grid)):
        said = "only a grid pushes anything out"
        help_ = "leave it out: what is moved here stays here"
    elif isinstance(fact, ast.DividedInto) and not family.board:
        said, help_ = "only hexes are divided, into six parts", "leave it out"
    elif isinstance(fact, ast.CornersTouch) and not family.board:
        said, help_ = "only the spaces of a grid touch at corners", "leave it out"
    elif isinstance(fact, ast.Limit) and family.shape == "slots":
        if ctx.constant(fact.most) == (1 if family.board else family.slots):
            return False
        said, help_ = _limit_of_spaces(family, fact, shape)
    else:
        return False
    return ctx.report.add("unfit-fact", fact.span, said, f"said of `{written}`", helps=(help_,))


def _limit_of_spaces(
    family: Family, fact: ast.Limit, shape: ast.ZoneShape | ast.BoardShape
) -> tuple[str, str]:
    """Explain what is wrong with a limit on spaces, and what to write instead."""
    assert isinstance(shape, ast.Row | ast.Slot | ast.Grid | ast.Hexes | ast.Rhombus)
    limit, of = fact.most.span.text, shape.nouns.span.text
    if not family.board:
        return (
            f"it has room for {family.slots} as it is",
            f"leave it out, or write the row as long: `row of {limit} {of}`",
        )
    asked = f"requires number of {of} on {family.name} is less than {limit}"
    return "each space has room for one", f"ask where one is put: {asked}"
