"""Deeds that move components from place to place: move, discard, remove.

Each takes a `Deed` and gives statements, or an empty list after a diagnostic.
"""

from __future__ import annotations

from interpreter.check.deeds import deed_parts, deed_things, which_ones
from interpreter.check.expressions import place_phrases
from interpreter.check.places import sources, zone_lookup
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir.program import Expr, Stmt
from interpreter.ir.types import NUMBER, Type
from interpreter.language.verbs import FORMS


def move(scope: Scope, parts: deed_parts.Deed) -> list[Stmt]:
    """move 2 cards from deck to your hand · place a cube on card"""
    if not deed_parts.check_parts(scope, parts):
        return []
    target_node = deed_parts.need(scope, parts, "to", "in", "on", "into", "onto")
    if target_node is None:
        return []
    source_node = parts.preps.get("from")
    found = deed_things.things(scope, parts, source_node)
    if found is None:
        return []
    if found.single is not None:
        if found.single.type.base == "zone":
            found.single = sources.only_item(scope, found.single)
        item, span = found.single.type, found.single.span
    else:
        assert found.made is not None
        item, span = found.made.item, found.made.span
    if not item.known:
        return []
    if item.base != "piece":
        scope.ctx.report.add(
            "cannot-move",
            span,
            f"{item.words()} cannot be moved",
            helps=(f"`{parts.verb.text}` is written: {FORMS[parts.verb.text]}",),
        )
        return []
    kind = item.of
    target, each = deed_things.targets(scope, kind, target_node)
    if target is None or not which_ones.check_which(scope, parts, found, source_node):
        return []
    alike = scope.ctx.program.kinds[kind].alike
    made = _moves(scope, parts, found, kind, target, source_node, alike)
    if each is None:
        return made
    return [Stmt("for", (each.as_set(scope),), parts.span, each.var, made)]


def _moves(
    scope: Scope,
    parts: deed_parts.Deed,
    found: deed_things.Things,
    kind: str,
    target: Expr,
    source_node: deed_parts.Given | None,
    alike: bool,
) -> list[Stmt]:
    span = parts.span
    if alike:
        return _move_alike(scope, parts, found, kind, target, source_node)
    if found.single is not None:
        return [Stmt("move", (found.single, *target.args), span, (kind, target.op, target.data))]
    assert found.made is not None
    body = Stmt(
        "move", (found.made.candidate(), *target.args), span, (kind, target.op, target.data)
    )
    args: tuple[Expr, ...] = (found.made.as_set(scope),)
    if found.amount is not None:
        args = (*args, found.amount)
    return [Stmt("for", args, span, found.made.var, [body])]


def _move_alike(
    scope: Scope,
    parts: deed_parts.Deed,
    found: deed_things.Things,
    kind: str,
    target: Expr,
    source_node: deed_parts.Given | None,
) -> list[Stmt]:
    span = parts.span
    if found.single is not None:
        if source_node is None:
            scope.ctx.report.add(
                "from-where",
                span,
                "it is not said where this comes from",
                helps=("pieces that are alike are moved `from` a place",),
            )
            return []
        thing = place_phrases.named(scope, source_node, kind)
        zones = zone_lookup.zones_for(scope, thing, kind, span) if thing.type.known else None
        if not zones:
            if thing.type.known:
                deed_things.no_place(scope, kind, thing, source_node.span)
            return []
        return [one_alike(found.single, zones[0], target, span)]
    made = found.made
    assert made is not None
    zones2 = made.counted_in
    if not zones2:
        box = zone_lookup.box_family(scope, kind)
        assert box is not None
        zones2 = [Expr("zone", (), Type("zone", "box"), span, box)]
    zone = zones2[0]
    amount = Expr("count_in", (*zone.args, made.candidate()), NUMBER, span, zone.data)
    if found.amount is not None:
        name, left = scope.temp(NUMBER, span)
        taken, taken_e = scope.temp(NUMBER, span)
        body = [
            Stmt("let", (Expr("min", (amount, left), NUMBER, span),), span, taken),
            _alike(made.candidate(), taken_e, zone, target, span),
            Stmt("let", (Expr("sub", (left, taken_e), NUMBER, span),), span, name),
        ]
        return [
            Stmt("let", (found.amount,), span, name),
            Stmt("for", (made.as_set(scope),), span, made.var, body),
        ]
    return [
        Stmt(
            "for",
            (made.as_set(scope),),
            span,
            made.var,
            [_alike(made.candidate(), amount, zone, target, span)],
        )
    ]


def one_alike(design: Expr, source: Expr, target: Expr, span: Span) -> Stmt:
    """One piece of this design goes from a zone to another place."""
    return _alike(design, Expr("num", (), NUMBER, span, 1), source, target, span)


def _alike(design: Expr, amount: Expr, source: Expr, target: Expr, span: Span) -> Stmt:
    return Stmt(
        "move_alike",
        (design, amount, *source.args, *target.args),
        span,
        (source.data, len(source.args), target.data, len(target.args)),
    )


def discard(scope: Scope, parts: deed_parts.Deed) -> list[Stmt]:
    """discard card"""
    if not deed_parts.check_parts(scope, parts):
        return []
    source_node = parts.preps.get("from")
    found = deed_things.things(scope, parts, source_node)
    if found is None or not which_ones.check_which(scope, parts, found, source_node):
        return []
    single = found.single
    if single is not None and single.type.base == "zone":
        single = sources.only_item(scope, single)
        found.single = single
    item = found.item
    families = scope.ctx.families.get("table", {})
    name = next((f.refilled for f in families.values() if item.of in f.kinds and f.refilled), None)
    if item.base != "piece" or name is None or name not in families:
        scope.ctx.report.add(
            "no-discard",
            parts.span,
            f"{item.words()} has no discard pile",
            helps=("declare a pile `refilled from` its discard pile, or use `move`",),
        )
        return []
    target = Expr("zone", (), Type("zone", name), parts.span, families[name])
    return _moves(scope, parts, found, item.of, target, None, False)


def remove(scope: Scope, parts: deed_parts.Deed) -> list[Stmt]:
    """remove card (back to the box)"""
    if not deed_parts.check_parts(scope, parts):
        return []
    source_node = parts.preps.get("from")
    found = deed_things.things(scope, parts, source_node)
    if found is None or not which_ones.check_which(scope, parts, found, source_node):
        return []
    if found.single is not None and found.single.type.base == "zone":
        found.single = sources.only_item(scope, found.single)
    item = found.item
    if not item.known:
        return []
    if item.base != "piece":
        scope.ctx.report.add(
            "cannot-move",
            parts.span,
            f"{item.words()} cannot be moved",
            helps=("only components can go back to the box",),
        )
        return []
    box = zone_lookup.zones_for(
        scope, Expr("box", (), Type("zone", "box"), parts.span), item.of, parts.span
    )
    assert box is not None
    return _moves(
        scope,
        parts,
        found,
        item.of,
        box[0],
        parts.preps.get("from"),
        scope.ctx.program.kinds[item.of].alike,
    )


READERS: deed_parts.Readers = {
    "move": move,
    "place": move,
    "put": move,
    "return": move,
    "take": move,
    "discard": discard,
    "remove": remove,
}
"""Who reads which of these deeds."""
