"""Ambiguous objects: `move 2 tricks from your hand` must say which, unless they are alike.

Reports deeds where nobody could know which things are meant. A pile and a row have an order, and in
the box nobody looks: there, the first ones are meant.
"""

from __future__ import annotations

from interpreter.check.deeds import deed_parts, deed_things
from interpreter.check.places import pieces
from interpreter.check.places.sources import Chosen
from interpreter.check.scope import Scope
from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.nodes import Expr
from interpreter.ir.walking import conjuncts


def check_which(
    scope: Scope,
    parts: deed_parts.VerbPhrase,
    found: deed_things.DeedObjects,
    source: deed_parts.Given | None,
) -> bool:
    """Report a deed where nobody could know which things are meant; whether it is clear."""
    made = found.made
    if made is None or found.amount is None or not made.item.is_piece:
        return True
    kind = scope.ctx.program.kinds[made.item.of]
    if kind.last - kind.first == 1:
        return True
    if kind.alike and (_from_box(made) or _all_of_them(found.amount, made)):
        return True
    board = _on_board(made)
    if not board and (_in_order(made) or _look_alike(scope, made)):
        return True
    if _all_of_them(found.amount, made):
        return True
    one = isinstance(found.amount, nodes.Num) and found.amount.value == 1
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


def _from_box(made: Chosen) -> bool:
    """Whether alike pieces come from where nobody looks, or are of a sort that has a name."""
    return all(
        isinstance(zone, nodes.Zone) and zone.family.holder == "box" for zone in made.counted_in
    )


def _several(amount: Expr, plural: str) -> str:
    if isinstance(amount, nodes.Num):
        return f"{amount.value} {plural}"
    return f"up to {amount.span.text} {plural}"


def alike_in(scope: Scope, zone: Expr) -> bool:
    """Whether nobody can tell apart what lies in a zone."""
    kinds = nodes.family_of(zone).kinds
    kind = kinds[0]
    made = pieces.pieces(scope, kind, None, zone.span)
    return len(kinds) == 1 and _look_alike(scope, made)


def _places(made: Chosen) -> list[tuple[str, Family]]:
    """List the zones that things are taken from, each with how much of it is meant."""
    if isinstance(made.source, nodes.Items):
        return [(made.source.how, made.source.family)]
    found = []
    for part in (part for test in made.tests for part in conjuncts(test)):
        if (
            isinstance(part, nodes.InZone)
            and isinstance(part.args[0], nodes.Local)
            and part.args[0].name == made.var
        ):
            found.append((part.how, part.family))
    return found


def _on_board(made: Chosen) -> bool:
    found = _places(made)
    if any((f.board and op != "slot") or op == "all" or f.of_spaces for op, f in found):
        return True
    tests = [part for test in made.tests for part in conjuncts(test)]
    return isinstance(made.source, nodes.Members) and any(
        isinstance(part, nodes.InPlay) for part in tests
    )


def _in_order(made: Chosen) -> bool:
    if isinstance(made.source, (nodes.BoxItems, nodes.Listed)):
        return True
    if any(isinstance(part, nodes.InBox) for test in made.tests for part in conjuncts(test)):
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
        if isinstance(part, nodes.IsDesign):
            designs = [part.design]
        elif isinstance(part, nodes.Eq) and isinstance(part.args[0], nodes.FieldNow):
            said.add(part.args[0].field.name)
        elif isinstance(part, nodes.Eq) and isinstance(part.args[0], nodes.Attr):
            name, value = part.args[0].name, part.args[1]
            said.add(name)
            if isinstance(value, nodes.Num):
                designs = [d for d in designs if d.printed.get(name) == value.value]
    if len(designs) > 1 and kind.carries is not None:
        return False
    if any(name not in said for name in ctx.fields.get(kind.name, {})):
        return False
    if any(family.holder == kind.name for family in ctx.program.families):
        return False
    return all(
        name in said or len({str(d.printed.get(name)) for d in designs}) <= 1
        for name in kind.printed
    )


def _all_of_them(amount: Expr, made: Chosen) -> bool:
    """`move number of your hand tricks from your hand`"""
    if not isinstance(amount, nodes.ZoneSize) or not isinstance(made.source, nodes.Items):
        return False
    return amount.family is made.source.family and all(
        _same(a, b) for a, b in zip(amount.args, made.source.args, strict=True)
    )


def _same(a: Expr, b: Expr) -> bool:
    if type(a) is not type(b) or a.fixed() != b.fixed() or len(a.args) != len(b.args):
        return False
    return all(_same(x, y) for x, y in zip(a.args, b.args, strict=True))
