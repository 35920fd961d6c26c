"""Limits on deeds (`may not`, `at most`), compiled to a requirement at the start of the deed."""

from __future__ import annotations

from interpreter.check import node_builders
from interpreter.check.clauses import card_ownership
from interpreter.check.clauses.bans import ban_arguments, banned_deeds
from interpreter.check.context import Context
from interpreter.check.declarations import titles
from interpreter.check.deeds import asked, deed_parts
from interpreter.check.expressions import value_reading
from interpreter.check.names import adjectives, time_spans
from interpreter.check.scope import Scope
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Func
from interpreter.ir.types import NUMBER, YES_NO
from interpreter.ir.weaving.copies import both
from interpreter.syntax import ast


def may_not(ctx: Context, scope: Scope, node: ast.MayNot, cond: Expr | None) -> None:
    """Read `opponents may not use_hero hero unless hero is free else "reserved"`."""
    if _report_no_opponents(ctx, node, cond):
        return
    parts = deed_parts.take_apart(node.deed)
    excuse = _excuse(ctx, node) or "this is not allowed now"
    for func in banned_deeds(scope, parts):
        inner = scope.inner()
        inner.about, inner.waits = func, "ban"
        for name, kind in func.params:  # the words of the heading stand for what is about to happen
            inner.locals[name] = (name, kind, parts.verb.span)
        args = ban_arguments(inner, parts, func)
        if args is None:
            return
        breach: Expr = nodes.Num((), YES_NO, node.span, 1)
        if node.unless is not None:
            breach = node_builders.negated(value_reading.question(inner, node.unless))
        for (name, kind), arg in zip(func.params, args, strict=False):
            if isinstance(arg, nodes.Local) and arg.name == name:
                continue
            same = adjectives.same(scope, nodes.Local((), kind, node.span, name), arg)
            breach = (
                same
                if isinstance(breach, nodes.Num)
                else nodes.And((breach, same), YES_NO, node.span)
            )
        _require(func, node, cond, breach, excuse)


def at_most(ctx: Context, scope: Scope, node: ast.AtMostPer, cond: Expr | None) -> None:
    """Read `you may hire at most twice per turn`."""
    if _report_no_opponents(ctx, node, cond):
        return
    assert scope.you is not None
    often = node.often.words_[0]
    times = {"once": 1, "twice": 2}.get(often.text) or ctx.whole(often)
    funcs = asked.deeds_named(ctx, node.verb, "counted")
    if not funcs or not time_spans.check_span(scope, node.time):
        return
    done: Expr | None = None
    for func in funcs:
        time_spans.track(scope, func)
        one = nodes.TimesDone((scope.you,), NUMBER, node.span, (func.name, node.time.text))
        done = one if done is None else nodes.Add((done, one), NUMBER, node.span)
    assert done is not None
    breach = nodes.Ge((done, nodes.Num((), NUMBER, node.span, times)), YES_NO, node.span)
    for func in funcs:
        said = f"{func.title or func.name}: at most {times} per {node.time.text}"
        _require(func, node, cond, breach, _excuse(ctx, node) or said)


def _excuse(ctx: Context, node: ast.MayNot | ast.AtMostPer) -> str:
    """Return the reason shown when the limit refuses a deed; empty if the rules give none."""
    return titles.plain(ctx, node.reason.text if node.reason is not None else None)


def _report_no_opponents(ctx: Context, node: ast.MayNot | ast.AtMostPer, cond: Expr | None) -> bool:
    """Report opponents in a rule of the game, which has no owner; tell whether there were any."""
    if cond is not None or not isinstance(node.who, ast.Opponents):
        return False
    return ctx.report.add(
        "opponent-of-whom",
        node.who.span,
        "a rule of the game has no opponents",
        helps=("write `everyone` or `you`, or put it under `while ...`",),
    )


def _require(
    func: Func, node: ast.MayNot | ast.AtMostPer, cond: Expr | None, breach: Expr, excuse: str
) -> None:
    """Put a requirement at the head of a deed, so that it cannot be done against the limit."""
    if cond is not None:
        if isinstance(node.who, ast.Opponents):
            breach = card_ownership.for_some_other(cond, breach, node.span)
        elif isinstance(node.who, ast.EveryoneMay):
            breach = card_ownership.for_some_other(cond, breach, node.span, everyone=True)
        else:
            breach = both(cond, breach) or breach
    test = nodes.Not((breach,), YES_NO, node.span)
    func.body.insert(0, nodes.Requires((test,), node.span, excuse))
