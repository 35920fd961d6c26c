"""Deeds that move components: move, draw, push, swap, discard and what rows do.

Each takes a `Deed` and gives statements, or an empty list after a diagnostic.
"""

from __future__ import annotations

from interpreter.check import expressions, places, sources
from interpreter.check.deed_parts import (
    FORMS,
    Deed,
    Things,
    expect,
    need,
    no_place,
    targets,
    things,
)
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir.program import E, Family, S
from interpreter.ir.types import NUMBER, Type, piece_type, set_of
from interpreter.syntax.tree import Node


def move(scope: Scope, parts: Deed) -> list[S]:
    """move 2 cards from deck to your hand · place a cube on card"""
    if not expect(scope, parts, {"from", "to", "into", "in", "on", "onto"}):
        return []
    target_node = need(scope, parts, "to", "in", "on", "into", "onto")
    if target_node is None:
        return []
    source_node = parts.preps.get("from")
    found = things(scope, parts, source_node)
    if found is None:
        return []
    if found.single is not None:
        item = found.single.type
        if item.base == "zone":
            single = sources.only_item(scope, found.single)
            found.single, item = single, single.type
        if item.base != "piece":
            scope.ctx.report.add(
                "cannot-move",
                found.single.span,
                f"{item.words()} cannot be moved",
                "",
                helps=(f"`{parts.verb.text}` is written: {FORMS[parts.verb.text]}",),
            )
            return []
        kind = item.of
    else:
        assert found.made is not None
        if found.made.item.base != "piece":
            scope.ctx.report.add(
                "cannot-move",
                found.made.span,
                f"{found.made.item.words()} cannot be moved",
                "",
                helps=(f"`{parts.verb.text}` is written: {FORMS[parts.verb.text]}",),
            )
            return []
        kind = found.made.item.of
    target, each = targets(scope, kind, target_node)
    if target is None:
        return []
    alike = scope.ctx.program.kinds[kind].alike
    made = _moves(scope, parts, found, kind, target, source_node, alike)
    if each is None:
        return made
    return [S("for", (each.as_set(scope),), parts.span, each.var, made)]


def _moves(
    scope: Scope,
    parts: Deed,
    found: Things,
    kind: str,
    target: E,
    source_node: Node | None,
    alike: bool,
) -> list[S]:
    span = parts.span
    if alike:
        return _move_alike(scope, parts, found, kind, target, source_node)
    if found.single is not None:
        return [S("move", (found.single, *target.args), span, (kind, target.op, target.data))]
    assert found.made is not None
    body = S("move", (found.made.candidate(), *target.args), span, (kind, target.op, target.data))
    args: tuple[E, ...] = (found.made.as_set(scope),)
    if found.amount is not None:
        args = (*args, found.amount)
    return [S("for", args, span, found.made.var, [body])]


def _move_alike(
    scope: Scope, parts: Deed, found: Things, kind: str, target: E, source_node: Node | None
) -> list[S]:
    span = parts.span
    if found.single is not None:
        if source_node is None:
            scope.ctx.report.add(
                "from-where",
                span,
                "it is not said where this comes from",
                "",
                helps=("pieces that are alike are moved `from` a place",),
            )
            return []
        thing = expressions.value(scope, source_node)
        zones = places.zones_for(scope, thing, kind, span) if thing.type.known else None
        if not zones:
            if thing.type.known:
                no_place(scope, kind, thing, source_node.span)
            return []
        one = E("num", (), NUMBER, span, 1)
        return [_alike(found.single, one, zones[0], target, span)]
    made = found.made
    assert made is not None
    zones2 = made.counted_in
    if not zones2:
        box = places.box_family(scope, kind)
        assert box is not None
        zones2 = [E("zone", (), Type("zone", "box"), span, box)]
    zone = zones2[0]
    amount = E("count_in", (*zone.args, made.candidate()), NUMBER, span, zone.data)
    if found.amount is not None:
        name, left = scope.temp(NUMBER, span)
        taken, taken_e = scope.temp(NUMBER, span)
        body = [
            S("let", (E("min", (amount, left), NUMBER, span),), span, taken),
            _alike(made.candidate(), taken_e, zone, target, span),
            S("let", (E("sub", (left, taken_e), NUMBER, span),), span, name),
        ]
        return [
            S("let", (found.amount,), span, name),
            S("for", (made.as_set(scope),), span, made.var, body),
        ]
    return [
        S(
            "for",
            (made.as_set(scope),),
            span,
            made.var,
            [_alike(made.candidate(), amount, zone, target, span)],
        )
    ]


def _alike(design: E, amount: E, source: E, target: E, span: Span) -> S:
    return S(
        "move_alike",
        (design, amount, *source.args, *target.args),
        span,
        (source.data, len(source.args), target.data, len(target.args)),
    )


def draw(scope: Scope, parts: Deed) -> list[S]:
    """draw 2 spells from spell_deck to your hand"""
    if not expect(scope, parts, {"from", "to", "into", "in"}):
        return []
    source_node, target_node = need(scope, parts, "from"), None
    if source_node is not None:
        target_node = need(scope, parts, "to", "into", "in")
    if source_node is None or target_node is None:
        return []
    source = expressions.value(scope, source_node)
    if not source.type.known:
        return []
    if source.op != "zone" or source.data.shape != "list":
        scope.ctx.report.add(
            "not-a-pile",
            source_node.span,
            "cards are drawn from a pile",
            f"this is {source.type.words()}",
            helps=("use `move` for other zones",),
        )
        return []
    family: Family = source.data
    amount: E | None
    words = parts.names
    if parts.form == "as_many":
        amount = expressions.number(scope, parts.amount)
    elif parts.form == "things" and parts.first is not None:
        word = parts.first.words()[0] if parts.first.kind == "name" else None
        if word is not None and not words and scope.ctx.kind_named(word.text):
            amount, words = E("num", (), NUMBER, parts.span, 1), [word]
        else:
            amount = expressions.number(scope, parts.first)
    else:
        scope.ctx.report.add(
            "missing-part",
            parts.span,
            "`draw` needs to know how many",
            "",
            helps=(f"it is written: {FORMS['draw']}",),
        )
        return []
    if words and scope.ctx.kind_named(words[-1].text) is None:
        scope.ctx.unknown(
            "unknown-kind",
            words[-1].span,
            words[-1].text,
            "kind of component",
            [scope.ctx.program.kinds[k].plural for k in family.kinds],
        )
        return []
    if words and scope.ctx.kind_named(words[-1].text) not in family.kinds:
        scope.ctx.report.add(
            "wrong-noun",
            words[-1].span,
            f"`{words[-1].text}` do not lie in `{family.name}`",
            "",
            helps=(
                f"it holds {', '.join(scope.ctx.program.kinds[k].plural for k in family.kinds)}",
            ),
        )
        return []
    kind = family.kinds[0]
    target, each = targets(scope, kind, target_node)
    if target is None:
        return []
    var, _ = scope.temp(piece_type(kind), parts.span)
    made = [
        S(
            "draw",
            (amount, *source.args, *target.args),
            parts.span,
            (family, len(source.args), kind, target.op, target.data, var),
        )
    ]
    return made if each is None else [S("for", (each.as_set(scope),), parts.span, each.var, made)]


def shuffle(scope: Scope, parts: Deed) -> list[S]:
    """shuffle deck"""
    if not expect(scope, parts, set()):
        return []
    zone = expressions.value(scope, parts.first)
    if not zone.type.known:
        return []
    if zone.op != "zone" or zone.data.shape == "counts":
        scope.ctx.report.add(
            "not-a-pile", zone.span, "only a zone can be shuffled", f"this is {zone.type.words()}"
        )
        return []
    return [S("shuffle", zone.args, parts.span, zone.data)]


def push(scope: Scope, parts: Deed) -> list[S]:
    """push 2 pyramid dice from free_dice into lane"""
    if not expect(scope, parts, {"from", "into", "onto"}):
        return []
    source_node, lane_node = need(scope, parts, "from"), None
    if source_node is not None:
        lane_node = need(scope, parts, "into", "onto")
    if source_node is None or lane_node is None:
        return []
    found = things(scope, parts, source_node)
    lane = expressions.value(scope, lane_node, Type("lane"))
    if found is None or not lane.type.known:
        return []
    if found.made is None:
        assert found.single is not None
        made = sources.as_source(scope, found.single, parts.span)
        found = Things(made, E("num", (), NUMBER, parts.span, 1), None, False)
    board = scope.ctx.families.get("table", {}).get(lane.type.of)
    if board is None or not board.pushed_out:
        scope.ctx.report.add(
            "no-way-out",
            lane_node.span,
            f"`{lane.type.of}` has no place for what is pushed out",
            "",
            helps=("add `, pushed out to` and a zone to the board",),
        )
        return []
    out = scope.ctx.families.get("table", {}).get(board.pushed_out)
    assert found.made is not None
    amount = found.amount or E("size", (found.made.as_set(scope),), NUMBER, parts.span)
    return [S("push", (found.made.as_set(scope), amount, lane), parts.span, (board, out))]


def rotate(scope: Scope, parts: Deed) -> list[S]:
    """rotate lane by 1"""
    if not expect(scope, parts, {"by"}):
        return []
    lane = expressions.value(scope, parts.first)
    given = need(scope, parts, "by")
    if given is None or not lane.type.known:
        return []
    if lane.type.base == "zone" and lane.op == "zone" and lane.data.shape == "slots":
        return [
            S("turn_row", (*lane.args, expressions.number(scope, given)), parts.span, lane.data)
        ]
    lane = expressions.as_kind(scope, lane, Type("lane"))
    if not lane.type.known:
        return []
    return [
        S(
            "rotate",
            (lane, expressions.number(scope, given)),
            parts.span,
            scope.ctx.families["table"][lane.type.of],
        )
    ]


def swap(scope: Scope, parts: Deed) -> list[S]:
    """swap die with other_die"""
    if not expect(scope, parts, {"with"}):
        return []
    given = need(scope, parts, "with")
    if given is None:
        return []
    a = expressions.value(scope, parts.first)
    if not a.type.known:
        return []
    if a.type.base != "piece":
        scope.ctx.report.add(
            "cannot-move",
            a.span,
            f"{a.type.words()} cannot be moved",
            "",
            helps=(f"it is written: {FORMS['swap']}",),
        )
        return []
    b = expressions.value(scope, given, a.type)
    return [S("swap", (a, b), parts.span, a.type.of)]


def discard(scope: Scope, parts: Deed) -> list[S]:
    """discard card"""
    if not expect(scope, parts, {"from", "to"}):
        return []
    found = things(scope, parts, parts.preps.get("from"))
    if found is None:
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
            "",
            helps=("declare a pile `refilled from` its discard pile, or use `move`",),
        )
        return []
    target = E("zone", (), Type("zone", name), parts.span, families[name])
    return _moves(scope, parts, found, item.of, target, None, False)


def remove(scope: Scope, parts: Deed) -> list[S]:
    """remove card (back to the box)"""
    if not expect(scope, parts, {"from"}):
        return []
    found = things(scope, parts, parts.preps.get("from"))
    if found is None:
        return []
    if found.single is not None and found.single.type.base == "zone":
        found.single = sources.only_item(scope, found.single)
    item = found.item
    if item.base != "piece":
        scope.ctx.report.add(
            "cannot-move",
            parts.span,
            f"{item.words()} cannot be moved",
            "",
            helps=("only components can go back to the box",),
        )
        return []
    box = places.zones_for(
        scope, E("box", (), Type("zone", "box"), parts.span), item.of, parts.span
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


def _row(scope: Scope, node: Node | None, verb: str) -> E | None:
    """A row with a fixed number of spaces, or one diagnostic."""
    zone = expressions.value(scope, node)
    if not zone.type.known:
        return None
    if zone.op != "zone" or zone.data.shape != "slots":
        scope.ctx.report.add(
            "not-a-row",
            zone.span,
            f"this is {zone.type.words()}, not a row of spaces",
            "",
            helps=(
                f"it is written: {FORMS[verb]}",
                "a row says how many spaces it has: `zone market: row of 4 cards`",
            ),
        )
        return None
    return zone


def close_up(scope: Scope, parts: Deed) -> list[S]:
    """close_up market"""
    if not expect(scope, parts, set()):
        return []
    zone = _row(scope, parts.first, "close_up")
    if zone is None:
        return []
    return [S("close_up", zone.args, parts.span, zone.data)]


def refill(scope: Scope, parts: Deed) -> list[S]:
    """refill market from deck: each empty space in order, as far as the pile goes"""
    if not expect(scope, parts, {"from"}):
        return []
    source_node = need(scope, parts, "from")
    zone = _row(scope, parts.first, "refill")
    if zone is None or source_node is None:
        return []
    source = expressions.value(scope, source_node)
    if not source.type.known:
        return []
    if source.op != "zone" or source.data.shape != "list":
        scope.ctx.report.add(
            "not-a-pile",
            source_node.span,
            "a row is refilled from a pile",
            f"this is {source.type.words()}",
            helps=(f"it is written: {FORMS['refill']}",),
        )
        return []
    kind = source.data.kinds[0]
    if kind not in zone.data.kinds:
        no_place(scope, kind, zone, parts.span)
        return []
    item = Type("space", f"zone:{zone.data.key}")
    slots = E("slots_of", zone.args, set_of(item), parts.span, zone.data)
    var, space = scope.temp(item, parts.span)
    empty = E(
        "filter", (slots, places.empty(scope, space, parts.span)), slots.type, parts.span, var
    )
    drawn, _ = scope.temp(piece_type(kind), parts.span)
    one = E("num", (), NUMBER, parts.span, 1)
    draw_one = S(
        "draw",
        (one, *source.args, space),
        parts.span,
        (source.data, len(source.args), kind, "abs_slot", zone.data, drawn),
    )
    return [S("for", (empty,), parts.span, var, [draw_one])]


def pass_on(scope: Scope, parts: Deed) -> list[S]:
    """pass draft to left: everybody hands on all that lies there, at the same time"""
    if not expect(scope, parts, {"to"}):
        return []
    given = need(scope, parts, "to")
    word = (
        parts.first.words()[0] if parts.first is not None and parts.first.kind == "name" else None
    )
    side = given.words()[0].text if given is not None and given.kind == "name" else ""
    if given is None:
        return []
    if side not in ("left", "right"):
        scope.ctx.report.add(
            "pass-where",
            given.span,
            "cards are passed to the left or to the right",
            "",
            helps=(f"it is written: {FORMS['pass']}",),
        )
        return []
    family = scope.ctx.families.get("player", {}).get(word.text) if word is not None else None
    if family is None:
        legal = list(scope.ctx.families.get("player", {}))
        span = word.span if word is not None else parts.span
        scope.ctx.unknown(
            "unknown-zone", span, word.text if word else "that", "zone", legal, "each player has"
        )
        return []
    scope.ctx.used.add(family.name)
    return [S("pass_on", (), parts.span, (family, side))]
