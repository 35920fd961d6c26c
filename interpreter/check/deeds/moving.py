"""Deeds that move components from place to place: move, discard, remove.

Each function takes a `Deed` and returns statements, or an empty list after a diagnostic.
"""

from __future__ import annotations

from interpreter.check.deeds import deed_parts, deed_things, which_ones
from interpreter.check.expressions import place_phrases
from interpreter.check.node_builders import num
from interpreter.check.places import discard_piles, sources, zone_lookup
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.types import NUMBER, Type
from interpreter.language.verbs import FORMS


def move(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Stmt]:
    """move 2 cards from deck to your hand · place a cube on card"""
    source = parts.preps.get("from")
    found = deed_things.components(scope, parts, source)
    verb = parts.verb.text
    help_ = f"`{verb}` is written: {FORMS[verb]}"
    if found is None or not deed_things.check_pieces(scope, found, "moved", help_):
        return []
    kind = found.item.of
    target, each = deed_things.targets(scope, kind, parts.after("to", "in", "on", "into", "onto"))
    if target is None or not which_ones.check_which(scope, parts, found, source):
        return []
    made = _moves(scope, parts, found, target, scope.ctx.program.kinds[kind].alike)
    return made if each is None else [each.go_through(parts.span, made)]


def _moves(
    scope: Scope,
    parts: deed_parts.VerbPhrase,
    found: deed_things.DeedObjects,
    target: Expr,
    alike: bool,
) -> list[Stmt]:
    if alike and found.single is not None:
        return _move_one_alike(scope, parts, found.single, target)
    if alike:
        return _move_alike(scope, parts, found, target)
    to = (found.item.of, target.op, nodes.family_or_box(target))
    _check_order(scope, parts, found, target)
    return found.each(parts.span, lambda it: nodes.Move((it, *target.args), parts.span, *to))


def _check_order(
    scope: Scope, parts: deed_parts.VerbPhrase, found: deed_things.DeedObjects, target: Expr
) -> None:
    """Warn where several things that were chosen together come to lie in a row: their order is that
    of the component file, and nobody chooses it."""
    made = found.made
    if made is None or not isinstance(made.source, nodes.Local) or made.tests:
        return
    family = nodes.family_or_box(target)
    kind = scope.ctx.program.kinds[found.item.of]
    if family is None or family.sort != "row" or family.board or len(kind.designs) < 2:
        return
    scope.ctx.report.add(
        "order-lost",
        parts.span,
        f"these {kind.plural} have no order in `{family.name}`",
        "they lie as in the component file",
        helps=(
            f"choose them one by one: `repeat 3 times`, below it `choose {kind.name} from ...`"
            f" and `move {kind.name} to {family.name}`",
        ),
    )


def _move_one_alike(
    scope: Scope, parts: deed_parts.VerbPhrase, thing: Expr, target: Expr
) -> list[Stmt]:
    span, source = parts.span, parts.preps.get("from")
    if source is None:
        scope.ctx.report.add(
            "from-where",
            span,
            "it is not said where this comes from",
            helps=("pieces that are alike are moved `from` a place",),
        )
        return []
    place = place_phrases.named(scope, source, thing.type.of)
    zones = zone_lookup.zones_for(scope, place, thing.type.of, span) if place.type.known else None
    if zones:
        return [one_alike(thing, zones[0], target, span)]
    if place.type.known:
        deed_things.no_place(scope, thing.type.of, place, source.span)
    return []


def _move_alike(
    scope: Scope, parts: deed_parts.VerbPhrase, found: deed_things.DeedObjects, target: Expr
) -> list[Stmt]:
    """So many of each design as lie there, until there are as many as are asked for."""
    span, made = parts.span, found.made
    assert made is not None
    if isinstance(made.source, nodes.Local) and found.amount is None:  # chosen one by one
        return [made.go_through(span, _move_one_alike(scope, parts, made.candidate(), target))]
    box = zone_lookup.box_family(scope, found.item.of)
    assert box is not None
    source = parts.preps.get("from")
    if not made.counted_in and source is not None:  # of a sort that has a name
        place = place_phrases.named(scope, source, found.item.of)
        if not place.type.known:
            return []
        made.counted_in += zone_lookup.zones_for(scope, place, found.item.of, span) or []
    zone = [*made.counted_in, nodes.Zone((), Type("zone", "box"), span, box)][0]
    if isinstance(zone, nodes.AllZones):
        plural = scope.ctx.program.kinds[found.item.of].plural
        scope.ctx.report.add(
            "from-where",
            span,
            f"it is not said from which of several places these {plural} come",
            helps=(f"go through the places: `for each ...`, and move the {plural} of each",),
        )
        return []
    amount = sources.counted(zone, made.candidate(), span)
    if found.amount is None:
        body = [_alike(made.candidate(), amount, zone, target, span)]
        return [made.go_through(span, body)]
    name, left = scope.temp(NUMBER, span)
    taken, taken_e = scope.temp(NUMBER, span)
    body = [
        nodes.Let((nodes.Min((amount, left), NUMBER, span),), span, taken),
        _alike(made.candidate(), taken_e, zone, target, span),
        nodes.Let((nodes.Sub((left, taken_e), NUMBER, span),), span, name),
    ]
    return [nodes.Let((found.amount,), span, name), made.go_through(span, body)]


def one_alike(design: Expr, source: Expr, target: Expr, span: Span) -> Stmt:
    """One piece of this design goes from a zone to another place."""
    return _alike(design, num(1, span), source, target, span)


def _alike(design: Expr, amount: Expr, source: Expr, target: Expr, span: Span) -> Stmt:
    return nodes.MoveAlike(
        (design, amount, *source.args, *target.args),
        span, nodes.family_of(source), len(source.args), nodes.family_of(target), len(target.args),
    )  # fmt: skip


def discard(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Stmt]:
    """discard card"""
    source = parts.preps.get("from")
    found = deed_things.components(scope, parts, source)
    if found is None or not which_ones.check_which(scope, parts, found, source):
        return []
    item = found.item
    target = discard_piles.discard_pile(scope, item.of, parts.span) if item.is_piece else None
    if target is None:
        several = discard_piles.names_of(scope, item.of) if item.is_piece else []
        help_ = "declare a pile `refilled from` its discard pile, or use `move`"
        if several:
            help_ = f"say to which with `move`: {' or '.join(f'`to {one}`' for one in several)}"
        scope.ctx.report.add(
            "no-discard",
            parts.span,
            f"{item.words()} has {'more than one' if several else 'no'} discard pile",
            helps=(help_,),
        )
        return []
    return _moves(scope, parts, found, target, False)


def remove(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Stmt]:
    """remove card (back to the box)"""
    source = parts.preps.get("from")
    found = deed_things.components(scope, parts, source)
    if found is None or not which_ones.check_which(scope, parts, found, source):
        return []
    help_ = "only components can go back to the box"
    if not deed_things.check_pieces(scope, found, "moved", help_):
        return []
    to_box = nodes.Box((), Type("zone", "box"), parts.span)
    box = zone_lookup.zones_for(scope, to_box, found.item.of, parts.span)
    assert box is not None
    return _moves(scope, parts, found, box[0], scope.ctx.program.kinds[found.item.of].alike)


READERS: deed_parts.Readers = {
    **dict.fromkeys(("move", "place", "put", "return", "take"), move),
    "discard": discard,
    "remove": remove,
}
"""Who reads which of these deeds."""
