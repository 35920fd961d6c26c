"""Deeds on rows and lanes: push, rotate, swap, close up.

Each function takes a `Deed` and returns statements, or an empty list after a diagnostic.
"""

from __future__ import annotations

from interpreter.check.deeds import deed_parts, deed_things, which_ones
from interpreter.check.expressions.conversions import as_kind
from interpreter.check.expressions.value_reading import number, value
from interpreter.check.node_builders import num
from interpreter.check.places import closings, sources
from interpreter.check.scope import Scope
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.types import NUMBER, Type
from interpreter.language.verbs import FORMS
from interpreter.syntax import ast


def push(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Stmt]:
    """push 2 pyramid dice from free_dice into lane"""
    source_node, lane_node = parts.after("from"), parts.after("into", "onto")
    found = deed_things.things(scope, parts, source_node)
    lane = value(scope, lane_node, Type("lane"))
    if found is None or not lane.type.known:
        return []
    if not which_ones.check_which(scope, parts, found, source_node):
        return []
    if found.made is None:
        assert found.single is not None
        made = sources.as_source(scope, found.single, parts.span)
        found = deed_things.DeedObjects(made, num(1, parts.span), None)
    board = scope.ctx.families.get("table", {}).get(lane.type.of)
    if board is None or not board.pushed_out:
        scope.ctx.report.add(
            "no-way-out",
            lane_node.span,
            f"`{lane.type.of}` has no place for what is pushed out",
            helps=("add `, pushed out to` and a zone to the board",),
        )
        return []
    out = scope.ctx.families.get("table", {}).get(board.pushed_out)
    assert found.made is not None and out is not None
    amount = found.amount or nodes.Size((found.made.as_set(),), NUMBER, parts.span)
    return [nodes.Push((found.made.as_set(), amount, lane), parts.span, board, out)]


def rotate(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Stmt]:
    """rotate lane by 1"""
    lane = value(scope, parts.first)
    if not lane.type.known:
        return []
    given = parts.after("by")
    if lane.type.is_zone and isinstance(lane, nodes.Zone) and lane.family.shape == "slots":
        return [nodes.TurnRow((*lane.args, number(scope, given)), parts.span, lane.family)]
    lane = as_kind(scope, lane, Type("lane"))
    board = scope.ctx.families.get("table", {}).get(lane.type.of)
    if board is None:
        if lane.type.known:
            help_ = f"it is written: {FORMS['rotate']}"
            scope.ctx.report.add(
                "wrong-kind-of-value", lane.span, "there is nothing to rotate", helps=(help_,)
            )
        return []
    return [nodes.Rotate((lane, number(scope, given)), parts.span, board)]


def swap(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Stmt]:
    """swap die with other_die"""
    a = value(scope, parts.first)
    if not a.type.known:
        return []
    if not a.type.is_piece:
        scope.ctx.report.add(
            "cannot-move",
            a.span,
            f"{a.type.words()} cannot be moved",
            helps=(f"it is written: {FORMS['swap']}",),
        )
        return []
    b = value(scope, parts.after("with"), a.type)
    kind = scope.ctx.program.kinds[a.type.of]
    if kind.alike:
        scope.ctx.report.add(
            "cannot-move",
            parts.span,
            f"{kind.plural} are alike and cannot be swapped",
            helps=("move one there and one back, each `from` its place",),
        )
        return []
    return [nodes.Swap((a, b), parts.span, a.type.of)]


def row(scope: Scope, node: ast.Part, verb: str) -> Expr | None:
    """Read a row with a fixed number of spaces; reports `not-a-row` and returns None for others."""
    zone = value(scope, node)
    if not zone.type.known:
        return None
    if not isinstance(zone, nodes.Zone) or zone.family.shape != "slots":
        scope.ctx.report.add(
            "not-a-row",
            zone.span,
            f"this is {zone.type.words()}, not a row of spaces",
            helps=(
                f"it is written: {FORMS[verb]}",
                "a row says how many spaces it has: `zone market: row of 4 cards`",
            ),
        )
        return None
    return zone


def close_up(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Stmt]:
    """close_up market"""
    zone = row(scope, parts.first, "close_up")
    if zone is None:
        return []
    return [nodes.CloseUp(zone.args, parts.span, nodes.family_of(zone))]


def reopen(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Stmt]:
    """reopen market · reopen space: what was closed for a time can be entered again"""
    place = value(scope, parts.first)
    return [nodes.Reopen(zones, parts.span) for zones in closings.zones(scope, place, parts.span)]


READERS: deed_parts.Readers = {
    "push": push,
    "rotate": rotate,
    "swap": swap,
    "close_up": close_up,
    "reopen": reopen,
}
"""Who reads which of these deeds."""
