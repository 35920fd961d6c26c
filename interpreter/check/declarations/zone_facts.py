"""What is said of a zone or a board behind its shape: who sees it, what refills it, its room.

Takes the facts of a line; completes its `Family`. A fact that its shape has no use for is told,
since it would do nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.check.context import Context
from interpreter.check.declarations import titles
from interpreter.diagnostics import Label
from interpreter.ir.program import E, Family
from interpreter.ir.types import NUMBER
from interpreter.syntax.tree import Node, Word


def read(ctx: Context, family: Family, facts: Iterable[Node | Word | None], shape: Node) -> None:
    """Who sees the zones, what refills them, what they hold at most."""
    said: dict[str, Node] = {}
    for fact in facts:
        if (
            not isinstance(fact, Node)
            or _twice(ctx, fact, said)
            or _unfit(ctx, family, fact, shape)
        ):
            continue
        if fact.kind in ("seen_by", "number_seen_by"):
            who = titles.first_text(fact)
            if who == "owner" and family.holder != "player":
                ctx.report.add(
                    "no-owner",
                    fact.span,
                    f"`{family.name}` belongs to no player",
                    "it has no owner",
                    helps=("write `seen by all` or `seen by nobody`",),
                )
            if fact.kind == "seen_by":
                family.seen = who
            else:
                family.number_seen = who
        elif fact.kind == "refilled_from":
            family.refilled = fact.words()[0].text
            ctx.links[id(family), "refilled"] = fact.words()[0].span
        elif fact.kind == "pushed_out_to":
            family.pushed_out = fact.words()[0].text
            ctx.links[id(family), "pushed_out"] = fact.words()[0].span
        elif fact.kind == "limit":
            family.limit = None
            part = fact.parts[0]
            number = ctx.constant(part)
            if number is not None and part is not None:
                family.limit = E("num", (), NUMBER, part.span, number)
    if not family.number_seen:
        family.number_seen = "all" if family.sort == "pile" else family.seen


def of_spaces(ctx: Context, name: str, facts: Iterable[Node | Word | None]) -> None:
    """A board of spaces or a ring holds nothing itself: its spaces have zones."""
    for fact in facts:
        if isinstance(fact, Node) and fact.kind not in ("corners_touch", "divided_into"):
            ctx.report.add(
                "unfit-fact",
                fact.span,
                "a board of spaces holds nothing itself",
                "",
                helps=(f"say it of a zone that each space has: `each space of {name} has`",),
            )


def _twice(ctx: Context, fact: Node, said: dict[str, Node]) -> bool:
    before = said.setdefault(fact.kind, fact)
    if before is fact:
        return False
    words = " ".join(fact.span.text.split()[: 2 if fact.kind != "limit" else 1])
    ctx.report.add(
        "unfit-fact",
        fact.span,
        f"`{words}` is said twice",
        "once too often",
        others=(Label(before.span, "said here, too"),),
        helps=("leave one of them out",),
    )
    return True


def _unfit(ctx: Context, family: Family, fact: Node, shape: Node) -> bool:
    """Whether the shape has no use for a fact."""
    name, written = family.name, shape.span.text
    if fact.kind == "refilled_from" and family.sort != "pile":
        said = "only a pile is made again from another"
        help_ = "leave it out"
        if family.sort == "row" and not family.board:
            help_ = f"leave it out and write, where it is done: refill {name} from ..."
    elif fact.kind == "refilled_from" and family.shape == "counts":
        said = "alike pieces are moved, and never drawn"
        help_ = "leave it out, and move them back where it is needed"
    elif fact.kind == "pushed_out_to" and not (family.board and shape.kind == "grid"):
        said = "only a grid pushes anything out"
        help_ = "leave it out: what is moved here stays here"
    elif fact.kind == "divided_into" and not family.board:
        said, help_ = "only hexes are divided, into six parts", "leave it out"
    elif fact.kind == "corners_touch" and not family.board:
        said, help_ = "only the spaces of a grid touch at corners", "leave it out"
    elif fact.kind == "limit" and family.shape == "slots":
        room = 1 if family.board else family.slots
        if ctx.constant(fact.parts[0]) == room:
            return False
        said = "each space has room for one" if family.board else f"it has room for {room} as it is"
        nouns = shape.node("nouns")
        of = nouns.span.text if nouns is not None else "components"
        limit = fact.span.text.removeprefix("limit").strip()
        help_ = f"leave it out, or write the row as long: `row of {limit} {of}`"
        if family.board:
            help_ = f"ask where one is put: requires number of {of} on {name} is less than {limit}"
    else:
        return False
    ctx.report.add("unfit-fact", fact.span, said, f"said of `{written}`", helps=(help_,))
    return True
