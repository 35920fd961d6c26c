"""`move 2 tricks from your hand`: of things that are not alike it must be said which.

Takes the things of a deed and the place they come from; reports where nobody could know which are
meant. A pile and a row have an order, and in the box nobody looks: there, the first ones are meant.
"""

from __future__ import annotations

from interpreter.check.deeds import deed_parts, deed_things
from interpreter.check.places import pieces
from interpreter.check.places.sources import Chosen
from interpreter.check.scope import Scope
from interpreter.ir.program import Expr, Family
from interpreter.ir.walking import conjuncts


def check_which(
    scope: Scope, parts: deed_parts.Deed, found: deed_things.Things, source: deed_parts.Given | None
) -> bool:
    """Report a deed where nobody could know which things are meant; whether it is clear."""
    made = found.made
    if made is None or found.amount is None or made.item.base != "piece":
        return True
    kind = scope.ctx.program.kinds[made.item.of]
    if kind.alike or kind.last - kind.first == 1:
        return True
    board = _on_board(made)
    if not board and (_in_order(made) or _look_alike(scope, made)):
        return True
    if _all_of_them(found.amount, made):
        return True
    one = found.amount.op == "num" and found.amount.data == 1
    place = source.span.text if source is not None else "..."
    if board:
        place = f"{kind.plural} in {place}"
    chosen = kind.name if one else _several(found.amount, kind.plural)
    return not scope.ctx.report.add(
        "which-ones",
        parts.span,
        f"it is not said which {kind.name if one else kind.plural} this is about",
        "they lie in different places" if board else "they are not alike",
        helps=(
            f"`choose {chosen} from {place}`, and move what is chosen",
            f"or by chance: `pick {kind.name} from {place}`, and below it `at random`",
        ),
    )


def _several(amount: Expr, plural: str) -> str:
    if amount.op == "num":
        return f"{amount.data} {plural}"
    return f"up to {amount.span.text} {plural}"


def alike_in(scope: Scope, zone: Expr) -> bool:
    """Whether nobody can tell apart what lies in a zone."""
    kind = zone.data.kinds[0]
    made = pieces.pieces(scope, kind, None, zone.span)
    return len(zone.data.kinds) == 1 and _look_alike(scope, made)


def _places(made: Chosen) -> list[tuple[str, Family]]:
    """Give the zones that things are taken from: how much of them is meant, and their
    declaration."""
    if made.source.op == "items":
        return [made.source.data]
    found = []
    for part in (part for test in made.tests for part in conjuncts(test)):
        if part.op == "in_zone" and part.args[0].op == "local" and part.args[0].data == made.var:
            found.append(part.data)
    return found


def _on_board(made: Chosen) -> bool:
    found = _places(made)
    if any(f.board or op == "all" or f.holder.startswith("space:") for op, f in found):
        return True
    tests = [part for test in made.tests for part in conjuncts(test)]
    return made.source.op == "members" and any(part.op == "in_play" for part in tests)


def _in_order(made: Chosen) -> bool:
    if made.source.op in ("box_items", "list"):
        return True
    if any(part.op == "in_box" for test in made.tests for part in conjuncts(test)):
        return True
    found = _places(made)
    return bool(found) and all(family.sort != "set" for _, family in found)


def _look_alike(scope: Scope, made: Chosen) -> bool:
    """Whether the candidates show the same, as far as words before the noun do not say it."""
    ctx = scope.ctx
    kind = ctx.program.kinds[made.item.of]
    designs = list(kind.designs)
    said: set[str] = set()
    for part in (part for test in made.tests for part in conjuncts(test)):
        if part.op == "is_design":
            designs = [part.data]
        elif part.op == "eq" and part.args[0].op == "field":
            said.add(part.args[0].data.name)
        elif part.op == "eq" and part.args[0].op == "attr":
            said.add(part.args[0].data[1])
    if len(designs) > 1 and kind.carries is not None:
        return False
    if any(name not in said for name in ctx.fields.get(kind.name, {})):
        return False
    if any(family.holder == kind.name for family in ctx.program.families):
        return False
    return all(
        name in said or all(d.printed.get(name) == designs[0].printed.get(name) for d in designs)
        for name in kind.printed
    )


def _all_of_them(amount: Expr, made: Chosen) -> bool:
    """`move number of your hand tricks from your hand`"""
    if amount.op != "zone_size" or made.source.op != "items":
        return False
    return amount.data is made.source.data[1] and all(
        _same(a, b) for a, b in zip(amount.args, made.source.args, strict=True)
    )


def _same(a: Expr, b: Expr) -> bool:
    if (a.op, a.data) != (b.op, b.data) or len(a.args) != len(b.args):
        return False
    return all(_same(x, y) for x, y in zip(a.args, b.args, strict=True))
