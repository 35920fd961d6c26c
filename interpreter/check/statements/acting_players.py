"""Statements on who acts: `have rival ...`, `have each player ...`, together or in turn."""

from __future__ import annotations

from interpreter.check.expressions import conversions, selections, value_reading
from interpreter.check.places import sources
from interpreter.check.scope import Scope
from interpreter.check.statements import (
    control_flow,
    loop_exits,
    nesting,
    repeated_deeds,
    simultaneous,
)
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.types import PLAYER, YES_NO, set_of
from interpreter.syntax import ast

_PEOPLE = {
    **dict.fromkeys(("player", "players"), "players"),
    **dict.fromkeys(("opponent", "opponents"), "opponents"),
}
_Body = ast.Block | ast.Deed | ast.Pay


def have(scope: Scope, node: ast.Have | ast.HaveDeed) -> list[Stmt]:
    """Read `have rival draw 1 card`."""
    if _report_described(scope, node):
        return []
    does: _Body = node.body if isinstance(node, ast.Have) else node.deed
    who = value_reading.value(scope, node.who)
    if who.type.is_list and who.type.item is not None and who.type.item.is_player:
        made = sources.as_source(scope, who, node.span)
        return _have_all(scope, made, does, node, None)
    who = conversions.as_kind(scope, who, PLAYER.maybe() if who.type.optional else PLAYER)
    name, they = scope.temp(PLAYER, node.span)
    inner = scope.inner()
    inner.you = scope.you or scope.they  # in a round, who tells others is `you` for them
    inner.they, inner.each, inner.looped = they, None, ""
    body = nesting.done(inner, does)
    parts = [one for one, _ in scope.func.params] if scope.func is not None else []
    handed = isinstance(who, nodes.Local) and who.name in parts and who.name[:1] != "_"
    if who.type.optional or handed:  # none does nothing, such as a faction that nobody plays
        played = nodes.Ge((they, nodes.Num((), PLAYER, node.span, 0)), YES_NO, node.span)
        body = [nodes.If((played,), node.span, body=body)]
    return [nodes.Let((who,), node.span, name), *body]


def _report_described(scope: Scope, node: ast.Have | ast.HaveDeed) -> bool:
    """Report `have ready players win`, where a description belongs behind `who`."""
    if not isinstance(node, ast.HaveDeed) or not isinstance(node.deed, ast.Deed):
        return False
    noun = _PEOPLE.get(node.deed.verb.text)
    if noun is None or not isinstance(node.who, ast.Name):
        return False
    who, verb = node.who.span, node.deed.verb.span
    rest = node.deed.span.text[len(verb.text) :].strip()
    below = f", and below it `{rest}`" if rest else ""
    return scope.ctx.report.add(
        "unknown-deed",
        Span(who.source, who.start, verb.end),
        f"`have` is not said of `{who.text} {verb.text}`",
        helps=(f"write `have {noun} who are {who.text}`{below}",),
    )


def have_those(scope: Scope, node: ast.HaveThose) -> list[Stmt]:
    """Read `have opponents who are alive` with what they do below it."""
    head = ast.Head(node.who.span, node.who, (), None)
    made = selections.chosen(scope, ast.Selection(node.span, head, None, node.where))
    if made.item.known and not made.item.is_player:
        scope.ctx.report.add(
            "wrong-kind-of-value",
            node.who.span,
            f"a player is expected here, not {made.item.words()}",
            helps=("those who do it stand behind `have`: `have opponents where ...`",),
        )
        return []
    return _have_all(scope, made, node.body, node, None)


def have_each(scope: Scope, node: ast.HaveEach | ast.HaveEachDeed) -> list[Stmt]:
    """Read `have each player ...`, together or until all pass."""
    made = _everyone(scope, node.who, node.span)
    if isinstance(node, ast.HaveEachDeed):
        return _have_all(scope, made, node.deed, node, None)
    if node.where is not None:
        selections.narrowed(scope, made, node.where)
    if node.first is not None:
        start = value_reading.value(scope, node.first, PLAYER.maybe())
        if start.type.optional:  # nobody yet: the order of the table
            first = nodes.Num((), PLAYER, start.span, 0)
            there = nodes.Ge((start, first), YES_NO, start.span)
            start = nodes.ChooseValue((there, start, first), PLAYER, start.span)
        made.source = nodes.FromSeat((made.source, start), made.source.type, node.span)
    return _have_all(scope, made, node.body, node, node.together)


def _everyone(scope: Scope, who: ast.Everyone, span: Span) -> sources.Chosen:
    """Build the source of the players who do something, in their order."""
    if isinstance(who, ast.BothOf):
        both = [value_reading.value(scope, one, PLAYER) for one in (who.first, who.second)]
        players: Expr = nodes.Listed(tuple(both), set_of(PLAYER), span)
    elif isinstance(who, ast.EachOther):
        players = nodes.Others((scope.player(span),), set_of(PLAYER), span)
    else:
        players = nodes.Players((), set_of(PLAYER), span)
    return sources.fresh(scope, players, PLAYER, span)


def _have_all(
    scope: Scope,
    made: sources.Chosen,
    does: _Body,
    node: ast.Sentence,
    together: ast.Together | None,
) -> list[Stmt]:
    """Make each of some players do something."""
    inner = control_flow.loop_scope(scope, node)
    inner.you = scope.you or scope.they  # in a round, who tells others is `you` for them
    inner.they, inner.each, inner.looped = made.candidate(), None, ""
    inner.it = made.candidate()
    around = inner.inner()  # without the names that the block gives
    body = nesting.done(inner, does)
    still = made.test()
    if together is None:
        body = _unless_they_cannot(around, body, node.span)
        if still is not None and any(_plays(one) for one in does.walk()):
            body = [nodes.If((still,), node.span, body=body)]
        loop = nodes.For((made.as_set(),), node.span, made.var, body=body)
        return loop_exits.leaving_both(scope, loop) if scope.loops else [loop]
    if isinstance(together, ast.UntilAllPass):
        _check_someone_passes(scope, body, node)
        mode = "until_all_pass"
    else:
        simultaneous.check_together(scope.ctx, body, node.span)
        body = _together_unless_they_cannot(around, body, node.span)
        mode = "together"
    return [nodes.ForAll((made.as_set(),), node.span, made.var, mode, body=body)]


def _plays(tree: ast.Tree | ast.Word) -> bool:
    """Check whether a sentence plays a part of the game: players may be knocked out meanwhile."""
    return isinstance(tree, ast.Deed) and tree.verb.text == "play"


def _unless_they_cannot(scope: Scope, body: list[Stmt], span: Span) -> list[Stmt]:
    """Let each player do the body only if they can finish it, so that nobody blocks the others."""
    if scope.func is None:
        return body
    if len(body) == 1 and isinstance(body[0], nodes.Call) and body[0].verb != "play":
        can: Expr = nodes.CanBlock((), YES_NO, span, body, True)
        nobody: list[Stmt] = [nodes.Cannot((scope.player(span),), span)]
        return [nodes.If((can,), span, body=body, other=nobody)]
    if not repeated_deeds.can_fail(body):
        return body
    told: list[Stmt] = [nodes.Cannot((scope.player(span),), span)]
    deed = repeated_deeds.alone(scope, body, span)
    if deed is not None:
        can = nodes.CanBlock((), YES_NO, span, [deed], True)
        return [nodes.If((can,), span, body=[deed], other=told)]
    can = repeated_deeds.can_be_done(scope, body, span)
    return [nodes.If((can,), span, body=body, other=told)]


def _together_unless_they_cannot(scope: Scope, body: list[Stmt], span: Span) -> list[Stmt]:
    """Do the same where all players choose together, and nothing is done until all have chosen."""
    last = max((at for at, one in enumerate(body) if simultaneous.chooses(one)), default=-1)
    if scope.func is None or last < 0 or not repeated_deeds.can_fail(body):
        return body
    name, able = scope.temp(YES_NO, span)
    asked = nodes.Let((repeated_deeds.can_be_done(scope, body, span),), span, name)
    parts = [part for part in (body[: last + 1], body[last + 1 :]) if part]
    if len(parts) > 1 and repeated_deeds.can_fail(parts[1]):
        deed = repeated_deeds.alone(scope, parts[1], span, parts[0])
        parts[1] = [deed] if deed is not None else parts[1]
    told: list[Stmt] = [nodes.Cannot((scope.player(span),), span)]
    made = [nodes.If((able,), span, body=part) for part in parts[:-1]]
    return [asked, *made, nodes.If((able,), span, body=parts[-1], other=told)]


def _check_someone_passes(scope: Scope, body: list[Stmt], node: ast.Sentence) -> None:
    """Check that a body repeated until all pass offers to pass."""
    menus = [s for top in body for s in top.walk() if isinstance(s, nodes.Menu)]
    if any(line.sort == "pass" for s in menus for line in s.lines):
        return
    scope.ctx.report.add(
        "window-without-pass",
        node.span,
        "nobody can pass, so this never ends",
        helps=("offer a `menu` with the line `may pass`",),
    )
